#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests META robots and X-Robots-Tag, in elements and in heads, on pages and on files: no part of the mirror has content that
# they withhold.
. "${top_srcdir:-.}/tests/crawl/lib.sh"

# A table: name, the tag (M in an element, H in the head), whether it is stored, whether its link is followed.
cat >"$work/table" <<'END'
m1 M robots noindex - stored-no followed
m2 M ROBOTS NOINDEX,NOFOLLOW - stored-no not-followed
m3 M robots nofollow - stored not-followed
m4 M robots none - stored-no not-followed
m5 M tiptoe noindex - stored-no followed
m6 M otherbot noindex - stored followed
m7 M robots noarchive - stored-no followed
m8 M robots all - stored followed
m9 M tiptoe nofollow - stored not-followed
h1 H X-Robots-Tag noindex - stored-no followed
h2 H X-Robots-Tag none - stored-no not-followed
h3 H X-Robots-Tag tiptoe:nofollow - stored not-followed
h4 H X-Robots-Tag otherbot:noindex - stored followed
h5 H x-robots-tag NoIndex,nofollow - stored-no not-followed
b1 M robots index,follow X-Robots-Tag:noindex stored-no followed
b2 M robots nofollow X-Robots-Tag:noarchive stored-no not-followed
END

{
    echo '/'
    echo '  type text/html'
    echo '  body'
    while read -r name rest; do
        echo "    <a href=/$name.html>$name</a>"
    done <"$work/table"
    echo '    <img src=/img-no.png><img src=/img-yes.png><link rel=stylesheet href=/no.css>'
    echo '    <a href=/twice.html>a</a> <a href=/late.html>b</a>'
    echo '    <a href=/only-ours.html>c</a> <a href=/only-theirs.html>d</a> <a href=/nofollow.html>e</a> <a href=/huge.html>f</a>'
    while read -r name kind field value head rest; do
        echo "/$name.html"
        echo '  type text/html'
        [ "$kind" = M ] || echo "  header $field: $value"
        [ "$head" = - ] || echo "  header ${head%%:*}: ${head#*:}"
        echo '  body'
        [ "$kind" = H ] || echo "    <meta name=\"$field\" content=\"$value\">"
        echo "    <title>title-of-$name</title><p>words-of-$name <a href=/from-$name.html>on</a>"
    done <"$work/table"
    cat <<'END'
/from-*
  type text/html
  body
    <p>reached
/img-no.png
  type image/png
  header X-Robots-Tag: noindex
  text secret-pixels
/img-yes.png
  type image/png
  text public-pixels
/no.css
  type text/css
  header X-Robots-Tag: noarchive
  text .secret-class { background: url(/deep.png) }
/twice.html
  type text/html
  header X-Robots-Tag: otherbot: noindex
  header X-Robots-Tag: nofollow
  header X-Robots-Tag: noindex
  body
    <p>words-of-twice <a href=/from-twice.html>x</a>
/late.html
  type text/html
  body
    <body><p>words-of-late</p><!-- <meta name=robots content=all> --><noscript><meta name=robots content=noindex></noscript>
/only-ours.html
  type text/html
  body
    <p>words-of-ours</p><svg><title><!--><meta name=robots content=none>--></title></svg><a href=/from-ours.html>on</a>
/only-theirs.html
  type text/html
  body
    <p>words-of-theirs</p><template><meta name=robots content="noindex"></template><a href=/from-theirs.html>on</a>
/nofollow.html
  type text/html
  body
    <meta name=robots content=nofollow><p>words-of-nofollow <a href=/m6.html>known</a> <a href=/only-here.html>new</a>
/huge.html
  type text/html
  fill 67108864
  text <meta name=robots content=noindex><a href=/from-huge.html>words-of-huge</a>
END
} >"$work/tags.site"
serve "$work/tags.site"
crawl mirror --delay 0 --archive all --log "$work/log.json" -o m "$base/"
exits 0 "what a site withholds is not a failure"
cat "$work"/m/archive/*.warc.gz | zcat >"$work/warc"
while read -r name kind field value head stored followed; do
    label="$field $value${head#-}"
    if [ "$stored" = stored ]; then
        exists "m/site/$name.html" "$label: stored"
        file_has warc "words-of-$name" "$label: archived"
    else
        absent "m/site/$name.html" "$label: not stored"
        file_lacks warc "words-of-$name" "$label: not archived"
    fi
    is "$(requests_of "/from-$name.html")" "$([ "$followed" = followed ] && echo 1 || echo 0)" "$label: $followed"
done <"$work/table"
absent m/site/img-no.png "a NOINDEX image is not stored"
file_lacks warc secret-pixels "nor archived"
file_has warc public-pixels "others are, with --archive all"
absent m/site/no.css "nor is a NOARCHIVE style sheet"
file_lacks warc secret-class
absent m/site/twice.html "several fields of one answer add up"
requested 0 /from-twice.html
absent m/site/late.html "a META element in a noscript of the body counts"
ok "nothing withheld is left anywhere in the mirror" sh -c '! grep -rqE "(words|title)-of-(m1|m2|m4|m5|m7|h1|h2|h5|b1|b2|twice|late)|secret-" "$1"' \
    sh "$work/m"
for page in ours theirs; do
    absent "m/site/only-$page.html" "a page is withheld by what only one of the two readers finds"
    file_lacks warc "words-of-$page"
done
requested 0 /from-ours.html
requested 1 /from-theirs.html
is "$(grep -c '"meta_disagreements":1' "$work/log.json")" 2 "the log counts these terms"
is "$(grep -c meta_disagreements "$work/log.json")" 2 "and has no member for them otherwise"
file_has m/site/nofollow.html 'href=m6.html' "a NOFOLLOW page is woven"
requested 0 /only-here.html
file_has m/site/nofollow.html "href=$base/only-here.html" "but its links are not followed"
absent m/site/huge.html "a page above 64 MiB is not stored, since it is not known what it says"
file_lacks warc words-of-huge
requested 0 /from-huge.html
file_has m/site/index.html "href=$base/m1.html" "links to what is withheld lead to the live site"
file_has m/site/index.html '<img src=data:,>' "an image that is withheld is not requested offline"
file_has err 'not stored: the site says NOINDEX'
file_has err 'not stored: the site says NOARCHIVE'
crawl explain m /only-ours.html
file_has out 'rule       meta element (only the tokenizer finds it): none'
crawl explain m /only-theirs.html
file_has out 'rule       meta element (only libxml2 finds it): noindex'
crawl explain m /huge.html
file_has out 'rule       the page is above 64 MiB, so its META robots was not read'
crawl explain m /h2.html
file_has out 'rule       X-Robots-Tag: none'
crawl explain m /m9.html
file_has out 'tags       meta element: nofollow'
done_testing
