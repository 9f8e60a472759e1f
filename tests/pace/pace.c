/* SPDX-License-Identifier: MIT */
/* The pace: gaps, connections, pauses, and a simulated server whose answers take longer under load. */
#include "config.h"

#include "pace/pace.h"

#include "tap.h"

static const struct pace_answer fine = {.sign = PACE_FINE, .answer_ms = -1};

static void test_gaps(void)
{
    struct pace_limits limits = {.delay_ms = 1000, .connections = 1};
    struct pace pace;

    pace_init(&pace);
    is_int(pace_next_start(&pace, &limits, 0), PACE_NEVER, "the first request may start at once");
    pace_started(&pace, 5000);
    is_int(pace_next_start(&pace, &limits, 0), PACE_NOT_YET, "one connection: not while a request is open");
    pace_ended(&pace, &limits, 5100, &fine);
    is_int(pace_next_start(&pace, &limits, 0), 6000, "the gap counts from the start");
    pace_sent(&pace, 5070);
    is_int(pace_next_start(&pace, &limits, 0), 6070,
           "the gap counts from the latest time at which the server has the request");
    pace_arrived(&pace, 5070, 5100);
    is_int(pace_next_start(&pace, &limits, 0), 6070, "a late answer changes nothing");
    pace_arrived(&pace, 5070, 5020);
    is_int(pace_next_start(&pace, &limits, 0), 6020, "an early answer starts the gap earlier");
    pace_arrived(&pace, 5070, 5010);
    is_int(pace_next_start(&pace, &limits, 0), 6020, "only once");
    pace.robots_delay_ms = 10000;
    is_int(pace_next_start(&pace, &limits, 0), 15020, "robots.txt requests a longer gap");
    limits.delay_ms = 60000;
    is_int(pace_next_start(&pace, &limits, 0), 65020, "the user requests a still longer one");
    pace_pause(&pace, 5000, 90000, PACE_BY_RETRY_AFTER);
    is_int(pace_next_start(&pace, &limits, 0), 95000, "the server requests the longest");
    pace_pause(&pace, 5000, 1000, PACE_BY_HOURS);
    is_int(pace_next_start(&pace, &limits, 0), 95000, "a shorter pause does not end a longer one");
    is_int(pace.pause.reason, PACE_BY_RETRY_AFTER, "nor change its reason");
    pace_pause(&pace, 5000, 8 * INT64_C(86400000), PACE_BY_RETRY_AFTER);
    is_int(pace_next_start(&pace, &limits, 0), 5000 + 86400000, "a server is believed for a day");
}

static void test_connections(void)
{
    struct pace_limits limits = {.delay_ms = 0, .connections = 2};
    struct pace pace;

    pace_init(&pace);
    pace_started(&pace, 100);
    is_int(pace_next_start(&pace, &limits, 0), PACE_NEVER,
           "without a delay the second connection opens at once, starts being rounded up or not");
    pace_started(&pace, 100);
    is_int(pace_next_start(&pace, &limits, 0), PACE_NOT_YET, "the third never");
    pace_ended(&pace, &limits, 110, &fine);
    pace.robots_delay_ms = 500;
    is_int(pace_next_start(&pace, &limits, 0), PACE_NOT_YET, "a site with a delay gets one connection");
}

/* Requests that wait for a connection do not collect there, to be sent all at once. */
static void test_on_way(void)
{
    struct pace_limits limits = {.delay_ms = 1000, .connections = 4};
    struct pace pace;

    pace_init(&pace);
    pace_started(&pace, 5000);
    is_int(pace_next_start(&pace, &limits, 5000), 6000, "a request is not sent yet");
    is_int(pace_next_start(&pace, &limits, 5999), 6999, "the next keeps its distance");
    is_int(pace_next_start(&pace, &limits, 9000), 10000, "as long as it is not sent");
    pace_sent(&pace, 9050);
    is_int(pace_next_start(&pace, &limits, 9001), 10050, "the gap counts from its sending");
    pace_started(&pace, 10050);
    pace_arrived(&pace, 9050, 9020);
    is_int(pace_next_start(&pace, &limits, 10060), 11060, "its answer does not concern the next request");
    pace_sent(&pace, 10100);
    is_int(pace_next_start(&pace, &limits, 20000), 11100, "the second was sent");
    limits.delay_ms = 0;
    pace_started(&pace, 20000);
    is_int(pace_next_start(&pace, &limits, 20000), PACE_NEVER,
           "without a delay no request waits for another");
}

