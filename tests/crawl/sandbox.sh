#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests the sandbox, with the kernel's newest Landlock and with older ones: each command does its work, and at its end
# attack.so tries what an attacker would. Only what the command needs, and what the kernel cannot refuse, is allowed.
. "${top_srcdir:-.}/tests/crawl/lib.sh"

shim=$top_builddir/tests/crawl/attack.so
[ -f "$shim" ] || skip_all "no $shim"
nm "$tiptoe" 2>/dev/null | grep -q __asan_init && skip_all "a preloaded library does not go with AddressSanitizer"
version=$("$tiptoe" --version --verbose)
case $version in *'; seccomp'* | *' seccomp;'*) ;; *) skip_all "no filter of system calls (seccomp) here" ;; esac
newest=$(echo "$version" | sed -n 's/^sandbox: Landlock ABI \([0-9]*\).*/\1/p')
note "Landlock ABI ${newest:-none}"

serve "$top_srcdir/tests/crawl/first.site"
printf 'User-agent: *\nDisallow: /a\n' >"$work/robots.txt"
echo '<meta name=robots content=noindex>' >"$work/page.html"
outside=$(mktemp -d "${TMPDIR:-/tmp}/tiptoe-outside.XXXXXX") || exit 1
mkdir "$work/tmp" "$work/exports"
trap 'rm -rf "$outside"; leave' EXIT

# attacked LEFT STATUS ARG…: tiptoe ARG… ends with STATUS, and the attack succeeds only with what LEFT lists.
abi=99
attacked() {
    left=$1 wanted=$2
    shift 2
    echo secret >"$outside/secret"
    : >"$outside/victim"
    [ ! -d "$work/m" ] || : >"$work/m/victim"
    rm -f "$outside/new" "$work/m/site/attack" "$work/result"
    (
        cd "$work" || exit 1
        ATTACK=$outside ATTACK_INSIDE=$work/m ATTACK_PORT=$port ATTACK_ABI=$abi ATTACK_RESULT=$work/result
        export TMPDIR="$work/tmp" ATTACK ATTACK_INSIDE ATTACK_PORT ATTACK_ABI ATTACK_RESULT
        exec ${as_child-} env LD_PRELOAD="$shim" "$tiptoe" "$@" >out 2>err 8>&- 9>&-
    )
    status=$?
    rm -f "$work/m/site/attack" "$work/m/victim"
    exits "$wanted" "ABI $abi: $* works"
    is "$(cat "$work/result")" "${left:+$left }end" "ABI $abi: $*: what is left"
}

# serve_attacked LEFT: the same for serve, which a signal ends.
serve_attacked() {
    command -v curl >/dev/null 2>&1 || { skip "ABI $abi: serve" "no curl" && return; }
    cat >"$work/serve.sh" <<'END'
rm -f served
"$@" >served &
while ! grep -qs http served; do
    kill -0 $! || exit 9
done
curl -s "$(cat served)" >shown
curl -s "$(cat served)_tiptoe/search?q=gone" >found
kill -TERM $!
wait $!
END
    rm -f "$work/m"/search.db*
    as_child="sh $work/serve.sh" attacked "$1" 0 serve m
    file_has shown '<title>Start' "ABI $abi: serve shows the page"
    file_has found "1 page" "ABI $abi: and searches"
}

