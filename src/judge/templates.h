/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_JUDGE_TEMPLATES_H
#define TIPTOE_JUDGE_TEMPLATES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/limits.h"
#include "base/span.h"

struct discovery;
struct link;
struct site;

enum template_kind { TEMPLATE_URL, TEMPLATE_VALUE, TEMPLATE_KINDS };

/* The parts from which scripts make names of files that this run and earlier runs found. Zeroed: none. */
struct templates {
    struct template_list {
        struct template_text {
            uint64_t hash;    /* of both */
            char *via;        /* where it was, and the memory of both */
            const char *text; /* a URL with LINK_TEMPLATE_VALUE, or a value */
            bool is_met;      /* in this run */
        } texts[LIMIT_TEMPLATE_VALUES];
        size_t count, loaded, added; /* loaded: kept by earlier runs; added: in this one */
    } lists[TEMPLATE_KINDS];
    bool are_loaded; /* what earlier runs kept */
};

void templates_release(struct templates *templates) __attribute__((nonnull));

/* Adds URL, a guess by what VIA says, if it is of the site and unknown. */
typedef int template_guess(struct site *site, struct discovery *from, struct span url, const char *via);

/* Calls ADD_GUESS for each guess that LINK is or completes: its URL, a template with each value, or a value
 * in each template. The route after "#/" or "#!/" of a link to a page is a value too. */
int templates_discover(struct site *site, struct discovery *from, const struct link *link,
                       template_guess *add_guess) __attribute__((nonnull, warn_unused_result));

#endif
