#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests options that name files or open addresses: a mirror keeps them for its next runs, which use them only if this user has
# given them on this machine. A mirror that someone else made names them, and they are ignored.
. "${top_srcdir:-.}/tests/crawl/lib.sh"
"$tiptoe" url --sandbox require http://a.example/ >"$work/out" 2>&1 || skip_all "no Landlock or no seccomp here"

serve - <<'END'
/
  if header Cookie: session=biscuit
  type text/html
  text with the cookie
/
  type text/html
  text without it
END
mkdir "$work/jar" "$work/pace" "$work/other"
printf '127.0.0.1\tFALSE\t/\tFALSE\t0\tsession\tbiscuit\n' >"$work/jar/cookies.txt"
cp "$work/jar/cookies.txt" "$work/other"
crawl mirror --sandbox require --delay 0 --cookies jar/cookies.txt --share-pace pace -o m "$base/"
exits 0

# updates LABEL [ARG…]: an update in the sandbox sends the cookie.
updates() {
    label=$1
    shift
    crawl update --sandbox require --delay 0 "$@"
    exits 0 "$label: an update"
    file_is m/site/index.html "with the cookie" "$label: it reads the cookies"
}
updates "the same user" m
mv "$work/m" "$work/moved" && ln -s moved "$work/m"
updates "a mirror that was moved" moved
updates "another file of cookies" --cookies other/cookies.txt --renew-cookies yes m
rm -r "$work/jar"
updates "afterwards" m
is "$(find "$work/state/tiptoe" -type f ! -name contact | wc -l)" 1 "a mirror has one file of notes"
crawl mirror --sandbox require --delay 0 -o plain "$base/"
exits 0
absent plain/control/id "a mirror without such options has none"

# refuses LABEL TEXT: an update is refused for TEXT, before it requests anything.
refuses() {
    forget_requests
    crawl update --delay 0 m
    exits 2 "$1: an update"
    file_has err "the mirror names $2" "$1: it names the options"
    requests_are "$1: it requests nothing"
}
XDG_STATE_HOME=/dev/null
refuses "another user" "--share-pace $work/pace, --cookies $work/other/cookies.txt, --renew-cookies yes, which you have not given"
crawl update --delay 0 --share-pace "$work/pace" --cookies "$work/other/cookies.txt" --renew-cookies no m
exits 0 "given again, they are used, even where they cannot be noted"
file_has err "so the next run of m needs --cookies and options like it again"
XDG_STATE_HOME=$work/state
updates "the first user" --renew-cookies yes m
printf precious >"$work/victim"
sqlite3 "$work/m/mirror.db" "UPDATE setting SET value = '$work/victim' WHERE name = 'cookies'"
refuses "another file in mirror.db" "--cookies $work/victim, which"
file_is victim precious "the file stays as it is"
rm "$work/m/control/id"
refuses "a mirror without an id" "--share-pace $work/pace, --cookies $work/victim, --renew-cookies yes, which"
mkfifo "$work/m/control/id"
refuses "a pipe in its place" "--share-pace"
ln -sf "$work/victim" "$work/m/control/id"
updates "a link in its place" --share-pace pace --cookies other/cookies.txt --renew-cookies no m
file_is victim precious "its target stays as it is"
updates "then" m
rm "$work/other/cookies.txt" && mkfifo "$work/other/cookies.txt"
refuses "a pipe where the cookies were" "--cookies $work/other/cookies.txt, which"
sqlite3 "$work/m/mirror.db" "INSERT OR REPLACE INTO setting (name, value) VALUES ('contact', printf('%.20000c', '/'))"
crawl update --delay 0 --cookies "$work/victim" m
exits 2 "a kept value that is too long"
file_has err "--contact: the value is too long"

# Commands do not print what a mirror says as it is, and do not take one of another user without a word.
escape=$(printf '\033[31m')
sqlite3 "$work/plain/mirror.db" "UPDATE setting SET value = value || '$escape' WHERE name = 'start'"
crawl status plain
file_has out '\x1B[31m' "status shows the start page"
file_lacks out "$escape" "and no control characters"
crawl mirror --delay 0 -o mine "$base/"
file_lacks err "belongs to another user"
if [ "$(id -u)" = 0 ] && chown 65534 "$work/mine"; then
    crawl update --delay 0 mine
    file_has err "mine belongs to another user (number 65534)"
else
    skip "a mirror of another user" "only root can make one"
fi
done_testing
