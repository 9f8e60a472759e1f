#!/bin/sh
# SPDX-License-Identifier: MIT
# librobots as others use it: installed somewhere, found by pkg-config, shared and static, with no name but its own. The
# program is the example of the manual page.
. "${top_srcdir:-.}/tests/crawl/lib.sh"
: "${CC:=cc}" "${CFLAGS:=}" "${LDFLAGS:=}"

unset MAKEFLAGS MFLAGS MAKELEVEL
make -s -C "$top_builddir/src" DESTDIR="$work/root" install-libLTLIBRARIES install-nodist_staticDATA \
    install-includeHEADERS >"$work/log" 2>&1 && make -s -C "$top_builddir" DESTDIR="$work/root" \
    install-pkgconfigDATA >>"$work/log" 2>&1
ok "it can be installed" test "$?" = 0
PKG_CONFIG_PATH=$(dirname "$(find "$work/root" -name librobots.pc)")
PKG_CONFIG_SYSROOT_DIR=$work/root
export PKG_CONFIG_PATH PKG_CONFIG_SYSROOT_DIR
libdir=$(dirname "$(find "$work/root" -name librobots.a)")

sed -n '/^\.Bd -literal/,/^\.Ed/p' "$top_srcdir/doc/librobots.3" | sed '1d;$d;s/\\e/\\/g' >"$work/example.c"
printf 'User-agent: *\nDisallow: /x\n' >"$work/robots.txt"
printf 'disallowed by line 2: Disallow: /x\nallowed by line 0: \n' >"$work/wanted"

# A function of ours that the library has under the same name: theirs must stay apart.
echo 'int die(void); int die(void) { return 1; }' >"$work/die.c"

# builds NAME FLAG…: the example, which then says what it must.
builds() {
    name=$1
    shift
    # shellcheck disable=SC2046,SC2086 # lists
    ok "the example and the $name library" $CC $CFLAGS -Wall -Werror -o "$work/$name" "$work/example.c" "$work/die.c" \
        $(pkg-config --cflags librobots) $LDFLAGS "$@"
    LD_LIBRARY_PATH=$libdir "$work/$name" http://a.example/x http://b.example/y <"$work/robots.txt" >"$work/seen"
    is "$(cat "$work/seen")" "$(cat "$work/wanted")" "it works with the $name library"
}

if [ -f "$libdir/librobots.so" ]; then
    # shellcheck disable=SC2046 # a list
    builds shared $(pkg-config --libs librobots)
    is "$(readelf -d "$work/shared" | sed -n 's/.*NEEDED.*\[\(librobots.*\)\]/\1/p')" librobots.so.0 "by its soname"
    is "$(nm -D --defined-only "$libdir/librobots.so" | awk '$3 !~ /^robots_/')" "" "only public names are exported"
else
    skip "the shared library" "configured without"
fi
builds static "$libdir/librobots.a"
is "$(nm -g --defined-only "$libdir/librobots.a" | awk 'NF == 3 && $3 !~ /^robots_/')" "" "and only they are global"
declared=$(grep -o 'robots_[a-z_]*(' "$top_srcdir/src/robots/librobots.h" | tr -d '(' | LC_ALL=C sort -u)
is "$(nm -g --defined-only "$libdir/librobots.a" | awk 'NF == 3 { print $3 }' | LC_ALL=C sort -u)" "$declared" \
    "all that the header declares is there"
is "$(sed -n 's/^\.F[no] \(robots_[a-z_]*\).*/\1/p' "$top_srcdir/doc/librobots.3" | LC_ALL=C sort -u)" "$declared" \
    "and in the manual"
done_testing
