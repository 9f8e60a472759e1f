# SPDX-License-Identifier: MIT
# shellcheck shell=sh
# What tests of the archive share; read with `.` after lib.sh.

tab=$(printf '\t')

# records DIR: takes the archive of a mirror apart: a line a record in $work/list, blocks in $work/blocks.
records() {
    rm -rf "$work/blocks" && mkdir "$work/blocks"
    "$top_builddir/tests/archive/records" "$work/blocks" "$work/$1"/archive/*.warc.gz >"$work/list" || exit 1
}

# holds LABEL TYPE PATH FIELD…: the first record of this type and URL has these fields.
holds() {
    label=$1 type=$2 url=$base$3
    shift 3
    line=$(awk -F '\t' -v type="$type" -v url="$url" '$2 == type && $4 == url { print; exit }' "$work/list")
    missing=
    [ -n "$line" ] || missing="no $type for $url"
    for field in "$@"; do
        case "$line$tab" in
        *"$tab$field$tab"*) ;;
        *) missing="$missing $field" ;;
        esac
    done
    is "$missing" "" "$label"
}

# block TYPE PATH: the name of that record's block.
block() {
    echo "blocks/$(awk -F '\t' -v type="$1" -v url="$base$2" '$2 == type && $4 == url { print $1; exit }' "$work/list")"
}

count() {
    awk -F '\t' -v type="$1" -v url="$base$2" '$2 == type && $4 == url { n++ } END { print n + 0 }' "$work/list"
}

whole() {
    crawl verify "$1"
    exits 0 "$1 is whole" || note "$(cat "$work/out")"
    crawl verify "$work/$1"/archive/*.warc.gz
    exits 0 "its archive is what the standard asks for" || note "$(cat "$work/out")"
    file_has err ' 0 errors, 0 warnings'
}
