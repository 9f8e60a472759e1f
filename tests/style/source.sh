#!/bin/sh
# SPDX-License-Identifier: MIT
# The rules of the house that a machine can hold: sizes, layers, banned calls, licence tags, stray bytes. Every offender
# is named. The counters themselves are tested by counters.sh.
: "${top_srcdir:=$(cd "$(dirname "$0")/../.." && pwd)}"
export top_srcdir
style=$(cd "$(dirname "$0")" && pwd)
cd "$top_srcdir" || exit 1
count=0
failed=0
stripped=$(mktemp -d) || exit 1
trap 'rm -rf "$stripped"' EXIT
offenders=$stripped/offenders

sources=$($style/sources c)
headers=$($style/sources h)

# rule LABEL: passes when the list of offenders, which a pipe wrote just before, is empty.
rule() {
    count=$((count + 1))
    if [ ! -s "$offenders" ]; then
        echo "ok $count - $1"
    else
        echo "not ok $count - $1"
        head -n 30 "$offenders" | sed 's/^/# /'
        failed=1
    fi
}

# code FILE: where its stripped text is.
code() {
    echo "$stripped/$(echo "$1" | tr / -)"
}
for file in $sources $headers; do
    awk -v directives=0 -f $style/strip.awk "$file" >"$(code "$file")"
done

# calls NAMES FILES…: uses of one of the functions NAMES, a regular expression.
calls() {
    names=$1
    shift
    for file; do
        grep -nE "(^|[^A-Za-z0-9_.>])($names)[[:space:]]*\(" "$(code "$file")" | sed "s|^|$file:|"
    done
}

# What each room of src/ may include beside itself and base; `stages` stands for all of them.
stages="pace frontier answer fetch extract archive site"
may_include() {
    case $1 in
    base) ;;
    url | term) ;;
    markup) echo url ;;
    robots) echo url markup ;;
    fetch) echo url markup robots answer ;;
    pace | frontier | answer | extract | archive | site) echo url markup robots ;;
    lint) echo url markup robots ;;
    mirror) echo url markup robots pace frontier answer extract archive site term ;;
    weave) echo url markup robots frontier answer extract archive site mirror term ;;
    judge) echo url markup robots pace frontier answer extract archive site mirror weave term ;;
    report | export | serve) echo url markup robots pace frontier answer extract archive site mirror weave term ;;
    intake) echo url markup robots pace frontier answer extract archive site mirror weave judge term ;;
    import) echo url markup robots pace frontier answer extract archive site mirror weave judge intake term ;;
    crawl) echo url markup robots $stages mirror weave judge intake import report term ;;
    cmd_robots) echo url markup robots $stages lint cmd term ;;
    cmd | main.c) echo url markup robots $stages mirror weave judge intake import report export serve crawl term cmd cmd_robots ;;
    *) echo unknown ;;
    esac
    # struct crawl is still one for all rooms that were part of crawl/.
    case $1 in mirror | weave | judge | intake | import | export | serve) echo crawl import intake weave ;; esac
}

includes_against_the_flow() {
    for file in $sources $headers; do
        case $file in src/*) ;; *) continue ;; esac
        from=${file#src/}
        from=${from%%/*}
        allowed=" base $from $(may_include "$from" | tr "\n" " ") "
        case $allowed in *" unknown "*) echo "$file: src/$from is a room without arrows (may_include)" ;; esac
        for to in $(sed -n 's|^[[:space:]]*#[[:space:]]*include "\([^"/]*\)/[^"]*".*|\1|p' "$file" | sort -u); do
            case $allowed in *" $to "*) ;; *) echo "$file includes $to/" ;; esac
        done
    done
}

files_without_tag() {
    for file in $sources $headers; do
        head -n 1 "$file" | grep -qxF '/* SPDX-License-Identifier: MIT */' || echo "$file"
    done
    for file in $($style/sources sql); do
        head -n 1 "$file" | grep -qxF -- '-- SPDX-License-Identifier: MIT' || echo "$file"
    done
    for file in $($style/sources sh) .ci/run; do
        [ ! -f "$file" ] || head -n 2 "$file" | grep -qxF '# SPDX-License-Identifier: MIT' || echo "$file"
    done
    for file in $($style/sources js); do
        head -n 1 "$file" | grep -qxF -- '// SPDX-License-Identifier: MIT' || echo "$file"
    done
}

# After its tag, a .c file says what it owns, in at most 10 lines.
files_without_opening() {
    for file in $sources; do
        awk 'NR == 2 && !/^\/\*/ { print FILENAME ": no opening comment"; exit }
            NR > 1 && /\*\// { if (NR > 11) print FILENAME ": " NR - 1 " lines of opening comment"; exit }' "$file"
    done
}

