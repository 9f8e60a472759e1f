#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests URLs that would have the same file: which one gets it depends neither on the order of answers nor on kills.
. "${top_srcdir:-.}/tests/crawl/lib.sh"

# The site, in which what TARGETs name answers late.
site() {
    cat <<'END_OF_SITE'
/
  type text/html
  body
    <a href=/d/>1</a> <a href=/d/index.html>2</a> <a href=/d/index>3</a> <img src=/x.gif> <img src=/X.gif>
    <img src=/e.gif> <img src=/E.gif> <a href=/last>l</a>
/last
  delay 300
  type text/html
  body
    <a href=/d/>1</a> <a href=/d/index.html#f>2</a> <a href=/d/index>3</a> <img src=/X.gif> <img src=/x.gif>
END_OF_SITE
    for target; do
        printf '%s\n  delay 150\n' "$target"
        content "$target"
    done
    for target in '/d/*' '/e.gif' '/E.gif' '/*'; do
        printf '%s\n' "$target"
        content "$target"
    done
}

content() {
    case $1 in
    /d*) printf '  type text/html\n  body\n    <p id=f>@TARGET@ <a href="@TARGET@#f">self</a> <a href="/d/">d</a>\n' ;;
    /[eE].gif) printf '  type image/gif\n' ;;
    *) printf '  type image/gif\n  text @TARGET@\n' ;;
    esac
}

site >"$work/none.site"
serve "$work/none.site"
crawl mirror --delay 0 --connections 8 -o none "$base/"
exits 0
file_has none/site/d/index.html '<p id=f>/d/ <a href="#f">' "the shortest URL has the plain name"
file_is none/site/X.gif /X.gif "of equally short ones the first has it"
is "$(find "$work/none/site/d" -name 'index#~*.html' | wc -l)" 2 "the others have names of their own"
digests none >"$work/none.sums"

same() {
    site "$@" >"$work/late.site"
    play "$work/late.site"
    rm -rf "$work/late"
    crawl mirror --delay 0 --connections 8 -o late "$base/"
    digests late >"$work/late.sums"
    if ! ok "the same mirror when these are late: $*" cmp -s "$work/none.sums" "$work/late.sums"; then
        note "$(diff "$work/none.sums" "$work/late.sums")"
    fi
}

same /d/ /X.gif /E.gif
same /d/index /x.gif /e.gif
same /d/ /d/index
same /d/index.html
crawl verify late
exits 0 "and nothing in it is damaged"

# Killed around the moment at which files move.
site /d/ /X.gif /E.gif >"$work/late.site"
play "$work/late.site"
rm -rf "$work/cut"
for after in 100 140 145 150 155 160 165; do
    crawl_signalled KILL 6 "$after" mirror --delay 0 --connections 8 -o cut "$base/"
done
crawl mirror --delay 0 --connections 8 -o cut "$base/"
exits 0
digests cut >"$work/cut.sums"
ok "nor do kills change it" cmp "$work/none.sums" "$work/cut.sums"

# A folder's index by its name: pages are woven on the guess that it is the folder's own page, which shares its file.
cat >"$work/index.site" <<'END'
/
  type text/html
  text <a href=/1>1</a> <a href=/2>2</a> <a href=/3>3</a> <a href=/index.html>i</a> <a href=/d/index.html>d</a>
/3
  type text/html
  text <a href=/index.html>i</a> <a href=/d/index.html>d</a> <a href=/d/>d</a>
/*
  type text/html
  text <a href=/index.html>i</a>
END
play "$work/index.site"
crawl mirror --delay 0 --connections 1 -o index "$base/"
exits 0
home=$(cd "$work/index/site" && echo index#~*)
file_has index/site/1.html "=index%23${home#index#}>" "links lead to the twin that came later"
file_has index/site/3.html "<a href=d/index.html>d</a> <a href=d/index.html>" "and to one file where both pages are the same"
is "$(ls "$work/index/site/d")" index.html "which is there once"
crawl verify index
exits 0 "all pages are what they would be woven to now"
if command -v sqlite3 >/dev/null; then
    is "$(sqlite3 "$work/index/mirror.db" "SELECT group_concat(url) FROM visit WHERE woven > sequence")" 1,2,3,4 \
        "pages that link to the file that has another name are woven again"
else
    skip "pages woven again" "sqlite3 is not installed"
fi
done_testing
