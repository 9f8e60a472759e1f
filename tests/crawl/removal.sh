#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests that no file leaves site/ before the end of an update, and that most files never leave it without a message.
. "${top_srcdir:-.}/tests/crawl/lib.sh"

files_of() {
    digests "$1" | grep -v "site/robots.txt$"
}
is_as_before() {
    files_of m >"$work/after"
    ok "$1" cmp -s "$work/before" "$work/after" || note "$(diff "$work/before" "$work/after")"
}

# A site of 20 pages, with pictures at the second port; what is put in front of it changes it.
site() {
    cat >"$work/now.site"
    cat >>"$work/now.site" <<'END'
/robots.txt
  if port 2
  type text/plain
  text User-agent: *\nDisallow: /closed\n
/robots.txt
  type text/plain
  text User-agent: *\nDisallow: /never\n
/i*
  if port 2
  type image/png
  etag "i@N@"
  fill 20
/
  type text/html
  etag "home"
  body
    <a href=/p1>1</a><img src=//127.0.0.1:@PORT2@/i1.png><img src=//127.0.0.1:@PORT2@/i2.png>
/p20
  type text/html
  body
    <p>last
/p*
  type text/html
  etag "@N@"
  body
    <title>@N@</title><a href=/p@N+1@>next</a>
/login
  type text/html
  body
    <p>Log in
END
    [ -n "$server_pid" ] && play "$work/now.site"
}

site </dev/null
serve "$work/now.site" --ports 2
crawl mirror --delay 0 -o m "$base/"
exits 0
files_of m >"$work/before"
note "$(wc -l <"$work/before") files"

# Every page says NOINDEX by mistake.
site <<'END'
/p20
  type text/html
  header X-Robots-Tag: noindex
/p*
  type text/html
  header X-Robots-Tag: noindex
  body
    <title>@N@</title><a href=/p@N+1@>next</a>
END
cp -a "$work/m" "$work/insist"
crawl update --delay 0 m
exits 69 "an update after which most files would leave"
file_has err "this update would remove 20 of 23 files (20 of 21 pages), more than half" || note "$(cat "$work/err")"
file_has err "tiptoe update --withdraw-most m" "says what to do"
is_as_before "and removes none"
if command -v curl >/dev/null; then
    show m
    is "$(curl -s -o /dev/null -w '%{http_code}' "$show/p1")" 403 "serve shows none of them, as exports"
    show_ends
else
    skip "serve shows none of them" "curl is not installed"
fi
crawl changes m
file_lacks out withheld "nothing has left, so nothing is listed"
crawl verify m
exits 0
crawl update --delay 0 --withdraw-most insist
exits 0 "--withdraw-most insists"
absent insist/site/p7.html
crawl changes insist
is "$(grep -c "^withheld .*noindex" "$work/out")" 20 "changes lists every file, with its rule"
crawl verify insist
exits 0

# The same by a line of robots.txt.
site <<'END'
/robots.txt
  if port 1
  type text/plain
  text User-agent: *\nDisallow: /p\n
END
crawl update --delay 0 m
exits 69 "robots.txt closes most pages"
requested 0 /never
is_as_before "and removes none"
crawl explain m /p7
file_has out 'state      not requested: robots.txt disallows it' "they are not requested"
site </dev/null
crawl update --delay 0 m
exits 0 "when it opens again"
is_as_before "everything is there"
crawl explain m /p7
file_has out 'state      stored'
file_lacks out 'Disallow'

# Some pages are withdrawn; the update is stopped in the middle.
site <<'END'
/robots.txt
  if port 1
  type text/plain
  text User-agent: *\nDisallow: /p4\n
/p3
  type text/html
  body
    <meta name=robots content=noarchive><a href=/p4>next</a>