headers_without_guard() {
    for file in $headers; do
        case $file in
        src/*) path=${file#src/} ;;
        *) path=$file ;;
        esac
        guard=TIPTOE_$(echo "$path" | tr 'a-z/.-' 'A-Z___')
        { sed -n 2,3p "$file" | tr '\n' ' ' | grep -qxF "#ifndef $guard #define $guard "; } || echo "$file: $guard"
    done
}

# config.h, then the file's own header where it has one, before all others.
includes_out_of_order() {
    for file in $sources; do
        own=${file%.c}.h
        first=$(sed -n 's/^#include *//p' "$file" | head -n 1)
        second=$(sed -n 's/^#include *//p' "$file" | sed -n 2p)
        [ "$first" = '"config.h"' ] || echo "$file: config.h is not first"
        case $file in
        src/*) [ ! -f "$own" ] || [ "$second" = "\"${own#src/}\"" ] || echo "$file: ${own#src/} is not second" ;;
        esac
    done
}

functions_of_all() {
    for file in $sources $headers; do
        awk -f $style/functions.awk "$(code "$file")" | sed "s|\$| $file|"
    done
}
functions_of_all >"$stripped/functions"

for file in $sources $headers; do
    wc -l "$file"
done | awk '$1 > 600 { print $2 ": " $1 " lines" }' >"$offenders"
rule "no file above 600 lines"
awk '$1 > 80 { print $4 ": " $3 " has " $1 " lines" }' "$stripped/functions" >"$offenders"
rule "no function above 80 lines"
awk '$2 > 20 { print $4 ": " $3 " has complexity " $2 }' "$stripped/functions" >"$offenders"
rule "no function above complexity 20"
sort -n "$stripped/functions" | awk '{ n[NR] = $1 } END { k = int(NR * 0.9); if (NR > 20 && n[k] > 40) print "nine in ten have " n[k] " lines or fewer" }' >"$offenders"
rule "nine functions in ten are at most 40 lines"
awk 'NF < 4 { print }' "$stripped/functions" >"$offenders"
rule "every function has a name that the counter sees"
includes_against_the_flow >"$offenders"
rule "includes follow the flow of data"
grep -lE '^#include <sqlite3' $sources $headers | grep '^src/' | grep -v '^src/frontier/' >"$offenders"
rule "all SQL is in src/frontier"
# What meets the bytes of others; a test's own texts are known.
hardened=$(printf '%s\n' $sources $headers | grep -E '^(src|tests/server)/')
# shellcheck disable=SC2086 # lists
{
    calls 'strcpy|stpcpy|strcat|strncpy|strncat|sprintf|vsprintf|strtok|strtok_r|gets|scanf|sscanf' $hardened
    calls 'atoi|atol|atoll|atof|system|popen|alloca|tmpnam|tempnam|mktemp|rand|srand' $hardened
    calls 'ctime|asctime|gmtime|localtime|getwd|setlocale' $hardened
} >"$offenders"
rule "no banned call"
# shellcheck disable=SC2046
calls 'printf|fprintf|vprintf|vfprintf|puts|fputs|putchar|fputc|putc|perror' \
    $(printf '%s\n' $sources $headers | grep '^src/' | grep -vE '^src/(cmd|cmd_robots|crawl|mirror|report|term)/|^src/main\.c$') >"$offenders"
rule "nothing prints below mirror, report, crawl, cmd and term"
files_without_tag >"$offenders"
rule "every source carries the licence tag"
files_without_opening >"$offenders"
rule "every .c opens with a comment of at most 10 lines"
headers_without_guard >"$offenders"
rule "every header has the guard of its path"
includes_out_of_order >"$offenders"
rule "config.h and the own header come first"
marks='TO''DO|FIX''ME|XX''X'
$style/sources text | xargs grep -nwE "$marks" >"$offenders"
rule "nothing is left for later"
tab=$(printf '\t')
$style/sources text | grep -vE '\.(am|inc)$' | xargs grep -n "$tab" >"$offenders"
rule "no tabs but in makefiles"
$style/sources text | xargs grep -nE '[[:space:]]$' >"$offenders"
rule "no blanks at the end of a line"
for file in $($style/sources text); do
    [ ! -s "$file" ] || [ -z "$(tail -c 1 "$file")" ] || echo "$file"
done >"$offenders"
rule "every file ends with a line end"
echo "1..$count"
exit $failed
