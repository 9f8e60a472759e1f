/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_LINT_LIBROBOTS_CHECK_H
#define TIPTOE_LINT_LIBROBOTS_CHECK_H

/* The checker of librobots: findings about a robots.txt, as `tiptoe robots check` reports them. See
 * librobots(3). */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined __GNUC__
#define ROBOTS_CHECK_PUBLIC __attribute__((visibility("default")))
#else
#define ROBOTS_CHECK_PUBLIC
#endif

enum robots_severity {
    ROBOTS_SEVERITY_INFO,     /* useful to know */
    ROBOTS_SEVERITY_OPTIMISE, /* a shorter file would mean the same */
    ROBOTS_SEVERITY_WARNING,  /* readers differ, or the effect is probably not intended */
    ROBOTS_SEVERITY_ERROR     /* the line does not have the effect that it states */
};

/* TEXT has whole sentences, which quote the file: remote text, not NUL-terminated. Texts are borrowed from
 * the findings. */
struct robots_finding {
    enum robots_severity severity;
    const char *code;      /* a word, such as "path-space"; tiptoe-robots(1) lists all */
    const char *source;    /* the text that the finding is based on, such as "RFC 9309 §2.2" */
    uint32_t line, column; /* from 1, columns in bytes; both 0 if it is about the whole file */
    const char *text;
    size_t text_len;
};

struct robots_findings;

/* Checks the robots.txt BODY for AGENT, as in robots_rules_new. URL is that of the file, or NULL if it is
 * unknown. Returns NULL without memory or agent. Free the result with robots_findings_free. */
ROBOTS_CHECK_PUBLIC struct robots_findings *robots_check(const char *agent, const char *url, const void *body,
                                                         size_t len);
ROBOTS_CHECK_PUBLIC void robots_findings_free(struct robots_findings *findings);

/* Returns the number of findings: the most severe first, then by line. Of each code, the first 200 are
 * kept. */
ROBOTS_CHECK_PUBLIC size_t robots_findings_count(const struct robots_findings *findings);
/* Sets FINDING to finding I. Returns false, with nothing set, if I is not below the count. */
ROBOTS_CHECK_PUBLIC bool robots_findings_get(const struct robots_findings *findings, size_t i,
                                             struct robots_finding *finding);

#ifdef __cplusplus
}
#endif

#endif
