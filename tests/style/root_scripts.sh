#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests ./mirror, ./check and tests/style/sources, in a copy of the clone. Commands that would install or build something are
# replaced by scripts in $work/bin, which record their calls.
. "${top_srcdir:-$(dirname "$0")/../..}/tests/crawl/lib.sh"

clone=$work/clone
calls=$work/calls
mkdir -p "$clone/src" "$clone/tools" "$clone/build/src" "$work/bin" "$work/elsewhere"
cp "$top_srcdir/mirror" "$top_srcdir/check" "$top_srcdir/configure.ac" "$clone/"
cp "$top_srcdir/tools/prepare.sh" "$clone/tools/"
ln -s "$tiptoe" "$clone/build/src/tiptoe"
clone=$(cd "$clone" && pwd -P)

# command_says NAME: standard input becomes the script that stands for a command.
command_says() {
    { echo '#!/bin/sh'; cat; } >"$work/bin/$1"
    chmod +x "$work/bin/$1"
}
echo "echo installed" | command_says dpkg-query
echo "echo \"\$*\" >'$work/make.last'; cat '$work/make.out' 2>/dev/null || :" | command_says make
echo "echo apt-get \"\$*\" >>'$calls'" | command_says apt-get
printf '#!/bin/sh\necho "configure: $*." >>"%s"\n: >config.status\n' "$calls" >"$clone/configure"
chmod +x "$clone/configure"

: >"$clone/build/config.status"

# from DIR COMMAND…: runs it there; sets $status, keeps its output in $work/out and $work/err.
from() {
    (cd "$1" && shift && PATH=$work/bin:$PATH exec "$@" >"$work/out" 2>"$work/err" </dev/null 8>&- 9>&-)
    status=$?
}

listing() {
    (cd "$clone" && find . -path ./build -prune -o -type f -print | LC_ALL=C sort)
}

serve - <<'END'
/
  type text/html
  body
    <a href=/a>a</a>
/a
  type text/html
  body
    a page
END

# ./mirror
before=$(listing)
from "$clone" ./mirror "$base/" --delay 0
exits 0 "./mirror URL from the checkout"
exists "$clone/build/mirrors/127.0.0.1_$port/site/index.html" "the mirror is in build/mirrors/HOST"
ok "its location is printed at the end" sh -c 'tail -n 3 "$1" | grep -qF "$2"' sh "$work/err" "$clone/build/mirrors/127.0.0.1_$port/site"
is "$(listing)" "$before" "the sources stay as they were"
rm -r "$clone/build/mirrors"
from "$clone/src" ../mirror --delay 0 "$base/"
exits 0 "from a folder of the sources, with the URL last"
exists "$clone/build/mirrors/127.0.0.1_$port/site/index.html" "the mirror is there, too"
from "$work/elsewhere" "$clone/mirror" "http://localhost:$port/a" --delay 0
exits 0 "from another directory"
exists "$work/elsewhere/localhost_$port/site/a.html" "the mirror is in that directory"
absent "$clone/build/mirrors/localhost_$port"
rm -r "$clone/build/mirrors"
for option in "--output $work/m1" "--output=$work/m2" "-o $work/m3" "-o$work/m4" "-qo $work/m5"; do
    # shellcheck disable=SC2086 # options are words
    from "$clone" ./mirror "$base/" --delay 0 $option
    exists "m${option##*m}/site/index.html" "$option is obeyed"
done
from "$clone" ./mirror "$base/" --delay 0 -X/photo
exists "$clone/build/mirrors/127.0.0.1_$port" "an -o in the value of another option does not count"
rm -r "$clone/build/mirrors"
from "$clone" ./mirror "$base/" --delay 0 --max-pages 1
is "$(find "$clone/build/mirrors" -name '*.html' -path '*/site/*' | wc -l | tr -d ' ')" 1 "options after the URL reach tiptoe"
rm -r "$clone/build/mirrors"
from "$clone" ./mirror "$base/" --no-such-option
exits 2 "an unknown option"
is "$(listing)" "$before" "leaves nothing behind"
absent "$calls" "nothing is installed, and a build that is configured stays so"

