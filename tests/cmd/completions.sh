#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests the completions of bash, zsh and fish: each shell accepts its script, and completes commands, options and values.
# Missing shells are skipped; the names in the scripts are compared with the help in any case.
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

# Every long option of every command is in each script.
crawl help
sed -n 's/^  \([a-z]*\( [a-z]*\)\{0,1\}\)  .*/\1/p' "$work/out" >"$work/commands"
ok "there are commands" test "$(wc -l <"$work/commands")" -gt 20
while read -r command; do
    # shellcheck disable=SC2086 # words
    crawl help $command
    sed -n 's/^  \(-[a-zA-Z],\|   \) --\([a-z-]*\).*/\2/p' "$work/out"
done <"$work/commands" | sort -u >"$work/options"
ok "there are options" test "$(wc -l <"$work/options")" -gt 60
is "$(while read -r option; do grep -q -- "[' ]--$option " "$work/bash" || echo "$option"; done <"$work/options")" "" \
    "bash has them all"
is "$(while read -r option; do grep -q "'[*]*--${option}[=[]" "$work/zsh" || echo "$option"; done <"$work/options")" "" "zsh has them all"
is "$(while read -r option; do grep -q -- " -l $option\( \|\$\)" "$work/fish" || echo "$option"; done <"$work/options")" "" \
    "fish has them all"

# completes WANTED WORD…: what bash offers for the last of the words.
cat >"$work/complete" <<'E2'
. "$1"
shift
COMP_WORDS=(tiptoe "$@")
COMP_CWORD=$#
_tiptoe
echo "${COMPREPLY[*]}"
E2
completes() {
    wanted=$1
    shift
    is "$(bash "$work/complete" "$work/bash" "$@")" "$wanted" "bash: tiptoe $*"
}
completes mirror mi
completes "resume report rebuild" re
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
done_testing
