/* SPDX-License-Identifier: MIT */
/* Computes the pace of one origin. The longest gap applies: of --delay, robots.txt, the server's quotas and
 * the rest that its state causes. No pause is shortened. The rest: two answers of a kind in a row that take
 * much longer than usual for it cause five times the shorter of them; an error doubles the gap in force, once
 * for all requests that were open together. Good answers shrink it by half in a minute; only a single error
 * is forgiven faster. Until it is 0, only one connection is used. The usual time is learned slowly, so that a
 * server that slows down bit by bit is noticed; steady answers below two seconds never count as slow. */
#include "config.h"

#include "pace/pace.h"

/* Decay: a value that shrinks by 1/90 per second halves in 62 seconds. The usual answer time grows more
 * slowly while answers are slow. */
static const int64_t fade_ms = 90 * 1000, slow_fade_ms = 450 * 1000, longest_step_ms = 60 * 1000;

/* The least rest after an error, and a rest so small that it ends. */
static const int64_t first_rest_ms = 500, least_rest_ms = 20;

/* An answer is slow if it takes the margin longer than usual and also three times as long, or the great
 * margin longer. */
static const int64_t margin_us = 100 * 1000, great_margin_us = 1000 * 1000;
static const int64_t usual_min_us = 10 * 1000, usual_max_us = 2000 * 1000;

/* An error without another before it for this long is forgiven after this many good answers in a row. */
static const int64_t lone_ms = 600 * 1000;
enum { FORGIVEN_AFTER = 30 };

/* An earlier run's policy ends after this many answers that do not repeat it. */
enum { FORGOTTEN_AFTER = 30 };

/* The rest after slow answers, in answer times; and the number of answers after which the usual time changes
 * slowly. */
enum { REST_TIMES = 5, FIRST_SAMPLES = 8 };

static const struct {
    const char *word, *text;
} reasons[PACE_REASONS] = {
    [PACE_BY_USER] = {"delay", "of --delay and --connections"},
    [PACE_BY_ROBOTS] = {"robots", "robots.txt requests it"},
    [PACE_BY_RATELIMIT] = {"ratelimit", "the server's RateLimit requests it"},
    [PACE_BY_SLOWNESS] = {"slowness", "the server has slowed down"},
    [PACE_BY_TROUBLE] = {"trouble", "the server had errors, or refused"},
    [PACE_BY_RETRY_AFTER] = {"retry-after", "the server's Retry-After requests it"},
    [PACE_BY_HOURS] = {"hours", "robots.txt allows visits at other hours"},
};

const char *pace_reason_text(int reason)
{
    return reason >= 0 && reason < PACE_REASONS ? reasons[reason].text : "?";
}

const char *pace_reason_word(int reason)
{
    return reason >= 0 && reason < PACE_REASONS ? reasons[reason].word : "?";
}

static int64_t at_most(int64_t value, int64_t most)
{
    return value < most ? value : most;
}

static int64_t at_least(int64_t value, int64_t least)
{
    return value > least ? value : least;
}

void pace_init(struct pace *pace)
{
    *pace = (struct pace){.own_delay_ms = -1,
                          .last_start_ms = PACE_NEVER,
                          .pause = {PACE_NEVER, PACE_NEVER, PACE_BY_USER},
                          .firm = {PACE_NEVER, PACE_NEVER, PACE_BY_USER},
                          .rest_set_ms = PACE_NEVER,
                          .answer_ms = -1};
    for (int kind = 0; kind < PACE_KINDS; kind++)
        pace->times[kind] = (struct pace_times){.last_us = -1, .before_us = -1, .slow_ms = PACE_NEVER};
}

static void raise_force(struct pace_force *force, int64_t delay_ms, enum pace_reason reason)
{
    if (delay_ms <= force->delay_ms)
        return;
    force->delay_ms = delay_ms;
    force->reason = reason;
}

