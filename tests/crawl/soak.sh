#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests over sixty updates of one site, a week apart: it moves, closes, breaks, redirects, slows down, lies, changes its
# robots.txt, and loses its name. After each update the mirror has every good page that is not withdrawn, and no withdrawn
# page; verify finds nothing. `make soak` runs it.
[ -n "${SOAK_INSIDE-}" ] || exec env SOAK_INSIDE=1 unshare -rm "$0" "$@" # to have names of its own
. "${top_srcdir:-.}/tests/crawl/lib.sh"

command -v faketime >/dev/null 2>&1 || skip_all "faketime is not installed"
nm "$tiptoe" 2>/dev/null | grep -q __asan_init && skip_all "a preloaded library does not go with AddressSanitizer"

# The name of the site, which can be lost, and no DNS.
: >"$work/resolv.conf"
echo "127.0.0.1 localhost" >"$work/hosts"
cp "$work/hosts" "$work/hosts.lost"
echo "127.0.0.1 soak-site" >>"$work/hosts"
cp "$work/hosts" "$work/hosts.known"
{ mount --bind "$work/hosts" /etc/hosts && mount --bind "$work/resolv.conf" /etc/resolv.conf; } ||
    skip_all "no mount namespace of its own"

pages=30 images=10
# shellcheck disable=SC2016 # of the shell that faketime runs
preload=$(faketime -f +0 sh -c 'echo "$LD_PRELOAD"')
week=0 unlinked=0 slow=
for list in withdrawn noindex disallowed front versions; do
    : >"$work/$list"
done
seq "$pages" >"$work/good"

# Some words that only page $1 has.
words() {
    seq "$1" 7 200 | tr '0-9\n' 'a-j '
}

# The site as it is now: what is in `front` comes before its own rules.
site_is() {
    cat "$work/front"
    echo "/robots.txt"
    echo "  type text/plain"
    printf "%s\n" "  text User-agent: *\\nDisallow: /never\\n$(sed 's|.*|Disallow: /p&$\\n|' "$work/disallowed" | tr -d '\n')"
    echo "/"
    echo "  type text/html"
    echo "  etag \"home-$week\""
    echo "  body"
    echo "    <title>home</title><link rel=stylesheet href=s.css>"
    seq "$pages" | grep -vx "$unlinked" | sed 's|.*|    <a href=/p&>&</a>|'
    seq "$images" | sed 's|.*|    <img src=/i&.png>|'
    echo "/s.css"
    echo "  type text/css"
    echo "  etag \"s\""
    printf "%s\n" "  text p { background: url(i1.png) }"
    echo "/i*"
    echo "  type image/png"
    echo "  etag \"i\""
    echo "  fill 300"
    for n in $(seq "$pages"); do
        version=$(grep -c "^$n\$" "$work/versions")
        next=$((n % pages + 1))
        [ "$next" != "$unlinked" ] || next=1
        meta=
        grep -qx "$n" "$work/noindex" && meta='<meta name=robots content=noindex>'
        echo "/p$n"
        echo "  type text/html"
        echo "  etag \"$n-$version-${#meta}\""
        case $slow$n in slow1*) echo "  delay 600" ;; esac
        printf "%s\n" "  text $meta<title>page $n</title>page $n, version $version.<a href=/p$next>next</a> $(words "$n")"
    done
}

# front: rules from standard input that precede the site's own, in the coming update only.
front() {
    cat >"$work/front"
}

# withdrawn PAGE…, returned PAGE…: by the site's owner.
withdrawn() {
    printf '%s\n' "$@" >>"$work/withdrawn"
}
returned() {
    for n; do
        sed -i "/^$n\$/d" "$work/withdrawn" "$work/noindex" "$work/disallowed"
    done
}

changed() {
    printf '%s\n' "$@" >>"$work/versions"
}

tiptoe_in_time() {
    (cd "$work" && exec env LD_PRELOAD="$preload" FAKETIME="+$((week * 7))d" FAKETIME_DONT_FAKE_MONOTONIC=1 \
        timeout 300 "$tiptoe" "$@" >"$work/out" 2>"$work/err" 8>&- 9>&-)
    status=$?
}

# The numbers of a list whose file in site/ does not hold that page.
lost_pages() {
    while read -r n; do
        grep -qx "$n" "$work/withdrawn" || grep -qs "page $n," "$work/m/site/p$n.html" || echo "$n"
    done <"$work/good" | tr '\n' ' '
}
kept_pages() {
    while read -r n; do
        [ ! -e "$work/m/site/p$n.html" ] || echo "$n"
    done <"$work/withdrawn" | tr '\n' ' '
}
lost_images() {
    for n in $(seq "$images"); do
        [ -s "$work/m/site/i$n.png" ] || echo "$n"
    done | tr '\n' ' '
}

