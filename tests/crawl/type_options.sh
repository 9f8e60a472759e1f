#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests --only-types and --not-types: pages are visited for their links; files of other types are not requested if their names
# tell the type, and not kept otherwise.
. "${top_srcdir:-.}/tests/crawl/lib.sh"

cat >"$work/types.site" <<'END'
/robots.txt
  type text/plain
  body
    User-agent: *
    Disallow: /secret.pdf
/
  type text/html
  body
    <link rel=stylesheet href=/s.css><img src=/i.png> <a href=/sub/>sub</a> <a href=/a.pdf>a</a> <a href=/big.zip>zip</a>
    <a href=/secret.pdf>s</a> <a href=/get?id=1>1</a> <a href=/get?id=2>2</a>
/sub/
  type text/html
  etag "1"
  body
    <a href=/b.PDF>b</a> <a href=/page.pdf>no pdf</a>
/a.pdf
  type application/pdf
  body
    %PDF a
/b.PDF
  type application/octet-stream
  body
    %PDF b
/page.pdf
  type text/html
  body
    <a href=/sub/c.pdf>c</a>
/sub/c.pdf
  type application/pdf
  body
    %PDF c
/get?id=1
  type application/pdf
  body
    %PDF 1
/get?id=2
  type application/zip
  body
    PK
/s.css
  type text/css
  body
    p { background: url(/bg.png) }
/i.png
  type image/png
  body
    PNG
/bg.png
  type image/png
  body
    PNG
/big.zip
  type application/zip
  body
    PK
END
serve "$work/types.site"

# files DIR: names in site/, sorted
files() {
    (cd "$work/$1/site" && find . -type f | LC_ALL=C sort | sed 's/^..//' | tr '\n' ' ')
}

crawl -r -A pdf -w 0 -P pdf "$base/"
exits 0
is "$(files pdf | sed 's/robots.txt //')" "a.pdf b.PDF get@id=1.pdf sub/c.pdf " "wget -r -A pdf: only PDF files, from all pages" || note "$(files pdf)"
for path in /i.png /s.css /big.zip /secret.pdf; do
    requested 0 "$path"
done
requested 1 '/get?id=2' "a name that tells nothing is requested"
file_has err "visited for their links only"
crawl explain pdf "$base/sub/"
file_has out "rule       --only-types pdf"
crawl explain pdf "$base/big.zip"
file_has out "rule       --only-types pdf"
crawl verify pdf
exits 0 "verify"
crawl report --json pdf
file_has out '"broken_links":0,"missing_requisites":0' "nothing counts as broken"

crawl mirror --delay 0 -I '*.pdf' -o included "$base/"
exits 0
file_has err "to visit these, use --only-types pdf instead" "-I that finds nothing behind pages"

forget_requests
crawl mirror -o pdf "$base/"
requests_are "a complete mirror stays as it is"
sed 's/^    <a href=.b.PDF/    <a href=\/new.pdf>new<\/a>&/; s/"1"/"2"/' "$work/types.site" >"$work/new.site"
cat >>"$work/new.site" <<'END'
/new.pdf
  type application/pdf
  body
    %PDF new
END
play "$work/new.site"
crawl update pdf
exits 0 "an update visits the pages again"
exists pdf/site/new.pdf "and finds new files"

forget_requests
crawl resume --only-types 'pdf,image/*' pdf
exits 0 "another type"
requested 0 /big.zip
is "$(files pdf | sed 's/robots.txt //')" "a.pdf b.PDF get@id=1.pdf i.png new.pdf sub/c.pdf " "its files come too"
requested 0 /sub/ "pages that stay unwanted are not requested again"
crawl resume --only-types 'pdf,html' pdf
exists pdf/site/index.html "a page that is wanted now is requested again, and kept"

crawl resume --only-types '' pdf
exists pdf/site/big.zip "an empty list removes the restriction"

crawl mirror --delay 0 --not-types 'image/*,zip' -o not "$base/"
exits 0 "--not-types"
absent not/site/i.png
absent not/site/bg.png
absent not/site/big.zip
exists not/site/s.css
exists not/site/a.pdf
links_resolve not/site

# A file of the type that is missing, and is linked from a page that is visited only.
printf '/\n  type text/html\n  text <a href=/a.pdf>a</a> <a href=/dead.pdf>d</a>\n' >"$work/dead.site"
printf '/a.pdf\n  type application/pdf\n  text %%PDF\n' >"$work/a.site"
cat "$work/dead.site" "$work/a.site" >"$work/both.site"
play "$work/both.site"
crawl mirror --delay 0 --only-types pdf -o dead "$base/"
exits 4 "a file that is missing"
file_lacks err "such as" "all failures are listed"
file_has err "        $base/dead.pdf"
crawl update dead
exits 4 "it still is"
sed -i 's, <a href=/dead.*,,' "$work/both.site"
play "$work/both.site"
crawl update dead
exits 0 "and no longer when the visited page does not link to it"

# Names and heads decide, before a large file is received.
{
    printf '/\n  type text/html\n  text <a href=/big.iso>1</a><a href=/b.txt>2</a><a href=/x.qqq>3</a><a href=/get?id=1>4</a>'
    printf '<a href=/get?id=2>5</a><a href=/list.php>6</a><a href=/plain>7</a>\n'
    printf '/b.txt\n  type text/plain\n  text b\n/list.php\n  type text/html\n  text <a href=/c.txt>c</a>\n'
    printf '/c.txt\n  type text/plain\n  text c\n/plain\n  type text/plain\n  text plain\n'
    printf '/get?id=1\n  type application/x-iso9660-image\n  endless 0123456789abcdef\n  length 200000000\n'
    printf '/get?id=2\n  type application/octet-stream\n  header Content-Disposition: attachment; filename="x.iso"\n'
    printf '  endless 0123456789abcdef\n  length 200000000\n'
    printf '/*\n  type application/octet-stream\n  fill 100\n'
} >"$work/heads.site"
play "$work/heads.site"
forget_requests
crawl mirror --delay 0 --not-types iso,application/x-iso9660-image -o iso "$base/"
exits 0 "an image of a disk that is not wanted"
requested 0 /big.iso "its name decides"
requested 1 '/get?id=1' "or its head"
settle
for id in 1 2; do
    ok "of /get?id=$id little is received" awk -v target="/get?id=$id" '
        $2 == "aborted" && $8 == target && $10 < 20000000 { found = 1 } END { exit !found }' "$log"
done
exists iso/site/x.qqq
crawl explain iso "$base/get?id=2"
file_has out "rule       --not-types iso"
crawl update iso
exits 0
forget_requests
crawl mirror --delay 0 --only-types txt -o txt "$base/"
exits 0
for path in /big.iso /x.qqq; do requested 0 "$path" "an extension that is not in the list: $path"; done
is "$(files txt | sed 's/robots.txt //')" "b.txt c.txt plain.txt " "--only-types txt, through pages of programs"
crawl mirror --delay 0 --only-types application/octet-stream -o octets "$base/"
exists octets/site/x.qqq "a media type is only known after a request"

for wrong in 'index.html*' 'a b' '*'; do
    crawl mirror --delay 0 --not-types "$wrong" -o wrong "$base/"
    is "$status" 2 "refused: --not-types '$wrong'"
done
file_has err "for names and addresses, use"
done_testing
