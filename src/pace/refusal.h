/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_PACE_REFUSAL_H
#define TIPTOE_PACE_REFUSAL_H

#include "base/span.h"

/* Recognises answers that show that the site refuses this visitor. */

enum refusal {
    REFUSAL_NONE,
    REFUSAL_STATUS,   /* 403 or 429: the server itself */
    REFUSAL_CHALLENGE /* a firewall answered for the site: with any status, this is not a page */
};

/* Larger bodies are not challenges. A challenge has one or two of the header fields that mark it. */
enum { REFUSAL_BODY_MAX = 64 * 1024, REFUSAL_LINES_MAX = 8 };

struct refusal_answer {
    int status;
    const struct span *lines; /* header fields by which firewalls mark challenges, as received */
    size_t line_count;
    struct span body; /* decoded */
};

/* Judges an answer by its status, header fields of known firewalls, and marks near the start of the body. WHO
 * is the name of the firewall for a challenge, otherwise "". */
enum refusal refusal_judge(const struct refusal_answer *answer, const char **who) NONNULL;

#endif
