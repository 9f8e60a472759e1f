# SPDX-License-Identifier: MIT
# What crawl tests and tests of the server share; read with `.` by a POSIX shell. A test is a plain program that speaks
# TAP: it makes its site, runs tiptoe, and says what must hold, one line each. Nothing here sleeps: the server tells
# when it is ready, and sends the signals of a test itself, at the request that the test names.
#
#   serve FILE [OPTION…]      play a site file (- for standard input); sets $base, $base2 …, $port, $port2 …
#   serve_tree DIR [OPTION…]  serve the files of a directory
#   play FILE                 another site from now on, same ports
#   serve_leave; serve_return the server is gone, its ports refuse connections, and it comes back
#   settle                    wait until the log has all that has come to the server and all that has left it
#   serve_stop                end the server; `serve` may come again (--port "$port" for the same port)
#   nginx_settle              the same as settle for $work/nginx.log, which gets a line of the agent "probe" then
#   nginx_serve DIR [CONF [LISTEN]]   serve a directory by nginx, a real server; sets $base and $port; CONF goes into its
#                             location, LISTEN (ssl, http2) to its port; $work/cert.pem is the certificate then
#   own_network               first of all: runs the test again in a network of its own, where every address is this machine
#   names_serve               plays the resolver of that network; $work/names has the lines "NAME ADDRESS…"
#   crawl ARG…                run tiptoe; sets $status, keeps its output in $work/out and $work/err
#   crawl_signalled SIG N MS ARG…   the same, with signal SIG when the N-th request from now comes, or MS after it
#   show DIR [OPTION…]        tiptoe serve in the background; sets $show, its address without the last slash, and $show_pid
#   show_ends [SIGNAL]        ends it; sets $status
#   crawl_beside N ARG…       the same beside the test, as $crawl_pid; stopped at its N-th request
#   stop_beside N             the same once more, N requests from now
#   await_stopped             until it is; `kill -CONT "$crawl_pid"` lets it continue
#   crawl_ends                until it ends, as after crawl
#
# Checks, each one line of TAP; LABEL is optional where a default says enough:
#   ok LABEL COMMAND…                 the command succeeds
#   await LABEL COMMAND…              it succeeds within a minute
#   wait_until COMMAND…               the same without a line of TAP
#   in_time LABEL COMMAND…            it succeeds with $scale = 1, 2, 4, 8, 16 or 32, by which it multiplies its time limits, so
#                                     that a busy machine has enough time. It prints no TAP; each try begins afresh
#   is SEEN WANTED LABEL
#   exits STATUS [LABEL]              of the last crawl
#   file_is PATH TEXT; file_has PATH TEXT; file_lacks PATH TEXT; exists PATH; absent PATH
#   links_resolve DIR [LABEL]         each relative link of the pages and style sheets below DIR leads to a file in DIR
#   digests DIR                       prints the digests of all files of a mirror's site/, to be compared
#   requests_are LABEL TARGET…        exactly these, in this order ($port says of which port: requests_are_at 2 …)
#   requested N TARGET                so many times, over all ports
#   gap_is_at_least MS [PORT]         between the starts of two requests of a port, or of all, over the whole log
#   open_is_at_most N [PORT]          requests under way at once
#   needs LIBRARY; skip_all REASON; skip LABEL REASON; done_testing
set -u
unset http_proxy https_proxy HTTPS_PROXY all_proxy ALL_PROXY no_proxy NO_PROXY

: "${top_srcdir:=$(cd "$(dirname "$0")/../.." && pwd)}"
: "${top_builddir:=$top_srcdir}"
tiptoe=${TIPTOE:-$top_builddir/src/tiptoe}
server=$top_builddir/tests/server/server

tap_count=0
tap_failed=0
server_pid=
nginx_pid=
crawl_pid=
show_pid=
status=

work=$(mktemp -d "${TMPDIR:-/tmp}/tiptoe-test.XXXXXX") || exit 1
XDG_STATE_HOME=$work/state
TIPTOE_CONFIG=
export XDG_STATE_HOME TIPTOE_CONFIG
log=$work/access.log
: >"$log"

