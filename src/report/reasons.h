/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_REPORT_REASONS_H
#define TIPTOE_REPORT_REASONS_H

#include <stdbool.h>
#include <stddef.h>

#include "frontier/names.h"

/* Why URLs are not in the mirror, in words for users. */
struct reason_words {
    enum frontier_state state;
    enum frontier_reason reason;
    const char *text; /* "not asked for: robots.txt disallows it" */
    bool is_usual;    /* not mentioned at the end of a run */
};

/* The I-th in the order of printing; NULL after the last. */
const struct reason_words *reasons_words(size_t i);

/* The text for a state and its reason; if there is none, the name of the state. */
const char *reasons_text(int state, int reason) __attribute__((returns_nonnull));

#endif
