/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_LINT_CODES_H
#define TIPTOE_LINT_CODES_H

/* The kinds of finding: problems in a robots.txt, and in the answer that brought it. */

#include <stdbool.h>

enum lint_severity {
    LINT_INFO,     /* useful to know */
    LINT_OPTIMISE, /* a shorter file would mean the same */
    LINT_WARNING,  /* readers differ, or the effect is probably not intended */
    LINT_ERROR,    /* the line does not have the effect that it states */
    LINT_USUAL     /* the severity of the code, for findings_format */
};
enum { LINT_SEVERITY_COUNT = LINT_ERROR + 1 };

/* LINT_AGENT_EMPTY and so on: a member for each row of the table in codes.c, which has the order of the
 * manual. */
enum lint_code {
#include "lint/code_names.h"
    LINT_CODE_COUNT
};

struct lint_kind {
    const char *text;            /* "agent-empty" */
    enum lint_severity severity; /* the usual one; a few findings depend on the case */
    const char *source; /* the text that it is based on, by its public name: "Ariadne/WebWatch, 1998" */
    /* Whole sentences: the problem, how tiptoe reads the place, and what to write instead. "{}" becomes
     * the text that the finding is about. NULL if the finding states more than that: its message is at the
     * call of findings_format. */
    const char *message;
};

const struct lint_kind *lint_kind(enum lint_code code) __attribute__((returns_nonnull));

/* Returns true for findings that only --verbose lists: all below warnings, except the status of an answer. */
bool lint_is_remark(enum lint_code code, enum lint_severity severity);

/* Returns "error", "warning", "optimise" or "info". */
const char *lint_severity_text(enum lint_severity severity) __attribute__((returns_nonnull));

#endif
