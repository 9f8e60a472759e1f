#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests settings files: which value counts, where status says that it came from, and files that are refused.
. "${top_srcdir:-.}/tests/crawl/lib.sh"

serve - <<'END'
/
  type text/html
  text a page
END
XDG_CONFIG_HOME=$work/config
export XDG_CONFIG_HOME
unset TIPTOE_CONFIG
mkdir -p "$work/config/tiptoe" "$work/pace"
conf=$work/config/tiptoe/config

# settings LINE…: the settings file from now on.
settings() {
    printf '%s\n' "$@" >"$conf"
    chmod 644 "$conf"
}
# option NAME WANTED LABEL: what status says about an option of m.
option() {
    crawl status --verbose m
    is "$(sed -n "s/^options//; s/^ *\($1 .*)\)\$/\1/p" "$work/out" | paste -sd ';')" "$2" "$3"
}

settings '# who' '' 'contact me@example.net' "  delay   0" 'archive-info operator: A' 'archive-info rights: B' \
    "share-pace $work/pace"
crawl mirror -o m "$base/"
exits 0 "a mirror with a settings file"
option contact "contact me@example.net ($conf, line 3)" "its value, and where it came from"
option archive-info "archive-info operator: A ($conf, line 5);archive-info rights: B ($conf, line 5)" "a list"
option retries "retries 5 (default)" "a value of neither"
ok "the site is told" grep -q 'me@example.net' "$work/m/mirror.db"

settings 'contact you@example.net' 'delay 0' "share-pace $work/pace"
crawl update --retries 2 m
option contact "contact you@example.net ($conf, line 1)" "a new value in the file counts"
option archive-info "" "what the file no longer has is gone"
option retries "retries 2 (kept with the mirror)" "the command line is kept with the mirror"
settings 'retries 3' 'delay 5' 'include /x' "share-pace $work/pace"
crawl update --delay 0 --include '*' m
option retries "retries 2 (kept with the mirror)" "the mirror comes before the file"
option delay "delay 0 (kept with the mirror)" "the command line comes before both"
option include "include * (kept with the mirror)" "also with a list"
settings 'delay 0'
crawl mirror -o n --delay 127.0.0.9=5 "$base/"
exits 0
is "$(sqlite3 "$work/n/mirror.db" "SELECT value FROM setting WHERE name = 'delay'")" 127.0.0.9=5 \
    "the delay of one host is kept with the mirror, that of all others is not"
settings 'contact me@example.net' 'delay 0' "share-pace $work/pace"
crawl update --sandbox auto m
exits 0 "a shared folder of the file counts as given by this user"
crawl update --no-config m
option contact "" "--no-config"
TIPTOE_CONFIG='' crawl update m
option contact "" "an empty TIPTOE_CONFIG"
printf 'contact named@example.net\ndelay 0\n' >"$work/named"
chmod 644 "$work/named"
TIPTOE_CONFIG=$work/named crawl update m
option contact "contact named@example.net ($work/named, line 1)" "TIPTOE_CONFIG"

# refuses TEXT LABEL: a run ends before it requests anything.
refuses() {
    forget_requests
    crawl mirror -o m "$base/"
    exits 2 "$2"
    file_has err "$1" "$2: it says why"
    requests_are "$2: no request"
}
while IFS='|' read -r line text; do
    settings '# comment' "$line"
    refuses "$conf, line 2: $text" "the line '$line'"
done <<'END'
dely 2|unknown option '--dely' (did you mean '--delay'?)
delay|'delay' needs a value
contact = me@example.net|'contact' needs a value, after a space and without '='
delay fast|--delay expects seconds such as 2 or 0.25
output /tmp/x|'output' is for one run
urls /tmp/x|'urls' is for one run
sandbox off|'sandbox' is for one run
quiet yes|'quiet' is for one run
auth me:secret|'auth' may have a password
header Authorization: x|'header' may have a password
hours 5|--hours 5: expects hours
share-pace pace|'share-pace' needs a path from the root
END
settings 'delay 0'
chmod g+w "$conf"
refuses "$conf: other users can write it" "a file that a group can write"
settings 'delay 0'
if [ "$(id -u)" = 0 ]; then
    chown 65534 "$conf"
    refuses "$conf: it belongs to another user" "a file of another user"
    chown 0 "$conf"
fi
rm "$conf" && mkdir "$conf"
refuses "$conf: Is a directory" "a folder"
rmdir "$conf"
export TIPTOE_CONFIG=nothing
refuses "nothing: not found" "a named file that is missing"
unset TIPTOE_CONFIG

# The hint comes once for each user.
XDG_STATE_HOME=$work/other
crawl mirror -o p --delay 0 "$base/"
file_has err "a line 'contact ADDRESS' to $conf"
crawl mirror -o q --delay 0 "$base/"
exits 0
file_lacks err "without --contact"

crawl help config
file_has out "    $conf"
file_has out "    contact ADDRESS"
file_lacks out "    output"
done_testing
