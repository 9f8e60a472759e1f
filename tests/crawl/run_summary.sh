#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests the summary at the end of a run and what later commands repeat of it: failures, changes, places; and the exit status
# of --accept-failures.
. "${top_srcdir:-.}/tests/crawl/lib.sh"
needs ARCHIVE

cat >"$work/words.site" <<'END'
/
  type text/html
  body
    <a href=/dead1>1</a> <a href=/dead2>2</a> <a href=/dead3>3</a> <a href=/dead4>4</a> <a href=/page>page</a>
/page
  type text/html
  etag "1"
  body
    <p>text
END
serve "$work/words.site"

crawl mirror --delay 0 -o m "$base/"
exits 4 "some URLs failed"
file_has err "without --contact"
file_has err "such as $base/dead1 (failed: not found on the server; linked from $base/)"
file_has err "$base/dead3"
file_lacks err "$base/dead4" "the first three only"
file_has err "all of them, and the pages that link to them: tiptoe report --all m"
file_has err "to browse: open m/site/index.html, or run: tiptoe serve m"
file_has err "report: m/report.html"
exists m/report.html
crawl report --all m
file_has out "$base/dead4" "all of them"
file_lacks out "more" "nothing is cut"

crawl mirror --delay 0 -o m "$base/"
exits 4
file_lacks err "without --contact" "the request for --contact comes once"
crawl mirror --delay 0 --accept-failures -o m "$base/"
exits 0 "--accept-failures"
crawl status --json m
file_has out '"exit":0'
crawl update --accept-failures m
exits 0 "--accept-failures in an update"
file_has err "no changes: the site is as it was"
crawl update m
exits 4 "it is not kept"

sed 's/<p>text/<p>other <a href=\/>x<\/a>/; s/"1"/"2"/' "$work/words.site" >"$work/new.site"
play "$work/new.site"
crawl update m
file_has err "changes: 1 changed; to list them: tiptoe changes m"

# Standard output
crawl export --warc m.warc.gz m
exits 0
crawl export --warc - m
exits 0 "export --warc -"
is "$(sha256sum <"$work/out")" "$(sha256sum <"$work/m.warc.gz")" "standard output has the same bytes"
absent -
crawl export --cdxj - m
file_has out "/page" "an index on standard output"
crawl export --wacz - m
exits 1 "a package has no stream"
file_has err "only --warc, --cdxj and --html can be written to standard output"

# A paused run. The note comes after the run has read the order.
mkdir -p "$work/p/control" && : >"$work/p/control/pause"
(cd "$work" && exec "$tiptoe" mirror --delay 0 -o p "$base/" >p.out 2>p.err 8>&- 9>&-) &
crawl_pid=$!
await "it waits" grep -q "paused by control/pause; to continue: tiptoe go p$" "$work/p.err"
crawl status p
file_has out "end        paused; tiptoe go continues it"
crawl go p
crawl_ends
exits 4 "it continues"
done_testing