/* The effect of answers on the pace. */
static void test_answers(void)
{
    static const struct {
        int64_t delay_ms;
        int statuses[3]; /* one after the other */
        int64_t gap_ms;
        enum pace_reason reason;
        const char *label;
    } cases[] = {
        {1000, {200, 200, 200}, 1000, PACE_BY_USER, "good answers keep the delay"},
        {1000, {404, 410, 404}, 1000, PACE_BY_USER, "missing pages are not trouble"},
        {1000, {200, 200, 429}, 2000, PACE_BY_TROUBLE, "429 halves the rate"},
        {1000, {200, 503, 503}, 4000, PACE_BY_TROUBLE, "each 503 halves it"},
        {0, {200, 200, 502}, 500, PACE_BY_TROUBLE, "without a delay it starts with half a second"},
        {1000, {200, 200, 500}, 1000, PACE_BY_USER, "one 500 is a matter of one page"},
        {1000, {200, 500, 500}, 2000, PACE_BY_TROUBLE, "two in a row are trouble"},
        {1000, {403, 200, 403}, 1000, PACE_BY_USER, "so is one 403"},
        {1000, {403, 403, 403}, 4000, PACE_BY_TROUBLE, "three in a row double the gap twice"},
        {50000, {429, 429, 429}, 60000, PACE_BY_TROUBLE, "up to a minute"},
        {1000, {0, 200, 0}, 4000, PACE_BY_TROUBLE, "no answer is trouble"},
    };

    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct pace_limits limits = {.delay_ms = cases[i].delay_ms, .connections = 4};
        struct pace_force force;
        struct pace pace;

        pace_init(&pace);
        for (int64_t n = 0; n < 3; n++) {
            struct pace_answer answer = {.started_ms = 1000 * n, .answer_ms = 5};
            int status = cases[i].statuses[n];

            answer.sign = status == 0 ? PACE_TROUBLE : pace_sign_of_status(status);
            pace_started(&pace, 1000 * n);
            pace_ended(&pace, &limits, 1000 * n + 5, &answer);
        }
        force = pace_in_force(&pace, &limits);
        ok(force.delay_ms >= cases[i].gap_ms - 60 && force.delay_ms <= cases[i].gap_ms &&
               force.reason == cases[i].reason,
           "%s: %" PRId64 " ms", cases[i].label, force.delay_ms);
        is_int(force.connections, force.reason == PACE_BY_TROUBLE ? 1 : 4, "connections");
    }
}

/* A run of answers, one every half second: '.' good, '!' an error, '?' an answer that is one in a row, '-'
 * ten minutes of nothing. */
static void test_forgiving(void)
{
#define GOOD29 "............................."
    static const struct {
        const char *answers, *label;
        bool rests;
    } cases[] = {
        {"!" GOOD29, "29 good answers do not make good an error", true},
        {"!" GOOD29 ".", "30 do", false},
        {"!" GOOD29 "?", "if they are in a row", true},
        {"!" GOOD29 "?" GOOD29 ".", "from then on", false},
        {"!!" GOOD29 ".", "two errors in a row are not forgotten", true},
        {"!" GOOD29 "!" GOOD29 ".", "nor is the second of two", true},
        {"!" GOOD29 ".!" GOOD29 ".", "nor one that comes soon after another was forgotten", true},
        {"!" GOOD29 ".-!" GOOD29 ".", "but one that comes long after", false},
    };

    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct pace_limits limits = {.delay_ms = 0, .connections = 1};
        int64_t now_ms = 1000;
        struct pace pace;

        pace_init(&pace);
        for (const char *at = cases[i].answers; *at; at++) {
            struct pace_answer answer = {.started_ms = now_ms, .answer_ms = 5};

            now_ms += *at == '-' ? 600 * 1000 : 500;
            if (*at == '-')
                continue;
            answer.sign = *at == '!' ? PACE_TROUBLE : *at == '?' ? PACE_REFUSED : PACE_FINE;
            pace_started(&pace, answer.started_ms);
            pace_ended(&pace, &limits, now_ms, &answer);
        }
        ok((pace_in_force(&pace, &limits).delay_ms > 0) == cases[i].rests, "%s", cases[i].label);
    }
}

static void test_together(void)
{
    struct pace_limits limits = {.delay_ms = 0, .connections = 8};
    struct pace_answer reset = {.sign = PACE_TROUBLE, .started_ms = 100, .answer_ms = -1};
    struct pace pace;

    pace_init(&pace);
    for (int i = 0; i < 8; i++)
        pace_started(&pace, 100);
    for (int i = 0; i < 8; i++)
        pace_ended(&pace, &limits, 200, &reset);
    is_int(pace.rest_ms, 500, "eight requests that fail together are one failure");
}

