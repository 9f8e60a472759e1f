#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests --cookies-from-browser: a run sends the cookies that Firefox has for the site, also while Firefox is open.
. "${top_srcdir:-.}/tests/crawl/lib.sh"

command -v sqlite3 >/dev/null || skip_all "no sqlite3"
HOME=$work/home
export HOME
unset XDG_CONFIG_HOME

# profile FOLDER SQL: makes a profile below the home of the user, as Firefox 153 does.
profile() {
    mkdir -p "$HOME/$1"
    printf '%s\n' "PRAGMA user_version = 17; PRAGMA journal_mode = WAL;
        CREATE TABLE moz_cookies (id INTEGER PRIMARY KEY, originAttributes TEXT NOT NULL DEFAULT '', name TEXT, value TEXT,
        host TEXT, path TEXT, expiry INTEGER, lastAccessed INTEGER, creationTime INTEGER, isSecure INTEGER DEFAULT 0,
        isHttpOnly INTEGER DEFAULT 0, inBrowserElement INTEGER DEFAULT 0, sameSite INTEGER DEFAULT 0,
        schemeMap INTEGER DEFAULT 0, isPartitionedAttributeSet INTEGER DEFAULT 0, updateTime INTEGER,
        CONSTRAINT moz_uniqueid UNIQUE (name, host, path, originAttributes));" "$2" |
        sqlite3 "$HOME/$1/cookies.sqlite" >/dev/null
}

# add COLUMNS VALUES…: SQL that adds cookies.
add() {
    columns=$1
    shift
    for values; do
        echo "INSERT INTO moz_cookies (name, value, host, path, expiry$columns) VALUES ($values);"
    done
}

# sent TARGET: the Cookie field of the last request for it.
sent() {
    settle
    sed -n "s|.* $1 .* cookie=\"\([^\"]*\)\".*|\1|p" "$log" | tail -n 1
}

serve - <<'SITE'
/
  type text/html
  text <a href=/x/page>x</a>
/x/page
  type text/html
  text <p>x
SITE
site=http://www.a.example:$port
here="--resolve www.a.example:$port:127.0.0.1"
later=4102444800
profile .mozilla/firefox/1.old "$(add "" "'old','1','www.a.example','/',$later")"
profile .config/mozilla/firefox/2.default "$(
    add "" "'host','h','www.a.example','/',${later}000" "'parent','p','.a.example','/',$later" \
        "'folder','f','www.a.example','/x',$later" "'suffix','s','.example','/',$later" "'empty','','www.a.example','/',$later" \
        "'other','o','a.example','/',$later" "'mate','m','.ww.a.example','/',$later" "'near','n','.xa.example','/',$later" \
        "'past','t','www.a.example','/',1000000000" "'line','x' || char(10) || 'y','www.a.example','/',$later"
    add ", isHttpOnly" "'hidden','i','.www.a.example','/',$later,1"
    add ", isSecure" "'safe','k','www.a.example','/',$later,1"
    add ", originAttributes" "'box','c','www.a.example','/',$later,'^userContextId=1'" \
        "'part','q','www.a.example','/',$later,'^partitionKey=%28http%2Cb.example%29'"
)"
touch -d '2020-01-01' "$HOME/.mozilla/firefox/1.old/cookies.sqlite"
names() {
    sent "$1" | tr -d ' ' | tr ';' '\n' | LC_ALL=C sort | tr '\n' ' '
}

# shellcheck disable=SC2086 # a list
crawl mirror --sandbox require --delay 0 $here --cookies-from-browser firefox -o m "$site/"
exits 0 "the profile that was used last"
is "$(names /)" "empty= hidden=i host=h parent=p " "the cookies of the site, and no others"
is "$(names /x/page)" "empty= folder=f hidden=i host=h parent=p " "and of its folders"
is "$(find "$HOME" -name 'cookies.sqlite?*')" "" "nothing is written beside the database"
ok "nor do the cookies stay in the mirror" sh -c '! grep -raq "parent=p\|hidden=i" "$1"' - "$work/m"

# An open browser has the database locked, and its newest cookies are in the log only.
mkfifo "$work/sql"
sqlite3 "$HOME/.config/mozilla/firefox/2.default/cookies.sqlite" <"$work/sql" >"$work/browser" 2>&1 &
browser=$!
exec 5>"$work/sql"
printf '%s\n' "PRAGMA locking_mode = EXCLUSIVE; PRAGMA wal_autocheckpoint = 0; UPDATE moz_cookies SET value = 'new' WHERE name = 'host';" \
    "SELECT 'ready';" >&5
wait_until grep -q ready "$work/browser"
ok "others find it locked" sh -c '! sqlite3 -readonly "$1/.config/mozilla/firefox/2.default/cookies.sqlite" "SELECT 1 FROM moz_cookies" 2>/dev/null' - "$HOME"
crawl update --sandbox require --delay 0 $here m
exits 0 "an update while the browser is open"
is "$(names /)" "empty= hidden=i host=new parent=p " "sends the cookies that it has now"
exec 5>&-
wait "$browser"

# SQLite would remove a log that has no whole transaction, as when the browser is writing a large one.
log_of_browser=$HOME/.mozilla/firefox/1.old/cookies.sqlite-wal
head -c 32 /dev/zero >"$log_of_browser"

crawl update --delay 0 $here --cookies-from-browser firefox:old m
is "$(sent /)" "old=1" "a profile by its name"
crawl update --sandbox off --delay 0 $here --cookies-from-browser firefox:old m
is "$(wc -c <"$log_of_browser")" 32 "whose log stays, whatever it has"
rm "$log_of_browser"
crawl update --delay 0 $here --renew-cookies yes --cookies-from-browser "firefox:$HOME/.mozilla/firefox/1.old" m
is "$(sent /)" "old=1" "and by its folder"
ok "which stays a database" sqlite3 "$HOME/.mozilla/firefox/1.old/cookies.sqlite" "SELECT 1 FROM moz_cookies"
crawl mirror --cookies-from-browser firefox:none -o n "$site/"
exits 2 "a profile that is not there"
file_has err "give its folder, which about:profiles shows"
crawl mirror --cookies-from-browser chromium -o n "$site/"
exits 2
file_has err "export them to a file for --cookies"
echo "no database" >"$HOME/.mozilla/firefox/1.old/cookies.sqlite"
crawl update --delay 0 $here --cookies-from-browser firefox:old m
exits 1
file_has err "1.old/cookies.sqlite cannot be read"
profile .mozilla/firefox/3.new ""
crawl update --delay 0 $here --cookies-from-browser firefox:new m
file_has err "3.new/cookies.sqlite has no cookies of www.a.example"
done_testing
