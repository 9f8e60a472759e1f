#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests help, version, and the errors for a wrong command line.
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
says 0 'tiptoe ' '' -V
says 0 'tiptoe ' '' version
says 0 'makes a local copy of one website' '' --help
says 0 'makes a local copy of one website' '' help
says 0 'usage: tiptoe url ' '' help url
says 0 'usage: tiptoe url ' '' url --help
says 0 '--agent' '' help robots test
says 0 'robots test' '' help robots
says 0 'robots test' '' robots --help
says 2 '' "unknown command 'nonsense'; 'tiptoe help' lists all commands" help nonsense
says 2 '' "unknown command 'miror' (did you mean 'mirror'?)" help miror
says 2 '' 'missing command; usage: tiptoe COMMAND'
says 2 '' "unknown command 'nonsense'; 'tiptoe help' lists all commands" nonsense
says 2 '' "unknown command 'miror' (did you mean 'mirror'?); 'tiptoe help' lists all commands" miror
says 2 '' "unknown command 'robots chek' (did you mean 'robots check'?); 'tiptoe help robots'" robots chek file
says 2 '' "unknown command 'robts' (did you mean 'robots test'?)" robts test
says 2 '' "'robots' needs a second word, such as 'robots check'; 'tiptoe help robots'" robots
says 2 '' "mirror: unknown option '--dely' (did you mean '--delay'?); 'tiptoe help mirror' lists" mirror --dely 1
says 2 '' "url: unknown option '--nonsense'; 'tiptoe help url'" url --nonsense
says 2 '' "mirror: --scope expects host, domain or path; not 'hosts' (did you mean 'host'?)" mirror --scope hosts
says 2 '' 'url: missing argument; usage: tiptoe url' url
says 2 '' "changes: unexpected operand 'c'; usage: tiptoe changes" changes a b c
says 2 '' '\x1B[31m' "$(printf '\033[31m')"

"$tiptoe" help mirror | sed 's/…/./' >"$work/help"
ok "columns count characters, not bytes" grep -q '^      --also-obey NAME,\.      also obey ' "$work/help"

"$tiptoe" --version >/dev/full 2>"$work/err"
is "$?" 1 "a full disk is an error"
file_has "$work/err" "standard output"
done_testing
