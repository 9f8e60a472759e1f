#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests the rules of the house that a program can check: sizes, layers, banned calls, licence tags, stray bytes. A rule that
# fails names each offender. Each rule reads all files in one process: a shell loop over 800 files takes many seconds. The
# counters have their own test, source_rules.sh.
. "$(dirname "$0")/rules"

sources=$($style/sources c)
headers=$($style/sources h)
texts=$($style/sources text)

# calls NAMES WITHIN [EXCEPT]: uses of one of the functions NAMES in the files whose path matches WITHIN and not EXCEPT, all
# regular expressions. Comments and strings are no uses.
calls() {
    awk -v call="(^|[^A-Za-z0-9_.>])($1)[ \t]*[(]" -v within="$2" -v except="${3:-^$}" '
        /^\f/ { file = substr($0, 2); line = 0; wanted = file ~ within && file !~ except; next }
        { line++ }
        wanted && $0 ~ call { print file ":" line ":" $0 }' "$work/code"
}

# What each room of src/ may include beside itself and base; `stages` stands for all of them.
stages="apps pace frontier answer fetch extract archive site"
may_include() {
    case $1 in
    base) ;;
    url | term) ;;
    markup) echo url ;;
    robots) echo url markup ;;
    sandbox) ;;
    browser) echo sandbox ;;
    render) echo url markup robots $stages mirror weave judge update intake search serve report browser term ;;
    fetch) echo url markup robots answer ;;
    apps) echo url markup ;;
    extract | site) echo url markup robots apps ;;
    pace | frontier | answer | archive) echo url markup robots ;;
    lint) echo url markup robots ;;
    mirror) echo url markup robots frontier answer fetch extract archive site term ;;
    weave) echo url markup robots apps frontier answer extract archive site mirror term ;;
    judge) echo url markup robots apps pace frontier answer extract archive site mirror weave term ;;
    search) echo url markup robots frontier answer extract archive site mirror term ;;
    serve) echo url markup robots pace frontier answer extract archive site mirror weave search term ;;
    report | export) echo url markup robots pace frontier answer extract archive site mirror weave term ;;
    update) echo url markup robots pace frontier answer extract archive site mirror weave judge export term ;;
    intake) echo url markup robots pace frontier answer extract archive site mirror weave judge update term ;;
    import) echo url markup robots pace frontier answer extract archive site mirror weave judge update intake term ;;
    crawl) echo url markup robots $stages mirror weave judge update intake import render report search term ;;
    cmd_robots) echo url markup robots $stages lint sandbox cmd term ;;
    cmd | main.c) echo url markup robots $stages mirror weave judge update intake import report search export serve crawl sandbox browser render term cmd cmd_robots ;;
    *) echo unknown ;;
    esac
}

# The rooms that may include term/, as a part of a regular expression.
reporting_rooms() {
    arrows | awk '{ for (i = 2; i <= NF; i++) if ($i == "term") rooms = rooms "|" $1 } END { print substr(rooms, 2) }'
}

# The arrows of each room that has a file, a line each: ROOM and the rooms that it may include.
arrows() {
    # shellcheck disable=SC2086 # lists
    printf '%s\n' $sources $headers | sed -n 's|^src/\([^/]*\).*|\1|p' | sort -u | while read -r room; do
        # shellcheck disable=SC2046 # a list
        echo "$room" base "$room" $(may_include "$room")
    done
}

includes_against_the_flow() {
    arrows >"$work/arrows"
    # shellcheck disable=SC2086 # lists
    awk '
        FILENAME == ARGV[1] { for (i = 2; i <= NF; i++) may[$1, $i]; next }
        FNR == 1 {
            inside = FILENAME ~ /^src\//
            from = substr(FILENAME, 5)
            sub(/\/.*/, "", from)
            if (inside && (from, "unknown") in may)
                print FILENAME ": src/" from " is a room without arrows (may_include)"
        }
        inside && /^[ \t]*#[ \t]*include "[^"\/]*\// {
            to = $0
            sub(/^[^"]*"/, "", to)
            sub(/\/.*/, "", to)
            if (!((from, to) in may) && !((FILENAME, to) in said)) {
                said[FILENAME, to]
                print FILENAME " includes " to "/"
            }
        }' "$work/arrows" $sources $headers
}

