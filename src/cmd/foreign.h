/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_CMD_FOREIGN_H
#define TIPTOE_CMD_FOREIGN_H

#include "cmd/command.h"

enum foreign_kind {
    FOREIGN_ALWAYS,  /* tiptoe always does this */
    FOREIGN_MEANS,   /* another name of one of our options */
    FOREIGN_WITHOUT, /* accepted, without an effect; `says` gives the reason */
    FOREIGN_REFUSED  /* `says` names what to use instead */
};

/* An option of wget or HTTrack. */
struct foreign {
    const char *names; /* without dashes, separated by spaces; '#' means digits, which are its value */
    enum foreign_kind kind;
    bool takes_value;
    const char *says;
    const char *option; /* of tiptoe */
    const char *value;  /* of `option`; NULL: the value that is typed */
};

/* Returns the option with this name, without dashes, or NULL. */
const struct foreign *foreign_find(struct span name);

/* Returns the option at the front of LETTERS, which follow a single dash, or NULL. USED is set to the length
 * of its name. NEXT is the next word, or NULL. OWN, unless NULL, is our option of the first letter. It takes
 * precedence, except over names of two letters, over letters with a number, and if it needs a value that NEXT
 * cannot be. */
const struct foreign *foreign_find_letters(const char *letters, const struct option_row *own,
                                           const char *next, size_t *used) __attribute__((nonnull(1, 4)));

/* Adds to OUT what FOREIGN, typed as NAME after DASHES, means here. */
void foreign_add_meaning(const struct foreign *foreign, const char *dashes, struct span name, struct buf *out)
    NONNULL;

/* Adds to WHY what our option NAME means to users of the other programs, after BEFORE. With VALUE, only if
 * that shows that another program's option is meant. Returns false if nothing was added. */
bool foreign_add_clash(struct span name, const char *value, const char *before, struct buf *why)
    __attribute__((nonnull(3, 4)));

#endif