static void test_ratelimit(void)
{
    struct pace_limits limits = {.delay_ms = 1000, .connections = 4};
    struct ratelimit limit = {
        .is_given = true, .interval_ms = 3000, .spread_ms = 5000, .spread_for_ms = 8000, .connections = 2};
    struct pace pace;

    pace_init(&pace);
    pace_started(&pace, 10000);
    pace_limited(&pace, 10000, &limit);
    is_int(pace_next_start(&pace, &limits, 0), 15000, "the rest of a quota is made to last");
    is_int(pace_in_force(&pace, &limits).reason, PACE_BY_RATELIMIT, "the reason is the quota");
    is_int(pace_in_force(&pace, &limits).connections, 2, "its limit of connections applies");
    pace_started(&pace, 15000);
    pace.in_flight = 1;
    is_int(pace_next_start(&pace, &limits, 0), 18000, "the spread ends when the quota renews");
    pace_started(&pace, 18000);
    pace.in_flight = 1;
    is_int(pace_next_start(&pace, &limits, 0), 21000, "the policy still applies");
    pace_limited(&pace, 18000, &(struct ratelimit){0});
    is_int(pace_next_start(&pace, &limits, 0), 21000, "an answer without fields changes nothing");
    pace_limited(&pace, 18000, &(struct ratelimit){.is_given = true, .wait_ms = 60000});
    is_int(pace_next_start(&pace, &limits, 0), 78000, "the quota is used up: no requests");
    is_int(pace_in_force(&pace, &limits).delay_ms, 1000, "later fields replace earlier ones");
}

/* A server that others use too: its answers take base_ms, and slow_ms from slow_from_ms to
 * slow_until_ms; each request within a second before adds load_ms. */
struct server {
    int64_t base_ms, slow_ms, slow_from_ms, slow_until_ms, load_ms;
    int64_t jitter_ms;
    int64_t recent_ms[64];
    size_t requests;
};

static int64_t serve(struct server *server, int64_t now_ms)
{
    bool slow = now_ms >= server->slow_from_ms && now_ms < server->slow_until_ms;
    int64_t answer_ms = slow ? server->slow_ms : server->base_ms;

    for (size_t i = 0; i < 64 && i < server->requests; i++)
        answer_ms += server->recent_ms[i] > now_ms - 1000 ? server->load_ms : 0;
    if (server->jitter_ms > 0)
        answer_ms += (int64_t)(server->requests * 7919 % (size_t)server->jitter_ms);
    server->recent_ms[server->requests++ % 64] = now_ms;
    return answer_ms;
}

/* One client, one connection. The times of all starts until END_MS; how many they are. */
enum { STARTS_MAX = 300000 };

static size_t visit(struct server *server, struct pace *pace, const struct pace_limits *limits,
                    int64_t end_ms, int64_t *starts)
{
    int64_t now_ms = 0;
    size_t count = 0;

    while (count < STARTS_MAX) {
        int64_t next_ms = pace_next_start(pace, limits, now_ms), answer_ms;
        struct pace_answer answer = {.sign = PACE_FINE};

        now_ms = next_ms > now_ms ? next_ms : now_ms;
        if (now_ms >= end_ms)
            break;
        answer_ms = serve(server, now_ms);
        starts[count++] = now_ms;
        pace_started(pace, now_ms);
        pace_sent(pace, now_ms);
        answer.started_ms = now_ms;
        answer.answer_ms = answer_ms;
        now_ms += answer_ms;
        pace_ended(pace, limits, now_ms, &answer);
    }
    return count;
}

/* How many of the starts were in [FROM_MS, UNTIL_MS). */
static size_t between(const int64_t *starts, size_t count, int64_t from_ms, int64_t until_ms)
{
    size_t n = 0;

    for (size_t i = 0; i < count; i++)
        n += starts[i] >= from_ms && starts[i] < until_ms;
    return n;
}

