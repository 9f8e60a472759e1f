/* SPDX-License-Identifier: MIT */
/* Reads the tags in pieces of markup: in strings of scripts, form fields and data attributes. The use
 * that scripts make of a piece is unknown, so its URLs are candidates, and not woven. */
#include "config.h"

#include "extract/collect.h"

#include "apps/app.h"
#include "base/limits.h"
#include "markup/css_scan.h"

/* Ends the last tag of a piece in whatever it is cut off. No URL has the control character, so an attribute
 * that is cut off is not taken. */
#define TAIL "\1\"\1'\1>"

/* Where the links of a piece are. */
struct piece {
    struct collector *collector;
    const struct layer *layer;
    size_t at, len;
};

static void add(const struct piece *piece, struct span address)
{
    collect_candidate(piece->collector, piece->layer, piece->at, piece->len, address, CANDIDATE_NAMED,
                      "markup in text", false);
}

static void add_srcset(const struct piece *piece, struct span text)
{
    size_t at = 0, url_at, url_len;

    while (srcset_next(text, &at, &url_at, &url_len))
        add(piece, span_part(text, url_at, url_len));
}

static void add_css(const struct piece *piece, struct span text)
{
    struct css_scan scan;
    struct css_link found;

    css_scan_start(&scan, text);
    while (css_scan_next(&scan, &found))
        add(piece, css_unescape(span_part(text, found.at, found.len), &piece->collector->unescaped));
}

static void add_links(const struct piece *piece, const struct link_row *row, struct span text)
{
    enum link_form form = row->form;
    bool is_url = form == LINK_FORM_URL && row->role != LINK_LIVE && row->role != LINK_CONNECT;

    if (is_url || form == LINK_FORM_REL || form == LINK_FORM_FILE)
        add(piece, text);
    if (form == LINK_FORM_SRCSET)
        add_srcset(piece, text);
    if (form == LINK_FORM_CSS || form == LINK_FORM_EITHER)
        add_css(piece, text);
}

/* Makes the index before the first piece of a collector. */
static const struct link_index *index_of(struct collector *collector)
{
    size_t count;
    const struct link_group *more = forms_elements(&count);

    if (collector->index.count == 0)
        link_index_init(&collector->index, more, count);
    return &collector->index;
}

static void add_tag(const struct piece *piece, const struct link_index *index)
{
    struct collector *collector = piece->collector;
    const struct tokenizer *tokenizer = &collector->tags;
    const struct token *token = &tokenizer->token;

    for (size_t i = 0; i < token->count && token->kind == TOKEN_START; i++) {
        const struct attribute *attribute = &token->attributes[i];
        int row = link_index_find(index, token->name, tokenizer_name(tokenizer, attribute));

        if (row < 0)
            continue;
        value_decode(&collector->attribute, tokenizer_value(tokenizer, attribute), &collector->transcoder,
                     piece->layer->encoding, true);
        add_links(piece, &index->rows[row], collector->attribute.text);
    }
}

void fragment_read(struct collector *collector, const struct layer *layer, size_t at, size_t len,
                   struct span text)
{
    struct piece piece = {collector, layer, at, len};

    if (span_find(text, '<') == text.len || span_find(text, '=') == text.len)
        return;
    buf_clear(&collector->markup);
    if (buf_add_span(&collector->markup, text) || buf_add_text(&collector->markup, TAIL))
        return;
    tokenizer_start(&collector->tags, buf_span(&collector->markup));
    while (tokenizer_next(&collector->tags))
        add_tag(&piece, index_of(collector));
}

/* Returns the path at the start of TEXT, the value of an attribute, if the string ends after its folder.
 * QUOTE is that of the attribute, 0 if it has none. */
static struct span unfinished_folder(struct span text, char quote)
{
    struct span rest = text, path = span_take_plain(&rest, "-._~/");

    if (path.len < 2 || path.len > LIMIT_URL_BYTES || path.at[path.len - 1] != '/' || rest.len == 0 ||
        (rest.at[0] == quote && quote) || !(memchr("'\"`", rest.at[0], 3) || span_starts(rest, "${")))
        path.len = 0;
    return path;
}

struct span fragment_folder(struct span code)
{
    while (span_take_after(&code, " src=")) {
        struct span value = code, folder;
        char quote = 0;

        if (span_starts(value, "\\"))
            value = span_part(value, 2, value.len);
        else if (value.len > 0 && (value.at[0] == '\'' || value.at[0] == '"')) {
            quote = value.at[0];
            value = span_part(value, 1, value.len);
        }
        folder = unfinished_folder(value, quote);
        if (folder.len > 0)
            return folder;
    }
    return span_make(NULL, 0);
}
