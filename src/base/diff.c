/* SPDX-License-Identifier: MIT */
/* Finds a shortest way from one text to another by lines: E. Myers, An O(ND) Difference Algorithm and Its
 * Variations, 1986. After D edits, the text before is read to X on the diagonal K = X - Y; each step reads on
 * from the better of two neighbours. */
#include "config.h"

#include "base/diff.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"

enum { AROUND = 3, HEADING_MAX = 100, PLACES = (DIFF_EDITS_MAX + 1) * (DIFF_EDITS_MAX + 1) };

/* A text by lines. */
struct side {
    struct span lines[DIFF_LINES_MAX];
    bool differs[DIFF_LINES_MAX];
    int count;
};

struct diff {
    struct side before, after;
    int reached[PLACES]; /* for each number of edits, X on its diagonals */
};

/* Returns the place of X after D edits on the diagonal K. */
static int place_of(int d, int k)
{
    return d * d + d + k;
}

/* Reads TEXT by lines; returns whether that was all of it. */
static bool read_side(struct side *side, struct span text)
{
    while (text.len > 0 && side->count < DIFF_LINES_MAX)
        side->lines[side->count++] = span_take_until(&text, '\n');
    return text.len == 0;
}

/* Returns where the way to the diagonal K by D edits begins to read common lines, and sets INSERTED to
 * whether its last edit is a line of the text after. */
static int enter(const struct diff *diff, int d, int k, bool *inserted)
{
    int at = place_of(d - 1, k);

    if (d == 0)
        return 0;
    *inserted = k == -d || (k != d && diff->reached[at - 1] < diff->reached[at + 1]);
    return *inserted ? diff->reached[at + 1] : diff->reached[at - 1] + 1;
}

/* Returns the least number of edits; -1 if they are too many. */
static int find_way(struct diff *diff)
{
    const struct side *before = &diff->before, *after = &diff->after;
    bool inserted;

    for (int d = 0; d <= DIFF_EDITS_MAX; d++)
        for (int k = -d; k <= d; k += 2) {
            int x = enter(diff, d, k, &inserted);

            while (x < before->count && x - k < after->count &&
                   span_equals(before->lines[x], after->lines[x - k]))
                x++;
            diff->reached[place_of(d, k)] = x;
            if (x >= before->count && x - k >= after->count)
                return d;
        }
    return -1;
}

/* Marks the lines that differ, from the end of the way by D edits to its start; of no way, all. */
static void mark(struct diff *diff, int d)
{
    int k = diff->before.count - diff->after.count;
    bool inserted;

    if (d < 0) {
        memset(diff->before.differs, true, (size_t)diff->before.count);
        memset(diff->after.differs, true, (size_t)diff->after.count);
    }
    for (; d > 0; d--) {
        int x = enter(diff, d, k, &inserted);

        if (inserted)
            diff->after.differs[x - ++k] = true;
        else
            diff->before.differs[x - 1] = true;
        k -= !inserted;
    }
}

/* Returns whether a line differs at I, J or in the next AROUND common lines. */
static bool is_near(const struct diff *diff, int i, int j)
{
    for (int more = 0; more <= AROUND; more++) {
        if ((i + more < diff->before.count && diff->before.differs[i + more]) ||
            (j + more < diff->after.count && diff->after.differs[j + more]))
            return true;
    }
    return false;
}

static void pass_all(const struct diff *diff, diff_reader *each, void *context)
{
    const struct side *before = &diff->before, *after = &diff->after;
    char heading[HEADING_MAX];
    int since = AROUND, i = 0, j = 0; /* SINCE: common lines since the last difference */
    bool open = false;

    while (i < before->count || j < after->count) {
        bool removed = i < before->count && before->differs[i];
        bool added = !removed && j < after->count && after->differs[j];
        bool shown = removed || added || since < AROUND || is_near(diff, i, j);

        if (shown && !open) {
            (void)snprintf(heading, sizeof heading, "line %d, now %d", i + 1, j + 1);
            each(context, '@', span_of(heading));
        }
        if (shown)
            each(context, removed ? '-' : added ? '+' : ' ', added ? after->lines[j] : before->lines[i]);
        open = shown;
        since = removed || added ? 0 : since + 1;
        i += !added;
        j += !removed;
    }
}

void diff_lines(struct span before, struct span after, diff_reader *each, void *context, bool *cut)
{
    struct diff *diff = mem_new(1, sizeof *diff);
    int edits;

    *cut = !read_side(&diff->before, before);
    *cut |= !read_side(&diff->after, after);
    edits = find_way(diff);
    *cut |= edits < 0;
    mark(diff, edits);
    pass_all(diff, each, context);
    free(diff);
}
