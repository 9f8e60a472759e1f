#!/bin/sh
# SPDX-License-Identifier: MIT
# Tries mirrored pages in headless Chromium: `make check-browser`. What it needs beyond the build: Chromium, node with npm,
# and playwright-core, wabac.js and warcio.js, which npm installs into tests/browser of the build directory as package-lock.json says.
# What is missing is said loudly, and the check is skipped: exit 77.
#   check.sh [PATTERN]            only fixtures whose names match
#   check.sh --peers [PATTERN]    compare with other tools instead: peers.js
#   check.sh --replay             archives alone: replay.js
#   check.sh --rendered [PATTERN] sites that only scripts build, some by frameworks' packages of npm, kept in the build directory,
#                                 mirrored with --render auto: generators.js
#   check.sh --real DIR…          ten pages of each built site DIR, live and mirrored: real.js
#   check.sh --generators [--peers] [PATTERN]   sites built with the generators' packages of npm, kept in the build directory:
#                                 generators.js
# Without a pattern, pages of real sites are compared as well (shots.sh), and archives are replayed.
set -u

source=$(cd "$(dirname "$0")" && pwd)
build=${top_builddir:-$source/../..}
tiptoe=$(cd "$build/src" && pwd)/tiptoe
work=$build/tests/browser
# The one without windows costs a third.
CHROMIUM=${CHROMIUM:-$(command -v chromium-headless-shell || command -v chromium)}
export CHROMIUM

skip() {
    echo "SKIP: no page was tried in a browser: $*" >&2
    exit 77
}

[ -x "$CHROMIUM" ] || skip "Chromium${CHROMIUM:+ ($CHROMIUM)} is not there (Debian: apt-get install chromium-headless-shell; or set CHROMIUM)"
node=$(command -v node) || skip "node is not installed"
"$node" -e 'process.exit(Number(process.versions.node.split(".")[0]) >= 20 ? 0 : 1)' || skip "node is older than version 20"

mkdir -p "$work" || exit 1
lock=$work/package-lock.json
if ! cmp -s "$source/package-lock.json" "$lock" || [ ! -d "$work/node_modules/warcio" ]; then
    command -v npm >/dev/null || skip "npm is not installed"
    cmp -s "$source/package-lock.json" "$lock" || cp -f "$source/package.json" "$source/package-lock.json" "$work/"
    (cd "$work" && npm ci --ignore-scripts --no-audit --no-fund >npm.log 2>&1) || {
        tail -n 5 "$work/npm.log" >&2
        skip "npm could not install what package.json names; all of it is in $work/npm.log"
    }
fi

NODE_PATH=$work/node_modules
export NODE_PATH
folder=$(mktemp -d "${TMPDIR:-/tmp}/tiptoe-browser.XXXXXX") || exit 1
pictures='' archives='' # processes
# shellcheck disable=SC2086 # an empty one is no word
trap 'kill $pictures $archives 2>/dev/null; rm -rf "$folder"' EXIT
trap 'exit 1' HUP INT TERM
if [ "${1-}" = --peers ]; then
    shift
    "$node" "$source/peers.js" "$tiptoe" "$folder" "$@"
    exit
fi
if [ "${1-}" = --rendered ]; then
    command -v chromium-headless-shell >/dev/null || skip "chromium-headless-shell is not installed"
    chmod 755 "$folder"
    "$node" "$source/generators.js" "$tiptoe" "$folder" "$work/frameworks" "$@"
    exit
fi
if [ "${1-}" = --generators ]; then
    shift
    "$node" "$source/generators.js" "$tiptoe" "$folder" "$work/generators" "$@"
    exit
fi
if [ "${1-}" = --real ]; then
    shift
    [ $# -gt 0 ] || skip "name folders with built sites: make check-real DIRS='DIR…'"
    chmod 755 "$folder"
    "$node" "$source/real.js" "$tiptoe" "$folder" "$@"
    exit
fi
if [ "${1-}" = --replay ]; then
    "$node" "$source/replay.js" "$tiptoe" "$folder/replay"
    exit
fi
# The other two run meanwhile, since a browser waits more than it computes; what they say comes after the fixtures.
if [ -z "${1-}" ]; then
    "$source/shots.sh" >"$folder/pictures.log" 2>&1 &
    pictures=$!
    "$node" "$source/replay.js" "$tiptoe" "$folder/replay" >"$folder/archives.log" 2>&1 &
    archives=$!
fi
"$node" "$source/run.js" "$tiptoe" "$folder/mirror" "$@"
status=$?
if [ -n "$archives" ]; then
    wait "$pictures" || status=1
    wait "$archives" || status=1
    cat "$folder/pictures.log" "$folder/archives.log"
fi
exit $status
