#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests that tools/commit-msg accepts good commit messages only, and that it accepts those of this repository.
. "${top_srcdir:-$(dirname "$0")/../..}/tests/crawl/lib.sh"

hook=$top_srcdir/tools/commit-msg
# Older messages are longer.
base=25a9c09

message() {
    printf "$1" >"$work/message"
}
accepts() {
    message "$1"
    ok "accepted: $2" "$hook" "$work/message" 2>"$work/err" || note "$(cat "$work/err")"
}
refuses() {
    message "$1"
    "$hook" "$work/message" 2>"$work/err"
    is "$?" 1 "refused: $3"
    file_has err "$2" "because: $2"
}
accepts 'pace: read the clock under the lock\n\nAnother process may have moved it.\n' "an area, a change, and the reason"
accepts 'frontier, judge: keep one list\n\nTwo lists differed.\n' "two areas"
accepts 'pace: read the clock\n# Please enter the message.\n\n# On branch main\nA reason.\n' "with comments, which git removes"
accepts 'url: 1234567890123456789012345678901234567890123456789012ä €\n\nReason.\n' "60 characters, two of which have several bytes"
refuses 'url: 1234567890123456789012345678901234567890123456789012345 7\n\nReason.\n' 'it has 62' "62 characters"
refuses 'Read the clock under the lock\n\nReason.\n' 'begin with the area' "no area"
refuses 'pace:read the clock\n\nReason.\n' 'begin with the area' "no space after the area"
refuses 'pace: read the clock.\n\nReason.\n' 'full stop' "a full stop"
refuses 'pace: read the clock\nReason.\n' 'second line' "no empty line"
refuses 'pace: read the clock\n' 'add a body' "no body"
refuses 'pace: read the clock\n\n# On branch main\n' 'add a body' "a body of comments"
refuses 'pace: read the clock\n\n# ------------------------ >8 ------------------------\ndiff\n' 'add a body' "only what git shows"
refuses '' 'begin with the area' "nothing"

cd "$top_srcdir" || exit 1
if [ "$(git rev-parse --show-toplevel 2>/dev/null)" != "$(pwd -P)" ]; then
    skip "the commits of this repository" "this is not a clone"
elif ! git merge-base --is-ancestor "$base" HEAD 2>/dev/null; then
    skip "the commits of this repository" "this clone lacks commit $base"
else
    mkdir "$work/commits"
    git log --format='commit %H%n%B' "$base..HEAD" | awk -v folder="$work/commits/" '
        /^commit [0-9a-f]+$/ && length($2) >= 40 { if (file) close(file); file = folder $2; next }
        { print >file }'
    set -- "$work/commits"/*
    if [ -e "$1" ]; then
        ok "the $# commits of this repository since $base" "$hook" "$@" 2>"$work/err" || note "$(cat "$work/err")"
    else
        ok "no commit since $base" true
    fi
fi
done_testing
