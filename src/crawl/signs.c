/* SPDX-License-Identifier: MIT */
/* From an answer to the pace: pace/ says what each sign means, this file finds it in the answer. */
#include "config.h"

#include "crawl/signs.h"

#include "base/clock.h"
#include "crawl/state.h"
#include "pace/pace.h"
#include "pace/ratelimit.h"

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
    case FETCH_UNREACHABLE:
    case FETCH_CERTIFICATE:
    case FETCH_TLS:
    case FETCH_RESET:
        return PACE_TROUBLE;
    case FETCH_PARTIAL:
    case FETCH_SLOW:
        return PACE_REFUSED;
    case FETCH_TOO_LARGE:
    case FETCH_BAD_CODING:
        return PACE_FINE;
    case FETCH_DNS:
    case FETCH_PROXY:
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

static enum pace_kind kind_of(const struct job *job, const struct fetch_result *result)
{
    struct span type = result->fields->first[ANSWER_CONTENT_TYPE];

    if (job->kind != JOB_URL)
        return PACE_RULES;
    if (result->outcome != FETCH_OK)
        return job->is_page ? PACE_NO_PAGE : PACE_NO_FILE;
    return span_starts_nocase(type, "text/html") ? PACE_PAGE : PACE_FILE;
}

static size_t gather_values(const struct answer_fields *fields, enum answer_field field,
                            struct span values[RATELIMIT_LINES_MAX])
{
    const struct answer_line *line;
    size_t count = 0;

    for (size_t at = 0; count < RATELIMIT_LINES_MAX && (line = answer_fields_next(fields, field, &at));)
        values[count++] = line->value;
    return count;
}

/* The value of the field, or of its older form. */
static struct span either(const struct answer_fields *fields, enum answer_field field, enum answer_field old)
{
    return fields->first[field].at ? fields->first[field] : fields->first[old];
}

static void read_ratelimit(struct pace *pace, const struct answer_fields *fields, int64_t now_ms)
{
    struct ratelimit_fields values = {
        .remaining = either(fields, ANSWER_RATELIMIT_REMAINING, ANSWER_X_RATELIMIT_REMAINING),
        .reset = either(fields, ANSWER_RATELIMIT_RESET, ANSWER_X_RATELIMIT_RESET),
    };
    struct ratelimit limit;

    values.policy_count = gather_values(fields, ANSWER_RATELIMIT_POLICY, values.policies);
    values.limit_count = gather_values(fields, ANSWER_RATELIMIT, values.limits);
    limit = ratelimit_read(&values, clock_wall_ms());
    pace_limited(pace, now_ms, &limit);
}

void signs_read(const struct pace_limits *limits, const struct job *job, const struct fetch_result *result,
                int64_t now_ms)
{
    struct pace *pace = &job->asked->pace;
    struct pace_answer answer = {.sign = sign_of(job, result),
                                 .started_ms = job->started_ms,
                                 .kind = kind_of(job, result),
                                 .answer_ms = result->answer_ms};

    pace_ended(pace, limits, now_ms, &answer);
    if (result->response_head.len > 0)
        read_ratelimit(pace, result->fields, now_ms);
}
