#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests `tiptoe robots meta`: the verdict in one line, each term after it, and the exit statuses.
. "${top_srcdir:-.}/tests/crawl/lib.sh"

page=$work/page.html
# says STATUS TEXT ARG…: the command's exit status and output
says() {
    wanted_status=$1
    wanted=$(printf '%b' "$2")
    shift 2
    crawl robots meta "$@"
    is "$status" "$wanted_status" "exit status of: $*"
    is "$(cat "$work/out")" "$wanted" "output of: $*"
}

printf '<title>x</title><meta name=Robots content="no&#105;ndex, max-snippet:3"><meta http-equiv=robots content=nofollow>' >"$page"
says 0 'noindex nofollow archive\nnoindex (meta name=Robots)\nmax-snippet:3 (meta name=Robots)\nnofollow (meta http-equiv=robots)\n' "$page"
says 0 'index follow archive\n' --header 'Content-Type: text/plain' "$page"
says 0 'index follow noarchive\nnoarchive (X-Robots-Tag, header 2)\n' --header 'Content-Type: text/plain; charset=x' \
    --header 'X-Robots-Tag: noarchive' "$page"
printf '<meta name=robots content="noindex, stay\033away">' >"$page"
says 0 'noindex follow archive\nnoindex (meta name=robots)\n' "$page"
ok 'an unknown word is reported' grep -qF "$page: unknown word 'stay\x1Baway'" "$work/err"
printf '<meta name=foobot content=noindex>' >"$page"
says 0 'index follow archive\n' "$page"
says 0 'noindex follow archive\nnoindex (meta name=foobot)\n' --agent FooBot/1.0 "$page"
: >"$page"
says 0 'index follow archive\nunavailable_after: 2999-01-02 (X-Robots-Tag, header 1)\n' \
    --header 'X-Robots-Tag: unavailable_after: 2999-01-02' "$page"
says 0 'noindex follow archive\nunavailable_after: 2026-01-02 (X-Robots-Tag, header 1)\n'  \
    --header 'X-Robots-Tag: unavailable_after: 2026-01-02' "$page"
says 2 ''
says 3 '' "$work/none"
done_testing