static bool is_spread(const struct pace *pace)
{
    return pace->spread_ms > 0 && pace->last_start_ms < pace->spread_until_ms;
}

int64_t pace_user_delay(const struct pace *pace, const struct pace_limits *limits)
{
    return pace->own_delay_ms >= 0 && !limits->for_all ? pace->own_delay_ms : limits->delay_ms;
}

struct pace_force pace_in_force(const struct pace *pace, const struct pace_limits *limits)
{
    struct pace_force force = {pace_user_delay(pace, limits), limits->connections, PACE_BY_USER};

    raise_force(&force, pace->robots_delay_ms, PACE_BY_ROBOTS);
    raise_force(&force, pace->limit_ms, PACE_BY_RATELIMIT);
    if (is_spread(pace))
        raise_force(&force, pace->spread_ms, PACE_BY_RATELIMIT);
    raise_force(&force, pace->rest_ms, pace->rest_reason);
    if (pace->limit_connections > 0 && pace->limit_connections < force.connections)
        force.connections = pace->limit_connections;
    if (pace->robots_delay_ms > 0 || pace->rest_ms > 0)
        force.connections = 1;
    return force;
}

/* Returns the end of the gap that began at FROM_MS. The gap of a quota ends when the quota renews. */
static int64_t gap_end(const struct pace *pace, const struct pace_limits *limits, int64_t from_ms)
{
    struct pace lasting = *pace;
    int64_t end_ms, spread_end_ms;

    lasting.spread_ms = 0;
    end_ms = from_ms + pace_in_force(&lasting, limits).delay_ms;
    if (!is_spread(pace))
        return end_ms;
    spread_end_ms = at_most(from_ms + pace->spread_ms, pace->spread_until_ms);
    return at_least(end_ms, spread_end_ms);
}

int64_t pace_next_start(const struct pace *pace, const struct pace_limits *limits, int64_t now_ms)
{
    int64_t from_ms = pace->last_start_ms, next_ms = PACE_NEVER;

    if (pace->in_flight >= pace_in_force(pace, limits).connections)
        return PACE_NOT_YET;
    if (pace->on_way > 0)
        from_ms = at_least(from_ms, now_ms);
    if (from_ms != PACE_NEVER && pace_in_force(pace, limits).delay_ms > 0)
        next_ms = gap_end(pace, limits, from_ms);
    return at_least(next_ms, pace->pause.until_ms);
}

void pace_started(struct pace *pace, int64_t now_ms)
{
    pace->last_start_ms = now_ms;
    pace->in_flight++;
    pace->on_way++;
}

void pace_sent(struct pace *pace, int64_t latest_ms)
{
    pace->last_start_ms = at_least(pace->last_start_ms, latest_ms);
    pace->on_way--;
}

void pace_arrived(struct pace *pace, int64_t latest_ms, int64_t arrived_ms)
{
    if (pace->last_start_ms == latest_ms)
        pace->last_start_ms = at_most(latest_ms, arrived_ms);
}

enum pace_sign pace_sign_of_status(int status)
{
    if (status == 403 || status == 500)
        return PACE_REFUSED;
    if (status == 408 || status == 425 || status == 429)
        return PACE_TROUBLE;
    return status > 500 && status < 600 && status != 501 && status != 505 ? PACE_TROUBLE : PACE_FINE;
}

static bool is_slow(int64_t answer_us, int64_t usual_us)
{
    if (answer_us <= usual_us + margin_us)
        return false;
    return answer_us > 3 * usual_us || answer_us > usual_us + great_margin_us;
}

