/* SPDX-License-Identifier: MIT */
/* Progress with a simulated clock: the parts of a line, those dropped on narrow terminals, and how often it
 * is drawn. */
#include "config.h"

#include <unistd.h>

#include "base/buf.h"
#include "tap.h"
#include "term/message.h"
#include "term/progress.h"

#define TEN "0123456789"

enum { PIPE_MAX = 32 * 1024 };

static int ends[2];

static const char *written(void)
{
    static char text[PIPE_MAX + 1];
    ssize_t got;

    if (write(ends[1], "$", 1) != 1)
        return "(the pipe is broken)";
    got = read(ends[0], text, PIPE_MAX);
    text[got > 0 ? got - 1 : 0] = '\0';
    return text;
}

static const struct line_case {
    struct progress_counts counts;
    double done_rate, bytes_rate; /* below 0: unknown */
    int columns;
    const char *line;
    const char *url;
} lines[] = {
    {{.done = 0, .queued = 1}, -1, 0, 0, "0 done, 1 queued"},
    {{.done = 5, .queued = 120, .pace_ms = 1000}, -1, 0, 0, "5 done, 120 queued, pace 1.0 s, 2.0 min+ left"},
    {{.done = 5, .queued = 60, .withheld = 2, .failed = 1, .pace_ms = 1500},
     1.0,
     2048,
     0,
     "5 done, 60 queued, 2 withheld, 1 failed, 1.0/s, 2.0 kB/s, pace 1.5 s, 60 s+ left"},
    {{.done = 5, .queued = 60, .withheld = 2, .failed = 1, .pace_ms = 1500},
     1.0,
     2048,
     81,
     "5 done, 60 queued, 2 withheld, 1 failed, 1.0/s, 2.0 kB/s, pace 1.5 s, 60 s+ left"},
    {{.done = 5, .queued = 60, .withheld = 2, .failed = 1, .pace_ms = 1500},
     1.0,
     2048,
     80,
     "5 done, 60 queued, 2 withheld, 1 failed, 1.0/s, 2.0 kB/s, 60 s+ left"},
    {{.done = 5, .queued = 60, .withheld = 2, .failed = 1, .pace_ms = 1500},
     1.0,
     2048,
     60,
     "5 done, 60 queued, 2 withheld, 1 failed, 60 s+ left"},
    {{.done = 5, .queued = 60, .withheld = 2, .failed = 1, .pace_ms = 1500},
     1.0,
     2048,
     40,
     "5 done, 60 queued, 1 failed, 60 s+ left"},
    {{.done = 5, .queued = 60, .withheld = 2, .failed = 1, .pace_ms = 1500},
     1.0,
     2048,
     30,
     "5 done, 60 queued, 1 failed"},
    {{.done = 5, .queued = 60, .failed = 1}, 1.0, 2048, 18, "5 done, 60 queued"},
    {{.done = 5, .queued = 60, .failed = 1}, 1.0, 2048, 17, "5 done"},
    {{.done = 12345, .queued = 60}, 1.0, 2048, 5, "1234"},
    {{.done = 100, .queued = 720000},
     100.0,
     5500000,
     0,
     "100 done, 720000 queued, 100/s, 5.5 MB/s, 2.0 h+ left"},
    {{.done = 100, .queued = 10000000},
     50.0,
     999,
     0,
     "100 done, 10000000 queued, 50/s, 999 B/s, 2.3 days+ left"},
    {{.done = 100}, 50.0, 52428800, 0, "100 done, 0 queued, 50/s, 52 MB/s"},
    {{.queued = 89, .pace_ms = 1000}, -1, 0, 0, "0 done, 89 queued, pace 1.0 s, 89 s+ left"},
    {{.queued = 90, .pace_ms = 1000}, -1, 0, 0, "0 done, 90 queued, pace 1.0 s, 90 s+ left"},
    {{.queued = 3569, .pace_ms = 1000}, -1, 0, 0, "0 done, 3569 queued, pace 1.0 s, 59 min+ left"},
    {{.queued = 3570, .pace_ms = 1000}, -1, 0, 0, "0 done, 3570 queued, pace 1.0 s, 60 min+ left"},
    {{.queued = 86369, .pace_ms = 1000}, -1, 0, 0, "0 done, 86369 queued, pace 1.0 s, 24 h+ left"},
    {{.queued = 86370, .pace_ms = 1000}, -1, 0, 0, "0 done, 86370 queued, pace 1.0 s, 24 h+ left"},
    {{.done = 1}, 9.5, 1000, 0, "1 done, 0 queued, 9.5/s, 1.0 kB/s"},
    {{.done = 1}, 10.0, 10485760, 0, "1 done, 0 queued, 10/s, 10 MB/s"},
    {{.done = 1}, 1.0, 10000, 0, "1 done, 0 queued, 1.0/s, 10 kB/s"},
    {{.done = 1}, 1.0, 5120, 0, "1 done, 0 queued, 1.0/s, 5.1 kB/s"},
    {{.done = 1, .queued = 2, .pace_ms = 1000},
     0.0001,
     0,
     0,
     "1 done, 2 queued, 0.0/s, 0 B/s, pace 1.0 s, 2.0 s+ left"},
    {{.done = 1, .queued = 2}, 0.0001, 0, 0, "1 done, 2 queued, 0.0/s, 0 B/s"},
    {{.done = 5, .queued = 1, .pace_ms = 50}, -1, 0, 0, "5 done, 1 queued, pace 50 ms, 50 ms+ left"},
    {{.done = 5, .queued = 1, .pace_ms = 3}, -1, 0, 0, "5 done, 1 queued, pace 3 ms, 3 ms+ left"},
    {{.done = 5, .queued = 1, .pace_ms = 10000, .why = "the server takes 2.0 s"},
     -1,
     0,
     0,
     "5 done, 1 queued, pace 10 s (the server takes 2.0 s), 10 s+ left"},
    {{.done = 1, .queued = 1}, 0.001, 0, 0, "1 done, 1 queued, 0.0/s, 0 B/s, 17 min+ left"},
    {{.done = 50, .queued = 50, .failed = 1, .pace_ms = 1000, .has_total = true},
     1.0,
     2048,
     100,
     "[##########          ] 50 %, 50 done, 50 queued, 1 failed, 1.0/s, 2.0 kB/s, pace 1.0 s, 50 s left"},
    {{.done = 50, .queued = 50, .failed = 1, .has_total = true},
     1.0,
     2048,
     45,
     "50 done, 50 queued, 1 failed, 50 s left"},
    {{.done = 7, .has_total = true}, -1, 0, 0, "[####################] 100 %, 7 done, 0 queued"},
    {{.queued = 7, .has_total = true}, -1, 0, 0, "[                    ] 0 %, 0 done, 7 queued"},
    {{.done = 1, .queued = 2}, -1, 0, 119, "1 done, 2 queued", "https://example.org/a"},
    {{.done = 1, .queued = 2},
     -1,
     0,
     120,
     "1 done, 2 queued, https://example.org/a\\x1Bb",
     "https://example.org/a\033b"},
    {{.done = 1, .queued = 2}, -1, 0, 120, "1 done, 2 queued", "https://example.org/\xc3\xa9"},
    {{.done = 1, .queued = 2},
     -1,
     0,
     120,
     "1 done, 2 queued, https://example.org/" TEN TEN TEN "0...789" TEN TEN TEN TEN "/end",
     "https://example.org/" TEN TEN TEN TEN TEN TEN TEN TEN TEN TEN "/end"},
    {{.done = 1, .queued = UINT64_MAX},
     0.01,
     0,
     0,
     "1 done, 18446744073709551615 queued, 0.0/s, 0 B/s, 11574 days+ left"},
};

