#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests the names that scripts and readers rely on: on a plain server, in an update, and in a mirror with older names.
. "${top_srcdir:-.}/tests/crawl/lib.sh"

# One page at two addresses has one file.
home='<a href=/>h</a> <a href=/index.html>i</a> <a href=/d/index.html>d</a> <a href=/d/>e</a> <a href=/about.html>a</a> <a href=/about>b</a> <a href=/unlike>u</a> <a href=/unlike.html>v</a>'
pairs_site() {
    cat <<END
/robots.txt
  text
/
  type text/html
  text $1$home
/index.html
  type text/html
  text $1$home
/unlike*
  type text/html
  text @TARGET@
/*
  etag "1"
  type text/html
  text <p>the same
END
}

pairs_site '' >"$work/pairs.site"
serve "$work/pairs.site"
crawl mirror --delay 0 -o pairs "$base/"
is "$(cd "$work/pairs/site" && find . -name '*.html' | LC_ALL=C sort | sed 's/#~[a-z2-7]*/#~/' | tr '\n' ' ')" \
    "./about.html ./d/index.html ./index.html ./unlike#~.html ./unlike.html " "equal pages share a file, others do not"
file_has pairs/site/index.html \
    '<a href=index.html>h</a> <a href=index.html>i</a> <a href=d/index.html>d</a> <a href=d/index.html>e</a> <a href=about.html>a</a> <a href=about.html>b</a>' \
    "links with either name lead to it"
crawl explain pairs "$base/index.html"
ok "explain says whose file it is" grep -qF "same as    $base/" "$work/out"
crawl verify pairs
exits 0 "verify finds all"
show pairs
is "$(curl -s -o "$work/got" -w '%{http_code} %{num_redirects}' "$show/index.html")" "200 0" "serve shows it at both"
show_ends
before=$(digests pairs)
crawl update pairs
exits 0 "an update"
is "$(digests pairs)" "$before" "changes nothing"

# The first page changes, and later its address redirects to the other one.
pairs_site 'changed ' >"$work/changed.site"
play "$work/changed.site"
crawl update pairs
file_has pairs/site/index.html 'changed' "both change together"
is "$(find "$work/pairs/site" -name 'index#*' | wc -l)" 0 "and still share the file"
{
    printf '/\n  status 301 Moved\n  header Location: /index.html\n'
    sed '/^\/$/,/text/d' "$work/changed.site"
} >"$work/moved.site"
play "$work/moved.site"
for i in 1 2 3; do
    crawl update pairs
    ok "the page is kept where its first address redirects to the second, update $i" \
        grep -rqF 'changed <a' "$work/pairs/site" --include='index*.html'
done
crawl verify pairs
exits 0 "and nothing is lost"

# Downloads, whatever their servers call them; scripts by their names; the times of files.
printf 'PK\003\004\024\0\0<a href=/never1>' >"$work/zip"
printf 'MZ\220\0\003<img src=/never2>' >"$work/exe"
printf '%%PDF-1.4 <a href=/never3>' >"$work/pdf"
mkdir "$work/t" && echo text >"$work/t/file"
tar -C "$work/t" -cf "$work/plain.tar" file && gzip -nc "$work/plain.tar" >"$work/packed.tgz"
cat >"$work/downloads.site" <<END
/
  type text/html
  body
    <a href=/a.zip>1</a> <a href=/setup.exe>2</a> <a href=/get.php?id=1>3</a> <a href=/get.php?id=2>4</a> <a href=/get.php?id=3>5</a>
    <a href=/show?doc>6</a> <a href=/x.tar.gz>7</a> <a href=/page.php>8</a> <a href=/closed.php>c</a> <a href=/odd.zip>9</a> <a href=/old.png>t</a>
    <script src=/lib/MathJax.js?config=X></script> <script src=/load.js?a></script> <script src=/load.js?b></script>
/a.zip
  type text/html
  file $work/zip
/setup.exe
  type text/html; charset=utf-8
  file $work/exe
/show?doc
  type text/html
  file $work/pdf
/get.php?id=1
  type text/html
  header Content-Disposition: attachment; filename="report.csv"
  text <a href=/never4>;1
/get.php?id=2
  type application/octet-stream
  header Content-Disposition: attachment; filename="x y.txt"; filename*=UTF-8''plan%20b.dwg
  text 2
/get.php?id=3
  type text/html
  header Content-Disposition: attachment; filename="../../evil.php"
  text <a href=/never5>3
/x.tar.gz
  type application/x-gzip
  header Content-Encoding: x-gzip
  file $work/packed.tgz
/closed.php
  type text/html
  header Content-Disposition: attachment; filename="closed.txt"
  text <meta name=robots content=noindex>closed
/page.php
  type text/html
  header Content-Disposition: inline; filename="page.zip"
  text <a href=/read>read</a>
/odd.zip
  type text/html
  text <p>This archive was removed. <a href=/read2>more</a>
/old.png
  type image/png
  header Last-Modified: Tue, 04 Mar 2003 10:20:30 GMT
  text png
/load.js*
  type text/javascript
  text // @TARGET@
/lib/MathJax.js
  type text/javascript
  text root = "[MathJax]/"
/read*
  type text/html
  text read
END
play "$work/downloads.site"
crawl mirror --delay 0 -o downloads "$base/"
exits 0
names=$(cd "$work/downloads/site" && find . -type f | LC_ALL=C sort | sed 's/#~[a-z2-7]*/#~/' | tr '\n' ' ')
is "$names" "./a.zip ./get.php@id=1.csv ./get.php@id=2.dwg ./get.php@id=3.bin ./index.html ./lib/MathJax.js ./load#~.js ./load.js ./odd.zip.html ./old.png ./page.php.html ./read.html ./read2.html ./setup.exe ./show@doc.pdf ./x.tar.gz " \
    "each file has the name of what it is"
for file in zip:a.zip exe:setup.exe pdf:show@doc.pdf packed.tgz:x.tar.gz; do
    ok "${file#*:} is as it came" cmp "$work/${file%%:*}" "$work/downloads/site/${file#*:}"
done
crawl explain downloads "$base/closed.php"
ok "a download that says NOINDEX is withheld" grep -q "not stored: the site says NOINDEX" "$work/out"
is "$(grep -c /never "$log")" 0 "and none is read for links"
file_has downloads/site/index.html '<script src="lib/MathJax.js?config=X">' "a script finds its name and its query"
requested 1 /lib/config/X.js "and the configuration that its query names"
is "$(TZ=UTC stat -c %y "$work/downloads/site/old.png" | cut -c 1-19)" "2003-03-04 10:20:30" "a file has the time of its last change"
before=$(digests downloads)
crawl update downloads
is "$(digests downloads)" "$before" "an update changes nothing"
crawl verify downloads
exits 0 "verify finds all"
# A mirror that an older version has made: names stay until the content changes, and nothing is lost or there twice.
if command -v sqlite3 >/dev/null; then
    sqlite3 "$work/downloads/mirror.db" "UPDATE file SET path = path || '.html', key = key || '.html' WHERE path IN ('a.zip', 'setup.exe');
        UPDATE visit SET content_type = 'text/html' WHERE url IN (SELECT id FROM url WHERE url LIKE '%.exe')"
    for file in a.zip setup.exe; do
        mv "$work/downloads/site/$file" "$work/downloads/site/$file.html"
    done
    crawl rebuild downloads
    file_has downloads/site/index.html '<a href=a.zip.html>' "a rebuild keeps older names"
    crawl update downloads
    exits 0
    exists downloads/site/a.zip.html "an update too, where nothing has changed"
    ok "elsewhere the file has its new name" cmp "$work/exe" "$work/downloads/site/setup.exe"
    absent downloads/site/setup.exe.html "and no other"
    file_has downloads/site/index.html '<a href=setup.exe>' "to which links lead"
else
    skip "older names" "sqlite3 is not installed"
fi
crawl verify downloads
exits 0
show downloads
is "$(curl -s "$show/x.tar.gz" | cmp - "$work/packed.tgz" && echo same)" same "serve has the file, too"
show_ends
# Each page names a source that is not there; a script names data that is.
{
    printf '/robots.txt\n  text\n/last.html\n  type text/html\n  text <script src=/s.js></script>\n/s.js\n  type text/javascript\n  text fetch(base + "/" + name); var name = "entries.json";\n/entries.json\n  text {"a": 1}\n'
    for name in '' a/ b/ c/ d/; do
        printf '/%s\n  type text/html\n  text <script>var page_source = "text.md";</script><a href=/a/>a</a><a href=/b/>b</a><a href=/c/>c</a><a href=/d/>d</a>%s\n' \
            "$name" "${name:+$name<a href=/last.html>l</a>}"
    done
} >"$work/sources.site"
serve "$work/sources.site"
crawl mirror --delay 0 -o sources "$base/"
exists sources/site/entries.json "missing files of pages do not end guesses"
ok "and are soon no longer requested" [ "$(grep -c ' request .*\.md' "$log")" -le 3 ]
done_testing
