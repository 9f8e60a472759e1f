#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests `tiptoe export --zim`: zimwriterfs accepts each mirror, and content that it would refuse is left out.
. "${top_srcdir:-.}/tests/crawl/lib.sh"

{ cat "$top_srcdir/data/icon.png" && echo; } >"$work/icon-48.png"
serve - <<'END'
/robots.txt
  type text/plain
  body
    User-agent: *

/
  type text/html; charset=utf-8
  body
    <!DOCTYPE html><html lang="de-AT"><head><title>Ein  Titel mit mehr als dreißig Zeichen</title>
    <meta name="description" content="Was es &amp; wof&uuml;r"></head><body>
    <a href="/moved">moved</a> <a href="/away">away</a> <a href="/clock">clock</a> <a href="/slow">slow</a>
    <a href="/soon">soon</a> <a href="/q?x=1&amp;y=2">query</a> <a href="/caf%C3%A9/">non-ASCII</a>
    <a href="/links">links</a> <a href="/d/">here</a> <a href="/d/index.html">and here</a>
    <img src="/icon.png" alt=""> <img src="/icon-48.png" alt=""></body></html>

/d/
  type text/html
  body
    <p>the same

/d/index.html
  type text/html
  body
    <p>the same

/links
  type text/html
  body
    <p>Write &lt;a href="none.html"&gt;, or
    <script>
    var src = "none.png", h = "<a href='" + src + "'>";
    </script>

/moved
  status 301 Moved Permanently
  header Location: /caf%C3%A9/

/away
  type text/html
  body
    <meta http-equiv="refresh" content="0; url=http://elsewhere.example/"><p>this stays

/clock
  type text/html
  body
    <meta http-equiv="refresh" content="5; url=/clock"><p>ticks

/slow
  type text/html
  body
    <META HTTP-EQUIV=Refresh CONTENT="300;URL=/soon"><p>to be read

/soon
  type text/html
  body
    <meta http-equiv="refresh" content="0; url=/q?x=1&amp;y=2"><p>gone at once

/two%20%20spaces.html
  type text/html
  body
    <p>wide

/q?x=1&y=2
  type text/html
  body
    <p>asked

/caf%C3%A9/
  type text/html
  body
    <p>coffee

/icon.png
  type image/png
  fill 100

/icon-48.png
  type image/png
  file icon-48.png
END
crawl mirror --delay 0 -o m "$base/"
exits 0 "the site is mirrored"

# A tree is left nowhere, whatever happens.
tidy() {
    is "$(ls -A "$work/m/tmp"; find "$work" -maxdepth 1 -name '*.zim.*')" "" "$1: nothing is left behind"
}

PATH_WITHOUT=$work/none
mkdir "$PATH_WITHOUT"
(cd "$work" && PATH=$PATH_WITHOUT "$(cd "$OLDPWD" && realpath "$tiptoe")" export --zim x.zim m >out 2>err)
status=$?
exits 1 "without zimwriterfs"
file_has err "apt-get install zim-tools" "it is said what to install"
absent x.zim
tidy "without zimwriterfs"

# What is said when it fails.
mkdir "$work/bad"
printf '#!/bin/sh\necho "no such luck"\nexit 7\n' >"$work/bad/zimwriterfs"
chmod +x "$work/bad/zimwriterfs"
PATH=$work/bad:$PATH crawl export --zim x.zim m
exits 1 "zimwriterfs fails"
file_has err "status 7"
file_has err "no such luck" "with its own words"
absent x.zim
tidy "a failure"

# What zimwriterfs is called with.
mkdir "$work/fake"
cat >"$work/fake/zimwriterfs" <<'END'
#!/bin/sh
for last; do
    before=${this-}
    this=$last
    printf '%s\n' "$last"
done >"$ASKED"
cp -a "$before" "$ASKED.tree"
echo zim >"$last"
END
chmod +x "$work/fake/zimwriterfs"
echo stray >"$work/m/site/stray.html"
ASKED=$work/asked PATH=$work/fake:$PATH crawl export --zim fake.zim m
exits 0 "a ZIM"
rm "$work/m/site/stray.html"
file_is fake.zim zim "the file has its name"
for line in --welcome=index.html --language=deu "--title=Ein Titel mit mehr als dreißi…" "--description=Was es & wofür" \
    "--longDescription=Was es & wofür: $base/" --creator=127.0.0.1 "--source=$base/"; do
    ok "it is told $line" grep -qxF -e "$line" "$work/asked"
done
tree=$work/asked.tree
is "$(cd "$tree" && find . -type f | LC_ALL=C sort | tr '\n' ' ')" \
    "./#icon.png ./away.html ./café/index.html ./clock.html ./d/index.html ./icon-48.png ./icon.png ./index.html ./links.html ./q@x=1&y=2.html ./slow.html ./soon.html " \
    "the tree has the mirror's files, and no others"
is "$(readlink "$tree/moved.html")" "café/index.html" "a redirect is a link"
for page in away clock slow; do
    ok "$page.html stays a page" sh -c "! grep -qi 'content=\"[0-9]*; *url' '$tree/$page.html' && grep -q '<p>' '$tree/$page.html'"
    ok "$page.html is as it was in site/" grep -qi "url=" "$work/m/site/$page.html"
done
ok "a redirect by META refresh stays one" cmp "$tree/soon.html" "$work/m/site/soon.html"
ok "the icon is the site's PNG of 48 by 48" cmp "$tree/#icon.png" "$work/icon-48.png"
rm "$work/m/site/icon-48.png"
ASKED=$work/own PATH=$work/fake:$PATH crawl export --zim own.zim m
ok "without one, it is tiptoe's" cmp "$work/own.tree/#icon.png" "$top_srcdir/data/icon.png"
cp "$work/icon-48.png" "$work/m/site/"
tidy "a ZIM"

crawl mirror --delay 0 -o wide "$base/two%20%20spaces.html"
ASKED=$work/wider PATH=$work/fake:$PATH crawl export --zim wide.zim wide
file_has wider "--welcome=two  spaces.html" "the name of the first page is exact"

# The real one.
if command -v zimwriterfs >/dev/null 2>&1 && command -v zimcheck >/dev/null 2>&1; then
    crawl export --zim real.zim m
    exits 0 "zimwriterfs takes it"
    ok "zimcheck finds nothing" zimcheck -0 -C -I -M -F -P -R -L "$work/real.zim"
    zimdump list "$work/real.zim" >"$work/list"
    for path in index.html moved.html away.html clock.html 'q@x=1&y=2.html' café/index.html; do
        ok "it has $path" grep -qxF -e "$path" "$work/list"
    done
    tidy "the real one"
else
    skip "zimwriterfs" "zim-tools is not installed"
fi
done_testing
