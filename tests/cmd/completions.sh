#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests the completions of bash, zsh and fish: each shell accepts its script, and completes commands, options and values.
# Missing shells are skipped. What the program offers is compared with the help in any case.
. "${top_srcdir:-.}/tests/crawl/lib.sh"

for shell in bash zsh fish; do
    crawl help --completions $shell
    exits 0 "a script for $shell"
    cp "$work/out" "$work/$shell"
    if command -v $shell >/dev/null; then
        ok "$shell reads it" $shell -n "$work/$shell"
    else
        skip "$shell reads it" "$shell is missing"
    fi
done

# Every long option of every command is offered.
crawl help
sed -n 's/^  \([a-z]*\( [a-z]*\)\{0,1\}\)  .*/\1/p' "$work/out" >"$work/commands"
ok "there are commands" test "$(wc -l <"$work/commands")" -gt 20
while read -r command; do
    # shellcheck disable=SC2086 # words
    crawl help $command
    sed -n 's/^  \(-[a-zA-Z],\|   \) \(--[a-z-]*\).*/\2/p' "$work/out" | sort >"$work/options"
    # shellcheck disable=SC2086 # words
    crawl help --candidates -- $command --
    cut -f 1 "$work/out" | sort >"$work/offered"
    ok "$command: all options" cmp -s "$work/options" "$work/offered"
done <"$work/commands"

# completes WANTED WORD…: what bash offers for the last of the words.
cat >"$work/complete" <<'E2'
. "$1"
tiptoe=$2
shift 2
COMP_WORDS=(tiptoe "$@")
COMP_CWORD=$#
_tiptoe "$tiptoe"
echo "${COMPREPLY[*]}"
E2
completes() {
    wanted=$1
    shift
    is "$(bash "$work/complete" "$work/bash" "$tiptoe" "$@")" "$wanted" "bash: tiptoe $*"
}
completes mirror mi
completes "resume report render rebuild" re
completes "check meta stats test" robots ""
completes check robots ch
completes --fail-on robots check --fa
completes "error warning" robots check --fail-on ""
completes warning robots check --fail-on w
completes domain mirror --scope d
completes path mirror -s p
completes --scope mirror --sco
completes "" mirror --output ""
completes "" mirror --delay --
completes --quiet update x --quie
completes "" nothing --x ""
if command -v fish >/dev/null; then
    seen=$(cd "$work" && fish --no-config -c "function tiptoe; $tiptoe \$argv; end; source fish; complete -C 'tiptoe mirror --scope d'" 2>&1)
    is "$(echo "$seen" | cut -f 1)" domain "fish: a word of a choice"
else
    skip "fish: a word of a choice" "fish is missing"
fi
done_testing