# tagged COMMENT LINES FILE…: the files that do not have the licence tag, as COMMENT, in one of their first LINES.
tagged() {
    [ $# -gt 3 ] || return 0
    awk -v tag="$1SPDX-License-Identifier: MIT$2" -v lines="$3" '
        BEGIN { for (i = 4; i < ARGC; i++) { file[i] = ARGV[i]; } for (i = 1; i < 4; i++) ARGV[i] = "" }
        FNR <= lines && $0 == tag { tagged[FILENAME] }
        END { for (i = 4; i < ARGC; i++) if (!(file[i] in tagged)) print file[i] }' "$@"
}

files_without_tag() {
    # shellcheck disable=SC2046,SC2086 # lists
    {
        tagged '/* ' ' */' 1 $sources $headers
        tagged '-- ' '' 1 $($style/sources sql)
        tagged '# ' '' 2 $($style/sources sh) $(ls .ci/* 2>/dev/null)
        tagged '// ' '' 1 $($style/sources js)
    }
}

# After its tag, a .c file says what it owns, in at most 10 lines.
files_without_opening() {
    # shellcheck disable=SC2086 # a list
    awk '
        FNR == 1 { known = 0; next }
        known { next }
        FNR == 2 && !/^\/\*/ { print FILENAME ": no opening comment"; known = 1; next }
        /\*\// { if (FNR > 11) print FILENAME ": " FNR - 1 " lines of opening comment"; known = 1 }' $sources
}

headers_without_guard() {
    # shellcheck disable=SC2086 # a list
    awk '
        FNR == 1 {
            guard = FILENAME
            sub(/^src\//, "", guard)
            gsub(/[\/.-]/, "_", guard)
            guard = "TIPTOE_" toupper(guard)
        }
        FNR == 2 { opened = $0 == "#ifndef " guard }
        FNR == 3 && !(opened && $0 == "#define " guard) { print FILENAME ": " guard }
        { lines[FILENAME] = FNR }
        END { for (i = 1; i < ARGC; i++) if (lines[ARGV[i]] < 3) print ARGV[i] ": no guard" }' $headers
}

# config.h, then the file's own header where it has one, before all others.
includes_out_of_order() {
    # shellcheck disable=SC2086 # lists
    printf '%s\n' $headers >"$work/headers"
    # shellcheck disable=SC2086
    awk '
        FILENAME == ARGV[1] { is_header[$0]; next }
        /^#include / {
            name = $0
            sub(/^#include */, "", name)
            if (++count[FILENAME] == 1) first[FILENAME] = name
            if (count[FILENAME] == 2) second[FILENAME] = name
        }
        END {
            for (i = 2; i < ARGC; i++) {
                own = file = ARGV[i]
                sub(/c$/, "h", own)
                if (file !~ /^doc\/examples\// && first[file] != "\"config.h\"")
                    print file ": config.h is not first"
                if (file ~ /^src\// && own in is_header && second[file] != "\"" substr(own, 5) "\"")
                    print file ": " substr(own, 5) " is not second"
            }
        }' "$work/headers" $sources
}

# The size of src/, if it is above the number in tests/style/budget.
over_budget() {
    # shellcheck disable=SC2086 # a list
    printf '%s\n' $texts | grep -E '^src/.*\.(c|h|sql|js)$' | xargs cat | awk -v most="$(cat tests/style/budget)" '
        END { if (NR > most + 0) print "src has " NR " lines of .c, .h, .sql and .js; tests/style/budget allows " most }'
}

# Lines of tests that wait for a fixed time, or end what takes longer than 30 s: a busy machine needs longer.
hurried_tests() {
    $style/sources sh | grep -E '^tests/' | grep -v '^tests/bench/' | xargs grep -nE \
        '(^|[ ;(])sleep [0-9]|timeout [12]?[0-9] |curl.* (-m|--max-time) [12]?[0-9]( |$)' /dev/null
}

# Line ends that wc counts and lines that awk sees differ where the last line has no end.
files_without_end() {
    # shellcheck disable=SC2086 # a list
    {
        wc -l $texts | sed '$d'
        awk '{ lines[FILENAME] = FNR } END { for (file in lines) print lines[file], file }' $texts
    } | awk '{ $1 = $1 } NF == 2 { if ($2 in lines && lines[$2] != $1) print $2; lines[$2] = $1 }'
}

# shellcheck disable=SC2086 # lists
awk -v directives=0 -v names=1 -f $style/strip.awk $sources $headers >"$work/code"
awk -f $style/functions.awk "$work/code" >"$work/functions"

# shellcheck disable=SC2086
awk '{ lines[FILENAME] = FNR } END { for (file in lines) if (lines[file] > 600) print file ": " lines[file] " lines" }' \
    $sources $headers >"$offenders"
rule "no file above 600 lines"
over_budget >"$offenders"
rule "src/ is within its budget of lines"
awk '$1 > 80 { print $4 ": " $3 " has " $1 " lines" }' "$work/functions" >"$offenders"
rule "no function above 80 lines"
awk '$2 > 20 { print $4 ": " $3 " has complexity " $2 }' "$work/functions" >"$offenders"
rule "no function above complexity 20"
sort -n "$work/functions" | awk '{ n[NR] = $1 } END { k = int(NR * 0.9); if (NR > 20 && n[k] > 40) print "nine in ten have " n[k] " lines or fewer" }' >"$offenders"
rule "nine functions in ten are at most 40 lines"
awk 'NF < 4 { print }' "$work/functions" >"$offenders"
rule "every function has a name that the counter sees"
includes_against_the_flow >"$offenders"
rule "includes follow the flow of data"
# Who keeps texts of a page in an arena has a maximum for them.
# shellcheck disable=SC2086
for header in $(grep -lE '^    struct arena [a-z]+;' $headers | grep '^src/'); do
    grep -qE 'text\.total > LIMIT_|_BYTES - |text_len > [A-Z_]+MAX' "${header%.h}.c" 2>/dev/null || echo "$header: its arena has no maximum"
done >"$offenders"
# So has who lets an array grow: a limit by name, or a comment that says what bounds it.
# shellcheck disable=SC2086
grep -lE 'mem_(extend|grow)\(' $sources | grep -E '^src/' | grep -vE '^src/(base|lint|markup/arena)' | while read -r source; do
    grep -qE 'LIMIT_[A-Z]+|[A-Z]_MAX|_max\b|[Aa]t most' "$source" || echo "$source: nothing bounds its array"
done >>"$offenders"
rule "each store of page data has a maximum"
# shellcheck disable=SC2086
grep -lE '^#include <sqlite3' $sources $headers | grep '^src/' | grep -v '^src/frontier/' >"$offenders"
rule "all SQL is in src/frontier"
# Texts for people about places and rules: place.c and names.c know what they mean.
# shellcheck disable=SC2086
grep -nE '(strn?cmp|span_(is|starts|has)[a-z_]*)\([^,]*\<(where|via|rule)\>[^,]*, *("|[A-Z_]+_TEXT)' $sources |
    grep '^src/' | grep -vE '^src/(markup/link|frontier/names)[.]c:' >"$offenders"
rule "control flow does not depend on display text"
# Tests may use what they like on their own texts; the test server reads what a client sends.
{
    calls 'strcpy|stpcpy|strcat|strncpy|strncat|sprintf|vsprintf|strtok|strtok_r|gets|scanf|sscanf' '^(src|tests/server)/'
    calls 'atoi|atol|atoll|atof|system|popen|alloca|tmpnam|tempnam|mktemp|rand|srand' '^(src|tests/server)/'
    calls 'ctime|asctime|gmtime|localtime|getwd|setlocale' '^(src|tests/server)/'
} >"$offenders"
rule "no banned call"
# shellcheck disable=SC2086
grep -nE 'sizeof ([A-Za-z_.>-]+) / sizeof (\*\1|\1\[0\])' $sources $headers >"$offenders"
rule "the length of an array is COUNT_OF"
calls 'printf|fprintf|vprintf|vfprintf|dprintf|puts|fputs|fwrite|putchar|fputc|putc|perror' '^src/' \
    '^src/(cmd|cmd_robots)/|^src/main[.]c$' >"$offenders"
rule "only the commands print on standard output"
# The arrows to term/ say which rooms report at all.
{
    calls 'message_[a-z]+|progress_[a-z]+' '^src/' "^src/($(reporting_rooms))/|^src/main[.]c$"
    calls 'message_error' '^src/' '^src/(cmd|cmd_robots|crawl|serve|term)/|^src/main[.]c$'
} >"$offenders"
rule "rooms below mirror report nothing, and only a run, a server and the commands report errors"
files_without_tag >"$offenders"
rule "every source carries the licence tag"
files_without_opening >"$offenders"
rule "every .c opens with a comment of at most 10 lines"
# shellcheck disable=SC2086
printf '%s\n' $sources $headers | grep '^src/' | xargs awk -f "$style/verbs.awk" >"$offenders"
rule "comments of functions begin with a verb"
headers_without_guard >"$offenders"
rule "every header has the guard of its path"
includes_out_of_order >"$offenders"
rule "config.h and the own header come first"
marks='TO''DO|FIX''ME|XX''X'
printf '%s\n' $texts | xargs grep -nwE "$marks" /dev/null >"$offenders"
rule "nothing is left for later"
tab=$(printf '\t')
printf '%s\n' $texts | grep -vE '\.(am|inc)$' | xargs grep -n "$tab" /dev/null >"$offenders"
rule "no tabs except in makefiles"
printf '%s\n' $texts | xargs grep -nE '[[:space:]]$' /dev/null >"$offenders"
rule "no blanks at the end of a line"
hurried_tests >"$offenders"
rule "tests wait for conditions, for at least 30 s"
files_without_end >"$offenders"
rule "every file ends with a line end"
done_ruling