static void test_lines(void)
{
    struct buf line;

    buf_init(&line, 1000);
    for (size_t i = 0; i < COUNT_OF(lines); i++) {
        struct progress_counts counts = lines[i].counts;
        struct progress progress;

        counts.url = span_of(lines[i].url);
        progress_init(&progress, 0);
        progress.sampled_ms = lines[i].done_rate >= 0 ? 1000 : 0;
        progress.done_rate = lines[i].done_rate >= 0 ? lines[i].done_rate : 0;
        progress.bytes_rate = lines[i].bytes_rate;
        progress_line(&progress, &counts, lines[i].columns, &line);
        is_str(buf_text(&line), lines[i].line, lines[i].line);
    }
    buf_release(&line);
}

static void test_terminal(void)
{
    struct progress_counts counts = {.done = 1, .queued = 2};
    struct progress progress;

    message_redirect(ends[1], 80);
    progress_init(&progress, 5000);
    progress_update(&progress, &counts, 5000);
    is_str(written(), "\r\033[K1 done, 2 queued", "drawn immediately");
    counts.done = 2;
    progress_update(&progress, &counts, 5099);
    is_str(written(), "", "not drawn again within 100 ms");
    progress_update(&progress, &counts, 5100);
    is_str(written(), "\r\033[K2 done, 2 queued", "drawn again after 100 ms");
    counts = (struct progress_counts){.done = 5, .queued = 10, .bytes = 10240};
    progress_update(&progress, &counts, 7000);
    is_str(written(), "\r\033[K5 done, 10 queued, 2.0/s, 5.1 kB/s, 5.0 s+ left", "rates after a second");
    message_status(span_of(""));
    is_str(written(), "\r\033[K", "cleared at the end");
    message_set_level(MESSAGE_QUIET);
    progress_update(&progress, &counts, 8000);
    is_str(written(), "", "not drawn with --quiet");
    message_set_level(MESSAGE_NORMAL);
}

