/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_MARKUP_CONTENT_H
#define TIPTOE_MARKUP_CONTENT_H

#include <stdbool.h>
#include <stdint.h>

#include "markup/glance.h"
#include "markup/tokenizer.h"

/* svg in foreignObject in svg …: deeper is read as what the last level is. */
enum { CONTENT_DEPTH = 32 };

enum content_kind { CONTENT_HTML, CONTENT_SVG, CONTENT_MATH };

/* What kind of content a tag stands in: as much of tree construction as tokenization depends on. */
struct content {
    bool xml; /* XHTML or SVG by its type: "/>" ends any element, CDATA sections anywhere */
    unsigned depth;
    uint8_t kinds[CONTENT_DEPTH]; /* enum content_kind; kinds[depth - 1] holds now, CONTENT_HTML at depth 0 */
    unsigned templates;   /* template elements that are open: their content is no part of the page yet */
    struct glance matter; /* names of tags that change how HTML is read */
};

void content_start(struct content *content, bool xml) __attribute__((nonnull));

/* Adds the names of tags that change how HTML is read. In foreign content and XML any tag may. */
void content_add_names(struct glance *names) __attribute__((nonnull));

static inline bool content_is_html(const struct content *content)
{
    return !content->xml && content->depth == 0;
}

/* To be called with each tag, or with each that is of concern: sets how the text after it is read. */
void content_follow(struct content *content, struct tokenizer *tokenizer) __attribute__((nonnull));

static inline enum content_kind content_kind(const struct content *content)
{
    return content->depth ? (enum content_kind)content->kinds[content->depth - 1] : CONTENT_HTML;
}

#endif
