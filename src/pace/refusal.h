/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_PACE_REFUSAL_H
#define TIPTOE_PACE_REFUSAL_H

#include "base/span.h"

/* Whether an answer says that the site does not want this visitor. */

enum refusal {
    REFUSAL_NONE,
    REFUSAL_STATUS,   /* 403 or 429: the server's own words */
    REFUSAL_CHALLENGE /* a firewall answered in place of the site: whatever its status, this is no page */
};

/* Larger bodies are no challenges. */
enum { REFUSAL_BODY_MAX = 64 * 1024 };

struct refusal_answer {
    int status;
    struct span head; /* status line and header fields as they came */
    struct span body; /* decoded */
};

/* Judges an answer by its status, the header fields of the usual firewalls and marks near the start of the
 * body. WHO is then the firewall's name, else "". */
enum refusal refusal_judge(const struct refusal_answer *answer, const char **who) __attribute__((nonnull));

#endif
