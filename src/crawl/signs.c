/* SPDX-License-Identifier: MIT */
/* From an answer to the pace: pace/ says what each sign means, this file finds it in the answer. */
#include "config.h"

#include "crawl/signs.h"

#include "base/clock.h"
#include "crawl/state.h"
#include "pace/pace.h"
#include "pace/ratelimit.h"
#include "pace/retry.h"

static enum pace_sign sign_of(const struct job *job, const struct fetch_result *result)
{
    switch (result->outcome) {
    case FETCH_OK:
    case FETCH_NOT_MODIFIED:
    case FETCH_REDIRECT:
    case FETCH_CLIENT_ERROR:
    case FETCH_SERVER_ERROR:
        return job->refusal == REFUSAL_CHALLENGE ? PACE_TROUBLE : pace_sign_of_status(result->status);
    case FETCH_TIMEOUT:
    case FETCH_REFUSED:
    case FETCH_TLS:
    case FETCH_RESET:
        return PACE_TROUBLE;
    case FETCH_PARTIAL:
        return PACE_REFUSED;
    case FETCH_TOO_LARGE:
    case FETCH_BAD_CODING:
        return PACE_FINE;
    case FETCH_DNS:
    case FETCH_PROXY_DNS:
    case FETCH_PROTOCOL:
    case FETCH_PRIVATE_ADDRESS:
    case FETCH_BAD_URL:
    case FETCH_STOPPED:
    case FETCH_AGAIN:
    case FETCH_LOCAL:
    default:
        return PACE_NO_SIGN;
    }
}

static size_t gather(const struct fetch_result *result, const char *name,
                     struct span values[RATELIMIT_LINES_MAX])
{
    size_t count = 0;

    while (count < RATELIMIT_LINES_MAX && fetch_header(result, name, count, &values[count]))
        count++;
    return count;
}

/* The first of the fields that is present. */
static struct span either(const struct fetch_result *result, const char *name, const char *old_name)
{
    struct span value = {0};

    if (!fetch_header(result, name, 0, &value))
        (void)fetch_header(result, old_name, 0, &value);
    return value;
}

static void read_ratelimit(struct pace *pace, const struct fetch_result *result, int64_t now_ms)
{
    struct ratelimit_fields fields;
    struct ratelimit limit;

    fields.policy_count = gather(result, "RateLimit-Policy", fields.policies);
    fields.limit_count = gather(result, "RateLimit", fields.limits);
    fields.remaining = either(result, "RateLimit-Remaining", "X-RateLimit-Remaining");
    fields.reset = either(result, "RateLimit-Reset", "X-RateLimit-Reset");
    limit = ratelimit_read(&fields, clock_wall_ms());
    pace_limited(pace, now_ms, &limit);
}

void signs_read(const struct pace_limits *limits, const struct job *job, const struct fetch_result *result,
                int64_t now_ms)
{
    struct pace *pace = &job->asked->pace;
    struct pace_answer answer = {
        .sign = sign_of(job, result), .started_ms = job->started_ms, .answer_ms = result->answer_ms};
    struct span value;
    int64_t wait_ms;

    pace_ended(pace, limits, now_ms, &answer);
    if (result->response_head.len == 0)
        return;
    read_ratelimit(pace, result, now_ms);
    if (result->status >= 300 && fetch_header(result, "Retry-After", 0, &value) &&
        retry_after_read(value, clock_wall_ms(), &wait_ms) && wait_ms > 0)
        pace_pause(pace, now_ms, wait_ms, PACE_BY_RETRY_AFTER);
}
