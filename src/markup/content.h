/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_MARKUP_CONTENT_H
#define TIPTOE_MARKUP_CONTENT_H

#include "markup/glance.h"
#include "markup/tokenizer.h"

/* The maximum nesting of content, such as svg in foreignObject in svg. Deeper content counts as that of the
 * last level. */
enum { CONTENT_DEPTH = 32 };

enum content_kind { CONTENT_HTML, CONTENT_SVG, CONTENT_MATH };

/* The kind of content at the current tag: the part of tree construction on which tokenization depends. */
struct content {
    bool xml; /* the media type is XHTML or SVG: "/>" ends any element, CDATA sections may occur anywhere */
    unsigned depth;
    uint8_t kinds[CONTENT_DEPTH]; /* enum content_kind; kinds[depth - 1] is the current one, CONTENT_HTML at
                                   * depth 0 */
    unsigned templates;           /* open template elements; their content is not yet part of the page */
    struct glance matter;         /* names of tags that change how HTML is tokenized */
};

void content_start(struct content *content, bool xml) NONNULL;

/* Adds the names of tags that change how HTML is tokenized. In foreign content and XML any tag may. */
void content_add_names(struct glance *names) NONNULL;

static inline bool content_is_html(const struct content *content)
{
    return !content->xml && content->depth == 0;
}

/* Sets how the text after the current tag is tokenized. Call it for each tag, or at least for each tag in
 * content_add_names. */
void content_follow(struct content *content, struct tokenizer *tokenizer) NONNULL;

static inline enum content_kind content_kind(const struct content *content)
{
    return content->depth ? (enum content_kind)content->kinds[content->depth - 1] : CONTENT_HTML;
}

#endif