leave() {
    [ -z "$crawl_pid" ] || kill -KILL "$crawl_pid"
    show_ends
    serve_stop
    nginx_stop
    rm -rf "$work"
}
trap leave EXIT
trap 'exit 1' HUP INT TERM

note() {
    printf '%s\n' "$*" | sed 's/^/# /'
}

skip_all() {
    echo "1..0 # SKIP $*"
    exit 0
}

# has_library NAME: whether the program has a library that ./configure may leave out: ISAL, ARCHIVE.
has_library() {
    grep -q "^#define HAVE_$1 1" "$top_builddir/config.h"
}

needs() {
    has_library "$1" || skip_all "built without $1"
}

skip() {
    tap_count=$((tap_count + 1))
    echo "ok $tap_count - $1 # SKIP $2"
}

done_testing() {
    echo "1..$tap_count"
    [ "$tap_failed" = 0 ]
    exit
}

# verdict STATUS LABEL: one line of TAP; returns the verdict.
verdict() {
    tap_count=$((tap_count + 1))
    if [ "$1" = 0 ]; then
        echo "ok $tap_count - $2"
        return 0
    fi
    echo "not ok $tap_count - $2"
    tap_failed=$((tap_failed + 1))
    return 1
}

ok() {
    label=$1
    shift
    "$@"
    verdict $? "$label"
}

is() {
    if [ "$1" = "$2" ]; then
        verdict 0 "$3"
    else
        verdict 1 "$3"
        note "seen   $1"
        note "wanted $2"
        return 1
    fi
}

wait_until() {
    tries=0
    until "$@"; do
        tries=$((tries + 1))
        [ "$tries" -lt 1200 ] || return
        timeout 0.05 tail -f /dev/null
    done
    return 0
}

await() {
    label=$1
    shift
    wait_until "$@"
    verdict $? "$label"
}

# A fault of the program makes every try fail; only those that come too late pass with more time.
in_time() {
    in_time_label=$1
    shift
    for scale in 1 2 4 8 16 32; do
        if "$@"; then
            verdict 0 "$in_time_label"
            return
        fi
        note "not in time with limits times $scale"
    done
    verdict 1 "$in_time_label"
}

# The server -------------------------------------------------------------------------------------------------------------

# Waits for the line of ports and names them.
await_ports() {
    if ! ports=$(timeout 60 head -n 1 <"$work/said") || [ -z "$ports" ]; then
        echo "Bail out! the server does not start"
        exit 1
    fi
    n=
    for p in $ports; do
        eval "port$n=$p base$n=http://127.0.0.1:$p"
        n=$((${n:-1} + 1))
    done
}

server_start() {
    serve_stop
    rm -f "$work/orders" "$work/said"
    mkfifo "$work/orders" "$work/said" || exit 1
    exec 9<>"$work/orders" 8<>"$work/said"
    "$server" --log "$log" "$@" <"$work/orders" >"$work/said" 8>&- 9>&- &
    server_pid=$!
    await_ports
}

serve() {
    site=$1
    shift
    if [ "$site" = - ]; then
        site=$work/test.site
        cat >"$site"
    fi
    server_start "$@" "$site"
}

serve_tree() {
    tree=$1
    shift
    server_start "$@" --tree "$tree"
}

# order WORD…: gives the server an order, and waits until it has executed it.
order() {
    echo "$*" >&9
    timeout 60 head -n 1 <"$work/said" >/dev/null
}

play() {
    order site "$1"
}

serve_leave() {
    order leave
}

serve_return() {
    order return
}

settle() {
    order settle
}

serve_stop() {
    [ -n "$server_pid" ] || return 0
    exec 9>&- 8>&-
    kill "$server_pid" 2>/dev/null
    wait "$server_pid" 2>/dev/null
    server_pid=
}

# A certificate of this machine by its own key.
certify() {
    openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout "$work/key.pem" -out "$work/cert.pem" \
        -days 2 -subj /CN=tiptoe-test -addext subjectAltName=IP:127.0.0.1,DNS:localhost 2>/dev/null
}

