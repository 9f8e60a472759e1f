/* SPDX-License-Identifier: MIT */
/* Keeps the list of links of one document, and the texts for the places where links are found; and lists all
 * attributes that contain links in HTML: those of the standard, of older HTML and of SVG, and the common
 * attributes of scripts that load images lazily. Also finds the URLs in srcset and in META refresh. These are
 * left out because nothing shows or follows their URLs: itemtype, itemid, profile, usemap, datasrc, archive
 * of object. */
#include "config.h"

#include "markup/link.h"

#include <stdio.h>

#include "base/alloc.h"

/* 90 KB; few pages have more links. */
enum { LINKS_KEPT = 1024 };

void link_list_release(struct link_list *list)
{
    free(list->links);
    arena_release(&list->text);
    *list = (struct link_list){0};
}

void link_list_clear(struct link_list *list)
{
    if (list->room > LINKS_KEPT) {
        free(list->links);
        list->links = NULL;
        list->room = 0;
    }
    list->count = list->work = 0;
    list->truncated = list->adapts = list->lacks_icon = false;
    list->search = NULL;
    arena_clear(&list->text);
}

struct link *link_list_add(struct link_list *list)
{
    struct link *link;

    if (list->count == LIMIT_LINKS || list->text.total > LIMIT_LINK_TEXT_BYTES) {
        list->truncated = true;
        return NULL;
    }
    link = MEM_ADD(list->links, list->count, list->room);
    *link = (struct link){0};
    return link;
}

bool link_list_spend(struct link_list *list, size_t bytes)
{
    size_t left = LIMIT_WORK - list->work;

    list->work += bytes < left ? bytes : left;
    list->truncated |= list->work == LIMIT_WORK;
    return list->work < LIMIT_WORK;
}

int link_fill(struct buf *out, struct span template, struct span value)
{
    size_t end = span_find_end(template, 0, LINK_TEMPLATE_VALUE);

    if (!span_has(template, LINK_TEMPLATE_VALUE))
        return -1;
    buf_clear(out);
    (void)buf_add_span(out, span_part(template, 0, end - strlen(LINK_TEMPLATE_VALUE)));
    (void)buf_add_span(out, value);
    return buf_add_span(out, span_part(template, end, template.len));
}

/* The first row that matches counts. */
static const struct {
    const char *text;
    enum link_place place;
    bool begins; /* the text may continue */
} rows[] = {
    {PLACE_USER_TEXT, PLACE_USER, false},
    {PLACE_REDIRECT_TEXT, PLACE_REDIRECT, false},
    {PLACE_INDEX_TEXT, PLACE_SITEMAP_INDEX, false},
    {PLACE_SITEMAP_TEXT, PLACE_SITEMAP, true},
    {PLACE_MANIFEST_TEXT, PLACE_MANIFEST, false},
    {PLACE_CANONICAL_TEXT, PLACE_CANONICAL, false},
    {"link href", PLACE_LINK, false},
    {"img ", PLACE_IMG, true},
    {"form ", PLACE_FORM, true},
    {"track src", PLACE_TRACK, false},
    {PLACE_ICON_TEXT, PLACE_ICON, false},
    {"script src", PLACE_SCRIPT_SRC, false},
    {PLACE_VALUE_TEXT, PLACE_VALUE, true},
    {PLACE_LISTED_TEXT, PLACE_LISTED, true},
    {PLACE_TEMPLATE_TEXT, PLACE_TEMPLATE, true},
    {PLACE_NUMBER_TEXT, PLACE_NUMBER, true},
    {PLACE_NAME_TEXT, PLACE_NAME, false},
    {PLACE_OTHER_NAME_TEXT, PLACE_OTHER_NAME, false},
    {"script ", PLACE_SCRIPT, true},
};

