#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests command lines of wget and HTTrack users: each option is accepted, or answered with the option to use instead. Also the
# mirror's directory, which may be omitted inside one.
. "${top_srcdir:-.}/tests/crawl/lib.sh"

serve - <<'END'
/a/
  type text/html
  body
    <a href=b.html>b</a> <a href=/c.html>c</a>
/a/b.html
  type text/html
  body
    b
/c.html
  type text/html
  body
    c
END

# accepts DIR ARG…: the mirror in DIR is made without a delay; no command word is needed
accepts() {
    dir=$1
    shift
    crawl "$@" -w 0 -P "$dir" --contact me@example.org "$base/a/"
    exits 0 "accepted: $*"
}

# refuses TEXT ARG…: the error has the text, and nothing is requested
refuses() {
    text=$1
    shift
    forget_requests
    crawl "$@"
    is "$status" 2 "refused: $*"
    file_has "$work/err" "$text"
    requests_are "nothing is requested: $*"
}

accepts m1 -mkEpnp
file_has "$work/err" "-m is always on; -k is always on; -E is always on; -p is always on (for one page with its images: --depth 0); -np means --scope path; -w means --delay; -P means --output"
exists m1/site/a/b.html
absent m1/site/c.html "-np: nothing above the start page"
accepts m2 -r -N -nH --cut-dirs=2 --level=1 --limit-rate=100k --tries 3 --no-parent --random-wait -nc -c
accepts m4 --stay-on-same-dir --sockets=2 -A25000 -E3600 --near -F Agent/1
accepts blog --depth 0 -o blog
accepts m5 -n -r
file_has "$work/out" "/a/b.html" "our own letters keep their meaning: -n is a dry run"
is "$(crawl -nv -r -w0 -P m6 "$base/a/"; cat "$work/err")" "" "-nv is --quiet"

refuses "User-agent: tiptoe" -r -e robots=off "$base/"
refuses "User-agent: tiptoe" --execute=robots=off "$base/"
refuses "User-agent: tiptoe" "$base/" -s0
refuses "User-agent: tiptoe" --robots=0 "$base/"
refuses "use --scope domain" -r -H "$base/"
refuses "use --scope domain" -r -D example.org "$base/"
refuses "HTTrack's -r3 is --depth 2" -r3 "$base/"
refuses "wget's -c is always on" mirror -cx "$base/"
refuses "leave it out to mirror all pages" -r -l inf "$base/"
refuses "-l 0: wget means no limit; for one page, use --depth 0; leave it out to mirror all pages" -r -l 0 "$base/"
refuses "for one page, use --depth 0" -rl0 "$base/"
refuses "for one page, use --depth 0" --level=0 "$base/"
refuses "-o log.txt: use --log FILE for requests, or 2>FILE for messages" -r -o log.txt "$base/"
refuses "for a folder of this name, use --output" -o wget-log "$base/"
refuses "use --log FILE for requests" -o /dev/null "$base/"
refuses "User-agent: tiptoe" --no-robots "$base/"
refuses "to log in, use a browser, and its cookies with --cookies FILE" --post-data 'user=me' "$base/"
refuses "use --auth USER:PASSWORD" --user=me --password=secret "$base/"
refuses "use 'tiptoe update DIR'" --update "$base/"
refuses "unknown option '-*': a filter of HTTrack; use --exclude PATTERN" "$base/" '-*.zip'
refuses "use --archive all --archive-prefix NAME" "$base/" --warc-file x -P none
refuses "--archive-prefix x/y: expects letters, digits, -, _ and ." "$base/" --archive-prefix x/y -P none
absent none
refuses "HTTrack's -O DIR is --output DIR" "$base/" -O dir
refuses "unknown option '-%z'" "$base/" -%z
refuses "-i needs a value: it means --urls" "$base/" -i
refuses "mirror: missing URL; usage" --continue
file_has "$work/err" "to continue a mirror: tiptoe resume DIR"
refuses "--delay expects seconds" --wait=soon "$base/"
refuses "use --include PATTERN or --exclude PATTERN" -r -R 'index.html*' "$base/"
refuses "--wait needs a value" mirror "$base/" --wait
refuses "unknown option '-r'" status -r m1

refuses "--urls needs a value: FILE, not '--dry-run'" mirror --urls --dry-run "$base/"
refuses "-F needs a value: it means --user-agent" -F -i "$base/"

# What is easily misunderstood is said.
crawl mirror -w 0 -P m7 --contact me@example.org -X /a,/b "$base/c.html"
file_has "$work/err" "--exclude /a,/b has no '*', so it matches one URL at most; for all below a folder: --exclude '/FOLDER/*'"
crawl mirror -w 0 -P m7 "$base/c.html"
file_has "$work/err" "nothing was left to fetch; for what has changed since then: tiptoe update m7"
file_lacks "$work/err" "matches one URL at most" "a pattern is explained once"
crawl pause m7
file_has "$work/err" "m7: no run is active; the next one waits until: tiptoe go m7"
crawl go m7
file_has "$work/err" "m7: not paused; no run is active"
crawl go m7
file_has "$work/err" "m7: not paused"
crawl changes m7
file_has "$work/err" "no update has found a change"

# Without DIR, inside a mirror
inside() {
    (cd "$work/$1" && shift && "$tiptoe_here" "$@" >"$work/out" 2>"$work/err")
    is "$?" 0 "inside a mirror: $*"
}
tiptoe_here=$(command -v "$tiptoe")
case $tiptoe_here in /*) ;; *) tiptoe_here=$PWD/$tiptoe_here ;; esac
inside m1 status
file_has "$work/out" "start      $base/a/"
inside m1/site/a explain b.html
file_has "$work/out" "url        $base/a/b.html"
for command in resume update report changes pause go stop rebuild verify "export --cdxj $work/x.cdxj"; do
    # shellcheck disable=SC2086 # a command may have options
    inside m1/archive $command
done
file_has "$work/err" "$work/x.cdxj is complete" "an export says that it has written a file"

# A site cannot have its files taken for a mirror.
mkdir "$work/m1/site/a/control"
cp "$work/m2/mirror.db" "$work/m1/site/a/mirror.db"
inside m1/site/a report
file_has "$work/out" "m1/report.html" "the outermost mirror is taken, not a site's file called mirror.db"
crawl status
is "$status" 2 "no mirror here"
file_has "$work/err" "the current directory is not in a mirror of yours"
crawl explain m1
is "$status" 2 "a mirror, and no URL"
file_has "$work/err" "explain: missing argument; usage"
done_testing
