/* SPDX-License-Identifier: MIT */
/* The one table of what holds links in HTML: elements and attributes of the standard, of older HTML, of SVG,
 * and the attributes that scripts which load images late have made usual. Not here, since nothing in them is
 * shown or followed: itemtype, itemid, profile, ping, usemap, datasrc, archive of object. */
#include "config.h"

#include "markup/links.h"

/* clang-format off */
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
    {"*", "background", LINK_FORM_URL, LINK_REQUISITE, "background"},

    {"object", "data", LINK_FORM_URL, LINK_REQUISITE, "object data"},
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
    {"*", "data-src", LINK_FORM_URL, LINK_REQUISITE, "data-src"},
    {"*", "data-lazy-src", LINK_FORM_URL, LINK_REQUISITE, "data-lazy-src"},
    {"img", "data-lazy", LINK_FORM_URL, LINK_REQUISITE, "data-lazy"},
    {"img", "data-original", LINK_FORM_URL, LINK_REQUISITE, "data-original"},
    {"img", "data-hi-res-src", LINK_FORM_URL, LINK_REQUISITE, "data-hi-res-src"},
    {"*", "data-srcset", LINK_FORM_SRCSET, LINK_REQUISITE, "data-srcset"},
    {"*", "data-lazy-srcset", LINK_FORM_SRCSET, LINK_REQUISITE, "data-lazy-srcset"},
    {"*", "data-original-set", LINK_FORM_SRCSET, LINK_REQUISITE, "data-original-set"},
    {"*", "data-bgset", LINK_FORM_SRCSET, LINK_REQUISITE, "data-bgset"},
    {"*", "data-bg", LINK_FORM_EITHER, LINK_REQUISITE, "data-bg"},
    {"*", "data-background", LINK_FORM_EITHER, LINK_REQUISITE, "data-background"},
    {"*", "data-background-image", LINK_FORM_EITHER, LINK_REQUISITE, "data-background-image"},
    {"*", "data-poster", LINK_FORM_URL, LINK_REQUISITE, "data-poster"},

    {"form", "action", LINK_FORM_URL, LINK_LIVE, "form action"},
    {"isindex", "action", LINK_FORM_URL, LINK_LIVE, "isindex action"},
    {"button", "formaction", LINK_FORM_URL, LINK_LIVE, "button formaction"},
    {"input", "formaction", LINK_FORM_URL, LINK_LIVE, "input formaction"},
    {"blockquote", "cite", LINK_FORM_URL, LINK_LIVE, "blockquote cite"},
    {"q", "cite", LINK_FORM_URL, LINK_LIVE, "q cite"},
    {"ins", "cite", LINK_FORM_URL, LINK_LIVE, "ins cite"},
    {"del", "cite", LINK_FORM_URL, LINK_LIVE, "del cite"},
    {"html", "manifest", LINK_FORM_URL, LINK_LIVE, "html manifest"},
};
/* clang-format on */

#define ROWS (sizeof rows / sizeof *rows)

_Static_assert(ROWS < LINK_ROWS_MAX, "the index has room for so many");

/* Words of link rel, the strongest role first: the first row that fits counts. */
static const struct {
    const char *word;
    enum link_role role;
} rel_words[] = {
    {"stylesheet", LINK_REQUISITE},
    {"icon", LINK_REQUISITE},
    {"apple-touch-icon", LINK_REQUISITE},
    {"apple-touch-icon-precomposed", LINK_REQUISITE},
    {"apple-touch-startup-image", LINK_REQUISITE},
    {"mask-icon", LINK_REQUISITE},
    {"fluid-icon", LINK_REQUISITE},
    {"image_src", LINK_REQUISITE},
    {"preload", LINK_REQUISITE},
    {"modulepreload", LINK_REQUISITE},
    {"manifest", LINK_REQUISITE},
    {"import", LINK_REQUISITE},
    {"preconnect", LINK_CONNECT},
    {"dns-prefetch", LINK_CONNECT},
    {"canonical", LINK_LIVE},
    {"shortlink", LINK_LIVE},
    {"pingback", LINK_LIVE},
    {"webmention", LINK_LIVE},
    {"search", LINK_RELATED},
    {"next", LINK_RELATED},
    {"prev", LINK_RELATED},
    {"previous", LINK_RELATED},
    {"alternate", LINK_RELATED},
    {"prefetch", LINK_RELATED},
    {"prerender", LINK_RELATED},
    {"first", LINK_RELATED},
    {"last", LINK_RELATED},
    {"begin", LINK_RELATED},
    {"start", LINK_RELATED},
    {"end", LINK_RELATED},
    {"up", LINK_RELATED},
    {"top", LINK_RELATED},
    {"home", LINK_RELATED},
    {"origin", LINK_RELATED},
    {"contents", LINK_RELATED},
    {"toc", LINK_RELATED},
    {"index", LINK_RELATED},
    {"chapter", LINK_RELATED},
    {"section", LINK_RELATED},
    {"subsection", LINK_RELATED},
    {"appendix", LINK_RELATED},
    {"glossary", LINK_RELATED},
    {"bookmark", LINK_RELATED},
    {"help", LINK_RELATED},
    {"author", LINK_RELATED},
    {"license", LINK_RELATED},
    {"copyright", LINK_RELATED},
    {"privacy-policy", LINK_RELATED},
    {"terms-of-service", LINK_RELATED},
    {"feed", LINK_RELATED},
    {"amphtml", LINK_RELATED},
};

