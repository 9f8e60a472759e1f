#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests the log, the control of a running server, and the functions of lib.sh that read the log.
. "${top_srcdir:-$(dirname "$0")/../..}/tests/crawl/lib.sh"
command -v curl >/dev/null 2>&1 || skip_all "curl is not installed"

mkdir "$work/wire" "$work/tree" "$work/tree/sub"
echo '<p>home</p>' >"$work/tree/index.html"
echo 'body {}' >"$work/tree/sub/a.css"
serve - --ports 2 --wire "$work/wire" <<'END'
/wait
  delay 400
  text waited
/together
  hold 5
  text waited
/crowd
  delay 400
  delay-per-open 200
  text c
/*
  text @TARGET@
END

curl -s -A tests -H 'X-A: "q"' "$base/one" -o "$work/a" --next -s "$base/two" -o "$work/b"
requests_are "requests in order" /one /two
requested 1 /one
is "$(awk '$2 == "request" && $8 == "/one"' "$log" | grep -c ' user-agent="tests".* x-a="\\x22q\\x22"')" 1 "headers in the log"
is "$(tr -d '\r' <"$work/wire/1.request" | head -n 1)" "GET /one HTTP/1.1" "the request as it was on the wire"
is "$(tail -c 4 "$work/wire/1.response")" /one "the answer as it was on the wire"
is "$(awk '$2 == "request" { print $5 }' "$log" | sort -u | wc -l)" 1 "one connection serves both"

forget_requests
curl -s "$base/wait" -o "$work/a" --next -s "$base/wait" -o "$work/b"
gap_is_at_least 400
open_is_at_most 1
is "$(gap_is_at_least 100000 | cut -c 1-6)" "not ok" "a gap that is too short is told"

forget_requests
curl -s -Z --parallel-immediate "$base/together?[1-5]" -o "$work/p#1"
is "$(most_open)" 5 "five at once are counted, and a rule that waits for five answers them"
is "$(open_is_at_most 4 | cut -c 1-6)" "not ok" "four at most would be wrong"
is "$(cat "$work"/p? | tr -d '\n')" waitedwaitedwaitedwaitedwaited "all five are answered"

crowd_waits() {
    forget_requests
    curl -s -Z --parallel-immediate "$base/crowd?[1-3]" -o "$work/p#1" 2>"$work/curl.err"
    settle
    awk '$2 == "request" { start[$3] = $1 } $2 == "done" && $1 - start[$3] >= 600 { late = 1 } END { exit !late }' "$log"
}
in_time "a crowd waits longer" crowd_waits

# Whether this number of seconds has passed since $since.
passed() {
    awk -v since="$since" -v wanted="$1" '{ exit $1 - since < wanted }' /proc/uptime
}

# Even if the server is late, it logs the time at which requests arrived.
forget_requests
kill -STOP "$server_pid"
pids=
for n in 1 2; do
    curl -sv -o "$work/p$n" "$base/late?$n" 2>"$work/said.$n" &
    pids="$pids $!"
    await "request $n is with the kernel" grep -qs '^> GET' "$work/said.$n"
    read -r since _ </proc/uptime
    await "time passes" passed 0.2
done
kill -CONT "$server_pid"
for pid in $pids; do wait "$pid"; done
gap_is_at_least 150

# When the server says so, the log is complete, with the last event of each answer.
forget_requests
for n in 1 2 3 4 5; do
    curl -s -o "$work/a" "$base/n$n"
    settle
    is "$(tail -n 1 "$log" | awk '{ print $2, $8 }')" "done /n$n" "settled after request $n"
done

# A crawler that is killed at its third request: the shell below stands for tiptoe.
cat >"$work/crawler" <<END
#!/bin/sh
for n in 1 2 3 4 5 6; do curl -s -o /dev/null "$base/page/\$n"; done
END
chmod +x "$work/crawler"
forget_requests
tiptoe=$work/crawler
crawl_signalled KILL 3 0
exits 137 "the crawler is killed"
is "$(requests_of /page/4)" 0 "and asks nothing more"
crawl
exits 0
is "$(requests_of /page/6)" 1 "undisturbed it goes on to the end"

cat >"$work/other.site" <<'END'
/one
  text changed
END
play "$work/other.site"
is "$(curl -s "$base/one")" changed "another site on the same port"

old=$port
serve_tree "$work/tree" --port "$old"
is "$port" "$old" "a server comes back on its port"
is "$(curl -s "$base/")" '<p>home</p>' "index.html is the directory"
is "$(curl -s -o "$work/a" -w '%{content_type}' "$base/sub/a.css")" text/css "types of files"
is "$(curl -s -o "$work/a" -w '%{http_code} %{redirect_url}' "$base/sub")" "301 $base/sub/" "a directory without its slash"
is "$(curl -s --path-as-is -o "$work/a" -w '%{http_code}' "$base/../access.log")" 404 "nothing above the tree"
is "$(curl -s --path-as-is -o "$work/a" -w '%{http_code}' "$base/sub/%2e%2e/%2e%2e/access.log")" 404 "nor in disguise"
curl -s -o "$work/a" -D "$work/h" "$base/sub/a.css"
since=$(tr -d '\r' <"$work/h" | sed -n 's/^Last-Modified: //p')
is "$(curl -s -o "$work/a" -w '%{http_code}' -H "If-Modified-Since: $since" "$base/sub/a.css")" 304 "a file that is held"

for site in '  text x' '/a
  nonsense 1' '/a
  chunked 0' '/a
  text @NOWORD@' '/a b' '/a
  if request x'; do
    printf '%s\n' "$site" >"$work/bad.site"
    "$server" "$work/bad.site" </dev/null >"$work/a" 2>"$work/b"
    is "$?" 2 "refused: $(printf '%s' "$site" | tr '\n' ';')"
done

if nginx_serve "$work/tree"; then
    is "$(curl -s "$base/sub/a.css")" 'body {}' "nginx serves a tree"
else
    skip "nginx serves a tree" "nginx is not installed"
fi
done_testing
