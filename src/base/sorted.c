/* SPDX-License-Identifier: MIT */
/* Sorts lines or records of any number by an external merge sort. All runs are in one file, so that their
 * number has no limit. Those that are not used up form a heap; its root has the next line. */
#include "config.h"

#include "base/sorted.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "base/body.h"
#include "base/buf.h"
#include "base/error.h"
#include "base/limits.h"

struct line {
    size_t at, len;
};

struct run {
    uint64_t end;           /* in the spool, where the next run begins */
    const char *passed;     /* up to which its memory was released */
    struct span line, rest; /* the first line that was not read, and what follows it */
};

struct sorted {
    size_t run_bytes, record_bytes;
    struct buf text; /* of the lines that are not in a run */
    LIST(struct line) lines;
    LIST(struct run) runs;
    struct body spool; /* one run after another */
    struct run **heap;
    size_t heap_count;
    bool is_reading;
};

struct sorted *sorted_new(int spool_dir, size_t run_bytes, size_t record_bytes)
{
    struct sorted *sorted = MEM_NEW(struct sorted);

    sorted->run_bytes = run_bytes;
    sorted->record_bytes = record_bytes;
    body_init(&sorted->spool, spool_dir, spool_dir < 0 ? SIZE_MAX / 2 : LIMIT_BODY_IN_MEMORY, UINT64_MAX);
    buf_init(&sorted->text, run_bytes);
    return sorted;
}

void sorted_free(struct sorted *sorted)
{
    if (!sorted)
        return;
    body_release(&sorted->spool);
    free(sorted->runs.items);
    free(sorted->heap);
    free(sorted->lines.items);
    buf_release(&sorted->text);
    free(sorted);
}

static int compare_lines(const void *a, const void *b, void *context)
{
    const struct line *left = a, *right = b;
    const char *text = context;

    return span_compare(span_make(text + left->at, left->len), span_make(text + right->at, right->len));
}

static int end_run(struct sorted *sorted)
{
    int error = 0;

    if (sorted->lines.count == 0)
        return 0;
    qsort_r(sorted->lines.items, sorted->lines.count, sizeof(struct line), compare_lines, sorted->text.at);
    for (size_t i = 0; i < sorted->lines.count && !error; i++)
        error =
            body_add(&sorted->spool, sorted->text.at + sorted->lines.items[i].at, sorted->lines.items[i].len);
    LIST_ADD(sorted->runs)->end = sorted->spool.len;
    sorted->lines.count = 0;
    buf_clear(&sorted->text);
    return error;
}

int sorted_add(struct sorted *sorted, struct span line)
{
    int error;

    if (line.len > sorted->run_bytes)
        return ERROR_TOO_LARGE;
    error = line.len > sorted->run_bytes - sorted->text.len ? end_run(sorted) : 0;
    if (error)
        return error;
    *LIST_ADD(sorted->lines) = (struct line){.at = sorted->text.len, .len = line.len};
    return buf_add_span(&sorted->text, line);
}

/* Moves the run at AT of the heap down to where it belongs. */
static void sift_down(struct sorted *sorted, size_t at)
{
    struct run **heap = sorted->heap, *run = heap[at];

    for (size_t child; (child = 2 * at + 1) < sorted->heap_count; at = child) {
        if (child + 1 < sorted->heap_count && span_compare(heap[child + 1]->line, heap[child]->line) < 0)
            child++;
        if (span_compare(run->line, heap[child]->line) <= 0)
            break;
        heap[at] = heap[child];
    }
    heap[at] = run;
}

static void take_line(const struct sorted *sorted, struct run *run)
{
    size_t len = sorted->record_bytes > 0 ? sorted->record_bytes : span_find(run->rest, '\n') + 1;

    run->line = span_part(run->rest, 0, len);
    run->rest = span_part(run->rest, run->line.len, run->rest.len);
}

static int begin_reading(struct sorted *sorted)
{
    int error = end_run(sorted);
    struct span spool = {0};
    uint64_t at = 0;

    sorted->is_reading = true;
    buf_release(&sorted->text);
    if (!error)
        error = body_span(&sorted->spool, &spool);
    sorted->heap = mem_new(sorted->runs.count, sizeof(struct run *));
    for (size_t i = 0; i < sorted->runs.count && !error; i++) {
        struct run *run = &sorted->runs.items[i];

        run->rest = span_part(spool, (size_t)at, (size_t)(run->end - at));
        run->passed = run->rest.at;
        at = run->end;
        take_line(sorted, run);
        sorted->heap[sorted->heap_count++] = run;
    }
    for (size_t i = sorted->heap_count / 2; i-- > 0 && !error;)
        sift_down(sorted, i);
    return error;
}

static void drop_line(struct sorted *sorted)
{
    struct run *run = sorted->heap[0];

    run->passed = body_passed_part(&sorted->spool, run->passed, run->rest.at);
    if (run->rest.len > 0)
        take_line(sorted, run);
    else
        sorted->heap[0] = sorted->heap[--sorted->heap_count];
    if (sorted->heap_count > 0)
        sift_down(sorted, 0);
}

int sorted_next(struct sorted *sorted, struct span *line)
{
    int error = 0;

    if (!sorted->is_reading)
        error = begin_reading(sorted);
    else if (sorted->heap_count > 0)
        drop_line(sorted);
    if (!error && sorted->heap_count == 0)
        error = ERROR_END;
    if (!error)
        *line = sorted->heap[0]->line;
    return error;
}

int compare_number(const void *a, const void *b)
{
    uint64_t left = *(const uint64_t *)a, right = *(const uint64_t *)b;

    return (left > right) - (left < right);
}

int compare_numbers(const void *a, const void *b)
{
    int order = compare_number(a, b);

    return order != 0 ? order : compare_number((const uint64_t *)a + 1, (const uint64_t *)b + 1);
}