enum link_place link_place(struct span text)
{
    text.len = span_find(text, *PLACE_REFERRER_TEXT);
    for (size_t i = 0; i < COUNT_OF(rows) && text.len > 0; i++)
        if (rows[i].text[0] == text.at[0] &&
            (rows[i].begins ? span_starts(text, rows[i].text) : span_is(text, rows[i].text)))
            return rows[i].place;
    return PLACE_OTHER;
}

/* The first name of each policy is written. Those that differ only for http URLs are the same here. */
static const struct {
    const char *name;
    enum referrer_policy policy;
} policies[] = {
    {"no-referrer", REFERRER_NONE},
    {"never", REFERRER_NONE},
    {"same-origin", REFERRER_SAME_ORIGIN},
    {"origin", REFERRER_ORIGIN},
    {"strict-origin", REFERRER_ORIGIN},
    {"unsafe-url", REFERRER_WHOLE},
    {"no-referrer-when-downgrade", REFERRER_WHOLE},
    {"always", REFERRER_WHOLE},
    {"strict-origin-when-cross-origin", REFERRER_USUAL},
    {"origin-when-cross-origin", REFERRER_USUAL},
    {"default", REFERRER_USUAL},
};

enum referrer_policy referrer_policy(struct span text, enum referrer_policy otherwise)
{
    while (text.len > 0) {
        struct span name = span_trim_white(span_take_until(&text, ','));

        for (size_t i = 0; i < COUNT_OF(policies); i++)
            if (span_is_nocase(name, policies[i].name))
                otherwise = policies[i].policy;
    }
    return otherwise;
}

const char *referrer_policy_name(enum referrer_policy policy)
{
    size_t i = 0;

    while (policies[i].policy != policy && i < COUNT_OF(policies) - 1)
        i++;
    return policies[i].name;
}

/* Attributes of elements, each a list of words in lower case: "-" is any custom element and "*" any element,
 * unless an earlier row matches. The text for people is that in the row; after a blank at its end, or if it
 * is empty, names of element and attribute. */
