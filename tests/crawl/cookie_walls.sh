#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests sites that set a cookie and redirect back to themselves: each such URL is followed once more, the cookie goes to
# the site alone, and nothing keeps it.
. "${top_srcdir:-.}/tests/crawl/lib.sh"

inside='
/robots.txt
  status 404 Not Found
/p1
  if header Cookie: wall=s3cret
  type text/html
  header Set-Cookie: deep=crumb; Path=/deep
  text <a href=/deep/p2>2</a>
/deep/p2
  if header Cookie: wall=s3cret; deep=crumb
  type text/html
  text two
/pic.png
  if port 2
  type image/png
  header Set-Cookie: third=t1
  text png
/pic2.png
  if port 2
  type image/png
  text png'
start='/
  if port 1
  if header Cookie: wall=s3cret
  type text/html
  text <a href=/p1>1</a> <img src=http://127.0.0.1:@PORT2@/pic.png><img src=http://127.0.0.1:@PORT2@/pic2.png>'
set_cookie='  header Set-Cookie: wall=s3cret; Path=/; HttpOnly'

# wall NAME REQUESTS RULES: a site behind RULES can be mirrored, with so many requests for its start page.
wall() {
    printf '%s\n%s\n' "$3" "$inside" >"$work/$1.site"
    serve "$work/$1.site" --ports 2
    forget_requests
    crawl mirror --delay 0 --archive all -o "$1" "$base/"
    exits 0 "$1: the wall is passed"
    requested "$2" / "$1: its start page is requested $2 times"
    for file in index p1 deep/p2; do exists "$1/site/$file.html"; done
    crawl explain "$1" "$base/"
    file_has out "state      stored" "$1: the start page is stored"
    ok "$1: the other host gets no cookie" sh -c '! grep " request [0-9]* 2 .* cookie=" "$1"' sh "$log"
    zcat "$work/$1"/archive/*.warc.gz >"$work/warc"
    ok "$1: nothing in the mirror has the cookie" \
        sh -c '! grep -aq "s3cret\|crumb" "$1" && ! grep -raq "s3cret\|crumb" "$2"' sh "$work/warc" "$work/$1"
    forget_requests
    crawl update "$1"
    exits 0 "$1: an update passes it too"
    requested "$2" /
    crawl changes "$1"
    file_lacks out "http" "$1: and finds no change"
}

wall self 2 "$start
/
  status 302 Found
  header Location: /
$set_cookie"
wall corner 2 "$start
/
  status 302 Found
  header Location: /check
/check
  status 302 Found
  header Location: /
$set_cookie"
wall asked 2 "/?AspxAutoDetectCookieSupport=1
  if header Cookie: wall=s3cret
  status 302 Found
  header Location: /
$start
/
  status 302 Found
  header Location: /?AspxAutoDetectCookieSupport=1
$set_cookie"
ok "another host's cookie is a field like any other in the archive" grep -aq "^Set-Cookie: third=t1" "$work/warc"

# A wall in front of one page, round two corners.
wall inner 1 "/
  type text/html
$set_cookie
  text <a href=/p1>1</a>
/p1
  if port 1
  if header Cookie: wall=s3cret; late=1
  type text/html
  text <a href=/deep/p2>2</a>
/p1
  if no-header Cookie: wall=s3cret; late=1
  status 302 Found
  header Location: /one
/one
  status 302 Found
  header Location: /two
  header Set-Cookie: late=1; Path=/
/two
  status 302 Found
  header Location: /p1
/deep/p2
  if header Cookie: wall=s3cret; late=1
  type text/html
  text two"

# A wall that no cookie opens, also with a cookie of the user and if each answer sets another.
serve - <<'END'
/
  status 302 Found
  header Location: /
  header Set-Cookie: wall=s@COUNT@
/a
  status 302 Found
  header Location: /b
  header Set-Cookie: a=@COUNT@; Path=/
/b
  status 302 Found
  header Location: /a
  header Set-Cookie: b=@COUNT@; Path=/
END
printf '# Netscape HTTP Cookie File\n127.0.0.1\tFALSE\t/\tFALSE\t0\tmine\t1\n' >"$work/cookies.txt"
for options in "" "--cookies $work/cookies.txt"; do
    for page in / /a; do
        rm -rf "$work/shut"
        forget_requests
        # shellcheck disable=SC2086 # no option, or two words
        crawl mirror --delay 0 $options -o shut "$base$page"
        exits 69 "a wall that stays, at $page"
        file_has err "(status 302): the site sets a cookie and redirects back"
        requested 2 "$page" "it is requested twice"
        ok "within six requests" test "$(grep -c ' request ' "$log")" -le 6
    done
done

# A site that sets too many cookies, or too long ones, costs itself no page.
{
    printf '/\n  status 302\n  header Location: /p1\n'
    for i in $(seq 60); do printf '  header Set-Cookie: c%s=@FILL:400@; Path=/\n' "$i"; done
    printf '/p1\n  type text/html\n  header Set-Cookie: seen=p1; Path=/\n  text <a href=/p2>2</a>\n'
    printf '/p2\n  type text/html\n  text two\n'
} >"$work/bomb.site"
serve "$work/bomb.site"
crawl mirror --delay 0 -o bomb "$base/"
exits 0 "sixty cookies"
ok "the newest ones are sent, within a limit" grep -q ' /p1 .* cookie="c51=x*; c52=.*; c60=x*"' "$log"
ok "and none where no redirect needs them: pages do not show the session" sh -c '! grep -q " /p2 .* cookie=\"[^\"]" "$1"' sh "$log"
done_testing
