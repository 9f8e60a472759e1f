#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests that a run reports damage once and continues, and that the next update fetches what is damaged in full: an impossible
# answer, or a record or file that was damaged after it was stored.
. "${top_srcdir:-.}/tests/crawl/lib.sh"

# An unsolicited 304. The site withholds /gone in the second run, so that its answer is not in force in the third.
pages() {
    cat - >"$work/$1.site"
    cat >>"$work/$1.site" <<'END'
/
  type text/html
  etag "home"
  body
    <a href=plain>1</a> <a href=gone>2</a>
/*
  type text/html
  body
    <title>@PATH@</title>
END
}
: | pages first
pages second <<'END'
/robots.txt
  text User-agent: *\nDisallow: /gone
END
pages third <<'END'
/robots.txt
  text User-agent: *\nDisallow:
/plain
  status 304 Not Modified
/gone
  status 304 Not Modified
END
serve "$work/first.site"
crawl mirror --delay 0 -o unasked "$base/"
exits 0
play "$work/second.site"
crawl update --delay 0 unasked
absent unasked/site/gone.html "robots.txt closes a page"
play "$work/third.site"
crawl update --delay 0 --retries 0 unasked
exits 4 "a 304 that was not requested is a failure of its URL"
crawl explain unasked /plain
file_has out 'state      failed'
file_has unasked/site/plain.html '<title>/plain</title>' "the page keeps its last good copy"
crawl explain unasked /gone
file_has out 'state      failed' "also of a page without an answer in force"
crawl verify unasked
exits 0
pages fourth <<'END'
/robots.txt
  text User-agent: *\nDisallow:
/plain
  type text/html
  body
    good again
/gone
  type text/html
  body
    open again
END
play "$work/fourth.site"
crawl update --delay 0 unasked
exits 0
file_is unasked/site/plain.html 'good again'
file_is unasked/site/gone.html 'open again' "and the next update stores what it gets"

# A damaged original, which must be woven again because a page that it links to leaves. Then the whole archive is lost.
cat >"$work/woven.site" <<'END'
/
  type text/html
  etag "home"
  body
    <link rel=stylesheet href=s.css><a href=/leaves>1</a> <a href=/stays>2</a> <img src=i.png> <img src=coded.bin>
/s.css
  type text/css
  etag "s"
  body
    a { color: red }
/i.png
  type image/png
  etag "i"
  fill 3000
/coded.bin
  type application/octet-stream
  etag "c"
  repeat 500 body
  gzip
/*
  type text/html
  etag "@PATH@"
  body
    <title>@PATH@</title><a href=/leaves>1</a>
END
sed 's|^/$|/robots.txt\n  text User-agent: *\\nDisallow: /leaves\n/|' "$work/woven.site" >"$work/closed.site"
mirrored() {
    play "$work/woven.site"
    rm -rf "$work/m"
    crawl mirror --delay 0 ${1+"$@"} -o m "$base/"
    archive=$(echo "$work"/m/archive/*.warc.gz)
}

# Damages the original of a page.
flip() {
    crawl export m --cdxj "$work/index.cdxj"
    at=$(sed -n 's|.*/'"$1"'",.*"offset":"*\([0-9]*\).*|\1|p' "$work/index.cdxj")
    printf '\377\377\377' | dd of="$archive" bs=1 seek=$((at + 150)) conv=notrunc 2>/dev/null
}

# Asks for the bodies that came in full since forget_requests.
bodies() {
    settle
    awk '$2 == "done" && $9 == 200 && $8 != "/robots.txt" { print $8 }' "$log" | sort | tr '\n' ' '
}
unverified=yes
for way in flip cut remove; do
    mirrored
    exits 0 "$way"
    case $way in
    flip) flip stays ;;
    cut) truncate -s 900 "$archive" ;;
    remove) rm "$archive" ;;
    esac
    crawl verify m
    exits 1 "$way: verify finds the damage"
    play "$work/closed.site"
    crawl update --delay 0 m
    exits 0 "$way: the update continues"
    file_has err 'its original in the archive is damaged or missing; tiptoe update fetches it again'
    absent m/site/leaves.html
    crawl explain m /stays
    file_has out 'damage     its file or its original'
    forget_requests
    crawl update --delay 0 m
    exits 0
    ok "$way: the next update fetches the page again" sh -c 'case $1 in *"/stays "*) ;; *) false ;; esac' sh "$(bodies)"
    forget_requests
    crawl update --delay 0 m
    exits 0
    is "$(bodies)" "" "$way: once"
    file_has m/site/stays.html "href=$base/leaves" "its links are those of today"
    file_has m/site/index.html "href=$base/leaves"