static void test_slowdown(void)
{
    static const struct {
        int64_t delay_ms, base_ms, slow_ms;
    } cases[] = {{1000, 20, 600}, {1000, 150, 3000}, {0, 5, 400}, {100, 300, 2000}, {5000, 20, 4000}};
    static int64_t starts[STARTS_MAX];

    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct pace_limits limits = {.delay_ms = cases[i].delay_ms, .connections = 1};
        struct server server = {.base_ms = cases[i].base_ms,
                                .slow_ms = cases[i].slow_ms,
                                .slow_from_ms = 60000,
                                .slow_until_ms = 120000};
        int64_t usual_gap_ms = cases[i].delay_ms > cases[i].base_ms ? cases[i].delay_ms : cases[i].base_ms;
        size_t count, first = 0, before, recovered;
        struct pace pace;
        int64_t least_ms = INT64_MAX;

        pace_init(&pace);
        count = visit(&server, &pace, &limits, 1200000, starts);
        while (starts[first] < 60000)
            first++;
        before = between(starts, count, 30000, 60000);
        ok(first >= (size_t)(60000 / usual_gap_ms), "%" PRId64 " ms: full speed while all is well",
           cases[i].delay_ms);
        ok(starts[first + 2] - starts[first + 1] >= 5 * cases[i].slow_ms ||
               starts[first + 3] - starts[first + 2] >= 5 * cases[i].slow_ms,
           "the rate falls within three requests");
        recovered = between(starts, count, 150000, 180000);
        ok(recovered < before, "a minute later it is lower: %zu of %zu", recovered, before);
        recovered = between(starts, count, 1140000, 1170000);
        ok(recovered >= before * 9 / 10, "minutes later it is back: %zu of %zu", recovered, before);
        for (size_t n = 1; n < count; n++)
            least_ms = starts[n] - starts[n - 1] < least_ms ? starts[n] - starts[n - 1] : least_ms;
        ok(least_ms >= cases[i].delay_ms, "no gap below the delay");
    }
}

/* Servers that give no reason to slow down. */
static void test_steady(void)
{
    static const struct {
        int64_t delay_ms, base_ms, jitter_ms, load_ms;
        const char *label;
    } cases[] = {
        {1000, 5, 0, 0, "a fast server"},         {1000, 150, 0, 0, "an ordinary one"},
        {1000, 700, 0, 0, "a slow but steady"},   {0, 2, 0, 0, "one's own"},
        {0, 1, 45, 0, "one's own, uneven"},       {0, 400, 0, 0, "one's own, slow"},
        {0, 3, 0, 1, "one's own, under load"},    {1000, 50, 100, 0, "one with varied pages"},
        {0, 1500, 500, 0, "one with long pages"},
    };
    static int64_t starts[STARTS_MAX];

    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct pace_limits limits = {.delay_ms = cases[i].delay_ms, .connections = 1};
        struct server server = {
            .base_ms = cases[i].base_ms, .jitter_ms = cases[i].jitter_ms, .load_ms = cases[i].load_ms};
        struct pace pace;

        pace_init(&pace);
        (void)visit(&server, &pace, &limits, 120000, starts);
        is_int(pace_in_force(&pace, &limits).delay_ms, cases[i].delay_ms, cases[i].label);
    }
}

/* A server whose pages take much longer than its files: an answer is compared with its kind. */
static void test_kinds(void)
{
    struct pace_limits limits = {.delay_ms = 1000, .connections = 1};
    int64_t now_ms = 0, most_ms = 0, gap_ms;
    struct pace pace;

    pace_init(&pace);
    for (int n = 0; n < 100; n++) {
        struct pace_answer answer = {.sign = PACE_FINE,
                                     .started_ms = now_ms,
                                     .kind = n == 0      ? PACE_RULES
                                             : n % 5 < 3 ? PACE_PAGE
                                                         : PACE_FILE};

        answer.answer_ms = answer.kind == PACE_PAGE && n > 1 ? 600 : 5;
        pace_started(&pace, now_ms);
        pace_sent(&pace, now_ms);
        pace_ended(&pace, &limits, now_ms + answer.answer_ms, &answer);
        gap_ms = pace_in_force(&pace, &limits).delay_ms;
        most_ms = gap_ms > most_ms ? gap_ms : most_ms;
        now_ms += gap_ms;
    }
    is_int(most_ms, 1000, "quick files and slow pages are no reason to slow down, nor is a quick start page");
    is_int(pace.times[PACE_PAGE].usual_us / 1000, 600, "pages usually take so long");
}

/* With an overloaded server, the rate settles at one that it can bear. */
static void test_load(void)
{
    struct pace_limits limits = {.delay_ms = 0, .connections = 1};
    struct server server = {.base_ms = 20, .load_ms = 40};
    static int64_t starts[STARTS_MAX];
    struct pace pace;
    size_t count;

    pace_init(&pace);
    count = visit(&server, &pace, &limits, 600000, starts);
    ok(between(starts, count, 300000, 600000) < 300 * 6, "no more than six a second: %zu in 300 s",
       between(starts, count, 300000, 600000));
    ok(between(starts, count, 300000, 600000) > 30, "but requests continue");
}

