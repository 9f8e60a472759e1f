#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests `tiptoe robots check`: the form of its output, exit statuses, JSON, pages, and answers of a server.
. "${top_srcdir:-.}/tests/crawl/lib.sh"

file=$work/robots.txt
site=https://site.example

# codes: print the codes of the last output, in order
codes() {
    sed -n 's/^[^ ]* [a-z]* \([a-z0-9-]*\): .*/\1/p' "$work/out" | tr '\n' ' '
}

# check STATUS CODES ARG…
check() {
    wanted_status=$1
    wanted=$2
    shift 2
    crawl robots check "$@"
    is "$status" "$wanted_status" "exit status of: $*"
    is "$(codes)" "$wanted" "findings of: $*"
}

printf 'User-agent: *\nDisallow: /x\n' >"$file"
check 0 '' "$file"
is "$(cat "$work/out")" "$file: 0 errors and 0 warnings" 'the last line sums up'
printf 'User-agent: *\nDisallow: /x*\nSitemap: https://cdn.example/x/s\n' >"$file"
check 0 '' --site "$site" "$file"
is "$(cat "$work/out")" "$file: 0 errors and 0 warnings; --verbose also lists 1 remark" 'and says that there is more'
check 0 'star-redundant ' --verbose --site "$site" "$file"
check 1 'wrong-place star-redundant ' --verbose --site "$site/a/robots.txt" "$file"
check 1 'blocks-sitemap ' --site https://cdn.example/ "$file"

# A file that is good today has no finding: the one that WordPress writes, in either order.
for rules in 'Disallow: /wp-admin/\nAllow: /wp-admin/admin-ajax.php\n' 'Allow: /wp-admin/admin-ajax.php\nDisallow: /wp-admin/\n'; do
    printf "User-agent: *\n$rules" >"$file"
    check 0 '' "$file"
done
printf 'User-agent: *\nAllow: /\n\nUser-agent: a\n\nDisallow: /x\n\n  Disallow: /y\n' >"$file"
check 0 '' --verbose "$file"

# Which severity fails.
printf 'User-agent: *\nDisallow: /\nCrawl-delay: 400\n' >"$file"
check 1 'delay-huge ' "$file"
check 0 'delay-huge ' --fail-on error "$file"
check 0 '' --fail-on warning --agent b - <<E2
User-agent: *
Disallow: /
Crawl-delay: 1.5
E2
check 2 '' --fail-on info "$file"
printf 'User-agent: *\nDisallow: /a b\033\n' >"$file"
check 1 'path-space control ' --fail-on error "$file"
check 1 'path-space control ' "$file"
is "$(head -n 1 "$work/out" | cut -d: -f2-)" "2:13: error path-space: '/a b\\x1B': space in the path; tiptoe reads %20 in a Disallow, most readers match nothing. Write %20. [RFC 9309 §2.2]" 'a line has place, severity, code, text and source'
printf 'User-agent:\nDisallow: /x\n' >"$file"
check 1 'agent-empty ' "$file"
ok 'a source older than RFC 9309 has its public name' grep -q ' \[Ariadne/WebWatch, 1998\]$' "$work/out"
printf 'User-agent: *\nDisallow: /a b\033\n' >"$file"
check 3 '' "$work/none"
check 3 'path-space control ' "$work/none" "$file"
check 2 '' --agent
check 2 ''

printf 'User-agent: mytiptoe\nDisallow: /x\n' >"$file"
check 1 'agent-near ' "$file"
check 0 '' --agent walker "$file"

# Many findings of one code are counted, not listed.
{ echo 'User-agent: *'; i=0; while [ $i -lt 250 ]; do echo "Disallow: /$i*"; i=$((i + 1)); done; } >"$file"
crawl robots check --verbose "$file"
is "$(codes | wc -w | tr -d ' ')" 200 'the first 200 are listed'
ok 'the number of findings is reported' grep -q '250 findings of star-redundant' "$work/err"

# JSON
printf 'User-agent: *\nDisallow: /a"\377 b\n' >"$file"
crawl robots check --json "$file"
file_text=$(sed "s|$file|FILE|" "$work/out")
is "$(echo "$file_text" | sed -n 2p)" '{"file":"FILE","error":1,"warning":1,"optimise":0,"info":0,"findings":[' 'JSON has counts'
ok 'JSON has findings' grep -q '"line":2,"column":15,"severity":"error","code":"path-space","text":"'"'"'/a\\"\\ufffd b' "$work/out" ||
    sed 's/^/# /' "$work/out"

# Pages
printf 'User-agent: *\nDisallow: /x\n' >"$file"
printf '<html>\n<meta name=robots content="noindex, index, stayaway">\n' >"$work/page.html"
check 1 'meta-conflict meta-unknown ' --pages "$work/page.html"
is "$(cut -d: -f2,3 "$work/out" | head -n 1)" 2:28 'an element has its place'
check 1 'meta-unreachable meta-conflict meta-unknown ' --pages "$work/page.html=$site/x/a" "$file"
check 1 'meta-conflict meta-unknown ' --pages "$work/page.html=$site/a" "$file"
check 1 'header-meta-differ meta-conflict meta-unknown ' --header 'X-Robots-Tag: all' --pages "$work/page.html"
check 1 'meta-conflict meta-unknown unavailable-invalid meta-conflict meta-unknown ' \
    --header 'X-Robots-Tag: keepout, all, noindex, unavailable_after: soon' --pages "$work/page.html"
file_has out "page.html:1:1: warning meta-unknown: Unknown word 'X-Robots-Tag: keepout'" "a header line is named"
file_has out ": 'X-Robots-Tag: all' contradicts"
file_has out ": 'X-Robots-Tag: unavailable_after' has a bad date"
check 3 '' --pages "$work/none.html"
check 2 '' --header 'X-Robots-Tag: all' "$file"
file_has err "add --pages FILE" "header lines need pages"

# Answers
cat >"$work/net.site" <<'E2'
/robots.txt
  status 301 Moved Permanently
  header Location: /there

/there
  type text/html
  body
    User-agent: *
    Disallow: /x y
E2
serve "$work/net.site"
check 1 'path-space http-type ' --verbose "$base/some/page"
is "$(cut -d: -f1-3 "$work/out" | head -n 1)" "$(echo "$base/robots.txt" | cut -d: -f1-3)" 'findings name the requested URL'
requests_are 'only robots.txt and its redirect are requested' /robots.txt /there
gap_is_at_least 1000
crawl robots test "$base/" "$base/x%20y" "$base/z"
is "$status" 1 'robots test requests the file of a URL'
is "$(grep -c allowed "$work/out")" 2 'robots test judges by the answer'
serve_leave
check 3 'http-status ' --url "$base/"
done_testing
