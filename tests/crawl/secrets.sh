#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests what tiptoe reveals: its agent, contact, headers and passwords on the wire, in messages and in logs; and bodies as
# they came over the wire.
. "${top_srcdir:-.}/tests/crawl/lib.sh"

cat >"$work/two.site" <<'END'
/
  if port 1
  if no-header Authorization
  status 401 Unauthorized
  header WWW-Authenticate: Basic realm="two"
/
  if port 1
  type text/html
  body
    <img src="http://127.0.0.1:@PORT2@/x.png"><a href="/moved">m</a> <a href="http://me:pw@127.0.0.1:@PORT@/user.html">u</a>
/moved
  if port 1
  status 302 Found
  header Location: http://127.0.0.1:@PORT2@/page
/x.png
  type image/png
  fill 10
/*
  type text/html
  header Authentication-Info: rspauth="6629fae49393a053"
  body
    <p>page
END
serve "$work/two.site" --ports 2
crawl mirror --delay 0 --header 'X-Token: hush' --auth me:password1 --contact https://me.example/ --log log.json -o m "$base/"
exits 0
ok "the start page's origin gets the header" awk '$2 == "request" && $4 == 1 && !/x-token="hush"/ { bad = 1 } END { exit bad }' "$log"
is "$(awk '/authorization="Basic bWU6cGFzc3dvcmQx"/ { print $8 }' "$log" | tr "\n" " ")" "/ /moved /user.html " "and the password where it asked for it"
is "$(awk '$4 == 2 && $2 == "request"' "$log" | wc -l)" 3 "another origin was asked"
ok "and gets neither" sh -c '! grep " request .* 2 [0-9]* [0-9]* GET" "$1" | awk "\$4 == 2" | grep -qE "x-token|authorization"' sh "$log"
ok "all know who asks" awk '$2 == "request" && !(/user-agent="tiptoe\/[^"]*\(\+https:\/\/me.example\/\)"/ && /from="https:\/\/me.example\/"/) { bad = 1 } END { exit bad }' "$log"
ok "another origin is told no more than the origin" awk -v wanted="referer=\"$base/\"" \
    '$2 == "request" && $4 == 2 && /referer=/ && !index($0, wanted) { bad = 1 } END { exit bad }' "$log"
file_lacks err '--contact' "no hint where a contact is given"
zcat "$work"/m/archive/*.warc.gz >"$work/warc"
ok "no secret is archived" sh -c '! grep -aqiE "hush|bWU6|password1" "$1"' sh "$work/warc"
ok "no password is kept" sh -c '! grep -aqrE "bWU6|password1" "$1"' sh "$work/m"
ok "no password of a link is kept, but in the original" sh -c \
    '! grep -aqrF --exclude-dir=archive ":pw@" "$1"' sh "$work/m"
ok "the log has no secret" sh -c '! grep -qE "hush|password1|pw@" "$1"' sh "$work/log.json"
is "$(wc -l <"$work/log.json")" "$(grep -c ' request ' "$log")" "the log has a line for each request"
if command -v jq >/dev/null; then
    is "$(jq -s 'all(.url and .time and (.status | type) == "number")' "$work/log.json")" true "each one JSON"
else
    skip "each one JSON" "no jq"
fi

# Neither is in the arguments, which every user can see: a file has both, or the terminal is asked for the password; here
# there is none, and so the standard input.
printf 'me:password1\r\nmore\n' >"$work/auth"
forget_requests
crawl mirror --delay 0 --auth "@auth" -o from_file "$base/"
ok "credentials of a file are sent" grep -q 'authorization="Basic bWU6cGFzc3dvcmQx"' "$log"
forget_requests
(cd "$work" && printf 'password1\n' | setsid -w "$tiptoe" mirror --quiet --delay 0 --auth me -o asked "$base/" 2>err)
ok "and those with a question for the password" grep -q 'authorization="Basic bWU6cGFzc3dvcmQx"' "$log"
ok "neither keeps it" sh -c '! grep -aqrE "bWU6|password1" "$1/from_file" "$1/asked"' sh "$work"
for wrong in @none @/dev/null @; do
    crawl mirror --delay 0 --auth "$wrong" -o wrong "$base/"
    exits 2 "--auth $wrong"
done

# Nor in an archival run, which has robots.txt and every request, and by cookies of a file.
host=127.0.0.1
printf '# Netscape HTTP Cookie File\n%s\tFALSE\t/\tFALSE\t0\tsession\tbiscuit77\n' "$host" >"$work/cookies.txt"
forget_requests
crawl mirror --delay 0 --archive all --header 'X-Token: hush' --header 'Cookie: extra=crumb55' --auth me:password1 \
    --cookies "$work/cookies.txt" -o archival "$base/"
exits 0
ok "the server gets them" sh -c 'grep -q "biscuit77" "$1" && grep -q "authorization=" "$1" && grep -q "x-token=\"hush\"" "$1"' sh "$log"
zcat "$work"/archival/archive/*.warc.gz >"$work/warc"
ok "the archive has requests" grep -aq '^GET /robots.txt HTTP/1.1' "$work/warc"
ok "and no secret" sh -c '! grep -aqiE "hush|bWU6|password1|biscuit77|crumb55|cookies.txt|^authorization|^cookie|rspauth" "$1"' sh "$work/warc"

# A start page that moves takes no secret along, in this run or the next.
printf '/\n  if port 1\n  if no-header Authorization\n  status 401 Unauthorized\n  header WWW-Authenticate: Basic realm="x"\n/\n  if port 1\n  status 301 Moved\n  header Location: http://127.0.0.1:@PORT2@/\n/\n  type text/html\n  body\n    <a href=/a>a</a><a href=/b>b</a>\n/*\n  type text/html\n  body\n    <p>x\n' >"$work/moved.site"
play "$work/moved.site"
forget_requests
crawl_signalled INT 4 0 mirror --delay 0.1 --auth me:password1 --header 'X-Token: hush' -o moved "$base/"
exits 75
crawl resume --auth me:password1 moved
exits 0
is "$(awk '$2 == "request" && $4 == 2' "$log" | grep -cE 'x-token|authorization')" 0 "a site that moves gets no secrets of the old one"

forget_requests
crawl mirror --delay 0 --auth me:password1 --user-agent 'own words/1' --quiet -o agent "$base/"
ok "--user-agent" awk '$2 == "request" && !/user-agent="own words\/1"/ { bad = 1 } END { exit bad }' "$log"
file_is err "" "--quiet says nothing of what went well"
file_is out ""

# The remote's words on the way to the terminal.
cat >"$work/words.site" <<'END'
/robots.txt
  text User-agent: *\nDisallow: /no\x1b]0;owned\x07\nDisallow: /red\x1b[31m\n
/
  header Content-Type: text/html;\x1b[31mred
  text <meta charset=utf-8><title>\x1b[2J\xe2\x80\xae title \x9b31m</title><a href="/no\x1b]0;owned\x07x">x</a><a href="/\x1b[31m\xff.html">y</a><a href="/err">z</a>
/err
  status 500 \x1b[31mred
/*
  type text/html
  text <meta name=robots content="noindex \x1b[31m"><p>x
END
play "$work/words.site"
forget_requests
crawl mirror --verbose --delay 0 --retries 0 --log words.json -o words "$base/"
exits 4
cat "$work/err" "$work/out" "$work/words.json" >"$work/spoken"
for url in / "/no%1B]0;owned%07x" "/%1B[31m%FF.html" /err "$(printf '/\033[31m')"; do
    crawl explain words "$url"
    cat "$work/out" "$work/err" >>"$work/spoken"
done
crawl status words
cat "$work/out" >>"$work/spoken"
ok "no control character reaches it" sh -c '! LC_ALL=C grep -q "[[:cntrl:]]" "$1"' sh "$work/spoken"
ok "nor one that turns the text around" sh -c '! LC_ALL=C grep -qF "$2" "$1"' sh "$work/spoken" "$(printf '\342\200\256')"
file_has spoken 'rule       line 2: Disallow: /no\x1B]0;owned'
if command -v jq >/dev/null; then
    is "$(jq -s 'length > 2' "$work/words.json")" true "and the log is JSON all the same"
else
    skip "and the log is JSON all the same" "no jq"
fi

# Codings and framings: archived as they came, woven all the same.
cat >"$work/coded.site" <<'END'
/
  type text/html
  body
    <a href=/gzip.html>1</a><a href=/chunked.html>2</a><a href=/both.html>3</a><a href=/false.html>4</a><a href=/junk.html>5</a>
    <a href=/css.css>6</a>
/gzip.html
  type text/html
  body
    <p>gzip <a href="/chunked.html">x</a>
  gzip
/chunked.html
  type text/html
  chunked 3 7 1
  body
    <p>chunked <a href="/gzip.html">x</a>
/both.html
  type text/html
  body
    <p>both <a href="/">x</a>
  gzip
  chunked 5
  trailer X-Late: yes
/false.html
  type text/html
  header Content-Encoding: gzip
  body
    <p>mislabelled <a href="/">x</a>
/junk.html
  type text/html
  body
    <p>junk <a href="/">x</a>
  gzip
  append behind
/css.css
  type text/css
  text p { background: url("/false.html") }
  gzip
END
play "$work/coded.site"
crawl mirror --delay 0 --retries 0 -o coded "$base/"
exits 0
file_is coded/site/gzip.html '<p>gzip <a href="chunked.html">x</a>'
file_is coded/site/chunked.html '<p>chunked <a href="gzip.html">x</a>'
file_is coded/site/both.html '<p>both <a href="index.html">x</a>'
file_is coded/site/false.html '<p>mislabelled <a href="index.html">x</a>'
file_is coded/site/junk.html '<p>junk <a href="index.html">x</a>'
file_is coded/site/css.css 'p { background: url("false.html") }'
zcat "$work"/coded/archive/*.warc.gz >"$work/warc"
ok "archived coded" sh -c '! grep -aq "<p>gzip" "$1"' sh "$work/warc"
ok "and in chunks" grep -aq '^X-Late: yes' "$work/warc"
(cd "$work/coded/site" && find . -type f -exec sha256sum {} + | LC_ALL=C sort) >"$work/before"
crawl rebuild coded
exits 0
(cd "$work/coded/site" && find . -type f -exec sha256sum {} + | LC_ALL=C sort) >"$work/after"
ok "rebuild makes the same of them" cmp -s "$work/before" "$work/after"
done_testing
