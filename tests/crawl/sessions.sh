#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests sessions: links that end them, login pages instead of content, renewed cookies, and what the archive keeps of them.
. "${top_srcdir:-.}/tests/crawl/lib.sh"

host=127.0.0.1
cookies() {
    printf '# Netscape HTTP Cookie File\n%s\tFALSE\t/\tFALSE\t0\tsession\t%s\n' "$host" "$1" >"$work/cookies.txt"
}

cat >"$work/session.site" <<'END'
/
  type text/html
  header Set-Cookie: session=renewed9; Path=/
  header Set-Cookie: theme=dark;
  body
    <a href=/logout>1</a> <a href="/index.php?title=Special:UserLogout&amp;x=1">2</a> <a href="/ucp.php?mode=log-out">3</a>
    <img src=/sign_out/i.png> <a href=/catalogue>c</a> <a href=/p1>p</a> <a href=/moved>m</a>
/moved
  status 302 Found
  header Location: /user/log_off
/*
  type text/html
  header Set-Cookie: page=crumb4; Path=/
  body
    page
END
serve "$work/session.site"
cookies old1
crawl mirror --delay 0 --archive all --cookies cookies.txt --renew-cookies yes -o m "$base/"
exits 0
for path in /logout '/index.php?title=Special:UserLogout&x=1' '/ucp.php?mode=log-out' /sign_out/i.png /user/log_off; do
    requested 0 "$path" "never requested: $path"
done
requested 1 /catalogue
crawl explain m "$base/logout"
file_has out "it would end the session"
zcat "$work"/m/archive/*.warc.gz >"$work/warc"
ok "the archive has no cookies" sh -c '! grep -aqi "cookie\|renewed9\|crumb4\|old1" "$1"' sh "$work/warc"
ok "but the rest of the heads" grep -aq "^Content-Type: text/html" "$work/warc"
crawl verify m
exits 0 "verify"
file_has cookies.txt "renewed9" "renewed cookies are saved"
file_lacks cookies.txt "old1"
is "$(stat -c %a "$work/cookies.txt")" 600 "for the user only"
forget_requests
crawl update m
ok "the next run uses them" grep -q "renewed9" "$log"

forget_requests
crawl mirror --delay 0 --archive all -o open "$base/"
requested 0 /logout "a link that ends a session is not followed without one, either"
zcat "$work"/open/archive/*.warc.gz >"$work/warc"
ok "the archive has no cookies either" sh -c '! grep -aqi "cookie\|renewed9" "$1"' sh "$work/warc"

# The session ends: a redirect to a login, its form, or 401.
for kind in redirect form status; do
    case $kind in
    redirect) answer='status 302 Found
  header Location: /account/log-in?next=x' ;;
    form) answer='type text/html
  text <form action=/go><input name=p type="password"></form>' ;;
    status) answer='status 401 Unauthorized
  header WWW-Authenticate: Basic realm="x"' ;;
    esac
    {
        echo "/
  type text/html
  text <a href=/p1>1</a> <a href=/p2>2</a> <a href=/p3>3</a> <a href=/p4>4</a> <a href=/p5>5</a>
/p1
  type text/html
  text one
/p*
  if no-header Cookie: session=good
  $answer
/p*
  type text/html
  text page
/account/*
  type text/html
  text <input type=password>"
    } >"$work/$kind.site"
    play "$work/$kind.site"
    cookies expired
    forget_requests
    crawl mirror --delay 0 --cookies cookies.txt --renew-cookies yes -o "$kind" "$base/"
    exits 75 "$kind: the session has ended"
    file_has err "instead of pages: renew --cookies or --auth, or --exclude what this user may not see"
    requested 0 /p5 "$kind: after three pages, no more"
    file_has cookies.txt expired "$kind: cookies of a session that has ended are not saved"
    cookies good
    crawl resume --retries 5 "$kind"
    exits 0 "$kind: with new cookies"
    for page in 1 2 3 4 5; do exists "$kind/site/p$page.html"; done
    absent "$kind/site/account"
done

# The session of an earlier run: one that continues it without the password requests no more than three pages, either.
{
    printf '/robots.txt\n  status 404\n/\n  type text/html\n  text <a href=/p1>1</a> <a href=/p2>2</a> <a href=/p3>3</a> <a href=/p4>4</a>\n'
    printf '/*\n  if no-header Authorization\n  status 401 No\n  header WWW-Authenticate: Basic realm="x"\n/*\n  type text/html\n  text page\n'
} >"$work/begun.site"
play "$work/begun.site"
crawl_signalled TERM 2 0 mirror --delay 0 --connections 1 --auth me:open -o begun "$base/"
exits 75 "a run that is interrupted"
forget_requests
crawl resume --delay 0 --connections 1 begun
exits 75 "and continues without the password"
file_has err "instead of pages: renew --cookies or --auth"
requested 0 /p4 "after three pages, no more"
crawl resume --delay 0 --auth me:open begun
exits 0 "and with the password"
exists begun/site/p1.html

# One page that the session does not cover is no end of it.
sed 's/^\/p\*/\/p3/' "$work/redirect.site" >"$work/one.site"
printf '/p*\n  type text/html\n  text page\n' >>"$work/one.site"
play "$work/one.site"
cookies other
crawl mirror --delay 0 --retries 1 --cookies cookies.txt -o one "$base/"
exits 0 "one page behind a login"
exists one/site/p5.html