static const struct link_group groups[] = {
    /* elements, attributes, form, role, where */
    {"a area", "href", LINK_FORM_URL, LINK_PAGE, ""},
    {"link", "href", LINK_FORM_REL, LINK_LIVE, ""},
    {"base", "href", LINK_FORM_BASE, LINK_BASE, ""},
    {"use image script mpath pattern filter", "href", LINK_FORM_URL, LINK_REQUISITE, "svg "},
    {"feimage", "href", LINK_FORM_URL, LINK_REQUISITE, "svg feImage href"},
    {"textpath", "href", LINK_FORM_URL, LINK_REQUISITE, "svg textPath href"},
    {"lineargradient radialgradient", "href", LINK_FORM_URL, LINK_REQUISITE, "svg gradient href"},
    {"a", "xlink:href", LINK_FORM_URL, LINK_PAGE, "svg "},
    {"*", "xlink:href", LINK_FORM_URL, LINK_REQUISITE, "svg "},

    {"img image script input video audio source track embed bgsound", "src", LINK_FORM_URL, LINK_REQUISITE,
     ""},
    {"iframe frame layer ilayer", "src", LINK_FORM_URL, LINK_FRAME, ""},
    {"img source", "srcset", LINK_FORM_SRCSET, LINK_REQUISITE, ""},
    {"link", "imagesrcset", LINK_FORM_SRCSET, LINK_REQUISITE, ""},
    {"iframe", "srcdoc", LINK_FORM_SRCDOC, LINK_REQUISITE, ""},
    {"video", "poster", LINK_FORM_URL, LINK_REQUISITE, ""},
    {"img", "lowsrc dynsrc", LINK_FORM_URL, LINK_REQUISITE, ""},
    {"img iframe frame", "longdesc", LINK_FORM_URL, LINK_PAGE, ""},
    {"menuitem", "icon", LINK_FORM_URL, LINK_REQUISITE, ""},
    {"-", "src poster", LINK_FORM_URL, LINK_REQUISITE, "custom element "},
    {"-", "srcset", LINK_FORM_SRCSET, LINK_REQUISITE, "custom element "},
    {"*", "background", LINK_FORM_URL, LINK_REQUISITE, ""},

    {"object", "data", LINK_FORM_URL, LINK_OBJECT, ""},
    {"object", "codebase", LINK_FORM_URL, LINK_LIVE, ""},
    {"embed", "pluginspage", LINK_FORM_URL, LINK_LIVE, ""},
    {"applet", "codebase", LINK_FORM_CODEBASE, LINK_BASE, ""},
    {"applet", "code object archive", LINK_FORM_CODE, LINK_REQUISITE, ""},
    {"param", "value", LINK_FORM_PARAM, LINK_REQUISITE, ""},

    {"*", "style", LINK_FORM_CSS, LINK_REQUISITE, "style attribute"},
    {"*", "fill stroke filter mask clip-path cursor", LINK_FORM_CSS, LINK_REQUISITE, "svg "},
    {"*", "marker-start marker-mid marker-end", LINK_FORM_CSS, LINK_REQUISITE, "svg marker"},

    {"meta", "content", LINK_FORM_META, LINK_REQUISITE, ""},

    {"iframe", "data-src data-lazy-src data-litespeed-src", LINK_FORM_URL, LINK_FRAME, ""},
    {"img", "data-lazy", LINK_FORM_URL, LINK_REQUISITE, "data-lazy"},
    {"img", "data-original", LINK_FORM_URL, LINK_REQUISITE, "data-original"},
    {"img", "data-hi-res-src", LINK_FORM_URL, LINK_REQUISITE, "data-hi-res-src"},
    {"*",
     "data-src data-lazy-src data-poster data-lazyload data-lazy-load data-lazyload-src data-lazysrc "
     "data-lazy-original data-lazy-poster data-flickity-lazyload data-flickity-lazyload-src data-cfsrc "
     "data-pagespeed-lazy-src data-pagespeed-high-res-src data-litespeed-src data-nitro-lazy-src "
     "data-ezsrc data-opt-src data-orig-src data-wpfc-original-src data-defer-src data-deferred-src "
     "data-delay-src data-actualsrc data-real-src data-echo data-retina-src data-src-retina "
     "data-image-src data-img-src data-image-url data-img-url data-thumb-src data-thumb-url "
     "data-thumbnail-src data-full-url data-full-src data-zoom-src data-zoom-image data-mobile-src "
     "data-desktop-src data-src-mobile data-src-desktop data-src-small data-src-medium data-src-large "
     "data-video-src data-pin-media",
     LINK_FORM_URL, LINK_REQUISITE, ""},
    {"*",
     "data-srcset data-lazy-srcset data-original-set data-bgset data-flickity-lazyload-srcset "
     "data-pagespeed-lazy-srcset data-nitro-lazy-srcset data-ezsrcset data-opt-srcset data-orig-srcset "
     "data-wpfc-original-srcset",
     LINK_FORM_SRCSET, LINK_REQUISITE, ""},
    {"*",
     "data-bg data-background data-background-image data-lazy-bg data-lazy-background data-bg-src "
     "data-bg-image data-bg-img data-bg-url data-background-src data-background-url data-parallax-image",
     LINK_FORM_EITHER, LINK_REQUISITE, ""},
    {"*",
     "data-lazy data-original data-image data-img data-thumb data-thumbnail data-full data-large "
     "data-large_image data-large-file data-medium-file data-orig-file data-hi-res data-hires "
     "data-highres data-lowsrc data-retina data-at2x data-2x data-rjs data-zoom data-big data-video "
     "data-mp4 data-webm data-audio",
     LINK_FORM_FILE, LINK_REQUISITE, ""},
    {"*",
     "onclick ondblclick onmousedown onmouseup onmouseover onmouseout onmouseenter onmouseleave onload "
     "onerror onchange onfocus onsubmit ontoggle",
     LINK_FORM_HANDLER, LINK_CANDIDATE, "event handler"},
    {"*", "data-html data-content data-template data-prototype", LINK_FORM_MARKUP, LINK_CANDIDATE,
     "markup in text"},
    {"*", "hx-get", LINK_FORM_URL, LINK_REQUISITE, ""},
    {"option", "value", LINK_FORM_NAMES, LINK_CANDIDATE, PLACE_NAME_TEXT},

    {"form isindex", "action", LINK_FORM_ACTION, LINK_ACTION, ""},
    {"button input", "formaction", LINK_FORM_ACTION, LINK_ACTION, ""},
    {"blockquote q ins del", "cite", LINK_FORM_URL, LINK_LIVE, ""},
    {"html", "manifest", LINK_FORM_URL, LINK_CONNECT, ""},
    {"a area", "ping", LINK_FORM_URL, LINK_CONNECT, ""},
    {"*", "attributionsrc", LINK_FORM_URL, LINK_CONNECT, ""},

    {"script link", "integrity", LINK_FORM_GUARD, LINK_INTEGRITY, ""},
    {"img script link video audio", "crossorigin", LINK_FORM_GUARD, LINK_CORS, ""},
    {"image", "crossorigin", LINK_FORM_GUARD, LINK_CORS, "svg "},
    {"feimage", "crossorigin", LINK_FORM_GUARD, LINK_CORS, "svg feImage crossorigin"},
    {"script", "type", LINK_FORM_TYPE, LINK_SPECULATION, ""},
};

