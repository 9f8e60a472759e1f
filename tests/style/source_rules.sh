#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests source.sh: its counters give known numbers for known code, and each of its rules finds the code that breaks it.
. "${top_srcdir:-$(dirname "$0")/../..}/tests/crawl/lib.sh"
style=$top_srcdir/tests/style

functions() {
    awk -v directives=0 -f "$style/strip.awk" "$work/code.c" | awk -f "$style/functions.awk"
}

cat >"$work/code.c" <<'END'
#define IF(x) if (x && y)
struct a {
    int b;
};
static const char *text = "if (a) { while"; /* if for while */
int plain(void)
{
    return 0;
}

__attribute__((nonnull(1), format(printf, 1, 2))) static int
split_head(const char *format,
           int other)
{
    if (a && b || c)
        return d ? 1 : 2; // if
    for (;;) {
    }
}
static const struct row rows[] = {
    {"if", 1},
};
void cases(int a)
{
    /* a comment with if
     * and while } */
    switch (a) {
    case 1:
    case 2:
        while (a)
            a--;
        break;
    case '?':
        notif(diff, "a\"b if");
    }
    do {
        a++;
    } while (a && '"');
}
END
is "$(functions)" "3 1 plain
6 6 split_head
16 5 cases" "lines, complexity and names"

cat >"$work/code.c" <<'END'
a "/*" b /* c
d */ e '"' f // g
h "i\"j" k
# define l
m
END
is "$(awk -v directives=0 -f "$style/strip.awk" "$work/code.c" | tr -s ' ' | sed 's/ *$//')" 'a " " b
 e '"' '"' f
h " " k

m' "comments, strings and directives are stripped"

printf 'int a(void)\n{\n    /* open\n' >"$work/one.c"
printf 'int b(void)\n{\n    return strcpy(1);\n}\n' >"$work/two.c"
(cd "$work" && awk -v directives=0 -v names=1 -f "$style/strip.awk" one.c two.c) >"$work/code"
is "$(awk -f "$style/functions.awk" "$work/code")" "3 1 b two.c" "a file that ends in the middle of a comment leaves the next one alone"

# A tree in which every rule is broken once.
mkdir -p "$work/tree/src/url" "$work/tree/src/crawl" "$work/tree/tests/style"
echo 100 >"$work/tree/tests/style/budget"
cat >"$work/tree/src/url/good.c" <<'END'
/* SPDX-License-Identifier: MIT */
/* A file without a fault; "strcpy(a)" in a string is none, nor is printf() in a comment. */
#include "config.h"

#include "url/good.h"

int good(void)
{
    return snprintf_like("strcpy(a, b)");
}
END
cat >"$work/tree/src/url/good.h" <<'END'
/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_URL_GOOD_H
#define TIPTOE_URL_GOOD_H

int good(void);

#endif
END
all_ok() {
    top_srcdir=$work/tree sh "$style/source.sh" >"$work/said"
}
ok "a tree without a fault passes" all_ok || note "$(grep '^not' "$work/said")"
{
    printf '#include "crawl/crawl.h"\n#include <sqlite3.h>\n/* Whether it is bad. */\nint bad(void)\n{\n'
    for n in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do printf '    if (a)\n        a();\n'; done
    for n in 1 2 3 4 5 6 7 8 9 10; do printf '\n\n\n\n'; done
    printf '\tstrcpy(a, b); \n    printf("x"); message_note("x"); n = sizeof a / sizeof a[0]; if (span_is(url->via, "a")) a(); // TO''DO\n}\n'
    awk 'BEGIN { for (i = 0; i < 600; i++) print "" }'
    printf '};'
} >"$work/tree/src/url/bad.c"
echo "int x;" >"$work/tree/src/url/bad.h"
printf '#!/bin/sh\nsleep 1\n' >"$work/tree/tests/style/bad.sh"
printf '/* SPDX-License-Identifier: MIT */\n#ifndef TIPTOE_URL_STORE_H\n#define TIPTOE_URL_STORE_H\nstruct store {\n    struct arena texts;\n};\n#endif\n' \
    >"$work/tree/src/url/store.h"
ok "a tree full of faults does not" eval '! all_ok'
is "$(grep '^ok' "$work/said" | cut -d ' ' -f 4-)" "nine functions in ten are at most 40 lines
every function has a name that the counter sees" "every rule finds its own"
is "$(grep -c '^# src/url/bad\.c:.*strcpy(a, b)' "$work/said")" 3 "a line with three faults is named three times"
is "$(grep '^# src/url/bad\.[ch]: \(no\|TIP\)' "$work/said")" "# src/url/bad.c: no opening comment
# src/url/bad.h: no guard" "a file is named for what it lacks"
done_testing
