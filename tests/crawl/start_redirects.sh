#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests that a redirect of the start page never moves a mirror, opens a private address or widens the scope.
. "${top_srcdir:-.}/tests/crawl/lib.sh"

# A site of 41 pages at the first port; another site at the second.
cat >"$work/good.site" <<'END'
/robots.txt
  if port 1
  type text/plain
/
  if port 1
  type text/html
  etag "home"
  body
    <a href=/p1>1</a><img src=/i.png>
/i.png
  type image/png
  etag "i"
  fill 20
/p40
  type text/html
  body
    <p>last
/p*
  type text/html
  etag "@N@"
  body
    <title>@N@</title><a href=/p@N+1@>next</a>
/sorry
  type text/html
  body
    <p>We are working on it.
END

# Sets the answer of the start page to STATUS TO; the rest of the site is as it was.
start_answers() {
    printf '/\n  if port 1\n  status %s Moved\n  header Location: %s\n' "$1" "$2" >"$work/now.site"
    cat "$work/good.site" >>"$work/now.site"
    play "$work/now.site"
}

serve "$work/good.site" --ports 2
crawl mirror --delay 0 -o m "$base/"
exits 0
digests m >"$work/before"
note "$(wc -l <"$work/before") files"

# In an update, a redirect of the start page moves nothing. Temporary: 75. Permanent: 69.
for redirect in "302 75" "303 75" "307 75" "301 69" "308 69"; do
    start_answers "${redirect% *}" "$base2/sorry"
    forget_requests
    crawl update --delay 0 m
    exits "${redirect#* }" "an update whose start page answers ${redirect% *}"
    digests m >"$work/after"
    ok "changes no file" cmp -s "$work/before" "$work/after"
    requested 1 / "and stops there"
    is "$(requests_of /p1) $(requests_of /sorry)" "0 0" "without another request"
    file_has err "the start page redirects to $base2/sorry (status ${redirect% *})"
    file_has err "tiptoe update --moved-to $base2/sorry m"
done
file_lacks err "to continue: tiptoe resume" "a permanent one is not to be repeated"
start_answers 302 /sorry
cp -a "$work/m" "$work/language"
for n in 302 301; do
    crawl update --delay 0 language
    exits 0 "a redirect within the site that was none before stops nothing: $n"
    digests language | grep -v sorry >"$work/after"
    ok "the copy of the start page stays" cmp -s "$work/before" "$work/after"
    file_has err "the start page redirects to $base/sorry (status $n), within its site; its copy stays"
    requested 1 /p40 "the rest is updated"
    start_answers 301 /sorry
    forget_requests
done
start_answers 302 "$base2/sorry"

# Killed at that answer, and started again.
crawl_signalled KILL 2 0 update --delay 0 m
crawl update --delay 0 m
exits 75 "the same after a kill"
play "$work/good.site"
crawl resume --delay 0 m
exits 0 "when the start page answers again, the update continues"
digests m >"$work/after"
ok "everything is there" cmp -s "$work/before" "$work/after"
crawl verify m
exits 0

# The user says where the site is.
cat >"$work/new.site" <<'END'
/robots.txt
  type text/plain
/
  if port 1
  status 301 Moved Permanently
  header Location: http://127.0.0.1:@PORT2@/
/
  if port 2
  type text/html
  body
    <a href=/p1>one</a> <a href=/new>new</a>
/p1
  if port 2
  type text/html
  body
    <p>moved
/new
  if port 2
  type text/html
  body
    <p>new
/p*
  status 404 Not Found
END
cp -a "$work/m" "$work/followed"
play "$work/new.site"
crawl update --delay 0 --moved-to nonsense followed
exits 2 "--moved-to needs a URL"
crawl resume --moved-to "$base2/" followed
exits 2 "and update"
digests followed >"$work/after"
ok "no file has changed" cmp -s "$work/before" "$work/after"
crawl update --delay 0 --moved-to "$base2/" followed
file_has followed/site/index.html '<a href=p1.html>one</a> <a href=new.html>new</a>' "--moved-to follows the site"
file_is followed/site/p1.html '<p>moved' "its pages take the names of those before"
forget_requests
crawl update --delay 0 followed
requests_are_at 2 "the new start page is kept: later updates begin there" /robots.txt / /p1 /new
requested 1 / "and request no other"
crawl mirror --delay 0 -o followed "$base2/"
file_lacks err "choose another --output" "and mirror knows it"
crawl verify followed
exits 0