/* Words of link rel, strongest role first: the first row with a word counts. */
static const struct {
    enum link_role role;
    const char *words;
} rel_words[] = {
    {LINK_REQUISITE, "stylesheet icon apple-touch-icon apple-touch-icon-precomposed "
                     "apple-touch-startup-image mask-icon fluid-icon preload modulepreload manifest import "
                     "subresource stylesheet/less"},
    {LINK_CONNECT, "preconnect dns-prefetch compression-dictionary"},
    {LINK_PREVIEW, "image_src"},
    {LINK_LIVE, "canonical shortlink pingback webmention"},
    {LINK_PREFETCH, "prefetch prerender next"}, /* Firefox fetches next like prefetch */
    {LINK_RELATED, "search prev previous alternate first last begin start end up top home origin contents "
                   "toc index chapter section subsection appendix glossary bookmark help author license "
                   "copyright privacy-policy terms-of-service feed sitemap amphtml"},
};

/* The role of the content of a meta element by its name, property or itemprop. */
static const struct {
    enum link_role role;
    const char *where;
    const char *names;
} meta_names[] = {
    {LINK_PREVIEW, "meta og:image", "og:image og:image:url og:image:secure_url"},
    {LINK_PREVIEW, "meta og:logo", "og:logo"},
    {LINK_RELATED, "meta og:video", "og:video og:video:url og:video:secure_url"},
    {LINK_RELATED, "meta og:audio", "og:audio og:audio:url og:audio:secure_url"},
    {LINK_LIVE, "meta og:url", "og:url"},
    {LINK_PREVIEW, "meta twitter:image",
     "twitter:image twitter:image:src twitter:image0 twitter:image1 twitter:image2 twitter:image3"},
    {LINK_RELATED, "meta twitter:player", "twitter:player twitter:player:stream"},
    {LINK_LIVE, "meta twitter:url", "twitter:url"},
    {LINK_PREVIEW, "meta image", "image sailthru.image.full sailthru.image.thumb parsely-image-url"},
    {LINK_PREVIEW, "meta logo", "logo"},
    {LINK_PREVIEW, "meta thumbnail", "thumbnail thumbnailurl"},
    {LINK_RELATED, "meta contentUrl", "contenturl"},
    {LINK_RELATED, "meta citation", "citation_pdf_url citation_fulltext_html_url"},
    {LINK_PREVIEW, "meta msapplication",
     "msapplication-tileimage msapplication-square70x70logo msapplication-square150x150logo "
     "msapplication-wide310x150logo msapplication-square310x310logo msapplication-config"},
    {LINK_LIVE, "meta msapplication", "msapplication-starturl"},
};

