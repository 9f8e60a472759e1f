/* SPDX-License-Identifier: MIT */
/* Recognises refusals in a job's answer, and describes the job for the archive. */
#include "config.h"

#include "intake/job.h"

#include "answer/answer.h"
#include "judge/origins.h"

static bool may_be_page(const struct fetch_result *result)
{
    struct span type = result->fields->first[ANSWER_CONTENT_TYPE];

    if (result->plain->len > REFUSAL_BODY_MAX)
        return false;
    return !type.at || span_starts_nocase(type, "text/html") || span_starts_nocase(type, "application/xhtml");
}

void job_read_refusal(struct job *job, const struct fetch_result *result)
{
    struct span lines[REFUSAL_LINES_MAX];
    struct refusal_answer answer = {.status = result->status, .lines = lines};

    job->refusal = REFUSAL_NONE;
    job->firewall = "";
    if (!fetch_outcome_is_answer(result->outcome))
        return;
    if (may_be_page(result) && body_span(result->plain, &answer.body))
        answer.body = span_make(NULL, 0);
    answer.line_count = answer_fields_texts(result->fields, ANSWER_CHALLENGE, lines, REFUSAL_LINES_MAX);
    job->refusal = refusal_judge(&answer, &job->firewall);
}

struct request_purpose job_purpose(const struct job *job, struct span voucher)
{
    struct request_purpose purpose = {.url = buf_span(&job->url)};

    if (job->kind == JOB_URL) {
        purpose.id = job->item.id;
    } else if (job->kind == JOB_ROBOTS) {
        purpose.robots_of = span_of(job->of->text);
        purpose.redirects = job->of->rules_redirects;
    } else {
        purpose.robots_of = voucher;
        purpose.sitemap_level = job->item.depth + 1;
    }
    return purpose;
}