/* What a meta's name, property or itemprop makes of its content. */
static const struct {
    const char *name;
    enum link_role role;
    const char *where;
} meta_names[] = {
    {"og:image", LINK_REQUISITE, "meta og:image"},
    {"og:image:url", LINK_REQUISITE, "meta og:image"},
    {"og:image:secure_url", LINK_REQUISITE, "meta og:image"},
    {"og:url", LINK_LIVE, "meta og:url"},
    {"twitter:image", LINK_REQUISITE, "meta twitter:image"},
    {"twitter:image:src", LINK_REQUISITE, "meta twitter:image"},
    {"image", LINK_REQUISITE, "meta image"},
    {"thumbnail", LINK_REQUISITE, "meta thumbnail"},
    {"thumbnailurl", LINK_REQUISITE, "meta thumbnail"},
    {"msapplication-tileimage", LINK_REQUISITE, "meta msapplication"},
    {"msapplication-square70x70logo", LINK_REQUISITE, "meta msapplication"},
    {"msapplication-square150x150logo", LINK_REQUISITE, "meta msapplication"},
    {"msapplication-wide310x150logo", LINK_REQUISITE, "meta msapplication"},
    {"msapplication-square310x310logo", LINK_REQUISITE, "meta msapplication"},
    {"msapplication-config", LINK_REQUISITE, "meta msapplication"},
};

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

void link_index_init(struct link_index *index)
{
    *index = (struct link_index){0};
    for (size_t i = ROWS; i-- > 0;) {
        struct span attribute = span_of(rows[i].attribute);
        uint8_t *bucket = &index->bucket[bucket_of(attribute)];

        index->next[i] = *bucket;
        index->attribute_len[i] = (uint8_t)attribute.len;
        index->element_len[i] = (uint8_t)strlen(rows[i].element);
        *bucket = (uint8_t)(i + 1);
    }
}

/* True where NAME, in any case, is WORD of WORD_LEN bytes in lower case. */
static bool is_word(struct span name, const char *word, size_t word_len)
{
    return name.len == word_len && span_equals_nocase(name, span_make(word, word_len));
}

int link_index_find(const struct link_index *index, struct span element, struct span attribute)
{
    for (unsigned i = index->bucket[bucket_of(attribute)]; i > 0; i = index->next[i - 1]) {
        const struct link_row *row = &rows[i - 1];

        if (is_word(attribute, row->attribute, index->attribute_len[i - 1]) &&
            (row->element[0] == '*' || is_word(element, row->element, index->element_len[i - 1])))
            return (int)i - 1;
    }
    return -1;
}

/* Takes the next word off REST; an empty one at the end. */
static struct span take_word(struct span *rest)
{
    size_t end = 0;
    struct span word;

    *rest = span_trim(*rest, "\t\n\f\r ");
    while (end < rest->len && rest->at[end] != ' ' && !(rest->at[end] >= '\t' && rest->at[end] <= '\r'))
        end++;
    word = span_part(*rest, 0, end);
    *rest = span_part(*rest, end, rest->len);
    return word;
}

bool link_rel_has(struct span rel, const char *word)
{
    struct span next;

    for (next = take_word(&rel); next.len > 0; next = take_word(&rel)) {
        if (span_is_nocase(next, word))
            return true;
    }
    return false;
}

enum link_role link_rel_role(struct span rel, struct span type)
{
    /* an alternate for machines: an endpoint that makes an answer for each address it is asked about */
    bool endpoint = span_is_nocase(type, "application/json+oembed") ||
                    span_is_nocase(type, "text/xml+oembed") || span_is_nocase(type, "application/json");

    size_t best = sizeof rel_words / sizeof *rel_words;
    struct span word;

    for (word = take_word(&rel); word.len > 0; word = take_word(&rel)) {
        for (size_t i = 0; i < best; i++) {
            if (span_is_nocase(word, rel_words[i].word))
                best = i;
        }
    }
    if (best == sizeof rel_words / sizeof *rel_words)
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
    for (size_t i = 0; i < sizeof meta_names / sizeof *meta_names; i++) {
        if (span_is_nocase(name, meta_names[i].name)) {
            *role = meta_names[i].role;
            *where = meta_names[i].where;
            return true;
        }
    }
    return false;
}

bool link_param_is_address(struct span name, struct span valuetype)
{
    static const char *const names[] = {"movie", "src", "url", "filename", "data", "href"};

    if (span_is_nocase(valuetype, "ref"))
        return true;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (span_is_nocase(name, names[i]))
            return true;
    }
    return false;
}
