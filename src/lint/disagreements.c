/* SPDX-License-Identifier: MIT */
/* URLs of a site for which tiptoe and other readers give different verdicts. */
#include "config.h"

#include "lint/pass.h"
#include "lint/readings.h"
#include "robots/robots.h"

/* The most pairs of a URL and a rule that are compared: about a second. */
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

static void compare_verdicts(struct lint *lint, const struct readings *readings, struct span url)
{
    struct robots_verdict ours = robots_judge(readings->ours, url);
    bool differs = false;
    struct buf verdicts;

    buf_init(&verdicts, 512);
    add_verdict(&verdicts, "tiptoe", ours.allowed, ours.line);
    for (int i = 0; i < READING_COUNT; i++) {
        struct reading_verdict other = reading_judge(readings->others[i], url);

        differs |= other.allowed != ours.allowed;
        add_verdict(&verdicts, reading_text((enum reading)i), other.allowed, other.line);
    }
    if (differs)
        findings_format(lint->findings, LINT_READING_DIFFERS, ours.line, ours.line > 0,
                        "%s is %s. Write rules that all of them read alike: one path per line, the longest "
                        "first, no blank lines inside a group.",
                        quote(url).text, buf_text(&verdicts));
    buf_release(&verdicts);
}

void lint_compare_readings(struct lint *lint)
{
    struct robots_options options = lint_robots_options(lint, lint->token);
    struct readings readings;
    size_t most = BUDGET / (lint->rules.count + 1);

    if (lint->options->url_count == 0)
        return;
    readings.ours = robots_parse(lint->body, &options);
    for (int i = 0; i < READING_COUNT; i++)
        readings.others[i] = reading_parse((enum reading)i, lint->body, lint->token, lint->origin);
    for (size_t i = 0; i < lint->options->url_count; i++) {
        if (i == most) {
            findings_format(lint->findings, LINT_RULES_MANY, 0, 0,
                            "The file has so many rules that only the first %zu URLs of the list were "
                            "compared. Write fewer rules.",
                            i);
            break;
        }
        compare_verdicts(lint, &readings, lint->options->urls[i]);
    }
    robots_free(readings.ours);
    for (int i = 0; i < READING_COUNT; i++)
        reading_free(readings.others[i]);
}
