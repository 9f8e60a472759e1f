/* SPDX-License-Identifier: MIT */
/* Differences of texts by lines, also of texts that are hard to compare. */
#include "config.h"

#include "base/diff.h"

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "tap.h"

static void take(void *context, char sign, struct span text)
{
    (void)buf_add_byte(context, sign);
    (void)buf_add_span(context, text);
    (void)buf_add_byte(context, ';');
}

static const struct {
    const char *before, *after, *wanted;
} cases[] = {
    {"", "", ""},
    {"a\nb", "a\nb", ""},
    {"", "a\nb", "@line 1, now 1;+a;+b;"},
    {"a\nb", "", "@line 1, now 1;-a;-b;"},
    {"a\nb\nc", "a\nx\nc", "@line 1, now 1; a;-b;+x; c;"},
    {"a\nb\nc\na\nb\nb\na", "c\nb\na\nb\na\nc", "@line 1, now 1;-a;-b; c;+b; a; b;-b; a;+c;"},
    {"1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n12", "1\n2\n3\n4\n6\n7\n8\n9\n10\n11\n12\n13",
     "@line 2, now 2; 2; 3; 4;-5; 6; 7; 8;@line 10, now 9; 10; 11; 12;+13;"},
};

/* Returns a text of COUNT lines, each another one. */
static char *make_lines(int count, char first)
{
    char *text = malloc((size_t)count * 16 + 1), *at = text;

    for (int i = 0; text && i < count; i++)
        at += sprintf(at, "%c%d\n", first, i);
    return text;
}

int main(void)
{
    char *before = make_lines(30000, 'a'), *after = make_lines(30000, 'b');
    struct buf out BUF_LOCAL(1 << 20);
    bool cut;

    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        buf_clear(&out);
        diff_lines(span_of(cases[i].before), span_of(cases[i].after), take, &out, &cut);
        is_str(buf_text(&out), cases[i].wanted, cases[i].before);
        ok(!cut, "nothing is cut");
    }
    buf_clear(&out);
    diff_lines(span_of(before), span_of(after), take, &out, &cut);
    ok(cut, "texts of 30,000 different lines are cut");
    ok(strstr(buf_text(&out), "-a19999;+b0;") != NULL, "everything is replaced");
    free(before);
    free(after);
    return done();
}
