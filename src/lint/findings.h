/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_LINT_FINDINGS_H
#define TIPTOE_LINT_FINDINGS_H

#include "base/buf.h"
#include "base/span.h"
#include "lint/codes.h"

/* The list of findings that robots check prints. */

struct finding {
    enum lint_code code;
    enum lint_severity severity;
    uint32_t line;   /* from 1; 0: the file or the answer as a whole */
    uint32_t column; /* from 1, in bytes; 0 with line 0 */
    char *text;      /* whole sentences, which quote the file: remote text. The list owns it */
};

/* The list keeps at most this many findings of each code, and counts all. */
enum { FINDINGS_KEPT = 200 };

/* Zero it first. */
struct findings {
    struct finding *kept;
    size_t kept_count, room;
    size_t counts[LINT_CODE_COUNT]; /* of all, kept or not */
    size_t severities[LINT_SEVERITY_COUNT];
};

void findings_release(struct findings *findings) NONNULL;

/* Empties the list; its memory is reused. */
void findings_clear(struct findings *findings) NONNULL;

/* Adds a finding of the usual severity with the message of its code, which quotes SUBJECT. */
void findings_add(struct findings *findings, enum lint_code code, uint32_t line, size_t column,
                  struct span subject) NONNULL;

/* Adds one whose code has no message of its own; LINT_USUAL is the severity of its code. FORMAT makes whole
 * sentences; text of the file goes through quote(). */
void findings_format(struct findings *findings, enum lint_code code, enum lint_severity severity,
                     uint32_t line, size_t column, const char *format, ...)
    __attribute__((nonnull, format(printf, 6, 7)));

/* Returns TEXT as a C string for the statement that calls it, cut to a recognisable length; '?' replaces a
 * NUL. */
struct quote {
    char text[80];
};
struct quote quote(struct span text);

/* Sorts by severity, the worst first, then by line and column, then in the order of the manual. */
void findings_sort(struct findings *findings) NONNULL;

#endif
