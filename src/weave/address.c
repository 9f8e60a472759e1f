/* SPDX-License-Identifier: MIT */
/* Gives pages that scripts build their own address on a plain server. Such an app takes what it shows from
 * the page's address: at /plants/sundew.html it would look for a plant with the name sundew.html. */
#include "config.h"

#include "weave/address.h"

#include <string.h>

#include "markup/content.h"
#include "markup/tokenizer.h"

#define PAGE ".html"

void address_add(struct buf *out, struct span url)
{
    for (size_t i = 0; i < url.len; i++)
        (void)buf_add_format(out, strchr("\"\\<", url.at[i]) ? "%%%02X" : "%c", (unsigned char)url.at[i]);
}

static void add_script(struct buf *out, struct span name)
{
    (void)buf_add_text(out, "<script>if(location.protocol!=\"file:\")if(location.pathname.endsWith(\"/");
    address_add(out, name);
    (void)buf_add_text(out, PAGE "\"))history.replaceState(history.state,\"\",\"./");
    address_add(out, name);
    (void)buf_add_text(out, "\"+location.search+location.hash)</script>");
}

/* Returns where the first script of PAGE begins; its length if it has no script. */
static size_t find_script(struct span page)
{
    struct tokenizer tokenizer;
    struct content content;
    size_t at = page.len;

    tokenizer_init(&tokenizer);
    tokenizer_start(&tokenizer, page);
    content_start(&content, false);
    while (at == page.len && tokenizer_next(&tokenizer)) {
        content_follow(&content, &tokenizer);
        if (tokenizer.token.kind != TOKEN_END && content.templates == 0 &&
            span_is_nocase(tokenizer.token.name, "script"))
            at = tokenizer.token.at;
    }
    tokenizer_release(&tokenizer);
    return at;
}

bool address_page(struct buf *out, struct span page, struct span url)
{
    struct span name = span_part(url, span_after_last(url, '/'), url.len);
    size_t at;

    buf_clear(out);
    if (name.len == 0 || span_find(url, '?') < url.len || span_has_suffix_nocase(url, PAGE))
        return false;
    at = find_script(page);
    if (at == page.len)
        return false;
    (void)buf_add_span(out, span_part(page, 0, at));
    add_script(out, name);
    (void)buf_add_span(out, span_part(page, at, page.len - at));
    return !out->full;
}
