#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests that `tiptoe serve --sandbox require` shows every URL of a mirror as the site has it: of a real site behind nginx,
# and of pages that are too large for memory. A refusal of this machine is never called damage.
. "${top_srcdir:-.}/tests/crawl/lib.sh"
command -v curl >/dev/null 2>&1 || skip_all "curl is not installed"
"$tiptoe" url --sandbox require http://a.example/ >"$work/out" 2>&1 || skip_all "no Landlock or no seccomp here"

python=/usr/share/doc/python3.11/html
show_pid=
trap '[ -z "$show_pid" ] || kill "$show_pid"; leave' EXIT

# show DIR [OPTION…]: serves a mirror; sets $show, its address without the last slash. $show_under precedes the command.
show() {
    rm -f "$work/address"
    mkfifo "$work/address" || exit 1
    # shellcheck disable=SC2086 # words
    (cd "$work" && exec ${show_under-} "$tiptoe" serve --sandbox require "$@" >"$work/address" 2>"$work/show.err" 8>&- 9>&-) &
    show_pid=$!
    show=$(timeout 60 head -n 1 "$work/address")
    show=${show%/}
}

show_ends() {
    kill "$show_pid"
    wait "$show_pid"
    show_pid=
}

# targets DIR: the targets of all URLs of the site that the mirror shows, a line each, into $work/targets.
targets() {
    sqlite3 "$work/$1/mirror.db" "SELECT substr(url, length('$base') + 1) FROM url JOIN state ON state.id = url.state
        WHERE url LIKE '$base/%' AND state.name = 'done' ORDER BY 1" >"$work/targets"
}

# get_all FROM INTO: fetches every target of $work/targets from an address, by one process, into files with the number of its
# line; prints "NUMBER STATUS" for each.
get_all() {
    mkdir -p "$work/$2"
    awk -v from="$1" -v into="$work/$2" '{
        gsub(/["\\]/, "\\\\&")
        printf "url = \"%s%s\"\noutput = \"%s/%d\"\n", from, $0, into, NR }' "$work/targets" >"$work/curl"
    curl -sg --path-as-is --compressed -w '%{http_code}\n' -K "$work/curl"
}

# same_as_site LABEL: each answer is a 200, and has the bytes of the site; what has dead links is compared without them.
same_as_site() {
    get_all "$base" theirs >"$work/theirs.status"
    get_all "$show" ours >"$work/ours.status"
    count=$(wc -l <"$work/targets")
    is "$(sort -u "$work/ours.status")" 200 "$1: all $count URLs are shown"
    : >"$work/differ"
    number=0
    while [ "$number" -lt "$count" ]; do
        number=$((number + 1))
        cmp -s "$work/theirs/$number" "$work/ours/$number" || same_without_links "$number" ||
            sed -n "${number}p" "$work/targets" >>"$work/differ"
    done
    is "$(head -n 5 "$work/differ")" "" "$1: each has the bytes of the site, except those of links"
    rm -r "$work/theirs" "$work/ours"
}

same_without_links() {
    for side in theirs ours; do
        sed -E 's/(href|src|action)=("[^"]*"|[^ >]*)/\1=/g; s/url\([^)]*\)|@import "[^"]*"/url/g' "$work/$side/$1" >"$work/$side.text"
    done
    cmp -s "$work/theirs.text" "$work/ours.text"
}

if [ -d "$python" ] && nginx_serve "$python"; then
    crawl mirror --delay 0 --connections 8 -o python "$base/"
    exits 4 "python: mirrored"
    targets python
    show python
    same_as_site python
    show_ends
    nginx_stop
else
    skip "python" "python3-doc of Debian 12 is not installed, or nginx does not start"
fi

# Above 1 MB, bodies are in temporary files; above 64 MB, a page is not read for links.
serve - <<'END'
/
  type text/html
  body
    <a href=2mb.html>2</a> <a href=70mb.html>70</a> <a href=coded.html>c</a> <a href=chunked.html>c</a>
    <link rel=stylesheet href=2mb.css> <img src=2mb.png>
/2mb.html
  type text/html
  text <title>2</title><link rel=stylesheet href=2mb.css>
  repeat 40000 <p>paragraph @I@, one of two megabytes of text</p>\n
/70mb.html
  type text/html
  text <title>70</title><a href=2mb.html>2</a>
  repeat 70000 <p>paragraph @I@ @FILL:1000@</p>\n
/coded.html
  type text/html
  text <title>coded</title>
  repeat 40000 <p>paragraph @I@, one of two megabytes of text</p>\n
  gzip
/chunked.html
  type text/html
  text <title>chunked</title>
  repeat 40000 <p>paragraph @I@, one of two megabytes of text</p>\n
  chunked 50000
/2mb.css
  type text/css
  repeat 50000 .class@I@ { background: url(2mb.png) }\n
/2mb.png
  type image/png
  fill 2000000
END
crawl mirror --delay 0 --archive all -o large "$base/"
exits 0 "large pages: mirrored"
targets large
show large
same_as_site "large pages"
show_ends
show large --at 1
same_as_site "large pages, --at"
show_ends

# The same where nothing can be written in the mirror, and where there is no room for temporary files at all.
if unshare -rm true 2>/dev/null; then
    mkdir "$work/disc" "$work/none"
    read_only() {
        # shellcheck disable=SC2016 # for the inner shell
        show_under="unshare -rm sh $work/read_only.sh $1"
    }
    cat >"$work/read_only.sh" <<'END'
tmpdir=$1
shift
mount --bind large disc && mount -o remount,bind,ro disc || exit
if [ "$tmpdir" = none ]; then
    mount --bind none none && mount -o remount,bind,ro none || exit
    export TMPDIR=none
fi
exec "$@"
END
    read_only elsewhere
    show disc
    same_as_site "large pages, read-only"
    show_ends
    read_only none
    show disc
    curl -s -o "$work/page" -w '%{http_code}' "$show/2mb.html" >"$work/out"
    file_is out 500 "without room for temporary files, a large page is not shown"
    file_has page 'Read-only file system' "for a reason"
    file_lacks page damage "that is not damage"
    show_ends
    file_lacks show.err damage
else
    skip "read-only" "no mount namespaces here"
fi
crawl verify large
exits 0
done_testing
