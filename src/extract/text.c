/* SPDX-License-Identifier: MIT */
/* Extracts the links of plain texts that name files: playlists (RFC 8216 and the older M3U), cues with
 * pictures (WebVTT), three-dimensional models (OBJ, MTL) and Markdown. Only the links of a playlist are
 * certain, and rewritten. */
#include "config.h"

#include "extract/collect.h"

/* A model says so at its start. */
enum { START_BYTES = 4096 };

static const struct form {
    const char *type; /* of the answer; or NULL */
    const char *sign; /* at the beginning or, with a blank at its end, of a line near it; or NULL */
    const char *mark; /* before an address */
    const char *ends; /* bytes that end it */
    bool is_certain;
    const char *where;
} forms[] = {
    {NULL, "#EXTM3U", "\n", "\r\n", true, "playlist"},
    {NULL, "#EXTM3U", "URI=\"", "\"\r\n", true, "playlist URI"},
    {NULL, "WEBVTT", "\n", "#\r\n", false, PLACE_NAME_TEXT},
    {NULL, "mtllib ", "mtllib ", "\r\n", false, PLACE_NAME_TEXT},
    {NULL, "newmtl ", "map_Kd ", "\r\n", false, PLACE_NAME_TEXT},
    {NULL, "newmtl ", "map_Bump ", "\r\n", false, PLACE_NAME_TEXT},
    {"text/markdown", NULL, "](", ") \r\n", false, PLACE_NAME_TEXT},
};

static bool is_of_form(const struct form *form, struct span type, struct span text)
{
    struct span start = span_part(text, span_starts(text, "\xef\xbb\xbf") ? 3 : 0, START_BYTES);

    if (form->type)
        return span_starts_nocase(type, form->type);
    return span_starts(start, form->sign) ||
           (span_has_suffix(span_of(form->sign), " ") && span_find_end(start, 0, form->sign) < start.len);
}

bool text_is(struct span type, struct span text)
{
    for (size_t i = 0; i < COUNT_OF(forms); i++)
        if (is_of_form(&forms[i], type, text))
            return true;
    return false;
}

/* Returns true for the playlist of a broadcast, whose files do not last. */
static bool is_live(struct span text)
{
    return span_has(text, "#EXT-X-TARGETDURATION") && !span_has(text, "#EXT-X-ENDLIST");
}

static void read_form(struct collector *collector, const struct layer *root, const struct form *form)
{
    struct name_source names = {.collector = collector, .first = root};
    struct span rest = root->text;

    while (span_take_after(&rest, form->mark)) {
        struct span address = span_trim(span_take_until_any(&rest, form->ends), PLAIN_WHITE);
        size_t at;

        if (address.len == 0 || address.len > LIMIT_URL_BYTES || address.at[0] == '#')
            continue;
        at = (size_t)(address.at - root->text.at);
        if (form->is_certain)
            (void)collect(collector, root, at, address.len, address, LINK_ESCAPE_NONE, LINK_REQUISITE,
                          form->where);
        else
            names_guess(&names, at, address.len, address);
    }
}

static void read_text(struct collector *collector, const struct layer *root, void *context)
{
    const struct span *type = context;

    for (size_t i = 0; i < COUNT_OF(forms) && !is_live(root->text); i++)
        if (is_of_form(&forms[i], *type, root->text))
            read_form(collector, root, &forms[i]);
    collect_sort(collector);
}

int extract_text(struct link_list *links, struct span document, struct span content_type,
                 const struct url *url)
{
    return collect_file(links, document, "UTF-8", url, read_text, &content_type);
}
