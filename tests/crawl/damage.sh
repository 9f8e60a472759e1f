#!/bin/sh
# SPDX-License-Identifier: MIT
# Damage is handled once: an answer that cannot be true, a record or a file that was damaged after it was stored. The run
# reports it and continues, and the next update fetches in full what is damaged.
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
pages first </dev/null
pages second <<'END'
/robots.txt
  text User-agent: *\nDisallow: /gone
END
pages third <<'END'
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
done_testing
