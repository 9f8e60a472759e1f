/* SPDX-License-Identifier: MIT */
/* Checks the answer to the request for a robots.txt: status, redirects and type. */
#include "config.h"

#include "base/limits.h"
#include "lint/lint.h"

_Static_assert(LIMIT_ROBOTS_REDIRECTS == 5, "the message of http-redirects-many states it");

static void add_status(struct findings *findings, enum lint_severity severity, int status, const char *text)
{
    findings_format_as(findings, severity, LINT_HTTP_STATUS, 0, 0, "Status %d: %s", status, text);
}

static void check_status(struct findings *findings, const struct lint_answer *answer)
{
    int status = answer->status;

    if (answer->error) {
        findings_format_as(findings, LINT_ERROR, LINT_HTTP_STATUS, 0, 0,
                           "No answer (%s); tiptoe requests nothing else until there is one, and tries again "
                           "after growing pauses. Make the server answer, with 404 if there is no file.",
                           answer->error);
        return;
    }
    switch (robots_class(status, answer->redirects, ROBOTS_STANDARD)) {
    case ROBOTS_USE_FILE:
        break;
    case ROBOTS_ALLOW_ALL:
        if (status == 404 || status == 410)
            add_status(findings, LINT_INFO, status,
                       "there is no robots.txt, so every robot is welcome. No change is needed.");
        else
            add_status(findings, LINT_WARNING, status,
                       "tiptoe, like RFC 9309, assumes that there are no rules; with --robots strict it "
                       "assumes that the site is closed. Answer 404 or 403, whichever is meant.");
        break;
    case ROBOTS_DISALLOW_ALL:
        add_status(findings, LINT_WARNING, status,
                   "tiptoe treats the whole site as closed, RFC 9309 readers may assume that there are no "
                   "rules. Serve a file with 'Disallow: /', or answer 404, whichever is meant.");
        break;
    case ROBOTS_UNREACHABLE:
        add_status(findings, LINT_ERROR, status,
                   "tiptoe, like RFC 9309, requests nothing else until the answer changes. Serve the file "
                   "with a 2xx status, or answer 404 if there is no file.");
        break;
    }
}

static void check_type(struct findings *findings, const struct lint_answer *answer)
{
    struct span rest = answer->content_type;
    struct span type = span_trim(span_take_until(&rest, ';'), HTTP_WHITE);

    if (!span_is_nocase(type, "text/plain"))
        findings_add(findings, LINT_HTTP_TYPE, 0, 0, type);
    while (rest.len > 0) {
        struct span value = span_trim(span_take_until(&rest, ';'), HTTP_WHITE);

        if (!span_starts_nocase(value, "charset="))
            continue;
        value = span_trim(span_part(value, 8, value.len), "\"" HTTP_WHITE);
        if (!span_is_nocase(value, "utf-8") && !span_is_nocase(value, "us-ascii"))
            findings_add(findings, LINT_HTTP_CHARSET, 0, 0, value);
    }
}

void lint_answer(struct findings *findings, const struct lint_answer *answer)
{
    if (answer->redirects > LIMIT_ROBOTS_REDIRECTS)
        findings_add(findings, LINT_HTTP_REDIRECTS_MANY, 0, 0, span_of(""));
    if (answer->is_undecodable)
        findings_add(findings, LINT_HTTP_ENCODING, 0, 0, span_of(""));
    else
        check_status(findings, answer);
    if (answer->status >= 200 && answer->status < 300)
        check_type(findings, answer);
    findings_sort(findings);
}

void lint_host_differs(struct findings *findings, struct span url, struct span other)
{
    findings_format(findings, LINT_HOST_DIFFERS, 0, 0,
                    "%s and %s serve different files; every reader obeys each for its own scheme and host. "
                    "Serve the same file on both, or redirect one to the other.",
                    quote(url).text, quote(other).text);
    findings_sort(findings);
}
