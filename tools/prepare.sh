# SPDX-License-Identifier: MIT
# What ./mirror and ./check share: packages that are missing are installed, the program is built out of its sources.
# Quiet when all goes well; the full log is told when not. Set $top and $log before reading this with `.`.

# The libraries are those that configure asks for, named there.
build_packages="gcc libc6-dev make autoconf automake libtool pkg-config
$(sed -n 's/^TIPTOE_LIBRARY[A-Z_]*(.*\[\([^]]*\)\])$/\1/p' "$top/configure.ac")"

say() {
    printf '%s\n' "$*" >&2
}

fail() {
    say "$*"
    exit 1
}

# run WHAT COMMAND…: its output goes to the log; when it fails, the end of that is shown.
run() {
    what=$1
    shift
    echo "== $what: $*" >>"$log"
    if ! "$@" >>"$log" 2>&1 </dev/null; then
        tail -n 30 "$log" >&2
        fail "$what failed; all of it is in $log"
    fi
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

# Installs what is missing of the packages named. On a system without dpkg, configure will tell what it lacks.
need_packages() {
    command -v dpkg-query >/dev/null 2>&1 || return 0
    missing=$(missing_packages "$@")
    [ -n "$missing" ] || return 0
    if [ "$(id -u)" != 0 ] && ! command -v sudo >/dev/null 2>&1; then
        fail "These packages are missing, and only root may install them:
    apt-get install$missing"
    fi
    say "Installing$missing"
    run "apt-get update" as_root env DEBIAN_FRONTEND=noninteractive apt-get update
    # shellcheck disable=SC2086 # a list
    run "apt-get install" as_root env DEBIAN_FRONTEND=noninteractive \
        apt-get install -y --no-install-recommends $missing
}

# build DIR [CONFIGURE-ARGUMENT…]: configures in DIR unless that was done with the same arguments, and makes all.
build() {
    dir=$1
    shift
    [ -x "$top/configure" ] || run "autogen.sh" "$top/autogen.sh"
    [ ! -f "$top/config.status" ] || [ "$dir" = "$top" ] ||
        fail "This tree was configured in place, which keeps others from being built out of it: run 'make distclean' first."
    if [ ! -f "$dir/config.status" ] || [ "$*" != "$(cat "$dir/.configured-with" 2>/dev/null)" ]; then
        say "Configuring in $dir"
        (cd "$dir" && run configure "$top/configure" "$@") || exit 1
        echo "$*" >"$dir/.configured-with"
    fi
    say "Building in $dir"
    run make make -C "$dir" -j "$(nproc)"
}