holds() {
    is "$(lost_pages)" "" "$1: no good page is lost"
    is "$(kept_pages)" "" "$1: no withdrawn page is kept"
    is "$(lost_images)" "" "$1: no image is lost"
    "$tiptoe" verify "$work/m" >"$work/verify.out" 2>&1 || tail -n 5 "$work/verify.out" | sed 's/^/# /'
    ok "$1: verify finds nothing" "$tiptoe" verify "$work/m"
}

# ends WHAT STATUSES [OPTION…]: an update a week later, which ends with one of the statuses (with | between them).
ends() {
    what=$1 wanted=$2
    shift 2
    week=$((week + 1))
    site_is >"$work/now.site"
    play "$work/now.site"
    tiptoe_in_time update --max-time 20s "$@" m
    case "|$wanted|" in
    *"|$status|"*) verdict 0 "$what: exits with $status" ;;
    *)
        verdict 1 "$what: exits with $status, not $wanted"
        note "$(tail -n 5 "$work/err")"
        ;;
    esac
    holds "$what"
    : >"$work/front"
}

# broken TEXT [PAGE…]: what these pages, or all, answer; @W is their name in words.
broken() {
    broken_text=$1
    shift
    [ $# -gt 0 ] || set -- $(seq "$pages")
    for n; do
        printf '/p%s\n  type text/html\n  text %s\n' "$n" "$(echo "$broken_text" | sed "s|@W|name$(echo "$n" | tr 0-9 a-j)|g")"
    done
}

# every STATUS LINES…: what all pages answer, not robots.txt.
every_page() {
    printf '/robots.txt\n  type text/plain\n  text User-agent: *\\nDisallow: /never\\n\n/*\n%s\n' "$1" >"$work/front"
}

site_is >"$work/now.site"
serve "$work/now.site" --ports 2
other=${base2:?}
tiptoe_in_time mirror --delay 0 --connections 4 --retries 1 --max-wait 3s -o m "http://soak-site:$port/"
exits 0 "the first run"
holds "the first run"

ends "nothing has changed" 0
changed 1 2 3
ends "three pages have changed" 0
every_page "  status 302 Found
  header Location: $other/maintenance"
ends "the site is redirected for maintenance" 75
ends "and is back" 0
every_page "  status 301 Moved Permanently
  header Location: $other/"
ends "the site is redirected for ever" 69
front <<END
/
  status 302 Found
  header Location: /login
/login
  type text/html
  text <title>log in</title>
END
ends "the start page leads to a login" "0"
ends "and is back" 0
every_page "  status 302 Found
  header Location: /sorry
/sorry
  type text/html
  text sorry"
ends "every page leads to one" "75|4|69"
broken "Not found: /p@N@ (@W). <h1>404</h1>" | front
ends "a soft 404 that names each page" 75
ends "and is back" 0
broken "Fatal error in /srv/p@N@.php on line 1@N@" $(seq 2 2 "$pages") | front
ends "every second page is an error" 75
broken "<ul>$(seq 300 | sed 's/.*/<li>entry of the menu/' | tr -d '\n')</ul> Maintenance, request 4f3a@N@77c0 @DATE@" | front
ends "maintenance in a menu" 75
ends "and is back" 0
{
    for n in $(seq 4 5 "$pages") $(seq 5 5 "$pages"); do
        printf '/p%s\n  status 301 Moved\n  header Location: /sorry\n' "$n"
    done
    printf '/sorry\n  type text/html\n  text sorry\n'
} | front
ends "many pages move to one" 75
ends "and are back" 0
front <<END
/
  status 302 Found
  header Location: /en/
/en/
  type text/html
  text <title>English</title><a href=/p1>1</a>
END
changed 15
ends "the start page redirects to a language" 0
grep -q "version 1" "$work/m/site/p15.html"
is $? 0 "the other pages are updated"
ends "and is back" 0
changed 16 17
site_is >"$work/now.site"
play "$work/now.site"
week=$((week + 1))
tiptoe_in_time update --max-time 1s --delay 0.2 m
is "$status" 75 "an update is stopped"
week=$((week + 20))
changed 1 16
ends "and starts again months later" 0 --delay 0
grep -q "version 2" "$work/m/site/p16.html"
is $? 0 "with pages that it had seen"
{
    printf '/p18\n  status 301 Moved\n  header Location: /moved18\n'
    printf '/moved18\n  type text/html\n  text page 18, moved.\n'
} >"$work/moved"
withdrawn 18
changed 17
unlinked=18
for turn in 1 2 3 4; do
    front <"$work/moved"
    forget_requests
    ends "a page has moved, and nothing links to it: update $turn" 0
    requested $((turn < 4)) /p18
done
returned 18
changed 17
unlinked=0
ends "and is back" 0
every_page "  status 503 Service Unavailable"
ends "every page is 503" "75"
every_page "  status 500 Internal Server Error
  type text/html
  text broken"
ends "every page is 500" "75|4"
every_page "  status 404 Not Found
  type text/html
  text gone"
ends "every page is 404" "69|4|75"
every_page "  status 410 Gone"
ends "every page is 410" "69|4|75"
changed 4 5
ends "and is back, changed" 0
front <<END
/robots.txt
  status 503 Service Unavailable
END
ends "robots.txt is 503" "75|0"
front <<END
/robots.txt
  status 403 Forbidden
  type text/html
  header cf-mitigated: challenge
  text <title>Just a moment...</title>
END
ends "a firewall answers for robots.txt" "75|0"
front <<END
/robots.txt
  type text/html
  text <!doctype html><title>Welcome</title><p>Disallow: /
END
ends "robots.txt is a page" "0"
front <<END
/robots.txt
  type text/plain
  text User-agent: *\nDisallow: /\n
END
ends "robots.txt closes the site" 3
front <<END
/robots.txt
  type text/plain
  text User-agent: *\nDisallow: /p\n
END
ends "robots.txt closes nearly everything" "69|75"
ends "and is back" 0
echo 6 >"$work/disallowed"
withdrawn 6
ends "robots.txt closes one page" 0
printf '7\n8\n' >"$work/noindex"
withdrawn 7 8
ends "two pages say noindex" 0
tiptoe_in_time export --warc out.warc.gz m
exits 0 "export"
for n in 6 7 8; do
    zcat "$work/out.warc.gz" | grep -qa "^page $n,\|>page $n,"
    is $? 1 "a withdrawn page is not exported: $n"
done
front <<END
/robots.txt
  status 403 Forbidden
/p*
  status 403 Forbidden
END
ends "a firewall refuses everything but the start page" "3|75|4"
returned 6 7 8
ends "the three pages are back" 0
cp "$work/hosts.lost" "$work/hosts"
ends "the name is lost" "75|69"
cp "$work/hosts.known" "$work/hosts"
changed 9
ends "and is back, changed" 0
serve_leave
week=$((week + 1))
tiptoe_in_time update --max-time 20s m
case $status in 69 | 75) ok "nothing listens: $status" true ;; *) is "$status" "69 or 75" "nothing listens" ;; esac
holds "nothing listens"
serve_return
every_page "  close start"
ends "every connection ends at once" "75|4"
every_page "  type text/html
  fill 2000
  close body 100"