const struct link_row *link_row_for_scripts(struct span element, struct span attribute)
{
    static const struct link_row row = {
        .form = LINK_FORM_NAMES, .role = LINK_CANDIDATE, .where = PLACE_NAME_TEXT};

    return span_starts_nocase(attribute, "data-") || span_find(element, '-') < element.len ? &row : NULL;
}

static size_t bucket_of(struct span attribute)
{
    unsigned char first = (unsigned char)ascii_lower(attribute.at[0]);
    unsigned char last = (unsigned char)ascii_lower(attribute.at[attribute.len - 1]);

    return (attribute.len * 31 + first * 7u + last) % LINK_BUCKETS;
}

/* Returns the text for people of the next row, which is of GROUP. */
static const char *where_of(struct link_index *index, const struct link_group *group, struct span element,
                            struct span attribute)
{
    bool is_any = element.at[0] == '*' || element.at[0] == '-';
    size_t len = strlen(group->where);
    char *text = index->texts[index->count];

    if (len > 0 && group->where[len - 1] != ' ')
        return group->where;
    (void)snprintf(text, LINK_TEXT_SIZE, "%s%.*s%s%.*s", group->where, is_any ? 0 : (int)element.len,
                   element.at, is_any ? "" : " ", (int)attribute.len, attribute.at);
    return text;
}

static void add_rows(struct link_index *index, const struct link_group *group)
{
    struct span elements = span_of(group->elements), element;

    while ((element = span_take_word(&elements, " ")).len > 0) {
        struct span attributes = span_of(group->attributes), attribute;

        while ((attribute = span_take_word(&attributes, " ")).len > 0) {
            if (index->count == LINK_ROWS_MAX)
                die("the index of links is too small");
            index->rows[index->count++] = (struct link_row){element, attribute, group->form, group->role,
                                                            where_of(index, group, element, attribute)};
        }
    }
}

void link_index_init(struct link_index *index, const struct link_group *more, size_t count)
{
    *index = (struct link_index){0};
    for (size_t i = 0; i < COUNT_OF(groups); i++)
        add_rows(index, &groups[i]);
    for (size_t i = 0; i < count; i++)
        add_rows(index, &more[i]);
    for (size_t i = index->count; i-- > 0;) {
        uint8_t *bucket = &index->bucket[bucket_of(index->rows[i].attribute)];

        glance_add(&index->attributes, index->rows[i].attribute);
        index->next[i] = *bucket;
        *bucket = (uint8_t)(i + 1);
    }
    index->attributes.lengths['d' & 31] = UINT32_MAX; /* data-* */
}

/* Compares an element name with that of a row. Names that contain '-' are custom elements. */
static bool is_element(struct span name, struct span word)
{
    if (word.at[0] == '*')
        return true;
    return word.at[0] == '-' ? span_find(name, '-') < name.len : span_equals_nocase(name, word);
}

int link_index_find(const struct link_index *index, struct span element, struct span attribute)
{
    for (unsigned i = index->bucket[bucket_of(attribute)]; i > 0; i = index->next[i - 1])
        if (span_equals_nocase(attribute, index->rows[i - 1].attribute) &&
            is_element(element, index->rows[i - 1].element))
            return (int)i - 1;
    return -1;
}

bool link_rel_has(struct span rel, const char *word)
{
    while (rel.len > 0)
        if (span_is_nocase(span_take_word(&rel, HTML_WHITE), word))
            return true;
    return false;
}

enum link_role link_rel_role(struct span rel, struct span type)
{
    /* such an alternate is an endpoint for programs, with a different answer for each URL in its query */
    bool endpoint = span_is_one_of_nocase(type, "application/json+oembed text/xml+oembed application/json");

    size_t best = COUNT_OF(rel_words);
    struct span word;

