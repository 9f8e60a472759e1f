/* SPDX-License-Identifier: MIT */
/* What the answer means that a robots.txt came with: status, redirects, type, lifetime. */
#include "config.h"

#include "base/limits.h"
#include "lint/lint.h"

static void add_status(struct findings *findings, enum lint_severity severity, int status, const char *text)
{
    findings_add_as(findings, severity, LINT_HTTP_STATUS, 0, 0, "status %d: %s", status, text);
}

static void look_at_status(struct findings *findings, const struct lint_answer *answer)
{
    int status = answer->status;

    if (answer->error != ROBOTS_ERROR_NONE) {
        findings_add_as(
            findings, LINT_ERROR, LINT_HTTP_STATUS, 0, 0,
            "no answer (%s): we fetch nothing until there is one, and try again with growing pauses; "
            "make the server answer, with 404 if there is no file",
            answer->error_text);
        return;
    }
    switch (robots_class(status, (unsigned)answer->hop_count, LIMIT_ROBOTS_REDIRECTS, ROBOTS_ERROR_NONE,
                         ROBOTS_STANDARD)) {
    case ROBOTS_USE_FILE:
        break;
    case ROBOTS_ALLOW_ALL:
        if (status == 404 || status == 410)
            add_status(findings, LINT_INFO, status,
                       "there is no robots.txt: we, like all, take it that everyone is welcome everywhere");
        else
            add_status(
                findings, LINT_WARNING, status,
                "we, like RFC 9309, take it that there are no rules, --robots strict that all is closed; "
                "answer 404 or 403, whichever is meant");
        break;
    case ROBOTS_DISALLOW_ALL:
        add_status(
            findings, LINT_WARNING, status,
            "we take it that the whole site is closed, RFC 9309 lets readers take it that there are no "
            "rules; answer 200 with 'Disallow: /', or 404, whichever is meant");
        break;
    case ROBOTS_UNREACHABLE:
        add_status(
            findings, LINT_ERROR, status,
            "we, like RFC 9309, fetch nothing until there is a proper answer; answer 200, or 404 if there "
            "is no file");
        break;
    }
}

static void look_at_hops(struct findings *findings, const struct lint_answer *answer)
{
    for (size_t i = 0; i < answer->hop_count; i++)
        findings_add(
            findings, LINT_HTTP_REDIRECT, 0, 0,
            "redirect %zu, status %d: %s leads to %s: we follow, and its rules hold for the site that was "
            "asked; answer at the first place",
            i + 1, answer->hops[i].status, quote(answer->hops[i].from).text, quote(answer->hops[i].to).text);
    if (answer->hop_count > LIMIT_ROBOTS_REDIRECTS)
        findings_add(
            findings, LINT_HTTP_REDIRECTS_MANY, 0, 0,
            "more than %d redirects: we take the file for unreachable and fetch nothing, RFC 9309 readers "
            "may take it that there is none; answer at the first place",
            LIMIT_ROBOTS_REDIRECTS);
}

static void look_at_type(struct findings *findings, const struct lint_answer *answer)
{
    struct span rest = answer->content_type;
    struct span type = span_trim(span_take_until(&rest, ';'), " \t");

    if (!span_is_nocase(type, "text/plain"))
        findings_add(
            findings, LINT_HTTP_TYPE, 0, 0,
            "Content-Type '%s': we read the file all the same, unless it is a web page; send text/plain",
            quote(type).text);
    while (rest.len > 0) {
        struct span value = span_trim(span_take_until(&rest, ';'), " \t");

        if (!span_starts_nocase(value, "charset="))
            continue;
        value = span_trim(span_part(value, 8, value.len), "\" \t");
        if (!span_is_nocase(value, "utf-8") && !span_is_nocase(value, "us-ascii"))
            findings_add(findings, LINT_HTTP_CHARSET, 0, 0,
                         "charset '%s': we, like RFC 9309, read the file as UTF-8; save and send it so",
                         quote(value).text);
    }
}

static void look_at_lifetime(struct findings *findings, struct span control)
{
    enum { DAY = 24 * 3600 };

    while (control.len > 0) {
        struct span part = span_trim(span_take_until(&control, ','), " \t");
        uint64_t seconds = DAY;
        bool is_age =
            span_starts_nocase(part, "max-age=") && span_to_u64(span_part(part, 8, part.len), &seconds);

        if (span_is_nocase(part, "no-store") || span_is_nocase(part, "no-cache") || (is_age && seconds == 0))
            findings_add(
                findings, LINT_HTTP_UNCACHEABLE, 0, 0,
                "Cache-Control '%s': robots.txt may not be kept; we keep it for 10 minutes all the same, "
                "to spare the server; send max-age=86400",
                quote(part).text);
        else if (is_age && seconds > DAY)
            findings_add(
                findings, LINT_HTTP_UNCACHEABLE, 0, 0,
                "Cache-Control '%s' is more than a day: we, like RFC 9309, ask again after 24 hours; send "
                "max-age=86400",
                quote(part).text);
    }
}

void lint_answer(struct findings *findings, const struct lint_answer *answer)
{
    look_at_hops(findings, answer);
    if (answer->is_undecodable)
        findings_add(
            findings, LINT_HTTP_ENCODING, 0, 0,
            "the Content-Encoding cannot be undone: we take the file for unreachable and fetch nothing; "
            "send it uncompressed");
    else
        look_at_status(findings, answer);
    if (answer->error == ROBOTS_ERROR_NONE && answer->status >= 200 && answer->status < 300) {
        look_at_type(findings, answer);
        look_at_lifetime(findings, answer->cache_control);
    }
    findings_sort(findings);
}

void lint_host_differs(struct findings *findings, struct span url, struct span other)
{
    findings_add(
        findings, LINT_HOST_DIFFERS, 0, 0,
        "%s and %s are not the same: we, like all, obey each for its own scheme and host; serve one file, "
        "or redirect one to the other",
        quote(url).text, quote(other).text);
    findings_sort(findings);
}
