#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests `tiptoe robots check --hosts` (in a network of its own, with nginx at ports 80 and 443): the other scheme and the name
# with or without "www." are requested, a second apart, and reported if their answers differ.
. "${top_srcdir:-.}/tests/crawl/lib.sh"

command -v nginx >/dev/null 2>&1 || skip_all "nginx is not installed"
own_network
ip link set lo up && ip addr add 203.0.113.7 dev lo || skip_all "no addresses can be added here"
names='same.example www.same.example site.example www.site.example half.example gone.example www.gone.example'
echo "203.0.113.7 $names lone.example" >"$work/hosts"
openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout "$work/key.pem" -out "$work/cert.pem" -days 2 \
    -subj /CN=site.example -addext "subjectAltName=DNS:$(echo "$names" | sed 's/ /,DNS:/g')" 2>/dev/null
mount --bind "$work/hosts" /etc/hosts && mount --bind "$work/cert.pem" /etc/ssl/certs/ca-certificates.crt ||
    skip_all "no mount namespace, or no list of certificates"
cat >"$work/nginx.conf" <<END
daemon off; pid $work/nginx.pid; error_log $work/nginx.err; worker_processes 1; $([ "$(id -u)" != 0 ] || echo "user root;")
events { worker_connections 64; }
http {
    client_body_temp_path $work; proxy_temp_path $work; fastcgi_temp_path $work; uwsgi_temp_path $work; scgi_temp_path $work;
    log_format hosts '\$msec \$scheme://\$host\$request_uri';
    map \$http_user_agent \$is_told { probe 0; default 1; }
    access_log $work/nginx.log hosts if=\$is_told;
    default_type text/plain;
    ssl_certificate $work/cert.pem; ssl_certificate_key $work/key.pem;
    server { listen 80; listen 443 ssl; server_name same.example www.same.example site.example lone.example;
        return 200 "User-agent: *\nDisallow: /x\n"; }
    server { listen 80; listen 443 ssl; server_name www.site.example; return 200 "User-agent: *\nDisallow: /y\n"; }
    server { listen 80; server_name half.example; return 200 "User-agent: *\nDisallow: /x\n"; }
    server { listen 443 ssl; server_name half.example; return 404 "none\n"; }
    server { listen 80; listen 443 ssl; server_name gone.example www.gone.example; return 404 "\$scheme \$host\n"; }
}
END
nginx -q -c "$work/nginx.conf" -e "$work/nginx.err" 8>&- 9>&- &
nginx_pid=$!
base=http://same.example
nginx_settle --retry 40 --retry-delay 0 --retry-max-time 60 --retry-connrefused

# hosts STATUS OTHERS URL: the findings name the OTHERS.
hosts() {
    : >"$work/nginx.log"
    crawl robots check --hosts "$3"
    is "$status" "$1" "exit status of $3"
    is "$(sed -n "s/.* host-differs: The answer at '\([^']*\)' differs;.*/\1/p" "$work/out" | tr '\n' ' ')" "$2" "differences of $3"
}

hosts 0 '' http://same.example/
nginx_settle
is "$(cut -d' ' -f2 "$work/nginx.log" | tr '\n' ' ')" \
    'http://same.example/robots.txt https://same.example/robots.txt http://www.same.example/robots.txt ' 'the requests'
ok 'a second apart' awk 'NR > 1 && $1 - last < 0.99 { bad = 1 } { last = $1 } END { exit bad || NR != 3 }' "$work/nginx.log"
hosts 1 'http://www.site.example/robots.txt ' http://site.example/
hosts 1 'https://site.example/robots.txt ' https://www.site.example/
hosts 1 'https://half.example/robots.txt ' http://half.example/
hosts 0 '' http://gone.example/
hosts 0 '' http://lone.example/
crawl robots check --hosts http://203.0.113.7/
ok 'an address has no other names' grep -q 'hosts has no effect' "$work/err"
crawl robots check http://site.example/
exits 0 'without --hosts, no other name counts'
done_testing