ends "every page is cut" "75|4"
every_page "  status 304 Not Modified"
ends "every answer is 304" "0|4|75"
every_page "  type text/html
  fill 2000
  gzip
  keep 20"
ends "every page is cut inside gzip" "4|75"
every_page "  status 429 Too Many Requests
  header Retry-After: 86400"
ends "every page is 429" 75
front <<END
/p1*
  status 429 Too Many Requests
  header Retry-After: 1
END
ends "some pages are 429" "75|4"
slow=slow
ends "some pages are slow" 0
slow=
front <<END
/p2*
  status 301 Moved Permanently
  header Location: @TARGET@/
END
ends "some pages lead around in a circle or away" "0|4"
every_page "  status 403 Forbidden
  type text/html
  header cf-mitigated: challenge
  text <title>Just a moment...</title>"
ends "a firewall before all pages" 75
changed 10 11
week=$((week + 1))
site_is >"$work/now.site"
play "$work/now.site"
# shellcheck disable=SC2016 # of the inner shell, whose process tiptoe becomes
(cd "$work" && exec sh -c 'echo "signal KILL $$ 20 0" >&9; exec env "$@" 8>&- 9>&-' sh LD_PRELOAD="$preload" \
    FAKETIME="+$((week * 7))d" FAKETIME_DONT_FAKE_MONOTONIC=1 "$tiptoe" update m >"$work/out" 2>"$work/err") 2>/dev/null
is $? 137 "an update is killed at its twentieth request"
holds "a killed update"
tiptoe_in_time resume m
exits 0 "and continued"
holds "and continued"
front <<END
/p12
  status 404 Not Found
/p13
  status 410 Gone
END
ends "two pages are gone" "0|4"
ends "and back" 0
week=$((week - 9))
changed 14
ends "the clock goes back" 0
week=$((week + 9))
ends "the site has moved" 0 --moved-to "http://soak-site:$port2/"
done_testing
