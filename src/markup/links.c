/* SPDX-License-Identifier: MIT */
/* Lists all attributes that contain links in HTML: those of the standard, of older HTML and of SVG,
 * and the common attributes of scripts that load images lazily. These are left out because nothing shows or
 * follows their URLs: itemtype, itemid, profile, usemap, datasrc, archive of object. */
#include "config.h"

#include "markup/links.h"

/* clang-format off */
/* Rows for any element; the text for people is the name of the attribute. */
#define ANY(name, form)  {"*", name, form, LINK_REQUISITE, name}
#define ANY_URL(name)    ANY(name, LINK_FORM_URL)
#define ANY_SRCSET(name) ANY(name, LINK_FORM_SRCSET)
#define ANY_EITHER(name) ANY(name, LINK_FORM_EITHER)
#define ANY_FILE(name)   ANY(name, LINK_FORM_FILE)
#define ANY_MARKUP(name) {"*", name, LINK_FORM_MARKUP, LINK_CANDIDATE, "markup in text"}
#define HANDLER(name)    {"*", name, LINK_FORM_HANDLER, LINK_CANDIDATE, "event handler"}

static const struct link_row rows[] = {
    /* element, attribute, form, role, where */
    {"a", "href", LINK_FORM_URL, LINK_PAGE, "a href"},
    {"area", "href", LINK_FORM_URL, LINK_PAGE, "area href"},
    {"link", "href", LINK_FORM_REL, LINK_LIVE, "link href"},
    {"base", "href", LINK_FORM_BASE, LINK_BASE, "base href"},
    {"use", "href", LINK_FORM_URL, LINK_REQUISITE, "svg use href"},
    {"image", "href", LINK_FORM_URL, LINK_REQUISITE, "svg image href"},
    {"script", "href", LINK_FORM_URL, LINK_REQUISITE, "svg script href"},
    {"feimage", "href", LINK_FORM_URL, LINK_REQUISITE, "svg feImage href"},
    {"mpath", "href", LINK_FORM_URL, LINK_REQUISITE, "svg mpath href"},
    {"textpath", "href", LINK_FORM_URL, LINK_REQUISITE, "svg textPath href"},
    {"pattern", "href", LINK_FORM_URL, LINK_REQUISITE, "svg pattern href"},
    {"lineargradient", "href", LINK_FORM_URL, LINK_REQUISITE, "svg gradient href"},
    {"radialgradient", "href", LINK_FORM_URL, LINK_REQUISITE, "svg gradient href"},
    {"filter", "href", LINK_FORM_URL, LINK_REQUISITE, "svg filter href"},
    {"a", "xlink:href", LINK_FORM_URL, LINK_PAGE, "svg a xlink:href"},
    {"*", "xlink:href", LINK_FORM_URL, LINK_REQUISITE, "svg xlink:href"},

    {"img", "src", LINK_FORM_URL, LINK_REQUISITE, "img src"},
    {"image", "src", LINK_FORM_URL, LINK_REQUISITE, "image src"},
    {"script", "src", LINK_FORM_URL, LINK_REQUISITE, "script src"},
    {"iframe", "src", LINK_FORM_URL, LINK_FRAME, "iframe src"},
    {"frame", "src", LINK_FORM_URL, LINK_FRAME, "frame src"},
    {"layer", "src", LINK_FORM_URL, LINK_FRAME, "layer src"},
    {"ilayer", "src", LINK_FORM_URL, LINK_FRAME, "ilayer src"},
    {"input", "src", LINK_FORM_URL, LINK_REQUISITE, "input src"},
    {"video", "src", LINK_FORM_URL, LINK_REQUISITE, "video src"},
    {"audio", "src", LINK_FORM_URL, LINK_REQUISITE, "audio src"},
    {"source", "src", LINK_FORM_URL, LINK_REQUISITE, "source src"},
    {"track", "src", LINK_FORM_URL, LINK_REQUISITE, "track src"},
    {"embed", "src", LINK_FORM_URL, LINK_REQUISITE, "embed src"},
    {"bgsound", "src", LINK_FORM_URL, LINK_REQUISITE, "bgsound src"},
    {"img", "srcset", LINK_FORM_SRCSET, LINK_REQUISITE, "img srcset"},
    {"source", "srcset", LINK_FORM_SRCSET, LINK_REQUISITE, "source srcset"},
    {"link", "imagesrcset", LINK_FORM_SRCSET, LINK_REQUISITE, "link imagesrcset"},
    {"iframe", "srcdoc", LINK_FORM_SRCDOC, LINK_REQUISITE, "iframe srcdoc"},
    {"video", "poster", LINK_FORM_URL, LINK_REQUISITE, "video poster"},
    {"img", "lowsrc", LINK_FORM_URL, LINK_REQUISITE, "img lowsrc"},
    {"img", "dynsrc", LINK_FORM_URL, LINK_REQUISITE, "img dynsrc"},
    {"img", "longdesc", LINK_FORM_URL, LINK_PAGE, "img longdesc"},
    {"iframe", "longdesc", LINK_FORM_URL, LINK_PAGE, "iframe longdesc"},
    {"frame", "longdesc", LINK_FORM_URL, LINK_PAGE, "frame longdesc"},
    {"menuitem", "icon", LINK_FORM_URL, LINK_REQUISITE, "menuitem icon"},
    {"-", "src", LINK_FORM_URL, LINK_REQUISITE, "custom element src"},
    {"-", "srcset", LINK_FORM_SRCSET, LINK_REQUISITE, "custom element srcset"},
    {"-", "poster", LINK_FORM_URL, LINK_REQUISITE, "custom element poster"},
    ANY_URL("background"),

    {"object", "data", LINK_FORM_URL, LINK_OBJECT, "object data"},
    {"object", "codebase", LINK_FORM_URL, LINK_LIVE, "object codebase"},
    {"embed", "pluginspage", LINK_FORM_URL, LINK_LIVE, "embed pluginspage"},
    {"applet", "codebase", LINK_FORM_CODEBASE, LINK_BASE, "applet codebase"},
    {"applet", "code", LINK_FORM_CODE, LINK_REQUISITE, "applet code"},
    {"applet", "object", LINK_FORM_CODE, LINK_REQUISITE, "applet object"},
    {"applet", "archive", LINK_FORM_CODE, LINK_REQUISITE, "applet archive"},
    {"param", "value", LINK_FORM_PARAM, LINK_REQUISITE, "param value"},

    {"*", "style", LINK_FORM_CSS, LINK_REQUISITE, "style attribute"},
    {"*", "fill", LINK_FORM_CSS, LINK_REQUISITE, "svg fill"},
    {"*", "stroke", LINK_FORM_CSS, LINK_REQUISITE, "svg stroke"},
    {"*", "filter", LINK_FORM_CSS, LINK_REQUISITE, "svg filter"},
    {"*", "mask", LINK_FORM_CSS, LINK_REQUISITE, "svg mask"},
    {"*", "clip-path", LINK_FORM_CSS, LINK_REQUISITE, "svg clip-path"},
    {"*", "cursor", LINK_FORM_CSS, LINK_REQUISITE, "svg cursor"},
    {"*", "marker-start", LINK_FORM_CSS, LINK_REQUISITE, "svg marker"},
    {"*", "marker-mid", LINK_FORM_CSS, LINK_REQUISITE, "svg marker"},
    {"*", "marker-end", LINK_FORM_CSS, LINK_REQUISITE, "svg marker"},

    {"meta", "content", LINK_FORM_META, LINK_REQUISITE, "meta content"},

    {"iframe", "data-src", LINK_FORM_URL, LINK_FRAME, "iframe data-src"},
    {"iframe", "data-lazy-src", LINK_FORM_URL, LINK_FRAME, "iframe data-lazy-src"},
    ANY_URL("data-src"), ANY_URL("data-lazy-src"),
    {"img", "data-lazy", LINK_FORM_URL, LINK_REQUISITE, "data-lazy"},
    {"img", "data-original", LINK_FORM_URL, LINK_REQUISITE, "data-original"},
    {"img", "data-hi-res-src", LINK_FORM_URL, LINK_REQUISITE, "data-hi-res-src"},
    ANY_SRCSET("data-srcset"), ANY_SRCSET("data-lazy-srcset"), ANY_SRCSET("data-original-set"),
    ANY_SRCSET("data-bgset"),
    ANY_EITHER("data-bg"), ANY_EITHER("data-background"), ANY_EITHER("data-background-image"),
    ANY_URL("data-poster"), ANY_URL("data-lazyload"), ANY_URL("data-lazy-load"), ANY_URL("data-lazyload-src"),
    ANY_URL("data-lazysrc"), ANY_URL("data-lazy-original"), ANY_URL("data-lazy-poster"),
    ANY_URL("data-flickity-lazyload"), ANY_URL("data-flickity-lazyload-src"), ANY_URL("data-cfsrc"),
    ANY_URL("data-pagespeed-lazy-src"), ANY_URL("data-pagespeed-high-res-src"),
    {"iframe", "data-litespeed-src", LINK_FORM_URL, LINK_FRAME, "iframe data-litespeed-src"},
    ANY_URL("data-litespeed-src"), ANY_URL("data-nitro-lazy-src"), ANY_URL("data-ezsrc"),
    ANY_URL("data-opt-src"), ANY_URL("data-orig-src"), ANY_URL("data-wpfc-original-src"),
    ANY_URL("data-defer-src"), ANY_URL("data-deferred-src"), ANY_URL("data-delay-src"),
    ANY_URL("data-actualsrc"), ANY_URL("data-real-src"), ANY_URL("data-echo"), ANY_URL("data-retina-src"),
    ANY_URL("data-src-retina"), ANY_URL("data-image-src"), ANY_URL("data-img-src"), ANY_URL("data-image-url"),
    ANY_URL("data-img-url"), ANY_URL("data-thumb-src"), ANY_URL("data-thumb-url"),
    ANY_URL("data-thumbnail-src"), ANY_URL("data-full-url"), ANY_URL("data-full-src"),
    ANY_URL("data-zoom-src"), ANY_URL("data-zoom-image"), ANY_URL("data-mobile-src"),
    ANY_URL("data-desktop-src"), ANY_URL("data-src-mobile"), ANY_URL("data-src-desktop"),
    ANY_URL("data-src-small"), ANY_URL("data-src-medium"), ANY_URL("data-src-large"),
    ANY_URL("data-video-src"), ANY_URL("data-pin-media"),
    ANY_SRCSET("data-flickity-lazyload-srcset"), ANY_SRCSET("data-pagespeed-lazy-srcset"),
    ANY_SRCSET("data-nitro-lazy-srcset"), ANY_SRCSET("data-ezsrcset"), ANY_SRCSET("data-opt-srcset"),
    ANY_SRCSET("data-orig-srcset"), ANY_SRCSET("data-wpfc-original-srcset"),
    ANY_EITHER("data-lazy-bg"), ANY_EITHER("data-lazy-background"), ANY_EITHER("data-bg-src"),
    ANY_EITHER("data-bg-image"), ANY_EITHER("data-bg-img"), ANY_EITHER("data-bg-url"),
    ANY_EITHER("data-background-src"), ANY_EITHER("data-background-url"), ANY_EITHER("data-parallax-image"),
    ANY_FILE("data-lazy"), ANY_FILE("data-original"), ANY_FILE("data-image"), ANY_FILE("data-img"),
    ANY_FILE("data-thumb"), ANY_FILE("data-thumbnail"), ANY_FILE("data-full"), ANY_FILE("data-large"),
    ANY_FILE("data-large_image"), ANY_FILE("data-large-file"), ANY_FILE("data-medium-file"),
    ANY_FILE("data-orig-file"), ANY_FILE("data-hi-res"), ANY_FILE("data-hires"), ANY_FILE("data-highres"),
    ANY_FILE("data-lowsrc"), ANY_FILE("data-retina"), ANY_FILE("data-at2x"), ANY_FILE("data-2x"),
    ANY_FILE("data-rjs"), ANY_FILE("data-zoom"), ANY_FILE("data-big"), ANY_FILE("data-video"),
    ANY_FILE("data-mp4"), ANY_FILE("data-webm"), ANY_FILE("data-audio"),

    HANDLER("onclick"), HANDLER("ondblclick"), HANDLER("onmousedown"), HANDLER("onmouseup"),
    HANDLER("onmouseover"), HANDLER("onmouseout"), HANDLER("onmouseenter"), HANDLER("onmouseleave"),
    HANDLER("onload"), HANDLER("onerror"), HANDLER("onchange"), HANDLER("onfocus"), HANDLER("onsubmit"),
    HANDLER("ontoggle"),
    ANY_MARKUP("data-html"), ANY_MARKUP("data-content"), ANY_MARKUP("data-template"),
    ANY_MARKUP("data-prototype"),

    ANY_URL("hx-get"),
    {"option", "value", LINK_FORM_NAMES, LINK_CANDIDATE, PLACE_NAME_TEXT},

    {"form", "action", LINK_FORM_ACTION, LINK_ACTION, "form action"},
    {"isindex", "action", LINK_FORM_ACTION, LINK_ACTION, "isindex action"},
    {"button", "formaction", LINK_FORM_ACTION, LINK_ACTION, "button formaction"},
    {"input", "formaction", LINK_FORM_ACTION, LINK_ACTION, "input formaction"},
    {"blockquote", "cite", LINK_FORM_URL, LINK_LIVE, "blockquote cite"},
    {"q", "cite", LINK_FORM_URL, LINK_LIVE, "q cite"},
    {"ins", "cite", LINK_FORM_URL, LINK_LIVE, "ins cite"},
    {"del", "cite", LINK_FORM_URL, LINK_LIVE, "del cite"},
    {"html", "manifest", LINK_FORM_URL, LINK_CONNECT, "html manifest"},
    {"a", "ping", LINK_FORM_URL, LINK_CONNECT, "a ping"},
    {"area", "ping", LINK_FORM_URL, LINK_CONNECT, "area ping"},
    {"*", "attributionsrc", LINK_FORM_URL, LINK_CONNECT, "attributionsrc"},

    {"script", "integrity", LINK_FORM_GUARD, LINK_INTEGRITY, "script integrity"},
    {"link", "integrity", LINK_FORM_GUARD, LINK_INTEGRITY, "link integrity"},
    {"img", "crossorigin", LINK_FORM_GUARD, LINK_CORS, "img crossorigin"},
    {"image", "crossorigin", LINK_FORM_GUARD, LINK_CORS, "svg image crossorigin"},
    {"feimage", "crossorigin", LINK_FORM_GUARD, LINK_CORS, "svg feImage crossorigin"},
    {"script", "crossorigin", LINK_FORM_GUARD, LINK_CORS, "script crossorigin"},
    {"link", "crossorigin", LINK_FORM_GUARD, LINK_CORS, "link crossorigin"},
    {"video", "crossorigin", LINK_FORM_GUARD, LINK_CORS, "video crossorigin"},
    {"audio", "crossorigin", LINK_FORM_GUARD, LINK_CORS, "audio crossorigin"},
    {"script", "type", LINK_FORM_TYPE, LINK_SPECULATION, "script type"},
};
/* clang-format on */