# ./check, and both of them on one build/
: >"$calls"
rm -rf "$clone/build"
mkdir -p "$clone/build/src"
ln -s "$tiptoe" "$clone/build/src/tiptoe"
printf '# PASS:  7\n# SKIP:  2\n# FAIL:  0\n# ERROR: 0\n' >"$work/make.out"
unset CHECK
from "$clone" ./mirror --help
from "$clone" ./check
exits 0 "./check after ./mirror"
is "$(tail -n 1 "$work/out")" "7 passed, 0 failed, 2 skipped" "the last line counts the tests"
is "$(sed 's/.* //' "$work/make.last")" check "it runs all of them"
CHECK=check-quick from "$clone" ./check
is "$(sed 's/.* //' "$work/make.last")" check-quick "or the part that \$CHECK names"
from "$clone" ./mirror --help
is "$(cat "$calls")" "configure: ." "./mirror, ./check and ./mirror configure build/ once"
from "$clone" ./check build CC=other
from "$clone" ./check build CC=other
from "$clone" ./check
is "$(cat "$calls")" "configure: .
configure: CC=other." "other arguments configure it again, none keep it"
printf '# PASS:  7\n# SKIP:  2\n# FAIL:  1\n# ERROR: 1\n' >"$work/make.out"
from "$clone" ./check
is "$status $(tail -n 1 "$work/out")" "1 7 passed, 2 failed, 2 skipped" "a test that fails and one that breaks off are failures"
: >"$work/make.out"
from "$clone" ./check
exits 1 "no test at all is a failure"

# Packages: root installs those that are missing; without root, ./check runs what it can and ./mirror says what it needs.
echo 'case $3 in jq | make) ;; *) echo installed ;; esac' | command_says dpkg-query
printf '# PASS:  7\n' >"$work/make.out"
: >"$calls"
echo 'echo 0' | command_says id
from "$clone" ./check
is "$(cat "$calls")" "apt-get update
apt-get install -y --no-install-recommends make
apt-get install -y --no-install-recommends jq" "root installs what building and testing need"
echo 'echo 1000' | command_says id
mkdir "$work/tools"
for name in awk cat date dirname env find grep head mkdir nproc pwd rm sed sh sleep tail wc; do
    ln -s "$(command -v "$name")" "$work/tools/$name"
done
: >"$calls"
(cd "$clone" && PATH=$work/bin:$work/tools exec ./mirror "$base/" >"$work/out" 2>"$work/err" </dev/null 8>&- 9>&-)
is "$? $(tail -n 1 "$work/err")" "1     apt-get install make" "without root and sudo, ./mirror names the package that is missing"
echo 'case $3 in jq) ;; *) echo installed ;; esac' | command_says dpkg-query
(cd "$clone" && PATH=$work/bin:$work/tools exec ./check >"$work/out" 2>"$work/err" </dev/null 8>&- 9>&-)
is "$? $(tail -n 1 "$work/out")" "0 7 passed, 0 failed, 0 skipped" "./check runs without the packages of some tests"
file_has err 'apt-get install jq' "and names them"
is "$(cat "$calls")" "" "and installs nothing"

# tests/style/sources: the project's own files, also where other files lie about.
mkdir -p "$work/tree/src/url" "$work/tree/example.org/site" "$work/tree/tests/m/site" "$work/tree/build/mirrors" "$work/tree/tests/url"
for file in src/url/url.c tests/url/url.sh example.org/site/jquery.c example.org/site/page.md tests/m/site/a.c tests/m/site/b.sh \
    tests/m/mirror.db build/mirrors/a.c notes.md README.md; do
    echo "text" >"$work/tree/$file"
done
own="src/url/url.c README.md src/url/url.c tests/url/url.sh tests/url/url.sh"
sources() {
    for kind in c text sh; do
        env top_srcdir="$work/tree" sh "$top_srcdir/tests/style/sources" $kind
    done | tr '\n' ' '
}
is "$(sources)" "$own " "sources lists the project's own files in a release"
if command -v git >/dev/null 2>&1; then
    git init -q "$work/tree"
    echo /build >"$work/tree/.gitignore"
    is "$(sources)" "$own " "and in a clone, where git does not know them yet"
    git -C "$work/tree" add src/url tests/url README.md
    is "$(sources)" "$own " "and where it knows them"
else
    skip "sources lists the project's own files in a clone" "git is not installed"
fi
done_testing
