#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests --for disk: it embeds only what browsers refuse to load from disk and accept as data: URLs.
. "${top_srcdir:-.}/tests/crawl/lib.sh"

line_is() {
    is "$(sed -n "$2p" "$work/m/site/$1")" "$3" "${4:-line $2 of $1}"
}

sums() {
    (cd "$work/m/site" && find . -type f -exec sha256sum {} + | LC_ALL=C sort)
}

serve - <<'END'
/
  type text/html
  body
    <meta http-equiv=content-security-policy content="default-src 'self'">
    <script src=a.js integrity=sha256-AA></script><link rel=stylesheet href=a.css>
    <video src=v.webm><track src=t.vtt></video><img src=m.png>
    <style>p { mask: url(m.png) } q { background: url(m.png); -webkit-mask-image : no-repeat url( 'm.png' ) }</style>
    <p style="color:red;clip-path:url(c.svg#c)"><p style="background:url(m.png)"><p style="--icon: url(m.png)">
    <svg><g filter="url(c.svg#f)" fill="url(c.svg#p)"/><use href="c.svg#s"/></svg>
    <style>p { mask: url(big.png) } q { mask: url(links.svg) } b { mask: url(gone.png) }</style>
    <script type=module src=mod.js crossorigin></script>
/a.css
  type text/css
  body
    p { shape-outside: url("m.png"); } q { src: url(f.woff2) }
/a.js
  type text/javascript
  text 1
/mod.js
  type text/javascript
  text 1
/v.webm
  type video/webm
  text W
/t.vtt
  type text/vtt
  text WEBVTT
/m.png
  type image/png
  text PNG
/c.svg
  type image/svg+xml
  text <svg/>
/links.svg
  type image/svg+xml
  text <svg><image href="m.png"/></svg>
/big.png
  type image/png
  fill 131073
/f.woff2
  type font/woff2
  text F
END
png=data:image/png\;base64,UE5H
svg=data:image/svg+xml\;base64,PHN2Zy8+
crawl mirror --delay 0 --retries 0 --for disk -o m "$base/"
exits 4
disk() {
    line_is index.html 1 "<meta http-equiv=content-security-policy content=\"default-src 'self' data:\">" "a policy allows them"
    line_is index.html 2 '<script src=a.js></script><link rel=stylesheet href=a.css>' "integrity goes"
    line_is index.html 3 '<video src=v.webm><track src=data:text/vtt;base64,V0VCVlRU></video><img src=m.png>' "a text track"
    line_is index.html 4 "<style>p { mask: url($png) } q { background: url(m.png); -webkit-mask-image : no-repeat url( '$png' ) }</style>" "masks, no backgrounds"
    line_is index.html 5 "<p style=\"color:red;clip-path:url($svg#c)\"><p style=\"background:url(m.png)\"><p style=\"--icon: url($png)\">" "in attributes"
    line_is index.html 6 "<svg><g filter=\"url($svg#f)\" fill=\"url(c.svg#p)\"/><use href=\"c.svg#s\"/></svg>" "in SVG, but no symbols"
    line_is index.html 7 '<style>p { mask: url(big.png) } q { mask: url(links.svg) } b { mask: url(data:,) }</style>' "nothing large, nothing with links of its own"
    line_is index.html 8 '<script type=module src=mod.js></script>' "no modules"
    line_is a.css 1 "p { shape-outside: url(\"$png\"); } q { src: url(f.woff2) }" "in a style sheet; no fonts"
}
disk
crawl verify m
exits 0 "verify agrees"
sums >"$work/disk"
crawl rebuild --for both m
exits 0
line_is index.html 2 '<script src=a.js integrity=sha256-AA></script><link rel=stylesheet href=a.css>' "rebuild for both"
line_is a.css 1 'p { shape-outside: url("m.png"); } q { src: url(f.woff2) }'
crawl verify m
exits 0
sums >"$work/both"
forget_requests
crawl resume --for disk m
exits 4
requests_are "a run that only changes what it is for requests nothing"
disk
sums >"$work/after"
ok "and makes the same files" cmp "$work/disk" "$work/after"
crawl rebuild m
sums >"$work/after"
ok "as rebuild does, which knows" cmp "$work/disk" "$work/after"
crawl resume --for both m
sums >"$work/after"
ok "and back" cmp "$work/both" "$work/after"

# A mirror that becomes one for disk is like one that was made for it, with modules that link to nothing.
serve - <<'END'
/
  type text/html
  text <script type=module>import late from '/late.js'; document.title = late</script>
/late.js
  type text/javascript
  text export default 'late';
END
crawl mirror --for disk --delay 0 -o made "$base/"
exits 0
file_has made/site/late.js 'tiptoe$(["' "a module from disk is a classic script"
crawl mirror --delay 0 -o becomes "$base/"
exits 0
file_has becomes/site/late.js "export default 'late';" "for both, it stays a module"
crawl verify becomes
exits 0
crawl rebuild --for disk becomes
exits 0
ok "a mirror that becomes one for disk has the same files" diff -r "$work/made/site" "$work/becomes/site"
crawl verify becomes
exits 0
crawl resume --for both becomes
file_has becomes/site/late.js "export default 'late';" "and back, in a run"

# A hostile style sheet: each of its references may be a file, which would be in it as often.
{
    printf '/\n  type text/html\n  text <link rel=stylesheet href=/many.css>\n/x.png\n  type image/png\n  fill 120000\n'
    printf '/many.css\n  type text/css\n  body\n'
    for i in $(seq 100); do
        echo "    .a$i { mask: url(x.png) }"
    done
} >"$work/many.site"
serve "$work/many.site"
crawl mirror --for disk --delay 0 -o many "$base/"
exits 0
ok "a style sheet has four megabytes of files in it" [ "$(wc -c <"$work/many/site/many.css")" -gt 4194304 ]
ok "and no more" [ "$(wc -c <"$work/many/site/many.css")" -lt 4500000 ]
file_has many/site/many.css '.a100 { mask: url(x.png) }' "then it has their names"
done_testing
