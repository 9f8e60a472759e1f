/* SPDX-License-Identifier: MIT */
/* Extracts the links from one attribute of a tag. The link table gives the form of the value: a URL, the
 * image candidates of srcset, CSS, or META refresh. html.c scans the
 * document of a srcdoc attribute. */
#include "config.h"

#include "extract/metas.h"

#include "extract/html.h"
#include "markup/css_scan.h"

static const struct span nothing;

static enum link_escape escape_of(const struct attribute *attribute, bool whole)
{
    switch (attribute->quote) {
    case QUOTE_DOUBLE:
        return LINK_ESCAPE_DOUBLE;
    case QUOTE_SINGLE:
        return LINK_ESCAPE_SINGLE;
    case QUOTE_BARE:
    case QUOTE_NO_VALUE:
        break;
    }
    return whole ? LINK_ESCAPE_BARE : LINK_ESCAPE_BARE_PART;
}

static struct span decode_value(const struct spot *spot)
{
    struct span raw = tokenizer_value(&spot->level->tokenizer, spot->attribute);

    value_decode(&spot->level->value, raw, &spot->work->collector.transcoder, spot->layer->encoding, true);
    return spot->level->value.text;
}

struct layer spot_layer(const struct spot *spot)
{
    return (struct layer){
        .text = decode_value(spot),
        .base = spot->layer->base,
        .has_base = spot->layer->has_base,
        .outer = spot->layer,
        .value = &spot->level->value,
        .outer_at = spot->attribute->value_at,
        .escape = escape_of(spot->attribute, false),
    };
}

static struct link *add_whole(const struct spot *spot, struct span text, enum link_role role,
                              const char *where)
{
    return collect(&spot->work->collector, spot->layer, spot->attribute->value_at, spot->attribute->value_len,
                   text, escape_of(spot->attribute, true), role, where);
}

/* Returns true for links that users follow: an empty URL then is the page itself. Browsers load no resource
 * for it. */
static bool is_for_readers(enum link_role role)
{
    return role == LINK_PAGE || role == LINK_ACTION || role == LINK_LIVE;
}

static void add_handler(const struct spot *spot)
{
    struct layer layer = spot_layer(spot);

    collect_handler(&spot->work->collector, &layer, 0);
}

static void add_fragment(const struct spot *spot)
{
    fragment_read(&spot->work->collector, spot->layer, spot->attribute->value_at, spot->attribute->value_len,
                  decode_value(spot));
}

static void add_url_as(const struct spot *spot, enum link_role role, const char *where)
{
    struct span text = span_trim_white(decode_value(spot));

    if (text.len == 0 && !is_for_readers(role))
        return;
    if (span_starts_nocase(text, "javascript:") && !spot->work->page->scripts) {
        struct layer layer = spot_layer(spot);

        collect_handler(&spot->work->collector, &layer, span_find(layer.text, ':') + 1);
    }
    (void)add_whole(spot, text, role, where);
}

static void add_url(const struct spot *spot, enum link_role role)
{
    add_url_as(spot, role, spot->row->where);
}

/* Returns true if the value of a custom data attribute (data-*), which can hold anything, is treated as a
 * URL: it contains '.' or '/', but no white space and none of {}<>". */
static bool may_be_address(struct span text)
{
    bool mark = false;

    text = span_trim_white(text);
    for (size_t i = 0; i < text.len; i++) {
        if (strchr(HTML_WHITE "{}<>\"", text.at[i]))
            return false;
        mark |= text.at[i] == '.' || text.at[i] == '/';
    }
    return mark;
}

/* Adds the address of a form, or of a button, which may have a method of its own. By GET, it is one of a
 * page. */
static void add_action(const struct spot *spot)
{
    bool is_form = span_is_nocase(spot->level->tokenizer.token.name, "form");
    struct span method = tokenizer_raw(&spot->level->tokenizer, is_form ? "method" : "formmethod");
    bool sends = span_is_one_of_nocase(method, "post dialog");

    if (is_form)
        spot->level->form_sends = sends;
    else if (method.len == 0)
        sends = spot->level->form_sends;
    add_url(spot, sends ? LINK_LIVE : spot->row->role);
}

