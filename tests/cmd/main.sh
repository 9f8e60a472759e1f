#!/bin/sh
# SPDX-License-Identifier: MIT
# The program's own words: help, version, and what it says to a command line that it does not understand.
. "${top_srcdir:-.}/tests/crawl/lib.sh"

# says STATUS OUT ERR ARG…: exit status, and text that the output and the errors have; empty: nothing at all
says() {
    wanted=$1 out=$2 err=$3
    shift 3
    crawl "$@"
    is "$status" "$wanted" "exit status of: $*"
    if [ -n "$out" ]; then file_has "$work/out" "$out"; else is "$(cat "$work/out")" "" "no output of: $*"; fi
    if [ -n "$err" ]; then file_has "$work/err" "$err"; else is "$(cat "$work/err")" "" "no error of: $*"; fi
}

says 0 'tiptoe ' '' --version
says 0 'makes a local copy of one website' '' --help
says 0 'makes a local copy of one website' '' help
says 0 'usage: tiptoe url ' '' help url
says 0 'usage: tiptoe url ' '' url --help
says 0 '--agent' '' help robots test
says 0 'robots test' '' help robots
says 2 '' 'there is no command nonsense' help nonsense
says 2 '' 'usage: tiptoe COMMAND'
says 2 '' 'there is no command nonsense' nonsense
says 2 '' 'robots needs one more word' robots
says 2 '' 'there is no option --nonsense' url --nonsense
says 2 '' 'usage: tiptoe url' url
says 2 '' '\x1B[31m' "$(printf '\033[31m')"

"$tiptoe" help mirror | sed 's/…/./' >"$work/help"
ok "columns are those of characters" grep -q '^      --also-obey NAME,\.      obey ' "$work/help"

"$tiptoe" --version >/dev/full 2>"$work/err"
is "$?" 1 "a full disk is told"
file_has "$work/err" "standard output"
done_testing
