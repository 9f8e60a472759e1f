#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests which URLs belong to a mirror: scope, requisites, patterns, depth and limits. Each refusal has its reason in the
# database and in explain.
. "${top_srcdir:-.}/tests/crawl/lib.sh"

cat >"$work/hosts.site" <<'END'
/
  if host www.site.localhost
  type text/html
  body
    <a href=http://site.localhost:@PORT@/apex>1</a> <a href=http://docs.site.localhost:@PORT@/docs>2</a>
    <a href=http://other.localhost:@PORT@/other>3</a> <a href=http://notsite.localhost:@PORT@/not>4</a>
    <a href=/here>5</a> <img src=http://cdn.localhost:@PORT@/cdn.png><img src=/own.png>
    <a href=http://www.site.localhost:@PORT2@/port>6</a> <a href=/dir/start>7</a>
    <a href=http://cdn.localhost:@PORT@/both.png><img src=http://cdn.localhost:@PORT@/both.png></a>
/dir/start
  type text/html
  body
    <a href=below/x>1</a> <a href=/here>2</a> <a href=../dir2/x>3</a> <a href=/dir>4</a> <img src=/own.png>
/*.png
  type image/png
  fill 10
/own.png
  type image/png
  fill 10
/both.png
  type image/png
  fill 10
/cdn.png
  type image/png
  fill 10
/*
  type text/html
  body
    <p>page
END
serve "$work/hosts.site" --ports 2
site=http://www.site.localhost:$port

# targets: what was requested except robots.txt, sorted.
targets() {
    awk '$2 == "request" && $8 != "/robots.txt" { print $8 }' "$log" | LC_ALL=C sort | tr '\n' ' '
}

n=0
while IFS='|' read -r options start wanted; do
    n=$((n + 1))
    forget_requests
    # shellcheck disable=SC2086 # options are words
    crawl mirror --delay 0 $options -o "s$n" "$site$start"
    exits 0 "mirror $options $start"
    is "$(targets)" "$wanted " "requests these: $wanted"
    ok "and for robots.txt of each host first" awk '
        $2 == "request" { match($0, / host="[^"]*"/); host = substr($0, RSTART, RLENGTH)
            if ($8 == "/robots.txt") { if (seen[host]++) exit 1 } else if (!(host in seen)) exit 1 }' "$log"
done <<'END'
|/|/ /both.png /cdn.png /dir /dir/below/x /dir/start /dir2/x /here /own.png
--scope domain|/|/ /apex /both.png /cdn.png /dir /dir/below/x /dir/start /dir2/x /docs /here /own.png /port
--scope path|/dir/start|/dir/below/x /dir/start /own.png
--requisites site|/|/ /dir /dir/below/x /dir/start /dir2/x /here /own.png
--requisites none|/|/ /dir /dir/below/x /dir/start /dir2/x /here
--depth 0|/|/ /both.png /cdn.png /own.png
--depth 1|/|/ /both.png /cdn.png /dir/start /here /own.png
--include /dir/*|/|/ /both.png /cdn.png /dir/below/x /dir/start /own.png
--exclude /dir* --exclude *.png|/|/ /here
--include *start --exclude *cdn*|/|/ /dir/start /own.png
END
file_has err 'left out by --include, --exclude or a type'
crawl explain s6 /here
file_has out 'rule       --depth 0'
crawl explain s9 /own.png
file_has out 'rule       --exclude *.png'
crawl explain s4 "http://cdn.localhost:$port/cdn.png"
file_has out 'rule       --requisites site'
file_has s4/site/index.html '<img src=data:,>' "an image that is left out is not requested offline"
crawl explain s1 "http://notsite.localhost:$port/not"
file_has out 'rule       --scope host'

# Limits. The server tells nothing in advance.
cat >"$work/limits.site" <<'END'
/
  type text/html
  body
    <img src=/i.png><a href=/p1.html>1</a><a href=/p2.html>2</a><a href=/p3.html>3</a><a href=/big.bin>b</a>
    <a href=/endless.bin>e</a>
/p*
  type text/html
  body
    <p>page <img src=/j@N@.png>
/i.png
  type image/png
  fill 100
/j*
  type image/png
  fill 100
/big.bin
  type application/octet-stream
  fill 50000
/endless.bin
  type application/octet-stream
  length none
  endless 0123456789
END
serve "$work/limits.site"
forget_requests
crawl mirror --delay 0 --connections 4 --max-pages 2 -o pages "$base/"
exits 0 "--max-pages is not a failure"
is "$(targets)" "/ /i.png /j1.png /p1.html " "two pages with what they need"
file_has err '4 left out by --max-pages'
crawl explain pages /p2.html
file_has out 'rule       --max-pages 2'
file_has pages/site/index.html "<a href=$base/p2.html>" "what is left out is linked to on the live site"

forget_requests
cat >"$work/few.site" <<'END'
/
  type text/html
  body
    <a href=/gone1>1</a><a href=/gone2>2</a><a href=/p1.html>3</a><a href=/gone3>4</a><a href=/p2.html>5</a>
/p*
  type text/html
  body
    <p>page
END
play "$work/few.site"
crawl mirror --delay 0 --connections 4 --max-pages 3 -o few "$base/"
is "$(targets)" "/ /gone1 /gone2 /gone3 /p1.html /p2.html " "what turns out to be no page takes no place"
play "$work/limits.site"

forget_requests
crawl mirror --delay 0 --max-file-size 40K -o file "$base/"
exits 0 "--max-file-size is not a failure"
absent file/site/big.bin
absent file/site/endless.bin
exists file/site/j3.png "all else is there"
file_has err '2 left out: larger than --max-file-size'
crawl explain file /endless.bin
file_has out 'max-file-size'

forget_requests
crawl mirror --delay 0 --max-bytes 20K -o bytes "$base/"
exits 0 "--max-bytes is not a failure"
is "$(requests_of /j3.png) $(requests_of /big.bin) $(requests_of /endless.bin)" "1 1 1" "up to the limit all is requested"
absent bytes/site/big.bin
absent bytes/site/endless.bin
crawl status bytes --json
received=$(sed 's/.*"wire_bytes":\([0-9]*\).*/\1/' "$work/out")
ok "no more than the limit was received: $received" [ "$received" -le 20480 ]
crawl explain bytes /big.bin
file_has out 'rule       --max-bytes 20480'

