/* SPDX-License-Identifier: MIT */
/* Handles attributes that hold no URL but make browsers reject a mirror's own files: integrity and
 * crossorigin. Each entry records the bytes of the whole attribute, so that it can be removed, and the URL
 * that its element loads. */
#include "config.h"

#include "extract/spot.h"

/* Browsers always use CORS for fonts and for fetch(), so a preload of either must use it too. */
static bool is_preload_by_cors(const struct level *level)
{
    struct span as = level_raw_value(level, "as");

    return link_rel_has(level_raw_value(level, "rel"), "preload") &&
           (span_is_nocase(as, "font") || span_is_nocase(as, "fetch"));
}

void spot_add_guard(const struct spot *spot)
{
    const struct attribute *attribute = spot->attribute;
    struct span text = spot->layer->text;
    size_t at = attribute->name_at, end = attribute->name_at + attribute->name_len;

    if (spot->row->role == LINK_CORS && is_preload_by_cors(spot->level))
        return;
    if (attribute->quote != QUOTE_NO_VALUE)
        end = attribute->value_at + attribute->value_len + (attribute->quote != QUOTE_BARE);
    while (at > 0 && ascii_is_white(text.at[at - 1]))
        at--;
    (void)collect(&spot->work->collector, spot->layer, at, end - at, span_of(""), LINK_ESCAPE_NONE,
                  spot->row->role, spot->row->where);
}

static struct span loaded_by(const struct link_list *list, size_t first)
{
    for (size_t i = first; i < list->count; i++)
        if (list->links[i].role == LINK_REQUISITE || list->links[i].role == LINK_PREFETCH)
            return list->links[i].url;
    return span_of("");
}

/* Guards inside a srcdoc attribute already have their URL. */
void guards_finish(struct link_list *list, struct level *level, size_t first)
{
    struct span name = level->tokenizer.token.name, loaded = loaded_by(list, first);
    size_t cors = 0;

    for (size_t i = first; i < list->count; i++) {
        struct link *link = &list->links[i];

        if ((link->role != LINK_INTEGRITY && link->role != LINK_CORS) || link->text.at)
            continue;
        link->text = loaded;
        cors = i + 1;
    }
    if (span_is_nocase(name, "video") || span_is_nocase(name, "audio")) {
        level->media_cors = loaded.len == 0 ? cors : 0;
    } else if (level->media_cors > 0 && loaded.len > 0 && span_is_nocase(name, "source")) {
        list->links[level->media_cors - 1].text = loaded;
        level->media_cors = 0;
    }
}