static void add_single(const struct spot *spot)
{
    if (span_starts(spot->row->attribute, "data-") && !may_be_address(decode_value(spot)))
        return;
    add_url(spot, spot->row->role);
}

/* Returns true if a value of an attribute that only sometimes holds a URL ends in the extension of a media
 * file. */
static bool names_media(struct span text)
{
    size_t dot;

    text = span_trim_white(text);
    text = span_part(text, 0, span_find(text, '#'));
    text = span_part(text, 0, span_find(text, '?'));
    dot = span_after_last(text, '.');
    return dot > 1 && candidate_is_media(span_part(text, dot, text.len)) && may_be_address(text);
}

static void add_file(const struct spot *spot)
{
    if (names_media(decode_value(spot)))
        add_url(spot, spot->row->role);
}

static void add_srcset(const struct spot *spot)
{
    struct layer layer = spot_layer(spot);
    bool another = false;
    size_t at = 0;
    size_t url_at, url_len;

    while (srcset_next(layer.text, &at, &url_at, &url_len)) {
        struct link *link =
            collect(&spot->work->collector, &layer, url_at, url_len, span_part(layer.text, url_at, url_len),
                    LINK_ESCAPE_SRCSET, spot->row->role, spot->row->where);

        if (link)
            link->another = another;
        another = true;
    }
}

/* Adds the URLs in CSS. Most values have none; checking the raw value first avoids decoding them. */
static void add_css(const struct spot *spot)
{
    struct span raw = tokenizer_value(&spot->level->tokenizer, spot->attribute);
    struct layer layer;

    if (!css_may_have_address(raw) && span_find(raw, '&') == raw.len)
        return;
    layer = spot_layer(spot);
    collect_css(&spot->work->collector, &layer, 0, layer.text.len);
}

static void add_either(const struct spot *spot)
{
    struct span text = decode_value(spot);

    for (size_t at = 0; at < text.len; at++) {
        at += span_find(span_part(text, at, text.len), '(');
        if (at >= 3 && at < text.len && span_starts_nocase(span_part(text, at - 3, 3), "url")) {
            add_css(spot);
            return;
        }
    }
    add_single(spot);
}

static void add_rel(const struct spot *spot)
{
    struct span rel = tokenizer_raw(&spot->level->tokenizer, "rel");
    struct span as = tokenizer_raw(&spot->level->tokenizer, "as");
    const char *where = spot->row->where, *unused;
    enum link_role role = LINK_LIVE;

    if (rel.len > 0)
        role = link_rel_role(rel, tokenizer_raw(&spot->level->tokenizer, "type"));
    else
        (void)!link_meta_role(nothing, tokenizer_raw(&spot->level->tokenizer, "itemprop"), &role, &unused);
    if (role == LINK_PREFETCH && as.len > 0 && !span_is_nocase(as, "document"))
        role = LINK_REQUISITE;
    if (link_rel_has(rel, "icon"))
        spot->work->collector.links->lacks_icon = false;
    if (link_rel_has(rel, "manifest"))
        where = PLACE_MANIFEST_TEXT;
    else if (link_rel_has(rel, "canonical"))
        where = PLACE_CANONICAL_TEXT;
    add_url_as(spot, role, where);
}

static void add_refresh(const struct spot *spot, const char *where)
{
    struct layer layer = spot_layer(spot);
    size_t at, len;

    if (refresh_find(layer.text, &at, &len))
        (void)collect(&spot->work->collector, &layer, at, len, span_part(layer.text, at, len),
                      LINK_ESCAPE_REFRESH, LINK_REFRESH, where);
}

static bool meta_role(const struct level *level, enum link_role *role, const char **where)
{
    static const char *const names[] = {"property", "name", "itemprop"};
    struct span http_equiv = tokenizer_raw(&level->tokenizer, "http-equiv");

    for (size_t i = 0; i < COUNT_OF(names); i++)
        if (link_meta_role(http_equiv, tokenizer_raw(&level->tokenizer, names[i]), role, where))
            return true;
    return false;
}

static void add_policy(const struct spot *spot, const char *where)
{
    struct link *link = add_whole(spot, nothing, LINK_POLICY, where);

    if (link)
        link->text = arena_copy(&spot->work->collector.links->text, spot->level->value.text);
}

