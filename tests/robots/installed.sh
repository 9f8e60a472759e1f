#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests librobots as others use it: installed, found by pkg-config, shared and static, with no exported name but its own. The
# programs are the examples of the manual page, as it prints them, and those of doc/examples.
. "${top_srcdir:-.}/tests/crawl/lib.sh"
: "${CC:=cc}" "${CFLAGS:=}" "${LDFLAGS:=}"

unset MAKEFLAGS MFLAGS MAKELEVEL
make -s -C "$top_builddir/src" DESTDIR="$work/root" install-libLTLIBRARIES install-nodist_staticDATA \
    install-includeHEADERS >"$work/log" 2>&1 && make -s -C "$top_builddir" DESTDIR="$work/root" \
    install-pkgconfigDATA >>"$work/log" 2>&1
ok "it can be installed" test "$?" = 0
curl_flags=$(pkg-config --cflags --libs libcurl)
PKG_CONFIG_PATH=$(dirname "$(find "$work/root" -name librobots.pc)")
PKG_CONFIG_SYSROOT_DIR=$work/root
export PKG_CONFIG_PATH PKG_CONFIG_SYSROOT_DIR
libdir=$(dirname "$(find "$work/root" -name librobots.a)")

awk -v to="$work/example" '/^\.Bd -literal/ { out = to (++n) ".c"; next } /^\.Ed/ { out = "" }
    out { gsub(/\\e/, "\\"); print >out }' "$top_srcdir/doc/librobots.3"
printf 'User-agent: *\nDisallow: /x\nDisallow: /a b\n' >"$work/robots.txt"
cat >"$work/wanted" <<'E2'
disallowed by line 2: Disallow: /x
allowed by line 0:
header 0: nofollow
meta 0: noindex
store: no, follow: no
3:13: path-space
E2

# A function of ours that the library has under the same name: theirs must stay apart.
echo 'int die(void); int die(void) { return 1; }' >"$work/die.c"

# builds NAME FLAG…: the examples of the manual, which then say what they must.
builds() {
    name=$1
    shift
    for n in 1 2 3; do
        # shellcheck disable=SC2046,SC2086 # lists
        ok "example $n and the $name library" $CC $CFLAGS -Wall -Werror -o "$work/$name$n" "$work/example$n.c" \
            "$work/die.c" $(pkg-config --cflags librobots) $LDFLAGS "$@"
        LD_LIBRARY_PATH=$libdir "$work/$name$n" http://a.example/x http://b.example/y <"$work/robots.txt"
    done >"$work/seen"
    sed -n '/^ok /p; /^not ok/p' "$work/seen"
    is "$(sed '/^ok /d; /^not ok/d; s/ $//' "$work/seen")" "$(cat "$work/wanted")" "they work with the $name library"
}

# The examples that are installed beside the manual.
examples() {
    # shellcheck disable=SC2046,SC2086 # lists
    ok "the example for curl" $CC $CFLAGS -Wall -Wextra -Werror -o "$work/curl" \
        "$top_srcdir/doc/examples/robots-curl.c" $(pkg-config --cflags --libs librobots) $curl_flags $LDFLAGS
    printf '/robots.txt\n  body\n    User-agent: *\n    Disallow: /x\n' >"$work/net.site"
    serve "$work/net.site"
    LD_LIBRARY_PATH=$libdir "$work/curl" "$base/x?y" "$base/y" not-a-url >"$work/seen"
    is "$(cat "$work/seen")" "disallowed $base/x?y
allowed $base/y
disallowed not-a-url" "it asks the site"
    requests_are "once" /robots.txt
    serve_stop
    case $CFLAGS in *-fsanitize*) skip "the example for Python" "a sanitizer must be loaded first" && return ;; esac
    command -v python3 >/dev/null || { skip "the example for Python" "python3 is missing" && return; }
    LD_LIBRARY_PATH=$libdir python3 "$top_srcdir/doc/examples/robots.py" http://a.example/x http://a.example/y \
        <"$work/robots.txt" >"$work/seen"
    is "$(sed 's/ $//' "$work/seen")" "disallowed by line 2 Disallow: /x
allowed by line 0" "the example for Python"
}

if [ -f "$libdir/librobots.so" ]; then
    # shellcheck disable=SC2046 # a list
    builds shared $(pkg-config --libs librobots)
    is "$(readelf -d "$work/shared1" | sed -n 's/.*NEEDED.*\[\(librobots.*\)\]/\1/p')" librobots.so.0 "by its soname"
    is "$(nm -D --defined-only "$libdir/librobots.so" | awk '$2 == "T" && $3 !~ /^robots_.*@@LIBROBOTS_0[.]2$/')" "" \
        "only public names are exported, with their version"
    examples
else
    skip "the shared library" "configured without"
fi
builds static "$libdir/librobots.a"
is "$(nm -g --defined-only "$libdir/librobots.a" | awk 'NF == 3 && $3 !~ /^robots_/')" "" "and only they are global"
declared=$(cat "$top_srcdir/src/robots/librobots.h" "$top_srcdir/src/lint/librobots_check.h" |
    grep -o '^[A-Z].*\*\{0,1\}robots_[a-z_]*(' | grep -o 'robots_[a-z_]*(' | tr -d '(' | LC_ALL=C sort -u)
is "$(nm -g --defined-only "$libdir/librobots.a" | awk 'NF == 3 { print $3 }' | LC_ALL=C sort -u)" "$declared" \
    "all that the headers declare is there"
is "$(sed -n 's/^ *\(robots_.*\);/\1/p' "$top_srcdir/src/robots/librobots.map")" "$declared" "in the version script"
is "$(sed -n 's/^\.F[no] \(robots_[a-z_]*\).*/\1/p' "$top_srcdir/doc/librobots.3" | LC_ALL=C sort -u)" "$declared" \
    "and in the manual"
done_testing