/* Learns the usual time from an answer: from the first ones at once, from later ones at a limited speed. */
static void learn_usual(struct pace_times *times, int64_t now_ms, int64_t answer_us)
{
    int64_t passed_ms = at_most(now_ms - times->learned_ms, longest_step_ms);
    int64_t fade = is_slow(answer_us, times->usual_us) ? slow_fade_ms : fade_ms;
    int64_t step_us = times->usual_us * passed_ms / fade + 1;

    if (times->samples == 0)
        times->usual_us = answer_us;
    else if (times->samples < FIRST_SAMPLES)
        times->usual_us = (times->usual_us + answer_us) / 2;
    else if (answer_us > times->usual_us)
        times->usual_us += at_most(step_us, answer_us - times->usual_us);
    else
        times->usual_us -= at_most(step_us, times->usual_us - answer_us);
    times->usual_us = at_most(at_least(times->usual_us, usual_min_us), usual_max_us);
    times->learned_ms = now_ms;
    if (times->samples < FIRST_SAMPLES)
        times->samples++;
}

/* Shrinks the rest after a good answer, with the time since it last changed. */
static void ease_rest(struct pace *pace, int64_t now_ms)
{
    int64_t drop_ms = pace->rest_ms * at_most(now_ms - pace->eased_ms, longest_step_ms) / fade_ms;

    if (drop_ms <= 0)
        return;
    pace->rest_ms -= drop_ms;
    pace->eased_ms = now_ms;
    if (pace->rest_ms < least_rest_ms)
        pace->rest_ms = 0;
}

static void set_rest(struct pace *pace, int64_t now_ms, int64_t rest_ms, enum pace_reason reason)
{
    if (rest_ms <= pace->rest_ms)
        return;
    pace->rest_ms = at_most(rest_ms, PACE_REST_MAX_MS);
    pace->rest_reason = reason;
    pace->eased_ms = now_ms;
    pace->forgiven_in = 0;
}

/* Raises the rest after an error, once for all requests that were open when it came. */
static void raise_rest(struct pace *pace, const struct pace_limits *limits, int64_t now_ms,
                       int64_t started_ms)
{
    int64_t gap_ms = pace_in_force(pace, limits).delay_ms;
    bool is_first = pace->rest_set_ms == PACE_NEVER || now_ms - pace->rest_set_ms > lone_ms;
    bool is_lone = is_first && pace->rest_ms == 0;

    if (pace->rest_set_ms != PACE_NEVER && started_ms < pace->rest_set_ms)
        return;
    pace->rest_set_ms = now_ms;
    set_rest(pace, now_ms, at_most(at_least(2 * gap_ms, first_rest_ms), PACE_TROUBLE_MAX_MS),
             PACE_BY_TROUBLE);
    pace->forgiven_in = is_lone ? FORGIVEN_AFTER : 0;
}

/* Counts good answers until a single error is forgiven; a refusal starts the count again. */
static void forgive_error(struct pace *pace, enum pace_sign sign)
{
    if (pace->forgiven_in == 0)
        return;
    pace->forgiven_in = sign == PACE_FINE ? pace->forgiven_in - 1 : FORGIVEN_AFTER;
    if (pace->forgiven_in == 0)
        pace->rest_ms = 0;
}

/* Compares an answer with those of its kind. The first ones only show what is usual. Slow answers to requests
 * that were open together count as one. */
static void time_answer(struct pace *pace, const struct pace_answer *answer, int64_t now_ms)
{
    struct pace_times *times = &pace->times[answer->kind];
    bool is_known = times->samples == FIRST_SAMPLES;
    int64_t answer_us = pace->answer_ms * 1000, both_us;

    learn_usual(times, now_ms, answer_us);
    if (is_slow(answer_us, times->usual_us)) {
        if (answer->started_ms < times->slow_ms)
            return;
        times->slow_ms = now_ms;
    }
    times->before_us = times->last_us;
    times->last_us = answer_us;
    both_us = at_most(times->last_us, times->before_us);
    if (is_known && is_slow(both_us, times->usual_us))
        set_rest(pace, now_ms, REST_TIMES * both_us / 1000, PACE_BY_SLOWNESS);
}

