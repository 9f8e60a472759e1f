/* SPDX-License-Identifier: MIT */
/* Everything that looks for faults in a robots.txt. An input is an agent, a URL and a file, with line ends
 * between; the file is read as a page's term list and header line too. Whatever they are: findings have
 * places in the file, in order, and are well formed. */
#include "config.h"

#include <stdint.h>

#include "fuzz.h"
#include "lint/lint.h"

static void check_findings(const struct findings *findings, size_t body_len)
{
    struct finding before = {0};
    size_t all = 0, by_severity = 0;

    for (size_t i = 0; i < findings->kept_count; i++) {
        struct finding found = findings->kept[i];

        demand(found.line <= body_len + 1 && found.column <= 2 * body_len + 1);
        demand((found.line > 0) == (found.column > 0) && found.text[0]);
        demand(i == 0 || found.severity < before.severity ||
               (found.severity == before.severity &&
                (found.line > before.line || (found.line == before.line && found.column >= before.column))));
        before = found;
    }
    for (int i = 0; i < LINT_CODE_COUNT; i++)
        all += findings->counts[i];
    for (int i = 0; i < LINT_SEVERITY_COUNT; i++)
        by_severity += findings->severities[i];
    demand(all == by_severity && findings->kept_count <= all);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct span body = span_make((const char *)data, size), agent = span_take_until(&body, '\n');
    struct span url = span_take_until(&body, '\n');
    struct lint_options options = {.agent = agent, .url = url};
    struct meta_entry entry = {.name = span_of("robots"), .content = body};
    struct meta_input terms = {
        .agent = agent, .entries = &entry, .entry_count = 1, .headers = &body, .header_count = 1};
    struct findings findings = {.kept = NULL};

    lint_robots(&findings, body, &options);
    check_findings(&findings, body.len);
    findings_clear(&findings);
    lint_page(&findings, &terms, body, true);
    check_findings(&findings, body.len);
    findings_release(&findings);
    return 0;
}
