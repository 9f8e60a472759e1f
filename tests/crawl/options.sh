#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests options that change between runs, links with rel=nofollow, cookies, and --dry-run.
. "${top_srcdir:-.}/tests/crawl/lib.sh"

cat >"$work/chain.site" <<'END'
/
  type text/html
  body
    <a href=/1>1</a> <a rel="external nofollow" href=/login>log in</a> <a href=/x/2>x</a>
/1
  type text/html
  body
    <a href=/2>2</a>
/2
  type text/html
  body
    <a href=/3>3</a> <a href=/x/2>x</a>
/3
  type text/html
  body
    <p>end
/login
  type text/html
  body
    <p>log in
/x/*
  type text/html
  body
    <a href=/login rel=nofollow>log in</a>
END
serve "$work/chain.site"
crawl mirror --delay 0 --max-pages 2 --exclude '/x/*' -o m "$base/"
exits 0 "a limit that bites is not a failure"
requests_are "as many pages as were allowed" /robots.txt / /1
file_has err 'left out by --max-pages'
file_has m/site/1.html "<a href=$base/2>"
crawl explain m /2
file_has out 'rule       --max-pages 2'

forget_requests
crawl mirror --delay 0 --max-pages 100 -o m "$base/"
exits 0
requests_are "with a larger limit it continues where it was; what else was kept still holds" /2 /3
file_is m/site/1.html '<a href=2.html>2</a>' "and links that led away come home"
requested 0 /login "a link with rel=nofollow is not followed"
crawl explain m /login
file_has out 'state      not requested: all links to it have rel=nofollow'

forget_requests
crawl resume --delay 0 --exclude /nothing m
exits 0
requests_are "what another --exclude left out comes in" /x/2
file_has m/site/index.html '<a href=x/2.html>'

printf '127.0.0.1\tFALSE\t%s\tFALSE\t0\t%s\tsecret\n' / session /x/ inner >"$work/cookies"
forget_requests
crawl mirror --delay 0 --cookies "$work/cookies" -o m2 "$base/"
ok "cookies are sent" grep -q 'cookie="session=secret"' "$log"
cookies_of() { awk -v path="$1" '$2 == "request" && $8 == path' "$log" | grep -o 'cookie="[^"]*"'; }
is "$(cookies_of /x/2)" 'cookie="inner=secret; session=secret"' "a folder's own where they belong,"
is "$(cookies_of /2)" 'cookie="session=secret"' "and nowhere else"
ok "and appear nowhere in the mirror" sh -c '! grep -rq secret "$1/m2" && ! zcat "$1"/m2/archive/*.gz | grep -q secret' sh "$work"
crawl mirror --cookies "$work/no-such-file" -o m3 "$base/"
exits 2 "a file of cookies that is not there"
(cd "$work/m2" && exec "$tiptoe" mirror --quiet --delay 0 --cookies ../cookies -o ../m6 "$base/")
forget_requests
crawl update --delay 0 m6
exits 0 "files are found again from any directory"
ok "and cookies are sent" grep -q 'cookie="session=secret"' "$log"

# Whatever libcurl takes for a cookie of a file is sent.
rest=$(printf '\t/\tFALSE\t0\tn\tkept')
now=$(printf '127.0.0.1\tFALSE')
while IFS= read -r line; do
    printf '# Netscape HTTP Cookie File\n\n%s' "$line" >"$work/jar"
    forget_requests
    rm -rf "$work/m7"
    crawl mirror --quiet --delay 0 --max-pages 1 --cookies "$work/jar" -o m7 "$base/"
    ok "sent: $line" grep -q 'cookie="n=' "$log"
done <<END
$now$rest
#HttpOnly_$now$rest
$now$rest$(printf '\r')
$(printf '%s\tFALSE\t0\tn\tkept' "$now")
$(printf '%s\t/\tFALSE\t4000000000.5\tn' "$now")
set-cookie: n=kept; domain=127.0.0.1
Set-Cookie: n=kept
END
: >"$work/empty"
printf '# Netscape HTTP Cookie File\n\n\t\n' >"$work/comments"
for jar in empty comments; do
    crawl mirror --delay 0 --max-pages 1 --cookies "$work/$jar" -o m7 "$base/"
    exits 0 "a file of cookies that is $jar"
done
mkfifo "$work/pipe"
printf '%s\n' "$now$rest" >"$work/pipe" &
forget_requests
rm -rf "$work/m7"
crawl mirror --quiet --delay 0 --max-pages 1 --cookies "$work/pipe" -o m7 "$base/"
ok "cookies of a pipe, which is read once" grep -q 'cookie="n=kept"' "$log"

# What could not be used is said before anything is requested.
forget_requests
refuses() {
    crawl mirror "$@" -o no "$base/"
    exits 2 "$*"
}
refuses --ca-certificate "$work/cookies"
file_has err "tiptoe: --ca-certificate $work/cookies: contains no certificate in PEM format"
refuses --ca-certificate "$work/no-such-file"
refuses --cookies "$work"
file_has err "tiptoe: --cookies $work: Is a directory"
while IFS= read -r line; do
    printf '# cookies\n%b\n' "$line" >"$work/jar"
    refuses --cookies "$work/jar"
done <<'END'
[\n\t{"name":\t"secret",\t"value":\t"v",\t"domain":\t"127.0.0.1",\t"path":\t"/",\t"secure":\tfalse}\n]
secret=v; m=w
Cookie: secret=v
127.0.0.1 FALSE / FALSE 0 secret v
127.0.0.1\tFALSE\t/\tFALSE\t0
127.0.0.1\tFALSE\t/\tFALSE\t1\tsecret\texpired
END
file_has err "tiptoe: --cookies $work/jar: contains no valid cookie in the Netscape format, which is a line of domain, "
file_lacks err secret
refuses --header secret
file_has err "tiptoe: --header: expects 'NAME: VALUE'"
refuses --header ': secret'
refuses --header 'My Name: secret'
refuses --header 'Name:'
refuses --auth @cookies
file_has err 'tiptoe: --auth: expects USER:PASSWORD'
file_lacks err secret
crawl mirror localhost
exits 2 "a word"
file_has err 'tiptoe: localhost: not a URL; give one such as https://example.org/'
requests_are "nothing was requested"
crawl mirror --delay 0 -o named "localhost:$port/docs/"
file_has err "if the server speaks http at this port, use http://localhost:$port/docs/" "a host name with a port"

forget_requests
crawl mirror --dry-run --delay 0 --exclude '/x/*' -o m4 "$base/"
exits 0
requests_are "a dry run requests robots.txt and the start page" /robots.txt /
absent m4
file_has out "$base/1: queued"
file_has out "$base/x/2: left out by --include, --exclude or a type (--exclude /x/*)"
forget_requests
crawl mirror --delay 0 --exclude '*' -o m5 "$base/"
exits 0
requests_are "the start page is the user's own word: no pattern leaves it out" /robots.txt /
crawl resume --dry-run m
exits 2
file_has err "resume: --dry-run has no effect here; use it with mirror"
crawl resume --output elsewhere m
exits 2
for option in --start=x --auth=a:b --delete --dry-run; do
    crawl render "$option" m
    exits 2 "render refuses $option"
done
crawl import --auth a:b m
exits 2 "import sends no requests that need --auth"
"$tiptoe" help import >"$work/out"
is "$(sed -n 's/^ .*--\([a-z-]*\) .*/\1/p' "$work/out" | head -n 2 | tr '\n' ' ')" "output start " "help begins with its own options"
file_lacks out "--auth" "and has none that it refuses"
"$tiptoe" help --candidates -- render --d >"$work/out"
is "$(cut -f 1 "$work/out" | tr '\n' ' ')" "--delay --depth " "nor has completion"