#define ROWS COUNT_OF(rows)

_Static_assert(ROWS + LINK_ROWS_MORE < LINK_ROWS_MAX, "the index has room for so many");

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
    static const struct link_row row = {"*", "data-*", LINK_FORM_NAMES, LINK_CANDIDATE, PLACE_NAME_TEXT};

    return span_starts_nocase(attribute, "data-") || span_find(element, '-') < element.len ? &row : NULL;
}

const struct link_row *link_rows(size_t *count)
{
    *count = ROWS;
    return rows;
}

static size_t bucket_of(struct span attribute)
{
    unsigned char first = (unsigned char)ascii_lower(attribute.at[0]);
    unsigned char last = (unsigned char)ascii_lower(attribute.at[attribute.len - 1]);

    return (attribute.len * 31 + first * 7u + last) % LINK_BUCKETS;
}

const struct link_row *link_index_row(const struct link_index *index, int number)
{
    size_t at = (size_t)number;

    return at < ROWS ? &rows[at] : &index->more[at - ROWS];
}

void link_index_init(struct link_index *index, const struct link_row *more, size_t count)
{
    *index = (struct link_index){.more = more};
    for (size_t i = ROWS + count; i-- > 0;) {
        const struct link_row *row = link_index_row(index, (int)i);
        struct span attribute = span_of(row->attribute);
        uint8_t *bucket = &index->bucket[bucket_of(attribute)];

        glance_add(&index->attributes, attribute);
        index->next[i] = *bucket;
        index->attribute_len[i] = (uint8_t)attribute.len;
        index->element_len[i] = (uint8_t)strlen(row->element);
        *bucket = (uint8_t)(i + 1);
    }
    index->attributes.lengths['d' & 31] = UINT32_MAX; /* data-* */
}

/* Returns true if NAME, in any case, equals WORD, which has WORD_LEN bytes in lower case. */
static bool is_word(struct span name, const char *word, size_t word_len)
{
    return name.len == word_len && span_equals_nocase(name, span_make(word, word_len));
}

/* Compares an element name with that of a row. Names that contain '-' are custom elements. */
static bool is_element(struct span name, const char *word, size_t word_len)
{
    if (word[0] == '*')
        return true;
    return word[0] == '-' ? span_find(name, '-') < name.len : is_word(name, word, word_len);
}

int link_index_find(const struct link_index *index, struct span element, struct span attribute)
{
    for (unsigned i = index->bucket[bucket_of(attribute)]; i > 0; i = index->next[i - 1]) {
        const struct link_row *row = link_index_row(index, (int)i - 1);

        if (is_word(attribute, row->attribute, index->attribute_len[i - 1]) &&
            is_element(element, row->element, index->element_len[i - 1]))
            return (int)i - 1;
    }
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

enum link_role link_itemprop_role(struct span itemprop)
{
    enum link_role role;
    const char *where;

    return link_meta_role(span_make(NULL, 0), itemprop, &role, &where) ? role : LINK_LIVE;
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
