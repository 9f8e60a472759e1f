/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_LINT_LINT_H
#define TIPTOE_LINT_LINT_H

#include "base/buf.h"
#include "base/span.h"
#include "robots/meta.h"
#include "robots/robots.h"

/* Problems in a robots.txt, and in the answer that brought it: their kinds, and the list that robots check
 * prints. */

enum lint_severity {
    LINT_INFO,     /* useful to know */
    LINT_OPTIMISE, /* a shorter file would mean the same */
    LINT_WARNING,  /* readers differ, or the effect is probably not intended */
    LINT_ERROR,    /* the line does not have the effect that it states */
    LINT_USUAL     /* the severity of the code, for findings_format */
};
enum { LINT_SEVERITY_COUNT = LINT_ERROR + 1 };

/* LINT_AGENT_EMPTY and so on: a member for each row of the table in findings.c, which has the order of the
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

/* Findings about a robots.txt, the answer that brought it, and a page. Each says how tiptoe reads the place,
 * in words how other robots read it, and what to write instead. Pure: bytes in, findings out. Time is linear
 * in the size of the file, except for comparing rules with each other, which has a limit. */

struct lint_options {
    struct span agent; /* the file is checked for this agent; as in struct robots_options */
    struct span url;   /* of the file: "https://site.example/robots.txt"; empty: unknown */
    bool truncated;    /* the body is only the start of the file */
};

/* Adds all findings about the file BODY, and sorts. Never fails. */
void lint_robots(struct findings *findings, struct span body, const struct lint_options *options) NONNULL;

/* The answer to the request for a robots.txt. */
struct lint_answer {
    unsigned redirects;       /* that were followed */
    int status;               /* of the last answer; 0 without a complete one */
    const char *error;        /* why there is no complete answer; NULL if there is one */
    struct span content_type; /* the header value; empty if missing */
    bool is_undecodable;      /* its Content-Encoding could not be decoded */
};

/* Adds all findings about ANSWER, and sorts. */
void lint_answer(struct findings *findings, const struct lint_answer *answer) NONNULL;

/* Adds all findings about the terms of a page, and sorts. DOCUMENT is its text, to find the places of
 * elements; robots.txt says IS_FORBIDDEN of it. */
void lint_page(struct findings *findings, const struct meta_input *terms, struct span document,
               bool is_forbidden) NONNULL;

#endif