# What the options of now leave out as those before did is not judged again: no robots.txt is requested because of it.
serve - --ports 2 <<'END'
/
  type text/html
  body
    <a href=/1>1</a><a href=//127.0.0.1:@PORT2@/>another host</a><a href=/2>2</a>
/1
  type text/html
  text <p>1
/2
  type text/html
  text <p>2
END
crawl mirror --delay 0 --max-pages 1 -o m8 "$base/"
forget_requests
crawl mirror --delay 0 --max-pages 2 -o m8 "$base/"
file_has err 'the options have changed: checking 2 excluded URLs again'
requested 1 /1 "of what a limit left out, as much is requested as fits into a larger one"
requests_are_at 2 "and no other host"
forget_requests
crawl mirror --delay 0 --max-pages 9 --exclude '/2*' -o m8 "$base/"
requests_are_at 2 "nor where a pattern is added"
crawl explain m8 "$base2/"
file_has out 'state      outside the scope' "which is left out as before"
crawl explain m8 "$base/2"
file_has out 'state      left out by --include, --exclude or a type'
crawl mirror --delay 0 --exclude '/2' -o m8 "$base/"
crawl explain m8 "$base/2"
file_has out "rule       --exclude /2" "what another pattern leaves out now is left out by that"
file_lacks out '/2*'
crawl mirror --delay 0 --exclude '/3' -o m8 "$base/"
exists m8/site/2.html "and without the pattern it is there"
requests_are_at 2 "and never another host"

# Pages that brought nothing to store are not left out by a limit in the next update, because they have been visited.
serve - <<'END'
/
  type text/html
  text <a href=/gone>1</a><a href=/withheld>2</a><a href=/moved>3</a><a href=/1>4</a><a href=/2>5</a>
/gone
  status 404 Not Found
/withheld
  type text/html
  text <meta name=robots content=noindex>
/moved
  status 301 Moved
  header Location: /1
/*
  type text/html
  text <p>@PATH@
END
states() {
    sqlite3 "$work/m9/mirror.db" "SELECT state.name || ' ' FROM url JOIN state ON state.id = url.state ORDER BY url.id" | tr -d '\n'
}
crawl mirror --delay 0 --connections 1 --max-pages 2 -o m9 "$base/"
exits 4
before=$(states)
crawl update --delay 0 m9
exits 4 "an update of a site that is the same"
is "$(states)" "$before" "has the same results"
done_testing