# The limit covers what is received at once, and failed attempts, over two runs.
printf '/\n  type text/html\n  text <img src=a1><img src=a2><img src=a3><img src=a4><img src=a5>\n' >"$work/many.site"
printf '/a*\n  type image/png\n  fill 100000\n  close body 90000\n' >>"$work/many.site"
serve "$work/many.site"
crawl mirror --delay 0 --connections 5 --retries 0 --max-bytes 200K --log many.log -o many "$base/"
crawl update --delay 0 --connections 5 --retries 0 --log many.log many
received=$(sed 's/.*"bytes":\([0-9]*\).*/\1/' "$work/many.log" | awk '{ sum += $1 } END { print sum }')
ok "$received bytes were received, about 200 KB" [ "$received" -le 210000 ]
open_is_at_most 1

# Nothing may exceed it, not even robots.txt and sitemaps; a robots.txt that the limit cuts off says nothing.
received() {
    sed 's/.*"bytes":\([0-9]*\).*/\1/' "$work/$1" | awk '{ sum += $1 } END { print sum + 0 }'
}
{
    printf '/robots.txt\n  type text/plain\n  body\n    User-agent: *\n    Disallow: /closed\n    Sitemap: @/map.xml\n  repeat 30000 # nothing\\n\n'
    printf '/map.xml\n  type text/xml\n  chunked\n  repeat 30000 <!-- nothing -->\n'
    printf '/*\n  type text/html\n  text <a href=/a.html>a</a><a href=/b.html>b</a>\n'
} | sed "s|@/|http://127.0.0.1:$port/|" >"$work/long.site"
play "$work/long.site"
forget_requests
crawl mirror --delay 0 --max-bytes 100K --log long.log -o long "$base/"
exits 75 "robots.txt uses up --max-bytes"
file_has err 'not complete: --max-bytes has been reached (give a larger value)'
requests_are "nothing is requested under rules that were cut off" /robots.txt
ok "$(received long.log) bytes were received, 100 KB and what was read last" [ "$(received long.log)" -le $((102400 + 16384)) ]
forget_requests
crawl mirror --delay 0 -o long "$base/"
exits 75 "the next run"
requests_are "requests nothing"
crawl mirror --delay 0 --max-bytes 600K --log long2.log -o long "$base/"
exits 0 "with more, the run continues, and the sitemap uses it up"
requests_are "what is left of the site is left out" /robots.txt / /map.xml
ok "the limit covers both runs: $(($(received long.log) + $(received long2.log)))" \
    [ $(($(received long.log) + $(received long2.log))) -le $((614400 + 32768)) ]
file_has err '2 left out by --max-bytes'
forget_requests
crawl update --delay 0 long
exits 75 "an update that may receive nothing"
file_has err '--max-bytes has been reached (give a larger value)'
requests_are "requests nothing"
exists long/site/index.html
forget_requests
crawl update --delay 0 --max-bytes 3M long
exits 0 "with more, the update continues"
is "$(targets)" "/ /a.html /b.html /map.xml " "to the end"

# A long base makes 80 MB of the links of a page of 260 KB: their text has a maximum, and a message says so.
cat >"$work/base.site" <<'END'
/
  type text/html
  text <base href=/@FILL:4000@/>
  repeat 20000 <a href=x>x</a>
