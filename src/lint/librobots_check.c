/* SPDX-License-Identifier: MIT */
/* The public interface to the checks of a robots.txt, in plain C types. mem_try frees a check for which
 * memory ran out. */
#include "config.h"

#include "lint/librobots_check.h"

#include "base/alloc.h"
#include "base/limits.h"
#include "lint/lint.h"

#define SAME(public, inner) _Static_assert((int)(public) == (int)(inner), "one is passed as the other")
SAME(ROBOTS_SEVERITY_INFO, LINT_INFO);
SAME(ROBOTS_SEVERITY_OPTIMISE, LINT_OPTIMISE);
SAME(ROBOTS_SEVERITY_WARNING, LINT_WARNING);
SAME(ROBOTS_SEVERITY_ERROR, LINT_ERROR);

struct robots_findings {
    struct findings list;
};

/* A file to check, for mem_try. */
struct checking {
    struct span body;
    struct lint_options options;
    struct robots_findings *made;
};

static void check(void *context)
{
    struct checking *checking = context;

    checking->made = MEM_NEW(struct robots_findings);
    lint_robots(&checking->made->list, checking->body, &checking->options);
}

struct robots_findings *robots_check(const char *agent, const char *url, const void *body, size_t len)
{
    struct checking checking = {
        .body = span_part(span_make(body, len), 0, LIMIT_ROBOTS_BYTES),
        .options = {.agent = span_of(agent), .url = span_of(url), .truncated = len > LIMIT_ROBOTS_BYTES},
    };

    if (!agent || (!body && len > 0) || !mem_try(check, &checking))
        return NULL;
    return checking.made;
}

void robots_findings_free(struct robots_findings *findings)
{
    if (!findings)
        return;
    findings_release(&findings->list);
    free(findings);
}

size_t robots_findings_count(const struct robots_findings *findings)
{
    return findings ? findings->list.kept_count : 0;
}

bool robots_findings_get(const struct robots_findings *findings, size_t i, struct robots_finding *finding)
{
    struct finding found;

    if (!finding || i >= robots_findings_count(findings))
        return false;
    found = findings->list.kept[i];
    *finding = (struct robots_finding){
        .severity = (enum robots_severity)found.severity,
        .code = lint_kind(found.code)->text,
        .source = lint_kind(found.code)->source,
        .line = found.line,
        .column = found.column,
        .text = found.text,
        .text_len = strlen(found.text),
    };
    return true;
}
