#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests how tiptoe gets into a protected site: it answers challenges of HTTP authentication in its own turn and within the
# protection space, shows a certificate of its own, and takes an address from the user.
. "${top_srcdir:-.}/tests/crawl/lib.sh"

cat >"$work/basic.site" <<'END'
/robots.txt
  type text/plain
  text User-agent: *\nDisallow: /no\n
/
  type text/html
  text <a href=/in/a>a</a><a href=/out>o</a><a href=/in/b/c>c</a>
/in/*
  if no-header Authorization
  status 401 Unauthorized
  header WWW-Authenticate: Basic realm="in"
/in/*
  type text/html
  text <p>inside <a href=/in/d>d</a><a href=/in/e>e</a>
/*
  type text/html
  text <p>outside
END
serve "$work/basic.site"
crawl mirror --delay 0.1 --auth me:open -o basic "$base/"
exits 0
is "$(awk '$2 == "request" { print $8 (/authorization="Basic bWU6b3Blbg=="/ ? "+" : "") }' "$log" | LC_ALL=C sort | tr '\n' ' ')" \
    "/ /in/a /in/a+ /in/b/c+ /in/d+ /in/e+ /out /robots.txt " "one challenge, and the password only below its folder"
ok "and each request keeps the delay, also the repeated one" awk '
    $2 == "request" { if (last && $1 - last < 98) bad = 1; last = $1 } END { exit bad }' "$log"
ok "the pages are there" grep -q inside "$work/basic/site/in/a.html"

# The password is wrong: it is sent once, and the run says so.
printf '/robots.txt\n  status 404\n/*\n  status 401 Unauthorized\n  header WWW-Authenticate: Basic realm="in"\n' >"$work/wrong.site"
play "$work/wrong.site"
forget_requests
crawl mirror --delay 0 -c 4 --auth me:wrong -o wrong "$base/"
is "$(grep -c 'authorization=' "$log")" 1 "a wrong password is sent once"
crawl mirror --delay 0 -o without "$base/"
file_has err 'log in with --auth or --cookies'

# A server that protects all, robots.txt too, by Digest. It would take Basic, which is not sent.
cat >"$work/digest.site" <<'END'
/*
  if no-header Authorization
  status 401 Unauthorized
  header WWW-Authenticate: Basic realm="all"
  header WWW-Authenticate: Digest realm="all", nonce="n1", qop="auth", algorithm=SHA-256
/robots.txt
  type text/plain
  text User-agent: *\nDisallow: /no\n
/
  type text/html
  text <a href=/a>a</a><a href=/no>n</a>
/*
  type text/html
  text <p>x
END
play "$work/digest.site"
crawl mirror --delay 0 -o digest "$base/"
exits 3 "nothing may be requested without robots.txt"
file_has err "robots.txt of this site needs a password (401), so nothing may be requested; if you have one, add --auth"
forget_requests
crawl mirror --delay 0 --auth me:open -o digest "$base/"
exits 0
is "$(awk '$2 == "request" && !/authorization=/' "$log" | wc -l)" 1 "one challenge of Digest for all"
is "$(awk '$2 == "request" && /authorization="Digest/ { print $8 }' "$log" | tr '\n' ' ')" "/robots.txt / /a " \
    "then each request has an answer, and robots.txt is obeyed"
ok "each with the next number" sh -c 'grep -q "nc=00000001" "$1" && grep -q "nc=00000003" "$1"' sh "$log"
ok "and no password" sh -c '! grep -qE "Basic|open" "$1"' sh "$log"
crawl update --delay 0 digest
exits 3 "an update without the password"
exists digest/site/a.html

# And where it is the wrong one.
printf '/*\n  status 401 Unauthorized\n  header WWW-Authenticate: Basic realm="in"\n' >"$work/none.site"
play "$work/none.site"
crawl mirror --delay 0 --auth me:wrong -o none "$base/"
exits 3
file_has err "robots.txt of this site needs a password (401), so nothing may be requested; the site refuses the login of this run"

# A robots.txt that answers 403 to those who are not logged in: with a login, it is read again at once. --auth answers only
# challenges (401).
for login in 'Cookie|--cookies cookies.txt' 'X-Key|--header X-Key:k'; do
    field=${login%%|*}
    printf '/*\n  if no-header %s\n  status 403 Forbidden\n/robots.txt\n  type text/plain\n  text User-agent: *\\nDisallow: /no\\n\n/\n  type text/html\n  text <a href=/a>a</a><a href=/no>n</a>\n/*\n  type text/html\n  text <p>x\n' "$field" >"$work/403.site"
    play "$work/403.site"
    printf '127.0.0.1\tFALSE\t/\tFALSE\t0\tin\t1\n' >"$work/cookies.txt"
    crawl mirror --delay 0 -o "by$field" "$base/"
    exits 3 "$field: robots.txt is refused"
    file_has err "robots.txt of this site is refused (403), so nothing may be requested; if you can log in, add --cookies FILE"
    file_lacks err "for the rule" "there is none"
    forget_requests
    # shellcheck disable=SC2086
    crawl mirror --delay 0 ${login#*|} -o "by$field" "$base/"
    requests_are "it is read again with the login, and obeyed" /robots.txt / /a
done

# An address of the user's, for a name that DNS does not know.
play "$work/basic.site"
forget_requests
crawl mirror --delay 0 --auth me:open --resolve "soon.example:$port:127.0.0.1" -o soon "http://soon.example:$port/"
exits 0 "a site before its launch"
ok "is asked at that address, by its name" grep -q "host=\"soon.example:$port\"" "$log"
crawl mirror --delay 0 --auth me:open --resolve "bücher.example:$port:127.0.0.1" -o idn "http://bücher.example:$port/"
exits 0 "also a name in another script"
for wrong in soon.example soon.example:80 'soon.example:80:[::1' soon.example:x:127.0.0.1 soon.example:80:other.example 127.0.0.1:80:127.0.0.1; do
    crawl mirror --resolve "$wrong" -o refused "$base/"
    exits 2 "--resolve $wrong"
done
serve_stop

# A certificate of the user's.
mkdir "$work/tree"
echo '<p>hello' >"$work/tree/index.html"
if ! command -v openssl >/dev/null 2>&1; then
    skip "a certificate is shown" "openssl is not installed"
elif openssl req -x509 -newkey rsa:2048 -nodes -subj /CN=me -days 2 -keyout "$work/me.key" -out "$work/me.crt" 2>"$work/err" &&
    nginx_serve "$work/tree" '' ssl "ssl_verify_client on; ssl_client_certificate $work/me.crt;"; then
    cat "$work/me.crt" "$work/me.key" >"$work/me.pem"
    crawl mirror --delay 0 --ca-certificate "$work/cert.pem" -o unshown "$base/"
    exits 69 "no certificate is shown without the option"
    crawl mirror --delay 0 --ca-certificate "$work/cert.pem" --client-certificate "$work/me.pem" -o shown "$base/"
    exits 0 "a certificate is shown"
    crawl mirror --delay 0 --ca-certificate "$work/cert.pem" --client-certificate "$work/me.crt" -o half "$base/"
    exits 2 "a file without a key is refused"
    nginx_stop
else
    skip "a certificate is shown" "nginx does not start"
fi
done_testing