void pace_ended(struct pace *pace, const struct pace_limits *limits, int64_t now_ms,
                const struct pace_answer *answer)
{
    pace->in_flight--;
    if (answer->sign == PACE_NO_SIGN)
        return;
    pace->refusals = answer->sign == PACE_REFUSED ? pace->refusals + 1 : 0;
    if (answer->sign == PACE_TROUBLE || pace->refusals > 1) {
        raise_rest(pace, limits, now_ms, answer->started_ms);
        return;
    }
    ease_rest(pace, now_ms);
    forgive_error(pace, answer->sign);
    if (answer->answer_ms < 0)
        return;
    pace->answer_ms = at_most(answer->answer_ms, PACE_REST_MAX_MS);
    time_answer(pace, answer, now_ms);
}

static void extend(struct pace_pause *pause, int64_t now_ms, int64_t wait_ms, enum pace_reason reason)
{
    int64_t until_ms =
        now_ms + at_most(wait_ms, reason == PACE_BY_HOURS ? PACE_LONGEST_MS : PACE_BELIEVED_MS);

    if (until_ms <= pause->until_ms)
        return;
    if (pause->until_ms <= now_ms)
        pause->from_ms = now_ms;
    pause->until_ms = until_ms;
    pause->reason = reason;
}

void pace_pause(struct pace *pace, int64_t now_ms, int64_t wait_ms, enum pace_reason reason)
{
    extend(&pace->pause, now_ms, wait_ms, reason);
    extend(&pace->firm, now_ms, wait_ms, reason);
}

void pace_doubt(struct pace *pace, int64_t now_ms, int64_t wait_ms)
{
    extend(&pace->pause, now_ms, wait_ms, PACE_BY_RETRY_AFTER);
}

void pace_lift(struct pace *pace)
{
    pace->pause = pace->firm;
}

void pace_limited(struct pace *pace, int64_t now_ms, const struct ratelimit *limit)
{
    if (!limit->is_given) {
        if (pace->limit_left > 0 && --pace->limit_left == 0)
            pace->limit_ms = 0; /* a policy that only an earlier run has seen */
        return;
    }
    pace->limit_left = 0;
    pace->limit_ms = at_most(limit->interval_ms, PACE_BELIEVED_MS);
    pace->limit_connections = limit->connections;
    pace->spread_ms = at_most(limit->spread_ms, PACE_BELIEVED_MS);
    pace->spread_until_ms = now_ms + limit->spread_for_ms;
    if (limit->wait_ms > 0)
        pace_pause(pace, now_ms, limit->wait_ms, PACE_BY_RATELIMIT);
}

void pace_restore(struct pace *pace, int64_t now_ms, const struct pace_kept *kept)
{
    int64_t left_ms = at_most(at_least(kept->rest_ms, 0), PACE_REST_MAX_MS), ago_ms = kept->ago_ms;
    struct pace_times *pages = &pace->times[PACE_PAGE];

    for (; ago_ms >= longest_step_ms && left_ms >= least_rest_ms; ago_ms -= longest_step_ms)
        left_ms /= 2;
    pace->rest_ms = 0;
    if (left_ms >= least_rest_ms)
        set_rest(pace, now_ms, left_ms, PACE_BY_TROUBLE);
    pace->limit_ms = at_most(at_least(kept->limit_ms, 0), PACE_BELIEVED_MS);
    pace->limit_left = FORGOTTEN_AFTER;
    pace->spread_ms = at_most(at_least(kept->spread_ms, 0), PACE_BELIEVED_MS);
    if (pace->spread_ms > 0)
        pace->spread_until_ms = pace->last_start_ms + pace->spread_ms;
    if (kept->usual_ms <= 0)
        return;
    pages->usual_us = at_most(at_least(kept->usual_ms, usual_min_us / 1000), usual_max_us / 1000) * 1000;
    pages->learned_ms = now_ms;
    pages->samples = FIRST_SAMPLES;
}
