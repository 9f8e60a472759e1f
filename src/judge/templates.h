/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_JUDGE_TEMPLATES_H
#define TIPTOE_JUDGE_TEMPLATES_H

#include <stddef.h>

#include "base/limits.h"

struct discovery;
struct link;
struct site;

/* What scripts make names of files from, as far as this run met it. Zeroed: nothing. */
struct templates {
    struct template_text {
        char *text;      /* a URL with LINK_TEMPLATE_VALUE, or a value */
        const char *via; /* of a value: where it was */
    } urls[LIMIT_TEMPLATES], values[LIMIT_TEMPLATE_VALUES];
    size_t url_count, value_count;
};

void templates_release(struct templates *templates) __attribute__((nonnull));

/* Adds what LINK is a guess for: its URL, or a template with each value, or a value in each template. The
 * route after "#/" or "#!/" of a link to a page is a value too. */
int templates_discover(struct site *site, struct discovery *from, const struct link *link)
    __attribute__((nonnull, warn_unused_result));

#endif