# A first run during maintenance: when the start page answers, that is the site.
start_answers 302 "$base2/sorry"
crawl mirror --delay 0 -o early "$base/"
exits 0 "a first run follows the redirects of its start page"
exists early/site/sorry.html "to another site"
play "$work/good.site"
crawl update --delay 0 early
file_has err "$base/ answers with a page again, so the site is there"
file_has early/site/index.html '<a href=p1.html>1</a>' "the start page is at its place"
file_has early/site/p7.html '<title>7</title>' "and its site is mirrored"
exists early/site/sorry.html "what was stored elsewhere stays in this update"
crawl update --delay 0 early
exits 0
digests early | grep -v sorry >"$work/after"
ok "and is the same as a mirror that began then" cmp -s "$work/before" "$work/after"

# A start page that has always been a redirect may lead to another page of the site.
start_answers 302 /p1
crawl mirror --delay 0 -o inside "$base/"
exits 0
start_answers 302 /p2
crawl update --delay 0 inside
exits 0 "a redirect within the site may change"
start_answers 302 "$base2/sorry"
crawl update --delay 0 inside
exits 75 "but not lead away"

# A redirect never widens --scope path.
cat >"$work/path.site" <<'END'
/robots.txt
  type text/plain
/docs/
  status 302 Found
  header Location: /home
/home
  type text/html
  body
    <a href=/docs/a>a</a> <a href=/other/b>b</a>
/docs/a
  type text/html
  body
    <p>a
/other/b
  type text/html
  body
    <p>b
END
play "$work/path.site"
forget_requests
crawl mirror --delay 0 --scope path -o path "$base/docs/"
exits 0
requested 1 /docs/a "--scope path stays at the folder that was typed"
requested 0 /other/b "after a redirect to a page nearer to the root"
crawl update --delay 0 path
requested 0 /other/b "also in an update"

# A public start page redirects to a private address: the first run goes through a proxy, as no test can be public.
printf 'http://public.example/\n  status 302 Found\n  header Location: %s/inside\n/inside\n  type text/html\n  text secret\n' "$base" \
    >"$work/private.site"
play "$work/private.site"
crawl mirror --delay 0 --retries 0 --proxy "$base" -o public http://public.example/
requested 0 /inside "a redirect opens no private address"
crawl mirror --delay 0 --retries 0 -o public http://public.example/
requested 0 /inside "also not in the next run"
printf 'http://public.example/\n  status 302 Found\n  header Location: http://also.example/\nhttp://also.example/\n  type text/html\n  text x\n' \
    >"$work/private.site"
play "$work/private.site"
crawl mirror --delay 0 --retries 0 --proxy "$base" -o public http://public.example/
exits 4 "when it leads elsewhere, the same command follows"
exists public/site/index.html
if command -v sqlite3 >/dev/null; then
    sqlite3 "$work/public/mirror.db" "UPDATE setting SET value = '$base/inside' WHERE name = 'moved';
        UPDATE url SET url = '$base/inside' WHERE url = 'http://also.example/';
        UPDATE origin SET origin = '$base' WHERE origin = 'http://also.example'"
    forget_requests
    crawl update --delay 0 --retries 0 --max-time 5 public
    requests_are "a redirect that an earlier run saved opens no private address"
else
    skip "a redirect that an earlier run saved opens no private address" "no sqlite3"
fi
# While the start page redirects elsewhere, so may others that are under way: when the site is back, none of them has moved.
{
    printf '/\n  type text/html\n  text <p>start<a href=/a>a</a><a href=/b>b</a><a href=/c>c</a>\n'
    printf '/*\n  type text/html\n  text <p>a page\n'
} >"$work/back.site"
{
    printf '/\n  delay 300\n  status 302 Found\n  header Location: http://localhost:@PORT@/elsewhere\n'
    printf '/a\n  status 301 Moved\n  header Location: /b\n'
    cat "$work/back.site"
} >"$work/away.site"
serve "$work/back.site"
crawl mirror --delay 0 -o back "$base/"
exits 0
play "$work/away.site"
crawl update --delay 0 --connections 4 back
exits 75 "the start page redirects elsewhere, after another page did"
play "$work/back.site"
crawl resume --delay 0 back
exits 0 "and is back"
exists back/site/a.html "the other page stays, too"
sed -i '1,4d' "$work/away.site"
play "$work/away.site"
crawl update --delay 0 --connections 4 back
exits 0 "the other page has moved"
absent back/site/a.html "and leaves"
done_testing
