# SPDX-License-Identifier: MIT
# Shared by ./mirror, ./check and .ci/run: installs missing packages and builds the program outside of its sources.
# The output of each step goes to the log; if a step fails, the end of the log is shown.
# Set $top and $log before reading this with `.`.

# configure.ac names the package of each library. Without ca-certificates no https site can be fetched.
build_packages="gcc libc6-dev make autoconf automake libtool pkg-config ca-certificates
$(sed -n 's/^TIPTOE_LIBRARY[_A-Z]*(.*\[\([^]]*\)\])$/\1/p' "$top/configure.ac")"

# Every program that a test calls and a minimal Debian lacks. php-fpm comes before dokuwiki, which else installs Apache.
test_packages="binutils clang-format curl e2fsprogs faketime git jq libxml2-utils mandoc microsocks mount nginx-light openssl php-fpm dokuwiki
procps python3 python3-doc sqlite3 sqlite3-doc strace time unzip util-linux wget zim-tools zip"

say() {
    printf '%s\n' "$*" >&2
}

fail() {
    say "$*"
    exit 1
}

# run WHAT COMMAND…
run() {
    what=$1
    shift
    echo "== $what: $*" >>"$log"
    if ! "$@" >>"$log" 2>&1 </dev/null; then
        tail -n 30 "$log" >&2
        fail "$what failed; the whole output is in $log"
    fi
}

# With sudo: without a password, or on a terminal, where it asks for one.
can_install() {
    [ "$(id -u)" = 0 ] || sudo -n true 2>/dev/null || { [ -t 2 ] && command -v sudo >/dev/null 2>&1; }
}

as_root() {
    if [ "$(id -u)" = 0 ]; then
        "$@"
    else
        sudo -n "$@" 2>/dev/null || sudo "$@"
    fi
}

missing_packages() {
    for package; do
        [ "$(dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null)" = installed ] || printf ' %s' "$package"
    done
}

install_packages() {
    say "Installing$missing"
    [ -n "${updated-}" ] || run "apt-get update" as_root env DEBIAN_FRONTEND=noninteractive apt-get update
    updated=yes
    # shellcheck disable=SC2086 # a list
    run "apt-get install" as_root env DEBIAN_FRONTEND=noninteractive \
        apt-get install -y --no-install-recommends $missing
}

# Installs the missing ones of the packages named. On a system without dpkg, configure names the libraries that it needs.
need_packages() {
    command -v dpkg-query >/dev/null 2>&1 || return 0
    missing=$(missing_packages "$@")
    [ -n "$missing" ] || return 0
    can_install || fail "These packages are missing; install them as root and run this command again:
    apt-get install$missing"
    install_packages
}

# The same for packages that only tests use: without root the tests that need them are skipped.
want_packages() {
    command -v dpkg-query >/dev/null 2>&1 || return 0
    missing=$(missing_packages "$@")
    [ -n "$missing" ] || return 0
    if can_install; then
        install_packages
    else
        say "Some tests will be skipped because these packages are missing; root can install them:
    apt-get install$missing"
    fi
}

# build DIR [CONFIGURE-ARGUMENT…]: configures in DIR and makes all. Without arguments, DIR stays as it was configured.
build() {
    dir=$1
    shift
    [ -x "$top/configure" ] || run "autogen.sh" "$top/autogen.sh"
    [ ! -f "$top/config.status" ] || [ "$dir" = "$top" ] ||
        fail "This tree was configured in place, which keeps others from being built out of it: run 'make distclean' first."
    if [ ! -f "$dir/config.status" ] || { [ $# != 0 ] && [ "$*" != "$(cat "$dir/.configured-with" 2>/dev/null)" ]; }; then
        say "Configuring in $dir"
        (cd "$dir" && run configure "$top/configure" "$@") || exit 1
        echo "$*" >"$dir/.configured-with"
    fi
    say "Building in $dir"
    run make make -C "$dir" -j "$(nproc)"
}