/* 430 URLs were answered in earlier runs. */
static void test_resumed(void)
{
    struct progress_counts counts = {.done = 430, .queued = 90};
    struct progress progress;

    message_redirect(ends[1], 80);
    progress_init(&progress, 0);
    progress_update(&progress, &counts, 100);
    (void)written();
    counts.done += 5;
    progress_update(&progress, &counts, 5100);
    is_str(written(), "\r\033[K435 done, 90 queued, 1.0/s, 0 B/s, 90 s+ left", "only this run has a rate");
}

/* A server that takes two seconds: the first sample has no answer, and must not weigh on those after it. */
static void test_slow_server(void)
{
    struct progress_counts counts = {.done = 13, .queued = 48};
    struct progress progress;

    message_redirect(ends[1], 80);
    progress_init(&progress, 0);
    for (int64_t now = 0; now <= 8000; now += 1000) {
        counts.done = 13 + (uint64_t)now / 2000;
        progress_update(&progress, &counts, now);
    }
    (void)written();
    ok(progress.done_rate > 0.45 && progress.done_rate < 0.55,
       "the rate of slow answers is right from the start (%.2f)", progress.done_rate);
}

static void test_smoothing(void)
{
    struct progress_counts counts = {.queued = 10};
    struct progress progress;

    message_redirect(ends[1], 80);
    progress_init(&progress, 0);
    for (int64_t now = 1000; now <= 60000; now += 1000) {
        counts.done += 2;
        progress_update(&progress, &counts, now);
    }
    (void)written();
    ok(progress.done_rate > 1.99 && progress.done_rate < 2.01, "a steady rate is exact");
    counts.done += 100;
    progress_update(&progress, &counts, 61000);
    ok(progress.done_rate > 5 && progress.done_rate < 20, "a burst changes it a little (%.1f)",
       progress.done_rate);
    for (int64_t now = 62000; now <= 160000; now += 1000)
        progress_update(&progress, &counts, now);
    (void)written();
    ok(progress.done_rate < 0.01, "it falls when nothing is done");
}

static void test_plain(void)
{
    struct progress_counts counts = {.done = 7, .queued = 2};
    struct progress progress;
    int said = 0;

    message_redirect(ends[1], 0);
    progress_init(&progress, 0);
    progress_update(&progress, &counts, 9999);
    is_str(written(), "", "not a terminal: no line at first");
    progress_update(&progress, &counts, 10099);
    ok(strncmp(written(), "7 done, 2 queued", 16) == 0, "a plain line after 10 s");
    for (int64_t now = 10200; now < 3600 * 1000; now += 100) {
        progress_update(&progress, &counts, now);
        said += written()[0] != '\0';
    }
    ok(said >= 12 && said <= 17, "later lines are further apart (%d in an hour)", said);
}

int main(void)
{
    if (pipe(ends) != 0)
        skip_all("no pipe");
    test_lines();
    test_terminal();
    test_slow_server();
    test_smoothing();
    test_resumed();
    test_plain();
    return done();
}
