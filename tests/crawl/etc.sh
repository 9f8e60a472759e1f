#!/bin/sh
# SPDX-License-Identifier: MIT
# The sandbox on systems that are put together in unusual ways: certificates behind links that leave /etc/ssl, and an empty
# /etc.
. "${top_srcdir:-$(dirname "$0")/../..}/tests/crawl/lib.sh"
own=-m
unshare -m true 2>/dev/null || own=-rm
unshare "$own" true 2>/dev/null || skip_all "no mount namespaces here"
case $("$tiptoe" --version --verbose) in *Landlock*) ;; *) skip_all "no Landlock here" ;; esac

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

done_testing
