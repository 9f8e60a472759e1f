/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_LINT_READINGS_H
#define TIPTOE_LINT_READINGS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/span.h"
#include "robots/robots.h"

/* How other readers read a robots.txt: to explain a verdict, never to act on it. Each reading follows one
 * text to the letter, without tiptoe's own leniency. Pure. */
enum reading {
    READING_RFC9309, /* the standard of 2022: each MUST and SHOULD */
    READING_GOOGLE,  /* google/robotstxt, with its own leniency */
    READING_1994     /* the standard of 1994 as WWW::RobotRules reads it: records, prefixes, first record */
};
enum { READING_COUNT = READING_1994 + 1 };

/* "rfc9309", "google", "1994". */
const char *reading_text(enum reading reading) __attribute__((returns_nonnull));

/* The meaning of the answer in this reading; as robots_class. */
enum robots_class reading_class(enum reading reading, int status, unsigned redirects,
                                enum robots_error error);

/* Does google/robotstxt read a field named NAME, by its beginning or as one of its accepted misspellings? */
bool reading_google_accepts(struct span name);

struct reading_rules;

/* The rules of BODY for AGENT. ORIGIN is as in struct robots_options; only 1994 uses it. BODY is borrowed
 * until reading_free. */
struct reading_rules *reading_parse(enum reading reading, struct span body, struct span agent,
                                    struct span origin) __attribute__((returns_nonnull, warn_unused_result));
void reading_free(struct reading_rules *rules);

/* The verdict on an absolute canonical URL; LINE is 0 if no rule decides. RULE is borrowed from the body. */
struct reading_verdict {
    bool allowed;
    uint32_t line;
    struct span rule;
};
struct reading_verdict reading_judge(const struct reading_rules *rules, struct span url)
    __attribute__((nonnull));

#endif