END
forget_requests
crawl_signalled INT 12 0 update --delay 0.02 m
exits 75 "an update that is stopped"
ok "after the pages that are withdrawn" [ "$(requests_of /p3)" = 1 ]
is_as_before "has removed nothing"
crawl resume --delay 0 m
exits 0
absent m/site/p3.html "at its end they leave"
absent m/site/p4.html
exists m/site/p5.html
crawl changes m --since 1
file_has out "withheld  $base/p3  meta element: noarchive"
file_has out "refused   $base/p4  line 2: Disallow: /p4"
crawl verify m
exits 0
site </dev/null
crawl update --delay 0 m
exits 0
is_as_before "and when they are allowed again, they come back"

# Nothing that only fails to be a page takes the copy: a login page, circles, redirects to nowhere, what cannot be read.
site <<'END'
/p2
  status 302 Found
  header Location: /p2
/p3
  status 301 Moved Permanently
/p4
  status 301 Moved Permanently
  header Location: /
/p5
  type text/html
  headers 65 X-Robots-Tag: all
  body
    <title>too many</title>
/p6
  status 301 Moved Permanently
  header Location: /nothing
/p*
  status 302 Found
  header Location: /login?next=@PATH@
END
crawl update --delay 0 --retries 0 m
exits 4 "a site behind a login page"
files_of m | grep -v login >"$work/after"
ok "every copy is kept" cmp -s "$work/before" "$work/after"
crawl verify m
exits 0
site </dev/null
crawl update --delay 0 m
files_of m | grep -v login >"$work/after"
ok "and is updated later" cmp -s "$work/before" "$work/after"
rm -r "$work/m/site" "$work/m/mirror.db" "$work/m"
crawl mirror --delay 0 -o m "$base/"

# The robots.txt of another host: its status closes the host for requests, and removes nothing.
site <<'END'
/robots.txt
  if port 2
  status 403 Forbidden
END
forget_requests
crawl update --delay 0 m
requested 0 /i1.png "a host that forbids its robots.txt is not requested"
is_as_before "its files stay"
site </dev/null
crawl update --delay 0 m
exits 0
site <<'END'
/robots.txt
  status 403 Forbidden
  header cf-mitigated: challenge
  type text/html
  text <html>Are you human?
END
forget_requests
crawl update --delay 0 m
exits 0 "a challenge in place of robots.txt is not an answer"
file_has err "a firewall answered instead of the site (challenge). Using an earlier copy."
requested 1 /i1.png "the rules that were saved apply, also of other hosts"
requested 1 /p7
is_as_before "nothing is removed"
crawl mirror --delay 0 --retries 0 -o other "$base/"
exits 75 "without such rules nothing is requested"
requested 1 /p7

# Options are the user's word.
site </dev/null
crawl update --delay 0 --exclude '/p7' m
exits 0
absent m/site/p7.html "what an option leaves out leaves"
crawl changes m
file_has out "refused   $base/p7  --exclude /p7"
exists m/site/p8.html

# More than half of the pages are too many, even if images are more.
{
    printf '/\n  type text/html\n  body\n    '
    for i in $(seq 9); do printf '<img src=i%s.png>' "$i"; done
    printf '<a href=/p1>1</a><a href=/p2>2</a>\n/i*\n  type image/png\n  fill 30\n/p*\n  type text/html\n  text <p>@N@\n'
} >"$work/album.site"
serve "$work/album.site"
crawl mirror --delay 0 -o album "$base/"
sed 's|^/p\*|&\n  header X-Robots-Tag: noindex|' "$work/album.site" >"$work/album2.site"
play "$work/album2.site"
crawl update --delay 0 album
exits 69 "two of three pages would leave"
file_has err "this update would remove 2 of 12 files (2 of 3 pages), more than half"
exists album/site/p1.html
sed 's|^/p\*|/p2\n  type text/html\n  text <p>2\n&\n  header X-Robots-Tag: noindex|' "$work/album.site" >"$work/album3.site"
play "$work/album3.site"
crawl update --delay 0 album
exits 0 "one of three pages leaves"
absent album/site/p1.html
crawl explain album /
file_lacks out RateLimit "a site that never sent RateLimit"
done_testing
