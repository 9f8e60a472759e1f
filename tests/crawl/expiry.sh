#!/bin/sh
# SPDX-License-Identifier: MIT
# A run that outlasts its robots.txt reads it again, and what is queued is judged anew. The clock of the run goes a hundred
# times as fast as ours (libfaketime), so that ten minutes are six seconds.
. "${top_srcdir:-.}/tests/crawl/lib.sh"

command -v faketime >/dev/null 2>&1 || skip_all "faketime is not installed"
nm "$tiptoe" 2>/dev/null | grep -q __asan_init && skip_all "a preloaded library does not go with AddressSanitizer"

cat >"$work/changing.site" <<'END'
/robots.txt
  if request 1
  type text/plain
  header Cache-Control: max-age=60
  text User-agent: *\nDisallow: /never\n
/robots.txt
  type text/plain
  text User-agent: *\nDisallow: /never\nDisallow: /late\n
/
  type text/html
  body
    <a href=/1>1</a><a href=/2>2</a><a href=/3>3</a><a href=/4>4</a><a href=/5>5</a><a href=/6>6</a><a href=/7>7</a>
    <a href=/8>8</a><a href=/9>9</a><a href=/late/1>l</a><a href=/never/1>n</a><a href=/late/2>l</a>
/*
  type text/html
  text x
END
serve "$work/changing.site"
(cd "$work" && exec timeout 60 faketime -f '+0 x100' "$tiptoe" mirror --delay 70 -o m "$base/" >out 2>err 8>&- 9>&-)
status=$?
exits 0
requested 2 /robots.txt "a lifetime of less than ten minutes counts as ten: read twice in thirteen"
requested 0 /late/1 "what was queued under older rules is judged by the new ones"
requested 0 /late/2
requested 1 /9
crawl explain m /late/1
file_has out 'rule       line 3: Disallow: /late'
last=$(awk '$2 == "request" { print $8 }' "$log" | grep -n robots.txt | tail -n 1 | cut -d: -f1)
ok "the second reading came in the middle ($last)" [ "$last" -gt 8 ]
done_testing