    while ((word = span_take_word(&rel, HTML_WHITE)).len > 0) {
        for (size_t i = 0; i < best; i++)
            if (span_is_one_of_nocase(word, rel_words[i].words))
                best = i;
    }
    if (best == COUNT_OF(rel_words))
        return LINK_LIVE;
    return rel_words[best].role == LINK_RELATED && endpoint ? LINK_LIVE : rel_words[best].role;
}

bool link_meta_role(struct span http_equiv, struct span name, enum link_role *role, const char **where)
{
    if (span_is_nocase(http_equiv, "refresh")) {
        *role = LINK_REFRESH;
        *where = "meta refresh";
        return true;
    }
    if (span_is_one_of_nocase(http_equiv, "content-security-policy x-content-security-policy x-webkit-csp")) {
        *role = LINK_POLICY;
        *where = "meta content-security-policy";
        return true;
    }
    for (size_t i = 0; name.len > 0 && i < COUNT_OF(meta_names); i++) {
        if (span_is_one_of_nocase(name, meta_names[i].names)) {
            *role = meta_names[i].role;
            *where = meta_names[i].where;
            return true;
        }
    }
    return false;
}

bool link_param_is_address(struct span name, struct span valuetype)
{
    return span_is_nocase(valuetype, "ref") ||
           span_is_one_of_nocase(name, "movie src url filename data href");
}

/* Image candidates are read as the WHATWG HTML standard parses them. Departure: descriptors are skipped
 * unchecked, so a candidate with invalid descriptors counts too. */

/* Returns the position after the comma that ends the descriptors at AT, or the end of the text. Commas in
 * parentheses do not count. */
static size_t after_descriptors(struct span text, size_t at)
{
    bool inside = false;

    for (; at < text.len; at++)
        if (text.at[at] == '(')
            inside = true;
        else if (text.at[at] == ')')
            inside = false;
        else if (text.at[at] == ',' && !inside)
            return at + 1;
    return at;
}

bool srcset_next(struct span text, size_t *at, size_t *url_at, size_t *url_len)
{
    size_t start = *at;
    size_t end;

    while (start < text.len && (ascii_is_white(text.at[start]) || text.at[start] == ','))
        start++;
    if (start == text.len)
        return false;
    for (end = start; end < text.len && !ascii_is_white(text.at[end]);)
        end++;
    *at = end;
    *url_at = start;
    if (text.at[end - 1] == ',')
        while (text.at[end - 1] == ',')
            end--;
    else
        *at = after_descriptors(text, end);
    *url_len = end - start;
    return true;
}

/* The URL of "5; url=page.html" is read by the standard's "shared declarative refresh steps". */

/* Returns the position after "url =" at AT, or AT if it is missing: it is optional. */
static size_t skip_url_word(struct span text, size_t at)
{
    size_t after;

    if (!span_starts_nocase(span_part(text, at, text.len), "url"))
        return at;
    after = span_skip(text, at + strlen("url"), HTML_WHITE);
    if (after == text.len || text.at[after] != '=')
        return at;
    return span_skip(text, after + 1, HTML_WHITE);
}

bool refresh_find(struct span content, size_t *url_at, size_t *url_len)
{
    size_t at = span_skip(content, 0, HTML_WHITE);
    size_t after_time = span_skip(content, at, "0123456789.");
    struct span rest;

    if (after_time == at || after_time == content.len || !strchr("\t\n\f\r ;,", content.at[after_time]))
        return false;
    at = span_skip(content, after_time, HTML_WHITE);
    if (at < content.len && (content.at[at] == ';' || content.at[at] == ','))
        at++;
    at = span_skip(content, at, HTML_WHITE);
    if (at == content.len)
        return false;
    at = skip_url_word(content, at);
    rest = span_part(content, at, content.len);
    if (rest.len > 0 && (rest.at[0] == '"' || rest.at[0] == '\'')) {
        char quote = rest.at[0];

        at++;
        rest = span_part(rest, 1, rest.len);
        rest = span_take_until(&rest, quote);
    }
    *url_at = at;
    *url_len = rest.len;
    return true;
}