done

# Files of site/ that are missing or of another size. The server would answer 304 for each.
mirrored
rm "$work/m/site/i.png" "$work/m/site/stays.html"
truncate -s 999 "$work/m/site/coded.bin"
forget_requests
crawl update --delay 0 m
exits 0
is "$(bodies)" "/coded.bin /i.png " "an update fetches files in full that are missing or have another size"
file_has err "/i.png: its file in site/ is damaged or missing"
file_has err "site/stays.html is missing; writing it again from the archive"
crawl changes m
file_lacks out /i.png "which changes nothing on the site"
crawl verify m
exits 0
forget_requests
crawl update --delay 0 m
exits 0
is "$(bodies)" "" "once"

# The same, and bytes that changed: verify --repair writes again what it can, and has the next update fetch the rest.
change() {
    printf X | dd of="$work/m/site/$1" bs=1 seek=100 conv=notrunc 2>/dev/null
}
mirrored
crawl verify --repair m
exits 0 "nothing to repair"
change i.png
change coded.bin
rm "$work/m/site/s.css"
flip stays
crawl verify m
exits 1
file_has out 'site/i.png: missing, truncated or changed'
file_has out 'site/coded.bin: missing, truncated or changed' "the content of a coded body is checked"
file_has err 'tiptoe verify --repair m'
crawl verify --repair m
exits 1
exists m/site/s.css "a page is written again from its original"
file_has err '1 file of site/ was written again from the archive'
file_has err '3 URLs must be fetched again: tiptoe update m'
file_has out 'site/s.css: missing; writing it again' "what is repaired is told as repaired"
crawl verify m
exits 1 "what only an update repairs remains"
file_has err '3 URLs must be fetched again: tiptoe update m' "with the command that helps"
file_lacks err 'verify --repair' "and not the one that does not"
crawl rebuild m
exits 1 "rebuild"
file_has err 'made the pages of site/ again, except those' "says what it did"
file_has err 'run: tiptoe update m' "and what to do"
forget_requests
crawl update --delay 0 m
exits 0
is "$(bodies)" "/coded.bin /i.png /stays " "an update fetches the rest in full"
crawl verify m
exits 0 "then all is well"
file_has err "known from an earlier --repair" "the damaged record stays in the archive"

# While an update is unfinished: what it has visited before the damage is fetched by its rest, too.
mirrored
crawl_signalled KILL 7 0 update --delay 0.1 --connections 1 m
is "$(sqlite3 "$work/m/mirror.db" "SELECT state FROM url WHERE url LIKE '%/i.png' OR url LIKE '%/stays' ORDER BY state" | tr "\n" " ")" "0 1 " "a killed update that has seen /i.png"
change i.png
crawl verify --repair m
exits 1
forget_requests
crawl resume --delay 0 m
exits 0
is "$(bodies)" "/i.png " "the end of the update fetches it in full"
crawl verify m
exits 0

# With --archive all, the archive has every file.
mirrored --archive all
change i.png
rm "$work/m/site/coded.bin" "$work/m/site/stays.html"
crawl verify --repair m
exits 0 "an archival mirror repairs its files"
crawl verify m
exits 0
flip i.png
change i.png
crawl verify --repair m
exits 1
forget_requests
crawl update --delay 0 m
exits 0
is "$(bodies)" "/i.png " "a body whose record is damaged"
crawl verify m
exits 0 "is archived again, in full"
crawl rebuild m
file_has err 'of site/ again from the archived originals' "rebuild says what it did"
crawl verify --repair plain.warc
exits 2
done_testing
