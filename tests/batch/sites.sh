# SPDX-License-Identifier: MIT
# What the tests of recipes share; read with `.` after tests/crawl/lib.sh.

# five_sites PAGES: five servers with that many pages beside the start page each; their URLs are in $work/sites. $work/bin has
# the program, for $PATH.
five_sites() {
    {
        printf '/\n  type text/html\n  body\n'
        for n in $(seq "$1"); do printf '    <a href=/%s>%s</a>\n' "$n" "$n"; done
        for n in $(seq "$1"); do printf '/%s\n  type text/html\n  text page\n' "$n"; done
    } >"$work/first.site"
    serve "$work/first.site" --ports 5
    for n in $ports; do
        echo "http://127.0.0.1:$n/"
    done >"$work/sites"
    mkdir "$work/bin"
    ln -s "$(realpath "$tiptoe")" "$work/bin/tiptoe"
}

# sites_are_whole PAGES DIR LABEL: DIR has their mirrors, complete, and verify finds no problem.
sites_are_whole() {
    whole=0
    for url in $(cat "$work/sites"); do
        mirror=$2/$(echo "${url#http://}" | tr -d / | tr : _)
        if "$tiptoe" verify "$mirror" >"$work/verified" 2>&1 && "$tiptoe" status --json "$mirror" >"$work/status" &&
            grep -q "\"queued\":0,\"done\":$(($1 + 1))," "$work/status"; then
            whole=$((whole + 1))
        else
            note "$(tail -n 3 "$work/verified" "$work/status")"
        fi
    done
    is "$whole" 5 "$3"
}