# nginx picks no free port by itself: try some until one is free. It writes its pid when it has the port, so that no answer
# of somebody else's nginx is taken for its own. Root gives its files to nobody, who does not exist in a namespace of one user.
nginx_serve() {
    command -v nginx >/dev/null 2>&1 || return 1
    nginx_scheme=http nginx_tls='' nginx_user=''
    [ "$(id -u)" != 0 ] || nginx_user="user root;"
    case ${3-} in *ssl*)
        [ -e "$work/cert.pem" ] || certify || return 1
        nginx_scheme=https nginx_tls="ssl_certificate $work/cert.pem; ssl_certificate_key $work/key.pem;"
        ;;
    esac
    for port in $(awk -v seed=$$ 'BEGIN { srand(seed); for (i = 0; i < 20; i++) print 20000 + int(rand() * 12000) }'); do
        cat >"$work/nginx.conf" <<END
daemon off; $nginx_user pid $work/nginx.pid; error_log $work/nginx.err; worker_processes 1;
events { worker_connections 256; }
http {
    include /etc/nginx/mime.types;
    log_format tests '\$msec \$request_method \$request_uri \$status \$body_bytes_sent "\$http_user_agent" \$request_time \$server_protocol \$connection';
    client_body_temp_path $work; proxy_temp_path $work; fastcgi_temp_path $work; uwsgi_temp_path $work;
    scgi_temp_path $work;
    server {
        listen 127.0.0.1:$port ${3-}; $nginx_tls ${4-} root $1; access_log $work/nginx.log tests;
        disable_symlinks off;
        location / { ${2-} }
    }
}
END
        nginx -q -c "$work/nginx.conf" -e "$work/nginx.err" 8>&- 9>&- &
        nginx_pid=$!
        base=$nginx_scheme://127.0.0.1:$port
        if nginx_settle --retry 40 --retry-delay 0 --retry-max-time 60 --retry-connrefused && [ -s "$work/nginx.pid" ]; then
            return 0
        fi
        nginx_stop
        grep -q 'bind()' "$work/nginx.err" || return 1
    done
    return 1
}

# Its one process does one thing after another: what it answers now comes after the lines of all that it answered before.
nginx_settle() {
    curl -sk -o "$work/nginx.probe" --max-time 60 -A probe "$@" "$base/"
}

nginx_stop() {
    [ -n "$nginx_pid" ] || return 0
    kill "$nginx_pid" 2>/dev/null
    wait "$nginx_pid" 2>/dev/null
    nginx_pid=
}

own_network() {
    [ -z "${NETWORK-}" ] || return 0
    for flags in -nm -rnm; do
        # shellcheck disable=SC2016 # the inner shell expands it
        if unshare "$flags" sh -c 'mount --bind "$1" /etc/resolv.conf' sh "$0" 2>/dev/null; then
            rm -rf "$work"
            exec env NETWORK=1 unshare "$flags" sh "$0"
        fi
    done
    skip_all "this machine allows no network and mount namespaces"
}

names_serve() {
    echo 'nameserver 127.0.0.53' >"$work/resolv.conf"
    echo 'hosts: files dns' >"$work/nsswitch.conf"
    mount --bind "$work/resolv.conf" /etc/resolv.conf
    [ ! -e /etc/nsswitch.conf ] || mount --bind "$work/nsswitch.conf" /etc/nsswitch.conf
    mkfifo "$work/net" "$work/net.said"
    exec 7<>"$work/net" 6<>"$work/net.said"
    "$top_builddir/tests/server/names" "$work/names" <"$work/net" >"$work/net.said" 7>&- 6>&- &
    timeout 60 head -n 1 <"$work/net.said" >"$work/ready"
    [ -s "$work/ready" ] || skip_all "this machine has no IPv6"
}

# tiptoe -----------------------------------------------------------------------------------------------------------------

# Every run is bounded; 124 is the status of one that took too long. CRAWL_SECONDS sets another bound.
crawl() {
    (cd "$work" && exec timeout "${CRAWL_SECONDS:-300}" "$tiptoe" "$@" >"$work/out" 2>"$work/err" 8>&- 9>&-)
    status=$?
    check_update "$@"
}

