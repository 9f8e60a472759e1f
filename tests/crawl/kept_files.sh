#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests that the files of options that a mirror keeps are accessible to its later runs in the sandbox: control/files names
# them. Without it, as in mirrors of older versions, a run makes it again; what it cannot use, it ignores.
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
files="share-pace $work/pace
cookies $work/jar/cookies.txt"
file_is m/control/files "$files"

# updates LABEL: an update in the sandbox sends the cookie, and control/files is right afterwards.
updates() {
    crawl update --sandbox require --delay 0 m
    exits 0 "$1: an update"
    file_is m/site/index.html "with the cookie" "$1: it reads the cookies"
    file_is m/control/files "$files" "$1: it leaves the file as it must be"
}
updates "with the file"
rm "$work/m/control/files"
updates "a mirror of an older version"
rm "$work/m/control/files" && mkfifo "$work/m/control/files"
updates "a FIFO in its place"
rm "$work/m/control/files" && ln -s "$work/jar/cookies.txt" "$work/m/control/files"
updates "a link in its place"
file_has jar/cookies.txt biscuit "its target stays as it is"
head -c 100000 /dev/zero >"$work/m/control/files"
updates "a file that is too long"

# Options of a later run are kept in place of the earlier ones.
files="share-pace $work/pace
cookies $work/other/cookies.txt
renew-cookies yes"
crawl update --sandbox require --delay 0 --cookies other/cookies.txt --renew-cookies yes m
exits 0 "another file of cookies"
file_is m/control/files "$files"
rm -r "$work/jar"
updates "afterwards"
crawl mirror --sandbox require --delay 0 -o plain "$base/"
exits 0
exists plain/control/files "a mirror without such options has an empty file"
file_is plain/control/files ""
done_testing
