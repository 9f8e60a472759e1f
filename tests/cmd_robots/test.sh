#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests `tiptoe robots test`: the bare verdict first, then the rule that decided, and the exit statuses.
. "${top_srcdir:-.}/tests/crawl/lib.sh"

file=$work/robots.txt
printf 'User-agent: *\nDisallow: /x\nDisallow: https://site.example/abs\nAllow: /x/y\nCrawl-delay: 1.50\nNoindex: /n\nSitemap: s.xml\n' >"$file"

# says STATUS TEXT ARG…: the command's exit status and output
says() {
    wanted_status=$1
    wanted=$(printf "$2" | sed "s|FILE|$file|")
    shift 2
    crawl robots test "$@"
    is "$status" "$wanted_status" "exit status of: $*"
    is "$(cat "$work/out")" "$wanted" "output of: $*"
}

site=https://site.example
says 1 'disallowed\nFILE:2: Disallow: /x\ndelay 1.5\n' --agent a "$file" $site/x
says 0 'allowed\nFILE:4: Allow: /x/y\ndelay 1.5\n' --agent a "$file" $site/x/y
says 0 'allowed\ndelay 1.5\n' --agent a "$file" $site
says 0 'allowed\ndelay 1.5\nstore no\nFILE:6: Noindex: /n\n' --agent a "$file" $site/n
says 0 'allowed\ndelay 1.5\nsitemap s.xml\n' --verbose "$file" $site/
says 1 "url $site/\\nallowed\\ndelay 1.5\\nurl $site/abs\\ndisallowed\\nFILE:3: Disallow: https://site.example/abs\\ndelay 1.5\\n\
url http://other.example/abs\\nallowed\\ndelay 1.5\\n" "$file" $site/ $site/abs http://other.example/abs
says 1 'disallowed\nFILE: after this answer nothing may be fetched\n' --status 403 "$file" $site/
says 0 'allowed\nFILE: this answer means that there are no rules\n' --status 404 "$file" $site/x
says 1 'disallowed\nFILE: after this answer nothing may be fetched\n' --status 0 "$file" $site/
says 0 'allowed\nFILE: robots.txt itself is always allowed\n' --status 503 "$file" $site/robots.txt
says 0 'allowed\n' --limit 13 "$file" $site/x
says 1 'disallowed\nFILE: strict: a file larger than the limit closes the site\n' --limit 13 --robots strict "$file" $site/
says 1 'disallowed\nFILE:2: Disallow: /x\ndelay 1.5\n' "$file" "$site/./%78"

# A path of the site, whatever its name is.
says 1 'url /x\ndisallowed\nFILE:2: Disallow: /x\ndelay 1.5\nurl //x\nallowed\ndelay 1.5\n' "$file" /x //x
says 1 'disallowed\nFILE:3: Disallow: https://site.example/abs\ndelay 1.5\n' "$file" /abs
crawl robots test --json "$file" '/x?a b'
ok 'JSON names the path' grep -q '"url":"/x?a%20b","allowed":false' "$work/out"

printf 'User-agent: *\nDisallow: /\033[1m\n' >"$file"
says 1 'disallowed\nFILE:2: Disallow: /\\x1B[1m\n' "$file" "$site/%1B[1m"
printf 'User-agent: *\nDisallow:\nUser-agent: wget\nDisallow: /w\n' >"$file"
says 1 'disallowed\nFILE:4: Disallow: /w\n' --also-obey wget "$file" $site/w
printf '<html>\n' >"$file"
says 1 'disallowed\nFILE: strict: a web page instead of a robots.txt closes the site\n' --robots strict "$file" $site/
says 0 'allowed\n' "$file" $site/

says 2 '' "$file"
says 2 '' "$file" ftp://site.example/
says 2 '' "$file" x
says 2 '' --status often "$file" $site/
says 2 '' --robots google "$file" $site/
says 3 '' "$work/none" $site/
says 3 '' "$work" $site/
done_testing