# check_update ARG…: after a whole run with these arguments, if it is one of update, the mirror is whole.
check_update() {
    [ "${1-}" != update ] || { [ "$status" != 0 ] && [ "$status" != 4 ]; } || updated "$@"
}

# updated ARG…: after these arguments of an update, its mirror is whole. unverified=yes is for mirrors that were damaged.
updated() {
    for updated; do
        [ -e "$(in_work "$updated")/mirror.db" ] || continue
        [ -n "${unverified-}" ] || (cd "$work" && "$tiptoe" verify "$updated" >"$work/verified" 2>&1 8>&- 9>&-)
        verdict $? "verify finds no problem after the update of $updated" || note "$(cat "$work/verified")"
    done
}

# The order stands in the server's pipe before tiptoe begins, so that no request can come before it.
crawl_signalled() {
    (
        cd "$work" || exit 1
        signal=$1 at=$2 after=$3
        shift 3
        # shellcheck disable=SC2016 # the inner shell, whose process tiptoe becomes, is to expand these
        exec sh -c 'echo "signal $1 $$ $2 $3" >&9; shift 3; exec "$@" 8>&- 9>&-' sh "$signal" "$at" "$after" \
            "$tiptoe" "$@" >"$work/out" 2>"$work/err"
    ) 2>/dev/null
    status=$?
}

crawl_beside() {
    at=$1
    shift
    # shellcheck disable=SC2016 # as above
    (cd "$work" && exec sh -c 'echo "signal STOP $$ $1 0" >&9; shift; exec "$@" 8>&- 9>&-' sh "$at" \
        ${crawl_under-} "$tiptoe" "$@" >"$work/out" 2>"$work/err") &
    crawl_pid=$!
}

stop_beside() {
    echo "signal STOP $crawl_pid $1 0" >&9
}

await_stopped() {
    await "it comes to that request" grep -q '^State:.*stopped' "/proc/$crawl_pid/status"
}

crawl_ends() {
    wait "$crawl_pid"
    status=$?
    crawl_pid=
}

show() {
    show_ends
    rm -f "$work/address"
    mkfifo "$work/address" || exit 1
    (cd "$work" && exec "$tiptoe" serve "$@" >"$work/address" 2>"$work/show.err" 8>&- 9>&-) &
    show_pid=$!
    show=$(timeout 60 head -n 1 <"$work/address")
    show=${show%% *}
    show=${show%/}
}

# shellcheck disable=SC2120 # scripts give it a signal
show_ends() {
    [ -n "$show_pid" ] || return 0
    kill -s "${1:-TERM}" "$show_pid" 2>/dev/null
    wait "$show_pid" 2>/dev/null
    status=$?
    show_pid=
}

exits() {
    if ! is "$status" "$1" "${2:-exits with $1}"; then
        note "last lines on stderr:"
        note "$(tail -n 5 "$work/err")"
        return 1
    fi
}

# Files ------------------------------------------------------------------------------------------------------------------

in_work() {
    case $1 in
    /*) echo "$1" ;;
    *) echo "$work/$1" ;;
    esac
}

exists() {
    ok "${2:-$1 is there}" test -e "$(in_work "$1")"
}

absent() {
    ok "${2:-$1 is not there}" test ! -e "$(in_work "$1")"
}

file_is() {
    is "$(cat "$(in_work "$1")" 2>&1)" "$2" "${3:-$1 holds what it must}"
}

file_has() {
    if ! ok "${3:-$1 has: $2}" grep -qF -- "$2" "$(in_work "$1")"; then
        note "$(head -c 2000 "$(in_work "$1")")"
        return 1
    fi
}

file_lacks() {
    file=$(in_work "$1")
    [ -f "$file" ] && ! grep -qF -- "$2" "$file"
    verdict $? "${3:-$1 lacks: $2}"
}

# References from standard input, a line each, as names of files. What precedes a tab stays.
unescaped() {
    awk '
        BEGIN { for (i = 1; i < 256; i++) code[sprintf("%02x", i)] = sprintf("%c", i) }
        {
            tab = index($0, "\t")
            out = substr($0, 1, tab)
            $0 = substr($0, tab + 1)
            gsub(/&amp;/, "\\&")
            sub(/#.*/, "")
            for (; match($0, /%[0-9A-Fa-f][0-9A-Fa-f]/); $0 = substr($0, RSTART + 3))
                out = out substr($0, 1, RSTART - 1) code[tolower(substr($0, RSTART + 1, 2))]
            print out $0
        }'
}