/* A pause that only one URL requests. */
static void test_doubt(void)
{
    struct pace pace;

    pace_init(&pace);
    pace_pause(&pace, 1000, 500, PACE_BY_HOURS);
    pace_doubt(&pace, 1000, 90000);
    pace_doubt(&pace, 1000, 95000);
    is_int(pace.pause.until_ms, 96000, "a doubted pause holds");
    pace_pause(&pace, 2000, 4000, PACE_BY_RATELIMIT);
    is_int(pace.pause.until_ms, 96000, "a shorter one does not end it");
    pace_lift(&pace);
    is_int(pace.pause.until_ms, 6000, "after the doubt the shorter one applies");
    ok(pace.pause.from_ms == 2000 && pace.pause.reason == PACE_BY_RATELIMIT, "with its beginning and reason");
    pace_lift(&pace);
    is_int(pace.pause.until_ms, 6000, "which was never doubted");
}

static void test_retry_after(void)
{
    struct pace_limits limits = {.delay_ms = 10, .connections = 3};
    struct pace_answer busy = {.sign = PACE_TROUBLE, .started_ms = 1000, .answer_ms = 5};
    struct pace pace;
    int64_t next_ms;

    pace_init(&pace);
    for (int64_t i = 0; i < 3; i++)
        pace_started(&pace, 1000 + 10 * i);
    pace_ended(&pace, &limits, 1100, &busy);
    pace_pause(&pace, 1100, 120000, PACE_BY_RETRY_AFTER);
    pace_ended(&pace, &limits, 1110, &(struct pace_answer){.sign = PACE_FINE, .answer_ms = 5});
    pace_ended(&pace, &limits, 1120, &busy);
    pace_pause(&pace, 1120, 1000, PACE_BY_RETRY_AFTER);
    next_ms = pace_next_start(&pace, &limits, 0);
    is_int(next_ms, 121100, "no answer to another request shortens a Retry-After");
    is_int(pace.pause.from_ms, 1100, "the pause starts with the first");
    pace_pause(&pace, 121100, 1000, PACE_BY_HOURS);
    is_int(pace.pause.from_ms, 121100, "a pause at the end of another is a new one");
}

static void test_restore(void)
{
    static const struct {
        int64_t ago_ms, rest_ms, left_ms;
    } cases[] = {{0, 8000, 8000},      {-1, 8000, 8000},       {60000, 8000, 4000}, {180000, 8000, 1000},
                 {INT64_MAX, 8000, 0}, {0, INT64_MAX, 300000}, {0, -5, 0}};

    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct pace pace;

        pace_init(&pace);
        pace_restore(
            &pace, 77,
            &(struct pace_kept){.ago_ms = cases[i].ago_ms, .rest_ms = cases[i].rest_ms, .usual_ms = 50});
        is_int(pace.rest_ms, cases[i].left_ms, "the rest from an earlier run");
    }
}

/* A policy and the spread of a quota outlive a run. */
static void test_restore_limit(void)
{
    struct pace_limits limits = {.delay_ms = 0, .connections = 1};
    struct pace_kept kept = {.ago_ms = 100, .limit_ms = 3000, .spread_ms = 5000};
    struct pace pace;

    pace_init(&pace);
    pace.last_start_ms = 900;
    pace_restore(&pace, 1000, &kept);
    is_int(pace_next_start(&pace, &limits, 1000), 5900, "the spread of an earlier run, once");
    pace_started(&pace, 5900);
    pace.in_flight = 0;
    pace.on_way = 0;
    for (int n = 0; n < 29; n++)
        pace_limited(&pace, 5900, &(struct ratelimit){0});
    is_int(pace_next_start(&pace, &limits, 5900), 8900, "its policy applies on and on");
    pace_limited(&pace, 5900, &(struct ratelimit){0});
    is_int(pace_in_force(&pace, &limits).delay_ms, 0, "until 30 answers have not repeated it");
    pace_restore(&pace, 6000, &kept);
    pace_limited(&pace, 6000, &(struct ratelimit){.is_given = true, .interval_ms = 2000});
    for (int n = 0; n < 40; n++)
        pace_limited(&pace, 6000, &(struct ratelimit){0});
    is_int(pace_in_force(&pace, &limits).delay_ms, 2000, "one that was repeated stays");
}

