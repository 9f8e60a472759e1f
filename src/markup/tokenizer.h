/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_MARKUP_TOKENIZER_H
#define TIPTOE_MARKUP_TOKENIZER_H

#include "markup/glance.h"

struct body;

/* How the text between tags is tokenized (the WHATWG tokenization states of the same names). */
enum text_model { TEXT_DATA, TEXT_RCDATA, TEXT_RAW, TEXT_SCRIPT, TEXT_PLAIN, TEXT_CDATA };

enum token_kind { TOKEN_START, TOKEN_END };

enum attribute_quote {
    QUOTE_NO_VALUE, /* the attribute is only a name */
    QUOTE_BARE,
    QUOTE_SINGLE,
    QUOTE_DOUBLE
};

/* Offsets into the text. The value excludes its quotes; its character references are not decoded. */
struct attribute {
    uint32_t name_at, name_len;
    uint32_t value_at, value_len;
    enum attribute_quote quote;
};

/* A tag from its '<' to after its '>'. Attributes are in the order of the text, including duplicates: the
 * first of each name counts. */
struct token {
    enum token_kind kind;
    bool self_closing;
    bool truncated; /* attributes above LIMIT_TAG_ATTRIBUTES are not listed */
    size_t at, end;
    struct span name; /* as written, in any case */
    struct attribute *attributes;
    size_t count;
};

/* Reads the tags of TEXT in order and skips text, comments and declarations. The caller sets `model` after a
 * start tag whose content is not TEXT_DATA (content_follow); the tokenizer resets it at the end tag. Starts
 * zeroed, and is released at the end. */
struct tokenizer {
    struct span text;
    size_t at;
    enum text_model model;
    struct span closer; /* the name of the end tag that ends RCDATA, raw text and script data */
    bool cdata;         /* CDATA sections are allowed here: foreign content and XML */
    /* In TEXT_DATA, tokenizer_next skips tags whose name is not in `wanted` and not that of a custom element,
     * and that have no attribute in `wanted_attributes`. NULL: it returns all tags. */
    const struct glance *wanted, *wanted_attributes;
    struct body *source; /* the body that contains TEXT, for body_passed, or NULL;
                          * tokenizer_start clears it */
    struct token token;
    size_t room;
};

void tokenizer_release(struct tokenizer *tokenizer) NONNULL;

/* Starts to read TEXT in TEXT_DATA, with all tags selected. TEXT must be shorter than 4 GiB, in UTF-8 or
 * another encoding in which a byte below 0x80 is always that ASCII character. It is borrowed until the next
 * start. */
void tokenizer_start(struct tokenizer *tokenizer, struct span text) NONNULL;

/* Reads the next tag into `token`; returns false at the end. A tag that the end of the text cuts off does not
 * count. */
bool tokenizer_next(struct tokenizer *tokenizer) CHECKED;

/* Returns the position after the comment or declaration that a '<' at OPEN, in TEXT_DATA, begins if it begins
 * no tag; after the '<' itself if that is text. */
size_t tokenizer_pass(const struct tokenizer *tokenizer, size_t open) NONNULL;

/* Returns the first attribute with this name (in lower case), or NULL. */
const struct attribute *tokenizer_attribute(const struct tokenizer *tokenizer, const char *name) NONNULL;

/* Returns its value as the text has it; NULL start without one. */
struct span tokenizer_raw(const struct tokenizer *tokenizer, const char *name) NONNULL;

static inline struct span tokenizer_value(const struct tokenizer *tokenizer,
                                          const struct attribute *attribute)
{
    return span_make(tokenizer->text.at + attribute->value_at, attribute->value_len);
}

static inline struct span tokenizer_name(const struct tokenizer *tokenizer, const struct attribute *attribute)
{
    return span_make(tokenizer->text.at + attribute->name_at, attribute->name_len);
}

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
    struct glance returns;        /* names of tags that return from foreign content to HTML */
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

/* Reads the next start tag, following all tags up to it; returns false at the end. */
bool content_next_start(struct content *content, struct tokenizer *tokenizer) NONNULL;

static inline enum content_kind content_kind(const struct content *content)
{
    return content->depth ? (enum content_kind)content->kinds[content->depth - 1] : CONTENT_HTML;
}

#endif