static void add_meta(const struct spot *spot)
{
    enum link_role role;
    const char *where;
    struct span text;

    if (!meta_role(spot->level, &role, &where))
        return;
    text = span_trim_white(decode_value(spot));
    if (role == LINK_REFRESH)
        add_refresh(spot, where);
    else if (role == LINK_POLICY)
        add_policy(spot, where);
    else if (text.len > 0 && !span_is_nocase(text, "none")) /* msapplication-config allows "none" */
        (void)add_whole(spot, text, role, where);
}

static void add_param(const struct spot *spot)
{
    if (link_param_is_address(tokenizer_raw(&spot->level->tokenizer, "name"),
                              tokenizer_raw(&spot->level->tokenizer, "valuetype")))
        add_url(spot, spot->row->role);
}

/* Adds the URLs of an applet, relative to its codebase. */
static void add_code(const struct spot *spot)
{
    struct collector *collector = &spot->work->collector;
    struct span code_base = tokenizer_raw(&spot->level->tokenizer, "codebase");
    struct layer layer = spot_layer(spot);
    struct span rest = layer.text;

    if (code_base.at &&
        url_parse(&spot->work->code_base, code_base, layer.base, collector->encoding) == URL_OK)
        layer.base = &spot->work->code_base;
    while (rest.len > 0) {
        struct span text = span_trim_white(span_take_until(&rest, ','));

        if (text.len > 0)
            (void)collect(collector, &layer, (size_t)(text.at - layer.text.at), text.len, text,
                          LINK_ESCAPE_LIST, spot->row->role, spot->row->where);
    }
}

static void add_code_base(const struct spot *spot)
{
    (void)add_whole(spot, nothing, LINK_BASE, spot->row->where);
}

/* Makes the href of this base element the base URL. False if it cannot be parsed. */
static bool take_base(const struct spot *spot)
{
    struct page_work *work = spot->work;
    struct collector *collector = &work->collector;

    if (url_parse(&spot->level->base, decode_value(spot), spot->layer->base, collector->encoding) != URL_OK)
        return false;
    if (spot->depth == 0 && collector->links->count > 0) {
        work->late_base = true;
        collector->base_from = spot->attribute->value_at;
    }
    spot->level->layer.base = &spot->level->base;
    spot->level->layer.has_base = true;
    if (spot->depth == 0)
        work->root = spot->level->layer;
    return true;
}

/* Browsers resolve these links when they are followed or used, not when they are parsed. */
static bool is_resolved_late(const struct link *link)
{
    return link->url.len == 0 || is_for_readers(link->role) || link->role == LINK_RELATED ||
           link->role == LINK_PREVIEW;
}

/* Gives a base link its folder: the prefix that relative URLs resolve to. Does nothing if an earlier link was
 * resolved without this base. */
static void tell_folder(const struct spot *spot, struct link *base)
{
    struct collector *collector = &spot->work->collector;
    struct span text;

    for (const struct link *link = collector->links->links; link < base; link++)
        if (!is_resolved_late(link))
            return;
    if (url_parse(&collector->target, buf_span(&spot->level->base.text), NULL, NULL) != URL_OK)
        return;
    url_strip(&collector->target);
    text = span_part(buf_span(&collector->target.text), 0, collector->target.query_at);
    base->url = arena_copy(&collector->links->text, span_part(text, 0, span_after_last(text, '/')));
}

/* Takes the first base element with an href attribute, even if its URL is invalid. */
static void add_base(const struct spot *spot)
{
    struct link *base;
    bool known = spot->depth == 0 && spot->work->collector.base_from > 0;

    if (spot->level->base_seen || spot->level->content.templates > 0)
        return;
    spot->level->base_seen = true;
    if (!known && !take_base(spot))
        return;
    base = add_whole(spot, nothing, LINK_BASE, spot->row->where);
    if (base && spot->depth == 0)
        tell_folder(spot, base);
}

static void add_type(const struct spot *spot)
{
    if (span_is_nocase(span_trim_white(decode_value(spot)), "speculationrules"))
        (void)add_whole(spot, nothing, spot->row->role, spot->row->where);
}

