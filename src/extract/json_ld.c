/* SPDX-License-Identifier: MIT */
/* Finds pictures in schema.org JSON-LD: the values of image and similar properties, whether a URL, a list of
 * URLs, or an object with a url; and the url of any ImageObject. Reading ends at the first byte that is not
 * valid JSON. */
#include "config.h"

#include "extract/json_ld.h"

#include "markup/json_scan.h"

/* A url seen before the @type of its object, which may follow. */
struct waiting {
    size_t object; /* position of the object */
    struct json_scan_string url;
};

static bool is_one_of(struct span word, const char *const *words, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (span_is(word, words[i]))
            return true;
    }
    return false;
}

/* The key whose value contains the level below DEPTH, ignoring lists; empty if there is none. */
static struct span key_of(const struct json_scan *scan, unsigned depth, unsigned *object)
{
    while (depth > 0 && !scan->levels[depth - 1].is_object)
        depth--;
    *object = depth;
    return depth > 0 ? scan->levels[depth - 1].key : span_make(NULL, 0);
}

static bool names_picture(struct span key)
{
    static const char *const keys[] = {
        "image", "logo", "photo", "thumbnail", "screenshot", "thumbnailUrl", "primaryImageOfPage"};

    return span_is(key, "contentUrl") || is_one_of(key, keys, sizeof keys / sizeof *keys);
}

static void add(struct collector *collector, const struct layer *layer, size_t from,
                const struct json_scan_string *string)
{
    struct span raw = span_part(layer->text, from + string->at, string->len);
    struct span text = json_unescape(raw, &collector->unescaped);

    if (span_find(text, '/') == text.len && span_find(text, '.') == text.len)
        return;
    (void)collect(collector, layer, from + string->at, string->len, text, LINK_ESCAPE_JSON, LINK_CANDIDATE,
                  "json-ld image");
}

/* Handles the value STRING, which the scan has just passed. PICTURE is the position of the last
 * ImageObject. */
static void take_value(struct collector *collector, const struct layer *layer, size_t from,
                       const struct json_scan *scan, const struct json_scan_string *string,
                       struct waiting *waiting, size_t *picture)
{
    unsigned depth, outer;
    struct span key = key_of(scan, scan->depth, &depth);
    size_t object = depth > 0 ? scan->levels[depth - 1].at : 0;

    if (names_picture(key)) {
        add(collector, layer, from, string);
    } else if (span_is(key, "url")) {
        if (names_picture(key_of(scan, depth - 1, &outer)) || *picture == object)
            add(collector, layer, from, string);
        else
            *waiting = (struct waiting){.object = object, .url = *string};
    } else if (span_is(key, "@type") &&
               span_is(span_part(scan->text, string->at, string->len), "ImageObject")) {
        *picture = object;
        if (waiting->object == object && waiting->url.at > 0)
            add(collector, layer, from, &waiting->url);
    }
}

void json_ld_collect(struct collector *collector, const struct layer *layer, size_t from, size_t to)
{
    struct waiting waiting = {0};
    struct json_scan scan;
    struct json_scan_string string;
    size_t picture = SIZE_MAX;

    json_scan_start(&scan, span_part(layer->text, from, to - from));
    while (json_scan_next(&scan, &string)) {
        if (!string.is_key)
            take_value(collector, layer, from, &scan, &string, &waiting, &picture);
    }
}