# The links of the woven files below a directory that lead to no file there: "page: link", a line each. Read by rules of
# its own, not by tiptoe's: attributes href, src, srcset in either quotes or none, and url(); a base is a folder.
dead_links() {
    (
        cd "$1" || exit 1
        find . -type f \( -name '*.html' -o -name '*.css' \) -exec awk '
            function say(link) {
                sub(/#.*/, "", link)
                if (link != "" && link !~ /^[a-z]+:/) print FILENAME "\t" base link
            }
            FNR == 1 { base = "" }
            {
                rest = $0
                while (match(rest, /(href|src|srcset)=("[^"]*"|\047[^\047]*\047|[^ >"\047]+)|url\([^)]*\)/)) {
                    link = substr(rest, RSTART, RLENGTH)
                    is_base = substr(rest, 1, RSTART - 1) ~ /<base [^>]*$/
                    rest = substr(rest, RSTART + RLENGTH)
                    many = link ~ /^srcset/
                    sub(/^(href=|src=|srcset=|url\()/, "", link)
                    gsub(/^["\047]|["\047]?\)?$/, "", link)
                    if (is_base) {
                        if (link !~ /&/) base = link # not that of a srcdoc
                        continue
                    }
                    count = many ? split(link, parts, /, */) : split(link, parts, /\n/)
                    for (i = 1; i <= count; i++) {
                        if (many) sub(/ .*/, "", parts[i])
                        say(parts[i])
                    }
                }
            }' {} + | unescaped | while IFS="$(printf '\t')" read -r page link; do
            [ -f "${page%/*}/$link" ] || echo "$page: $link"
        done
    )
}

links_resolve() {
    is "$(LC_ALL=C dead_links "$(in_work "$1")")" "" "${2:-every link in $1 leads to a file}"
}

# The digests of all files below site/ of a mirror, a line each.
digests() {
    (cd "$(in_work "$1")" && find site -type f -exec sha256sum {} + | LC_ALL=C sort -k 2)
}

# The access log ---------------------------------------------------------------------------------------------------------

requests_are_at() {
    at=$1
    label=$2
    shift 2
    is "$(awk -v port="$at" '$2 == "request" && $4 == port { print $8 }' "$log" | tr '\n' ' ')" \
        "$(for target in "$@"; do printf '%s ' "$target"; done)" "$label"
}

requests_are() {
    requests_are_at 1 "$@"
}

# How often a target was requested.
requests_of() {
    awk -v target="$1" '$2 == "request" && $8 == target { n++ } END { print n + 0 }' "$log"
}

requested() {
    is "$(requests_of "$2")" "$1" "${3:-$2 is requested $1 times}"
}

# The least time in whole milliseconds (rounded down) between two starts at a port, or at all; nothing when there were none.
least_gap() {
    awk -v port="${1:-1}" '
        $2 == "request" && (port == "all" || $4 == port) { print $1 }' "$log" | sort -n | awk '
        NR > 1 && (NR == 2 || $1 - last < least) { least = $1 - last }
        { last = $1 }
        END { if (NR > 1) printf "%d\n", least }'
}

gap_is_at_least() {
    gap=$(least_gap "${2:-1}")
    [ -n "$gap" ] && [ "$gap" -ge "$1" ]
    verdict $? "at least $1 ms between two requests (${gap:-no two} seen)"
}

most_open() {
    awk -v port="${1:-1}" '$2 == "request" && $4 == port && $6 > most { most = $6 } END { print most + 0 }' "$log"
}

open_is_at_most() {
    most=$(most_open "${2:-1}")
    [ "$most" -ge 1 ] && [ "$most" -le "$1" ]
    verdict $? "at most $1 requests at once ($most seen)"
}

forget_requests() {
    : >"$log"
}
