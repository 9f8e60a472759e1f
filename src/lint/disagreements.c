/* SPDX-License-Identifier: MIT */
/* Where we and others say different things about the URLs of a site. */
#include "config.h"

#include "lint/pass.h"
#include "lint/readings.h"
#include "robots/robots.h"

/* Pairs of a URL and a rule that are tried: a second or so. */
#define BUDGET ((size_t)100 * 1000 * 1000)

struct readings {
    struct robots *ours;
    struct reading_rules *others[READING_COUNT];
};

/* Adds "allowed by google (line 3)". */
static void add_verdict(struct buf *out, const char *reader, bool allowed, uint32_t line)
{
    (void)buf_add_format(out, "%s%s by %s", out->len > 0 ? ", " : "", allowed ? "allowed" : "disallowed",
                         reader);
    if (line > 0)
        (void)buf_add_format(out, " (line %u)", (unsigned)line);
}

static void compare(struct lint *lint, const struct readings *readings, struct span url)
{
    struct robots_verdict ours = robots_judge(readings->ours, url);
    bool differs = false;
    struct buf verdicts;

    buf_init(&verdicts, 512);
    add_verdict(&verdicts, "us", ours.allowed, ours.line);
    for (int i = 0; i < READING_COUNT; i++) {
        struct reading_verdict other = reading_judge(readings->others[i], url);

        differs |= other.allowed != ours.allowed;
        add_verdict(&verdicts, reading_text((enum reading)i), other.allowed, other.line);
    }
    if (differs)
        findings_add(
            lint->findings, LINT_READING_DIFFERS, ours.line, ours.line > 0,
            "%s is %s; write rules that all read alike: one path a line, the longest first, no blank "
            "lines in a group",
            quote(url).text, buf_text(&verdicts));
    buf_release(&verdicts);
}

void lint_compare_readings(struct lint *lint)
{
    struct robots_options options = {.agent = lint->token,
                                     .origin = lint->origin,
                                     .truncated = lint->options->truncated,
                                     .limit_bytes = lint->body.len + 1};
    struct readings readings;
    size_t budget = BUDGET;

    if (lint->options->url_count == 0)
        return;
    readings.ours = robots_parse(lint->body, &options);
    for (int i = 0; i < READING_COUNT; i++)
        readings.others[i] = reading_parse((enum reading)i, lint->body, lint->token, lint->origin);
    for (size_t i = 0; i < lint->options->url_count; i++) {
        if (budget < lint->rules.count + 1) {
            findings_add(lint->findings, LINT_RULES_MANY, 0, 0,
                         "so many rules that only %zu URLs of the list were compared", i);
            break;
        }
        budget -= lint->rules.count + 1;
        compare(lint, &readings, lint->options->urls[i]);
    }
    robots_free(readings.ours);
    for (int i = 0; i < READING_COUNT; i++)
        reading_free(readings.others[i]);
}