/* Browsers always use CORS for fonts and for fetch(), so a preload of either must use it too. */
static bool is_preload_by_cors(const struct level *level)
{
    struct span as = tokenizer_raw(&level->tokenizer, "as");

    return link_rel_has(tokenizer_raw(&level->tokenizer, "rel"), "preload") &&
           (span_is_nocase(as, "font") || span_is_nocase(as, "fetch"));
}

/* Notes an attribute that holds no URL but makes browsers reject a mirror's own files: integrity and
 * crossorigin. The link has the bytes of the whole attribute, so that it can be removed, and the URL that its
 * element loads. */
static void add_guard(const struct spot *spot)
{
    const struct attribute *attribute = spot->attribute;
    struct span text = spot->layer->text;
    size_t at = span_before_white(text, attribute->name_at), end = attribute->name_at + attribute->name_len;

    if (spot->row->role == LINK_CORS && is_preload_by_cors(spot->level))
        return;
    if (attribute->quote != QUOTE_NO_VALUE)
        end = attribute->value_at + attribute->value_len + (attribute->quote != QUOTE_BARE);
    (void)collect(&spot->work->collector, spot->layer, at, end - at, span_of(""), LINK_ESCAPE_NONE,
                  spot->row->role, spot->row->where);
}

static void add_data(const struct spot *spot)
{
    struct layer layer = spot_layer(spot);

    collect_script(&spot->work->collector, &layer, SCRIPT_DATA, 0, layer.text.len);
}

/* Guesses the names of files in JSON, or in a list of nothing else, or finds a part of one. */
static void add_names(const struct spot *spot)
{
    static const char separators[] = HTML_WHITE ",;|";
    struct span text = span_trim(decode_value(spot), separators), rest = text;
    struct name_source names = {.collector = &spot->work->collector, .first = spot->layer};

    if (span_starts(text, "{") || span_starts(text, "[")) {
        add_data(spot);
        return;
    }
    collect_value(&spot->work->collector, spot->layer, spot->attribute->value_at, spot->attribute->value_len,
                  text, spot->level->has_handler ? "list " : "option ", spot->level->select);
    while (rest.len > 0)
        if (!candidate_is_likely(span_take_word(&rest, separators), CANDIDATE_NAMED))
            return;
    while (text.len > 0)
        names_guess(&names, spot->attribute->value_at, spot->attribute->value_len,
                    span_take_word(&text, separators));
}

void spot_add_links(const struct spot *spot)
{
    static void (*const add[])(const struct spot *) = {
        [LINK_FORM_URL] = add_single,      [LINK_FORM_SRCSET] = add_srcset,
        [LINK_FORM_CSS] = add_css,         [LINK_FORM_REL] = add_rel,
        [LINK_FORM_META] = add_meta,       [LINK_FORM_PARAM] = add_param,
        [LINK_FORM_BASE] = add_base,       [LINK_FORM_CODEBASE] = add_code_base,
        [LINK_FORM_CODE] = add_code,       [LINK_FORM_EITHER] = add_either,
        [LINK_FORM_FILE] = add_file,       [LINK_FORM_GUARD] = add_guard,
        [LINK_FORM_TYPE] = add_type,       [LINK_FORM_HANDLER] = add_handler,
        [LINK_FORM_MARKUP] = add_fragment, [LINK_FORM_ACTION] = add_action,
        [LINK_FORM_DATA] = add_data,       [LINK_FORM_NAMES] = add_names,
    };

    const struct link_list *list = spot->work->collector.links;
    size_t first = list->count;
    struct span rel;
    enum referrer_policy policy;

    add[spot->row->form](spot);
    if (list->count == first || spot->level->tokenizer.token.count == 1)
        return;
    rel = tokenizer_raw(&spot->level->tokenizer, "rel");
    policy = link_rel_has(rel, "noreferrer")
                 ? REFERRER_NONE
                 : referrer_policy(tokenizer_raw(&spot->level->tokenizer, "referrerpolicy"), REFERRER_UNSAID);
    for (size_t i = first; i < list->count; i++) {
        list->links[i].referrer = policy;
        list->links[i].nofollow = link_rel_has(rel, "nofollow");
    }
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