/*
  type text/html
  text <p>page
END
serve "$work/base.site"
crawl mirror --delay 0 -o base "$base/"
exits 0 "a long base before many links"
ok "links are left out, and a message says so" grep -q 'only the first 1[67][0-9]* links are read' "$work/err"

# Short links to a long path, and pictures for which one with a long path stands in, make 25 MB of pages of 300 KB: a page
# grows by four times its length and a megabyte.
cat >"$work/grow.site" <<'END'
/
  type text/html
  text <a href=/r>long</a><a href=/pictures>pictures</a>
  repeat 20000 <a href=/r>r</a>
  text <img src=/r.png><a href=/last>last</a>
/r
  status 302 Found
  header Location: /@FILL:200@/@FILL:200@/@FILL:200@/page.html
/r.png
  status 302 Found
  header Location: /@FILL:200@/@FILL:200@/@FILL:200@/picture.png
/pictures
  type text/html
  text <img srcset="/r.png 1x
  repeat 20000 , /no 2x
  text ">
/no
  status 404 Not Found
/*picture.png
  type image/png
  fill 100
/*
  type text/html
  text <p>page
END
serve "$work/grow.site"
crawl mirror --delay 0 -o grow "$base/"
exits 4 "pages that would grow to 12 MB"
for page in index pictures; do
    size=$(wc -c <"$work/grow/site/$page.html")
    ok "$page.html has $size bytes, and no more than 2,700,000" [ "$size" -gt 1000000 -a "$size" -lt 2700000 ]
    file_has err "site/$page.html would grow too much, because its links are long in the mirror"
done
file_has grow/site/index.html '<a href=/r>r</a>' "the others stay as they were"
file_has grow/site/index.html '<img src=data:,>' "and browsers request nothing for them"
crawl verify grow
exits 0 "verify makes them in the same way"

# --max-disk: the run ends before the directory takes more than that and what was in flight; the limit stays, and it counts
# what was replaced and removed.
taken() {
    find "$work/$1" -type f -printf '%s\n' | awk '{ sum += int(($1 + 4095) / 4096) * 4096 } END { print sum }'
}
{
    printf '/\n  type text/html\n  body\n    <a href=/p.html>p</a>\n'
    for i in $(seq 40); do
        echo "    <img src=/i$i.png>"
    done
    printf '/p.html\n  type text/html\n  body\n    <p>p\n/i*\n  type image/png\n  fill 60000\n'
} >"$work/taken.site"
for archive in all documents; do
    serve "$work/taken.site"
    crawl mirror --delay 0 --connections 2 --archive $archive --max-disk 1M -o "taken-$archive" "$base/"
    exits 75 "--max-disk, --archive $archive"
    file_has err 'not complete: --max-disk has been reached'
    file_has err 'tiptoe resume'
    ok "it takes no more than the limit and what was in flight: $(taken "taken-$archive")" [ "$(taken "taken-$archive")" -le 1400000 ]
    ok "and uses most of it: $(find "$work/taken-$archive/site" -name 'i*.png' | wc -l) images" \
        [ "$(find "$work/taken-$archive/site" -name 'i*.png' | wc -l)" -ge 3 ]
    crawl resume "taken-$archive" --max-disk 400K
    exits 75 "a lower limit"
    forget_requests
    crawl resume "taken-$archive"
    exits 75 "the mirror keeps it"
    is "$(targets)" "" "and nothing is requested"
    crawl resume --delay 0 --max-disk 20M "taken-$archive"
    exits 0 "with a larger value the run continues"
    is "$(find "$work/taken-$archive/site" -name 'i*.png' -size 60000c | wc -l)" 40 "to the end"
    crawl verify "taken-$archive"
    exits 0 "and everything is whole"
done
# An update that replaces all 2.4 MB by as many needs no room for both.
sed 's/fill 60000/fill 59999/' "$work/taken.site" >"$work/taken2.site"
play "$work/taken2.site"
crawl update --delay 0 --max-disk 4500K taken-documents
exits 0 "files that are replaced count once: $(taken taken-documents)"
is "$(find "$work/taken-documents/site" -name 'i*.png' -size 59999c | wc -l)" 40 "all were replaced"

printf '/\n  type text/html\n  body\n    <a href=/x/x/x/x/>t</a> <a href=/s/1>s</a>\n/s/*\n  type text/html\n  body\n    <a href=/s/@N+1@>n</a>\n/x/*\n  type text/html\n  text <a href=x/>x</a>\n' >"$work/trap.site"
serve "$work/trap.site"
crawl mirror --delay 0 -o trap "$base/"
exits 0 "endless pages have one"
file_has err 'left out by --depth'
file_has err 'left out: endless URLs with no new content (crawler trap)'
file_is trap/site/s/50.html "<a href=$base/s/51>n</a>" "fifty links from the start"
done_testing
