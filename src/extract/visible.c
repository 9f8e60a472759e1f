/* SPDX-License-Identifier: MIT */
/* Extracts the text that a reader sees, without layout: style sheets that hide elements are not read, and the
 * content of the attribute hidden counts, because scripts show it on request. Readings of ruby are left out,
 * so that the words that they explain stay whole. */
#include "config.h"

#include "extract/visible.h"

#include "base/limits.h"
#include "base/utf8.h"

/* A larger document keeps no memory for the next. */
enum { DOCUMENT_KEPT = 4 * 1024 * 1024 };

/* Elements whose content is not shown. */
#define HIDDEN "script style template noscript title iframe noembed noframes textarea rt rp"

/* Elements within a line: their tags separate no words. */
#define INLINE                                                                                               \
    "a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd mark nobr q ruby rb rt rp s "     \
    "samp small span strike strong sub sup tt u var wbr"

/* Elements that scripts fill, always or with an id, and elements that are content themselves. */
#define WAITING "main nav"
#define FILLED  "div section"
#define CONTENT "a area img picture iframe frame object embed video audio canvas form input table"

/* A page with more text shows something. */
enum { SHELL_TEXT_MAX = 100 };

void visible_init(struct visible *visible)
{
    *visible = (struct visible){.depth = 0};
    value_init(&visible->value);
    buf_init(&visible->document, 4 * (size_t)LIMIT_DOCUMENT_BYTES);
    glance_add_list(&visible->hidden, span_of(HIDDEN));
    glance_add_list(&visible->lined, span_of(INLINE));
}

void visible_release(struct visible *visible)
{
    tokenizer_release(&visible->tokenizer);
    transcoder_release(&visible->transcoder);
    value_release(&visible->value);
    buf_release(&visible->document);
}

static bool is_space(uint32_t code)
{
    return code <= ' ' || (code >= 0x7f && code <= 0xa0) || code == 0x1680 ||
           (code >= 0x2000 && code <= 0x200a) || code == 0x2028 || code == 0x2029 || code == 0x202f ||
           code == 0x205f || code == 0x3000;
}

/* Returns true for a character without width. Those that join letters stay. */
static bool is_unseen(uint32_t code)
{
    return code == 0x200b || utf8_is_harmful(code);
}

/* Returns the length of the ASCII text without white space at AT. */
static size_t plain_len(struct span text, size_t at)
{
    size_t end = at;

    while (end < text.len && text.at[end] > ' ' && text.at[end] < 0x7f)
        end++;
    return end - at;
}

static void add_space(struct buf *out)
{
    if (out->len > 0 && out->at[out->len - 1] != ' ' && out->at[out->len - 1] != '\n')
        (void)buf_add_byte(out, ' ');
}

/* Ends a block. */
static void add_end(struct buf *out, bool by_lines)
{
    add_space(out);
    if (by_lines && out->len > 0)
        out->at[out->len - 1] = '\n';
}

void visible_add(struct buf *out, struct span text)
{
    for (size_t at = 0; at < text.len && !out->full;) {
        size_t len = plain_len(text, at);
        uint32_t code;

        (void)buf_add_span(out, span_part(text, at, len));
        at += len;
        if (at == text.len)
            return;
        at += utf8_next(text, at, &code);
        if (is_space(code))
            add_space(out);
        else if (!is_unseen(code))
            (void)utf8_add(out, code);
    }
}

/* Returns true if NAME is one of NAMES, which GLANCE has. */
static bool is_one_of(const struct glance *glance, const char *names, struct span name)
{
    return glance_may_have(glance, name) && span_is_one_of_nocase(name, names);
}

/* Returns true for a reading of ruby. It also ends with its ruby, and where another begins: end tags are
 * optional. */
static bool is_ruby(struct span name)
{
    return span_is_one_of_nocase(name, "rt rp");
}

/* Begins or ends to hide what follows the current tag. */
static void follow(struct visible *visible)
{
    const struct token *token = &visible->tokenizer.token;
    bool same = visible->depth > 0 && span_equals_nocase(token->name, visible->hiding);

    if (visible->depth == 0 && token->kind == TOKEN_START &&
        is_one_of(&visible->hidden, HIDDEN, token->name) && !(token->self_closing && visible->content.xml)) {
        visible->hiding = token->name;
        visible->depth = 1;
    } else if (visible->depth > 0 && is_ruby(visible->hiding)) {
        if (token->kind == TOKEN_END && (is_ruby(token->name) || span_is_nocase(token->name, "ruby")))
            visible->depth = 0;
    } else if (same && token->kind == TOKEN_START) {
        visible->depth++;
    } else if (same) {
        visible->depth--;
    }
}