printf '/\n  status 302 Found\n  header Location: /account/login\n/account/*\n  type text/html\n  text login\n' >"$work/first.site"
play "$work/first.site"
crawl mirror --delay 0 --cookies cookies.txt -o first "$base/"
exits 75 "the start page leads to a login"
requested 0 /account/login

# The form of a login at the URL of the start page: in an update, its copy tells.
{
    printf '/*\n  if no-header Cookie: session=good\n  type text/html\n  text <form action=/go><input name=p type=password></form>\n'
    printf '/\n  type text/html\n  text <a href=/p1>1</a> members\n/p1\n  type text/html\n  text <p>one\n'
} >"$work/start.site"
play "$work/start.site"
cookies good
crawl mirror --delay 0 --cookies cookies.txt -o start "$base/"
exits 0
file_lacks err "a form for a password"
cookies expired
crawl update start
exits 75 "an update whose start page has become a login"
file_has err "not complete: the site wants a login instead of pages: renew --cookies or --auth"
file_has start/site/index.html members "its copy stays"
crawl mirror --delay 0 --cookies cookies.txt -o closed "$base/"
exits 0
file_has err "every page has a form for a password" "a first run cannot know, and says what it saw"

# An update without the password, which is not kept, or with an expired cookie: its start page answers 401 or 403. The run
# ends there, as a first one does; pages with the same answer are requested again when the user has logged in.
end_of() {
    crawl status --json "$1"
    sqlite3 :memory: "SELECT json_extract(readfile('$work/out'), '\$.completed')"
}
for number in 401 403; do
    case $number in
    401) lock='Authorization: Basic bWU6b3Blbg==' with='--auth me:open' without='--auth me:wrong' ;;
    403) lock='Cookie: session=good' with='--cookies cookies.txt' without='--quiet' ;;
    esac
    for text in old new; do
        {
            printf '/robots.txt\n  status 404\n/*\n  if no-header %s\n  status %s No\n' "$lock" "$number"
            printf '  header WWW-Authenticate: Basic realm="x"\n/\n  type text/html\n  text <a href=/p1>1</a> <a href=/p2>2</a>\n'
            printf '/p*\n  type text/html\n  text %s\n' "$text"
        } >"$work/$number.$text"
    done
    play "$work/$number.old"
    cookies good
    # shellcheck disable=SC2086 # an option with its value
    crawl mirror --delay 0 $with -o "m$number" "$base/"
    exits 0 "$number: logged in"
    completed=$(end_of "m$number")
    play "$work/$number.new"
    cookies expired
    connections=1
    for command in "update" "resume" "update $without"; do
        forget_requests
        # shellcheck disable=SC2086 # a command with its options
        crawl $command --delay 0 --connections "$connections" "m$number"
        exits 69 "$number: $command"
        file_has err "$base/: the start page cannot be fetched (status $number); what was stored stays; "
        file_has err "log in with --auth or --cookies"
        [ "$connections" != 1 ] || requested 0 /p2 "$number: the run ends there"
        connections=3
    done
    is "$(end_of "m$number")" "$completed" "$number: this was no complete run"
    file_has "m$number/site/index.html" p2 "$number: the copies stay"
    cookies good
    # shellcheck disable=SC2086
    crawl update --delay 0 $with "m$number"
    exits 0 "$number: logged in again"
    file_has "m$number/site/p1.html" new
    file_has "m$number/site/p2.html" new
done
done_testing
