#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests a pace that twenty processes share: twenty sites at three addresses, requisites at a fourth. Five processes are killed
# at random moments and started again. In the server's log, no two requests to an address are closer together than the pace. A
# part of `make check-batch`; takes a minute or two. SEED repeats the moments.
. "${top_srcdir:-$(dirname "$0")/../..}/tests/crawl/lib.sh"
own_network

delay=${DELAY_MS:-250}
sites=20
seed=${SEED:-$(date +%s)}
note "SEED=$seed"
random() { # random N: sets $random, 0 to N - 1
    seed=$(((seed * 1103515245 + 12345) % 2147483648))
    random=$((seed / 65536 % $1))
}

for n in $(seq $sites); do
    echo "site$n.test 198.51.100.$((n % 3 + 1))"
done >"$work/names"
echo "fonts.test 198.51.100.9" >>"$work/names"
names_serve

cat >"$work/first.site" <<'END'
/
  type text/html
  body
    <link rel=stylesheet href=http://fonts.test:@PORT@/s.css><img src=http://fonts.test:@PORT@/1.png>
    <a href=/1>1</a> <a href=/2>2</a> <a href=/3>3</a>
/1
  type text/html
  text <img src=http://fonts.test:@PORT@/2.png>
/2
  type text/html
  text two
/3
  type text/html
  text <a href=/4>4</a>
/4
  type text/html
  text four
/s.css
  type text/css
  text a { color: red }
/1.png
  type image/png
  text picture
/2.png
  type image/png
  text picture
END
serve "$work/first.site" --everywhere

# begin N [resume]: the process of site N; its pid is in $work/N.pid
begin() {
    (cd "$work" && exec timeout 600 "$tiptoe" mirror --delay "0.$delay" -o "site$1" --share-pace pace \
        "http://site$1.test:$port/" >>"$work/$1.out" 2>&1 6>&- 7>&- 8>&- 9>&-) &
    echo "$!" >"$work/$1.pid"
}
started=$(date +%s)
for n in $(seq $sites); do
    begin "$n"
done
for _ in 1 2 3 4 5; do
    random 40
    timeout "$((random / 10)).$((random % 10))1" tail -f /dev/null
    random $sites
    n=$((random + 1))
    pkill -KILL -P "$(cat "$work/$n.pid")" 2>/dev/null && note "site$n killed"
    wait "$(cat "$work/$n.pid")"
    begin "$n"
done
complete=0
for n in $(seq $sites); do
    wait "$(cat "$work/$n.pid")" && complete=$((complete + 1)) || note "$(tail -n 1 "$work/$n.out")"
done
is "$complete" "$sites" "all processes end with 0"
settle
note "$(($(date +%s) - started)) seconds, $(grep -c ' request ' "$log") requests"

# The least gap in milliseconds between requests to hosts with the same address.
gaps() {
    awk 'NR == FNR { address[$1] = $2; next }
        $2 == "request" && match($0, / host="[^":]*/) { print $1, address[substr($0, RSTART + 7, RLENGTH - 7)] }' \
        "$work/names" "$log" | sort -n | awk '
        ($2 in last) && (!($2 in least) || $1 - last[$2] < least[$2]) { least[$2] = $1 - last[$2] }
        { last[$2] = $1; count[$2]++ }
        END { for (a in count) printf "%s %d requests, least gap %d ms\n", a, count[a], least[a] }' | sort
}
gaps >"$work/gaps"
note "$(cat "$work/gaps")"
is "$(wc -l <"$work/gaps")" 4 "requests to four addresses"
is "$(awk -v delay="$delay" '$(NF - 1) < delay' "$work/gaps")" "" "no two requests to an address are closer than $delay ms"

whole=0
for n in $(seq $sites); do
    "$tiptoe" verify "$work/site$n" >"$work/verified" 2>&1 || note "$(cat "$work/verified")"
    "$tiptoe" status --json "$work/site$n" >"$work/status"
    grep -q '"queued":0,' "$work/status" && grep -q '"failed":0,' "$work/status" && "$tiptoe" verify "$work/site$n" >/dev/null 2>&1 &&
        [ -f "$work/site$n/site/4.html" ] && whole=$((whole + 1))
done
is "$whole" "$sites" "all mirrors are complete and verified"
done_testing