static void add_decoded(struct visible *visible, struct span text, bool references, struct buf *out)
{
    value_decode(&visible->value, text, &visible->transcoder, NULL, references);
    visible_add(out, visible->value.text);
}

static bool is_blank(struct span text, size_t from, size_t to)
{
    return span_trim_white(span_part(text, from, to - from)).len == 0;
}

/* Counts what tells a page that scripts build: the current tag follows the text from FROM. */
static void count_parts(struct visible *visible, size_t from)
{
    const struct tokenizer *tokenizer = &visible->tokenizer;
    const struct token *token = &tokenizer->token;

    if (token->kind == TOKEN_END) {
        visible->roots += visible->opened && is_blank(tokenizer->text, from, token->at);
        visible->opened = false;
        return;
    }
    visible->opened = span_find(token->name, '-') < token->name.len ||
                      span_is_one_of_nocase(token->name, WAITING) ||
                      (span_is_one_of_nocase(token->name, FILLED) && tokenizer_attribute(tokenizer, "id"));
    visible->scripts += span_is_nocase(token->name, "script") && tokenizer_attribute(tokenizer, "src");
    visible->has_content |= span_is_one_of_nocase(token->name, CONTENT);
}

/* Adds the text between two tags, without comments. A tag that the end of the document cuts off is not
 * text. */
static void add_between(struct visible *visible, size_t from, size_t to, enum text_model model,
                        struct buf *out)
{
    struct span text = visible->tokenizer.text;

    while (from < to && !out->full) {
        size_t open =
            from + (model == TEXT_DATA ? span_find(span_part(text, from, to - from), '<') : to - from);
        char next = open + 1 < text.len ? text.at[open + 1] : '\0';

        add_decoded(visible, span_part(text, from, open - from), model == TEXT_DATA || model == TEXT_RCDATA,
                    out);
        if (open == to || ascii_is_alpha(next))
            return;
        from = tokenizer_pass(&visible->tokenizer, open);
        if (from == open + 1)
            (void)buf_add_byte(out, '<');
    }
}

static bool is_xml(struct span content_type)
{
    return span_starts_nocase(content_type, "application/xhtml+xml");
}

void visible_read(struct visible *visible, struct span document, struct span content_type, struct buf *out)
{
    struct tokenizer *tokenizer = &visible->tokenizer;
    enum text_model model = TEXT_DATA;
    bool xml = is_xml(content_type), more = true;
    size_t start = out->len, at = 0;

    buf_recycle(&visible->document, DOCUMENT_KEPT);
    if (transcode(&visible->transcoder, charset_of_page(document, content_type, xml), document,
                  &visible->document))
        visible->document.full = false; /* its beginning is enough */
    tokenizer_start(tokenizer, buf_span(&visible->document));
    content_start(&visible->content, xml);
    visible->depth = visible->scripts = visible->roots = 0;
    visible->has_content = visible->opened = false;
    while (more && !out->full && out->len - start < VISIBLE_TEXT_MAX) {
        more = tokenizer_next(tokenizer);
        if (visible->depth == 0)
            add_between(visible, at, more ? tokenizer->token.at : tokenizer->text.len, model, out);
        if (!more)
            break;
        if (visible->depth == 0)
            count_parts(visible, at);
        content_follow(&visible->content, tokenizer);
        follow(visible);
        if (visible->depth == 0 && !is_one_of(&visible->lined, INLINE, tokenizer->token.name))
            add_end(out, visible->by_lines);
        model = tokenizer->model;
        at = tokenizer->token.end;
    }
    if (out->len > start && out->at[out->len - 1] == ' ')
        buf_cut(out, out->len - 1);
}

bool visible_is_shell(struct visible *visible, struct span document, struct span content_type)
{
    struct buf text BUF_LOCAL(SHELL_TEXT_MAX);

    visible_read(visible, document, content_type, &text);
    return !text.full && visible->scripts > 0 && (visible->roots > 0 || text.len == 0) &&
           !visible->has_content;
}