/* Two answers are slow only if they take more than the margin longer than usual. */
static void test_margin(void)
{
    static const struct {
        int64_t answer_ms, rest_ms;
    } cases[] = {{111, 0}, {112, 560}};
    struct pace_limits limits = {.delay_ms = 0, .connections = 1};

    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct pace_answer answer = {.sign = PACE_FINE, .answer_ms = 10};
        struct pace pace;

        pace_init(&pace);
        for (int n = 0; n < 8; n++)
            pace_ended(&pace, &limits, 0, &answer);
        answer.answer_ms = cases[i].answer_ms;
        /* After this time, the two answers raise the usual time from 10 to exactly 11 ms. */
        answer.started_ms = 44910;
        pace_ended(&pace, &limits, 44910, &answer);
        pace_ended(&pace, &limits, 44910, &answer);
        is_int(pace.times[PACE_PAGE].usual_us, 11000, "the usual time");
        is_int(pace.rest_ms, cases[i].rest_ms, "the rest after two slow answers");
    }
}

/* A server that stops for half a second answers all open requests late: that is one slow answer. */
static void test_hiccup(void)
{
    struct pace_limits limits = {.delay_ms = 0, .connections = 8};
    struct pace_answer answer = {.sign = PACE_FINE, .answer_ms = 2};
    struct pace pace;

    pace_init(&pace);
    for (int n = 0; n < 8; n++)
        pace_ended(&pace, &limits, 0, &answer);
    answer.started_ms = 100;
    answer.answer_ms = 500;
    for (int n = 0; n < 8; n++)
        pace_ended(&pace, &limits, 600 + n, &answer);
    is_int(pace.rest_ms, 0, "slow answers to requests that were open together are no slowdown");
    answer.started_ms = 600;
    pace_ended(&pace, &limits, 1100, &answer);
    is_int(pace.rest_ms, 2500, "but a later one is");
}

/* The first eight answers change the usual time at once, later ones slowly. */
static void test_samples(void)
{
    struct pace_limits limits = {.delay_ms = 0, .connections = 1};
    struct pace_answer answer = {.sign = PACE_FINE, .answer_ms = 100};
    struct pace pace;

    pace_init(&pace);
    for (int n = 0; n < 7; n++)
        pace_ended(&pace, &limits, 0, &answer);
    answer.answer_ms = 60;
    pace_ended(&pace, &limits, 0, &answer);
    is_int(pace.times[PACE_PAGE].usual_us, 80000, "the eighth answer counts as much as all before it");
    pace_ended(&pace, &limits, 0, &answer);
    is_int(pace.times[PACE_PAGE].usual_us, 79999, "the ninth changes the usual time slowly");
    pace_init(&pace);
    answer.answer_ms = 0;
    pace_ended(&pace, &limits, 0, &answer);
    is_int(pace.times[PACE_PAGE].samples, 1, "an answer at once counts");
    answer.answer_ms = -1;
    pace_ended(&pace, &limits, 0, &answer);
    is_int(pace.times[PACE_PAGE].samples, 1, "one without a time does not");
}

/* An error is single if no other came in the ten minutes before it. */
static void test_single(void)
{
    static const struct {
        int64_t second_ms;
        int forgiven_in;
    } cases[] = {{600000, 0}, {600001, 30}};
    struct pace_limits limits = {.delay_ms = 1000, .connections = 1};

    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct pace_answer trouble = {.sign = PACE_TROUBLE, .answer_ms = -1};
        struct pace pace;

        pace_init(&pace);
        pace_started(&pace, 0);
        pace_ended(&pace, &limits, 0, &trouble);
        is_int(pace.forgiven_in, 30, "the first error is single");
        pace.rest_ms = 0;
        trouble.started_ms = cases[i].second_ms;
        pace_started(&pace, trouble.started_ms);
        pace_ended(&pace, &limits, trouble.started_ms, &trouble);
        is_int(pace.forgiven_in, cases[i].forgiven_in, "the second error");
    }
}

int main(void)
{
    test_single();
    test_samples();
    test_margin();
    test_hiccup();
    test_gaps();
    test_connections();
    test_on_way();
    test_answers();
    test_forgiving();
    test_together();
    test_ratelimit();
    test_slowdown();
    test_steady();
    test_load();
    test_kinds();
    test_doubt();
    test_retry_after();
    test_restore();
    test_restore_limit();
    return done();
}