# every_command FILES NETWORK OTHERS INSIDE: what is left to each command outside its mirror; of the network to a run, and to
# others; and INSIDE a mirror to commands that have none.
# Names that daemons of this machine look up need local sockets.
unix=
[ ! -e /var/run/nscd/socket ] || unix=unix
! grep -qE '^hosts:.*(resolve|mdns|sss|wins|libvirt|mymachines)' /etc/nsswitch.conf 2>/dev/null || unix=unix
every_command() {
    files=$1 connects="$2" others="$3" inside=$4
    rm -rf "$work/m" "$work/i" "$work/exports"/*
    run="$files${files:+ }"
    attacked "$(echo $run inside $truncates $connects $others $unix)" 4 mirror --delay 0 --log log -o m "$base/"
    attacked "$(echo $run inside $truncates $connects $others $unix)" 4 resume --delay 0 m
    attacked "$(echo $run inside $truncates $connects $others $unix)" 4 update --delay 0 m
    attacked "$(echo $run $inside $truncates $connects $others $unix)" 0 mirror --dry-run --delay 0 "$base/"
    for command in "status m" "status --json m" "explain m $base/" "changes m" "search m a" "report m" "rebuild m" "verify m" "pause m" \
        "go m" "stop m" "export m --warc exports/x.warc.gz --cdxj exports/x.cdxj --wacz exports/x.wacz"; do
        # shellcheck disable=SC2086 # words
        attacked "$(echo $run inside $truncates $others)" 0 $command
    done
    for command in "import --scope domain -o i exports/x.warc.gz" "verify exports/x.warc.gz" "robots test robots.txt $base/" \
        "robots stats robots.txt" "robots meta page.html" "url $base/" help; do
        # shellcheck disable=SC2086 # words
        attacked "$(echo $run $inside $truncates $others)" 0 $command
    done
    attacked "$(echo $run $inside $truncates $others)" 0 robots check robots.txt
    attacked "$(echo $run $inside $truncates $connects $others $unix)" 0 robots test "$base/" "$base/"
    serve_attacked "$(echo $run $inside $truncates $others)"
    if command -v zimwriterfs >/dev/null 2>&1; then
        attacked "$(echo $run inside $truncates run $others fchmodat fchownat setxattr execveat)" 0 export m --zim exports/x.zim
    else
        skip "ABI $abi: export --zim" "no zimwriterfs here"
    fi
}

all="read write create list remove"
abi=0 truncates=truncate
every_command "$all" "socket connect bind abstract" signal inside
if [ -n "$newest" ]; then
    abi=2
    every_command "" "socket connect bind abstract" signal ""
    truncates=
    [ "$newest" -lt 4 ] || abi=4
    [ "$newest" -lt 4 ] || every_command "" "socket connect abstract" signal ""
    [ "$newest" -lt 6 ] || abi=$newest
    [ "$newest" -lt 6 ] || every_command "" "socket connect" "" ""
    if [ -e "$work/serve.sh" ]; then
        crawl search m a
        rm -f "$work/m"/search.db-*
        ln -s "$outside/secret" "$work/m/search.db-shm"
        as_child="sh $work/serve.sh" attacked "$(echo $run $truncates $others)" 0 serve m
        file_is "$outside/secret" secret "a link in place of a file that serve writes"
        rm "$work/m/search.db-shm"
    fi
else
    skip "ABI 2 and later" "no Landlock here"
fi

# Without the sandbox, the attempts succeed: a refusal says something. (Some calls are only for root.)
abi=99
(
    cd "$work" || exit 1
    LD_PRELOAD=$shim ATTACK=$outside ATTACK_INSIDE=$work/m ATTACK_PORT=$port ATTACK_RESULT=$work/result
    export LD_PRELOAD ATTACK ATTACK_INSIDE ATTACK_PORT ATTACK_RESULT
    exec "$tiptoe" url --sandbox off "$base/" >out 2>err
)
left=" $(cat "$work/result")"
for attempt in $all inside truncate run socket connect bind abstract signal ptrace process_vm_readv execveat unshare clone tiocsti; do
    case $left in *" $attempt "*) true ;; *) false ;; esac
    verdict $? "without the sandbox: $attempt"
done

# --sandbox require needs both parts.
crawl url --sandbox require "$base/"
exits "$([ -n "$newest" ] && echo 0 || echo 1)" "--sandbox require"
(cd "$work" && LD_PRELOAD=$shim ATTACK_ABI=0 exec "$tiptoe" url --sandbox require "$base/" >out 2>err)
is $? 1 "--sandbox require without Landlock"
file_has err '--sandbox require: this system has only: seccomp; no Landlock'
file_is out ''
crawl status m
file_has out "sandbox    $(echo "$version" | sed -n 's/^sandbox: //p')" "status says what was in force"
crawl status --json m
file_has out '"sandbox":"' "status --json says what was in force"
ok "the archive says what was in force" sh -c 'zcat "$1"/archive/*.gz | grep -a "^sandbox: "' sh "$work/m"
done_testing
