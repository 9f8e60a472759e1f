/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_MARKUP_TOKENIZER_H
#define TIPTOE_MARKUP_TOKENIZER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/span.h"
#include "markup/glance.h"

struct body;

/* How the text between tags is read (the WHATWG tokenization states of the same names). */
enum text_model { TEXT_DATA, TEXT_RCDATA, TEXT_RAW, TEXT_SCRIPT, TEXT_PLAIN, TEXT_CDATA };

enum token_kind { TOKEN_START, TOKEN_END };

enum attribute_quote {
    QUOTE_NO_VALUE, /* the attribute is a name alone */
    QUOTE_BARE,
    QUOTE_SINGLE,
    QUOTE_DOUBLE
};

/* Offsets into the text. The value stands between its quotes, as it was written: references are not decoded.
 */
struct attribute {
    uint32_t name_at, name_len;
    uint32_t value_at, value_len;
    enum attribute_quote quote;
};

/* A tag from its '<' to after its '>'. Attributes stand in the order of the text, duplicates among them: the
 * first of a name counts. */
struct token {
    enum token_kind kind;
    bool self_closing;
    bool truncated; /* attributes above LIMIT_TAG_ATTRIBUTES are not listed */
    size_t at, end;
    struct span name; /* as it was written, in any case */
    struct attribute *attributes;
    size_t count;
};

/* Reads the tags of TEXT one after the other; text, comments and declarations are passed over. The caller
 * sets `model` after a start tag whose content is not TEXT_DATA (markup/content.h); the tokenizer sets it
 * back at the end tag. */
struct tokenizer {
    struct span text;
    size_t at;
    enum text_model model;
    struct span closer; /* the name of the end tag that ends RCDATA, raw text and script data */
    bool cdata;         /* CDATA sections exist here: foreign content and XML */
    /* Where text is TEXT_DATA, a tag is passed over that has none of these names, and no attribute of those.
     * NULL: all tags are told. */
    const struct glance *told, *told_attributes;
    struct body *source; /* what TEXT is a span of, if that is to be passed; the start clears it */
    struct token token;
    size_t room;
};

/* Zeroes a tokenizer / frees what it grew. */
void tokenizer_init(struct tokenizer *tokenizer) __attribute__((nonnull));
void tokenizer_release(struct tokenizer *tokenizer) __attribute__((nonnull));

/* Begins with TEXT, in TEXT_DATA, where all tags are told. TEXT must be shorter than 4 GiB, in UTF-8 or
 * another encoding in which a byte below 0x80 is always that character; it is borrowed until the next start.
 */
void tokenizer_start(struct tokenizer *tokenizer, struct span text) __attribute__((nonnull));

/* The next tag, in `token`; false at the end. A tag that the end of the text cuts off is none. */
bool tokenizer_next(struct tokenizer *tokenizer) __attribute__((nonnull, warn_unused_result));

/* The first attribute of this name (in lower case), or NULL. */
const struct attribute *tokenizer_attribute(const struct tokenizer *tokenizer, const char *name)
    __attribute__((nonnull));

static inline struct span tokenizer_value(const struct tokenizer *tokenizer,
                                          const struct attribute *attribute)
{
    return span_make(tokenizer->text.at + attribute->value_at, attribute->value_len);
}

static inline struct span tokenizer_name(const struct tokenizer *tokenizer, const struct attribute *attribute)
{
    return span_make(tokenizer->text.at + attribute->name_at, attribute->name_len);
}

#endif
