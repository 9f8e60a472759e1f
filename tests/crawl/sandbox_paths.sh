#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests the sandbox on systems with unusual paths: certificates behind links that leave /etc/ssl; an empty or unreadable /etc;
# a resolv.conf that is replaced during a run; nscd.
. "${top_srcdir:-$(dirname "$0")/../..}/tests/crawl/lib.sh"
own_network
own=-m
unshare -m true 2>/dev/null || own=-rm
unshare "$own" true 2>/dev/null || skip_all "no mount namespaces here"
case $("$tiptoe" --version --verbose) in *Landlock*) ;; *) skip_all "no Landlock here" ;; esac

cat >"$work/names" <<'END'
first.test 93.184.216.34
second.test 93.184.216.35
END
names_serve

# mirror_with MOUNT… -- ARG…: a mirror where each MOUNT is "FOLDER=PLACE".
cat >"$work/inside.sh" <<'END'
while [ "$1" != -- ]; do
    mount --bind "${1%%=*}" "${1#*=}" || exit 99
    shift
done
shift
exec "$@"
END
mirror_with() {
    (cd "$work" && exec unshare "$own" sh "$work/inside.sh" "$@" >"$work/out" 2>"$work/err" 8>&- 9>&-)
    status=$?
}

mkdir "$work/tree" "$work/certs" "$work/elsewhere" "$work/bare"
echo '<title>t</title><p>text' >"$work/tree/index.html"
if nginx_serve "$work/tree" "" ssl; then
    mirror_with -- timeout 60 "$tiptoe" mirror --quiet --delay 0 --retries 0 -o untrusted "$base/"
    exits 69 "a certificate that no one vouches for"
    mv "$work/cert.pem" "$work/elsewhere/ca.pem"
    ln -s "$work/elsewhere/ca.pem" "$work/certs/$(openssl x509 -noout -hash -in "$work/elsewhere/ca.pem").0"
    ln -s "$work/elsewhere/ca.pem" "$work/certs/ca-certificates.crt" # libcurl wants that file as well
    mirror_with "$work/certs=/etc/ssl/certs" -- timeout 60 "$tiptoe" mirror --quiet --delay 0 --retries 0 \
        --sandbox require -o links "$base/"
    exits 0 "is trusted if /etc/ssl/certs has a link to it, wherever that leads"
    exists links/site/index.html
    nginx_stop
else
    skip "certificates behind links" "nginx does not start here"
fi

printf '/\n  type text/html\n  body\n    <title>t</title><a href=/2>2</a>\n/2\n  type text/html\n  body\n    <p>2\n' >"$work/pages.site"
serve "$work/pages.site"
for command in "mirror --delay 0 --sandbox require -o bare-m $base/" "status bare-m" "verify bare-m" "export --warc x.warc.gz bare-m"; do
    # shellcheck disable=SC2086 # words
    mirror_with "$work/bare=/etc" -- timeout 60 "$tiptoe" $command
    is "$status" 0 "with an empty /etc: $command"
done

# resolv.conf while a run goes on: names are looked up by threads that read it again when it changes. Without it, the C
# library asks 127.0.0.1, where no one answers here.
mkdir -p "$work/etc" "$work/run/systemd/resolve" "$work/run/resolvconf"
cp "$work/resolv.conf" "$work/run/systemd/resolve/stub-resolv.conf"
cp "$work/nsswitch.conf" "$work/etc"
cp -a /etc/alternatives "$work/etc" # awk is there
mount --bind "$work/etc" /etc
mount --bind "$work/run" /run
serve - --everywhere <<'END'
/robots.txt
  status 404 Not Found
/
  type text/html
  body
    <title>first</title><img src=http://second.test:@PORT@/second.png>
/second.png
  type image/png
  text picture
END

