/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_FRONTIER_NAMES_H
#define TIPTOE_FRONTIER_NAMES_H

#include "base/buf.h"
#include "base/span.h"

/* The numbers in mirror.db, their names, and what the program says about them: enum frontier_state, _kind,
 * _reason and _change_kind. All of it is in names.list. */
#include "frontier/name_enums.h"

/* The fate of a URL, as a reader of a report sees it. */
enum frontier_class {
    FRONTIER_CLASS_QUEUED,
    FRONTIER_CLASS_STORED,
    FRONTIER_CLASS_MOVED,    /* redirected */
    FRONTIER_CLASS_BROKEN,   /* requested without success */
    FRONTIER_CLASS_WITHHELD, /* not requested or not kept: the site does not allow it */
    FRONTIER_CLASS_LEFT_OUT, /* not requested: excluded by an option or a limit */
    FRONTIER_CLASSES
};

/* Returns the name in the lookup tables; "?" for an unknown number. */
const char *frontier_state_name(int state) __attribute__((returns_nonnull));
const char *frontier_reason_name(int reason) __attribute__((returns_nonnull));
const char *frontier_change_name(int kind) __attribute__((returns_nonnull));

enum frontier_class frontier_class(enum frontier_state state, enum frontier_reason reason);

/* The words of reports for the URLs in a state because of a reason. */
struct frontier_result {
    enum frontier_state state;
    enum frontier_reason reason;
    const char *words; /* "not requested: robots.txt disallows it" */
    bool is_usual;     /* not mentioned at the end of a run */
};

/* Returns the I-th in the order of reports; NULL after the last. */
const struct frontier_result *frontier_result(size_t i);

/* Returns the words for a state and its reason; the name of the state if the list has none. */
const char *frontier_result_words(int state, int reason) __attribute__((returns_nonnull));

/* The answer of `tiptoe serve` for a URL that the mirror lacks. */
struct frontier_served {
    int status;       /* HTTP status */
    const char *text; /* a sentence; NULL: neither state nor reason explains it */
};
struct frontier_served frontier_served(int state, int reason);

/* Adds to TEXT the rule that refused or withheld a URL, as mirror.db keeps it: the number of its line in
 * robots.txt, and its words. LINE is 0 for a rule that is not a line of robots.txt. */
void frontier_add_rule(struct buf *text, uint32_t line, struct span words) NONNULL;

/* Returns the line of such a text; 0 if the rule is not a line of robots.txt. */
uint32_t frontier_rule_line(struct span rule);

#endif
