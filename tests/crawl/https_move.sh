#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests a site that moves from http to https (in a network of its own, with nginx at ports 80 and 443): --moved-to leaves no
# file of the old address, and after three updates no request is made there.
. "${top_srcdir:-.}/tests/crawl/lib.sh"

command -v nginx >/dev/null 2>&1 || skip_all "nginx is not installed"
own_network
ip link set lo up && ip addr add 203.0.113.7 dev lo || skip_all "no addresses can be added here"
printf '127.0.0.1 localhost\n203.0.113.7 moved.example\n' >"$work/hosts"
mount --bind "$work/hosts" /etc/hosts || skip_all "no mount namespace"
openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout "$work/key.pem" -out "$work/cert.pem" -days 2 \
    -subj /CN=moved.example -addext subjectAltName=DNS:moved.example 2>/dev/null
mkdir "$work/www"
for n in $(seq 10); do
    echo "<a href=/p$n.html>$n</a>" >>"$work/www/index.html"
    echo "<p>page $n" >"$work/www/p$n.html"
done
# web ANSWER: begins to serve the site; http answers so.
web() {
    nginx_stop
    cat >"$work/nginx.conf" <<END
daemon off; pid $work/nginx.pid; error_log $work/nginx.err; worker_processes 1; $([ "$(id -u)" != 0 ] || echo "user root;")
events { worker_connections 64; }
http {
    types { text/html html; }
    client_body_temp_path $work; proxy_temp_path $work; fastcgi_temp_path $work; uwsgi_temp_path $work; scgi_temp_path $work;
    server { listen 80; access_log $work/http.log; $1 root $work/www; }
    server { listen 443 ssl; ssl_certificate $work/cert.pem; ssl_certificate_key $work/key.pem; root $work/www; access_log off; }
}
END
    nginx -q -c "$work/nginx.conf" -e "$work/nginx.err" 8>&- 9>&- &
    nginx_pid=$!
    base=http://moved.example
    nginx_settle --retry 40 --retry-delay 0 --retry-max-time 60 --retry-connrefused
}
web ""
crawl mirror --delay 0 -o m http://moved.example/
exits 0
web "return 301 https://\$host\$request_uri;"
crawl update --delay 0 --ca-certificate "$work/cert.pem" m
exits 69 "the start page redirects to another origin"
crawl update --delay 0 --ca-certificate "$work/cert.pem" --moved-to https://moved.example/ m
exits 0
is "$(find "$work/m/site" -name '*.html' | sed 's,.*/,,' | LC_ALL=C sort | tr '\n' ' ')" \
    "index.html p1.html p10.html p2.html p3.html p4.html p5.html p6.html p7.html p8.html p9.html " "no file of an old address is left"
for n in 2 3 4; do
    : >"$work/http.log"
    crawl update --delay 0 --ca-certificate "$work/cert.pem" m
    exits 0
    nginx_settle
    is "$(grep -c ' /p.*tiptoe' "$work/http.log")" $((n < 4 ? 10 : 0)) "requests to old addresses in the update number $n"
done
done_testing