# lead_to TARGET: /etc/resolv.conf becomes a link to TARGET, or another file, as the programs that write it do that.
lead_to() {
    if [ "$1" = file ]; then
        cp "$work/resolv.conf" "$work/etc/new"
    else
        ln -s "$1" "$work/etc/new"
    fi
    mv -T "$work/etc/new" "$work/etc/resolv.conf"
}
# looked_up FROM TO LABEL [COMMAND…]: /etc/resolv.conf leads to FROM, and when COMMAND has run in the middle of a mirror, to TO.
looked_up() {
    from=$1 to=$2 what=$3
    shift 3
    rm -rf "$work/m"
    forget_requests
    lead_to "$from"
    crawl_beside 2 mirror --delay 0 --retries 0 --requisites all -o m "http://first.test:$port/"
    await_stopped
    "$@"
    lead_to "$to"
    kill -CONT "$crawl_pid"
    crawl_ends
    is "$(requests_of /second.png)" "${wanted:-1}" "while a run goes on, resolv.conf becomes $what"
}
put() {
    mkdir -p "${1%/*}"
    cp "$work/resolv.conf" "$1"
}
stub=../run/systemd/resolve/stub-resolv.conf
looked_up $stub /run/systemd/resolve/resolv.conf "another file of systemd-resolved" put /run/systemd/resolve/resolv.conf
looked_up $stub ../run/resolvconf/resolv.conf "one of resolvconf" put /run/resolvconf/resolv.conf
looked_up file $stub "a link in place of a file" :
# Of another file in /etc itself, the run of root knows only that it is there: it may not read all of /etc.
wanted=0 looked_up file file "another file in /etc" :
exits 75 "that ends the run of root"
file_has err "/etc/resolv.conf cannot be read"
crawl resume --delay 0 m
is "$(requests_of /second.png)" 1 "and a new run continues"
wanted=0 looked_up $stub /run/NetworkManager/resolv.conf "one in a folder that was missing" put /run/NetworkManager/resolv.conf
exits 75 "that ends the run"
file_has err "not complete: /etc/resolv.conf cannot be read; if it was replaced during this run, a new run can read it; 1 URL"
crawl resume --delay 0 m
is "$(requests_of /second.png)" 1 "and a new run continues"

# nscd_start: from now on, a daemon knows the address of every name.
nscd_start() {
    rm -rf /run/nscd "$work/nscd.in"
    mkdir /run/nscd
    mkfifo "$work/nscd.in" "$work/nscd.said"
    exec 5<>"$work/nscd.in" 4<>"$work/nscd.said"
    "$top_builddir/tests/server/nscd" 93.184.216.36 <"$work/nscd.in" >"$work/nscd.said" 4>&- 5>&- 6>&- 7>&- 8>&- 9>&- &
    nscd_pid=$!
    timeout 60 head -n 1 <"$work/nscd.said" >/dev/null
    rm "$work/nscd.said"
}
nscd_again() {
    kill "$nscd_pid"
    nscd_start
}
nscd_start
rm "$work/etc/resolv.conf"
forget_requests
serve - --everywhere <<'END'
/robots.txt
  status 404 Not Found
/*
  type text/html
  body
    <img src=http://again.test:@PORT@/again.png>
END
# The lookups of libcurl 8.23 do not use nscd, though getent does.
crawl mirror --sandbox off --delay 0 --retries 0 -o free "http://cached.test:$port/"
if [ "$(requests_of /)" != 0 ]; then
    forget_requests
    crawl_beside 2 mirror --delay 0 --retries 0 --requisites all -o nscd "http://cached.test:$port/"
    await_stopped
    nscd_again
    kill -CONT "$crawl_pid"
    crawl_ends
    requested 1 / "with nscd alone, which its socket reaches"
    requested 1 /again.png "and with its successor's"
else
    skip "nscd" "libcurl does not reach it here, even without a sandbox"
fi
kill "$nscd_pid"

# An /etc that its user may not read: what the libraries do without it is all that is left.
if setpriv --reuid 65534 --regid 65534 --clear-groups true 2>/dev/null; then
    chmod 700 "$work/etc"
    chmod 755 "$work"
    mkdir -m 777 "$work/nobody"
    ln -sfn $stub "$work/etc/resolv.conf"
    other() {
        (cd "$work/nobody" && exec setpriv --reuid 65534 --regid 65534 --clear-groups timeout 60 "$tiptoe" "$@" \
            >"$work/out" 2>"$work/err" 8>&- 9>&-)
        status=$?
    }
    if other --version && [ "$status" = 0 ]; then
        other mirror --delay 0 --sandbox require --requisites none -o m "$base/"
        exits 0 "with an unreadable /etc, an address is mirrored"
        other mirror --delay 0 --retries 0 -o n "http://first.test:$port/"
        exits 69 "a name"
        file_has err "/etc/resolv.conf cannot be read"
    else
        skip "an unreadable /etc" "another user may not run $tiptoe"
    fi
else
    skip "an unreadable /etc" "only root can become another user"
fi

done_testing
