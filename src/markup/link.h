/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_MARKUP_LINK_H
#define TIPTOE_MARKUP_LINK_H

#include "base/buf.h"
#include "base/limits.h"
#include "markup/arena.h"
#include "markup/glance.h"

/* The places where links are found. Each has a text for people, such as "img srcset", which mirror.db keeps
 * as the `via` of a URL. The program decides only by the enum. */

enum link_place {
    PLACE_OTHER,
    PLACE_USER,     /* --urls, not a link */
    PLACE_REDIRECT, /* a Location field */
    PLACE_SITEMAP,
    PLACE_SITEMAP_INDEX, /* an entry of an index: a sitemap to be read, not a page */
    PLACE_MANIFEST,      /* the target is a web application manifest, whatever its media type */
    PLACE_CANONICAL,     /* rel=canonical: the address that the page prefers */
    PLACE_LINK,          /* the href of any other link element */
    PLACE_IMG,           /* any attribute of img */
    PLACE_FORM,
    PLACE_ICON, /* not a link: what browsers request for a site that names no icon */
    PLACE_TRACK,

    /* The places below are in scripts, or of them. */
    PLACE_SCRIPT_SRC,
    PLACE_VALUE,      /* a value for templates */
    PLACE_LISTED,     /* the same, of an array, option or data attribute: not kept for later templates */
    PLACE_TEMPLATE,   /* a template for addresses of pages */
    PLACE_NUMBER,     /* a template for numbers, or what follows a file that one of them names */
    PLACE_NAME,       /* a text of a script or of data that has only the form of a file's name */
    PLACE_OTHER_NAME, /* the same, relative to the less likely of two bases */
    PLACE_SCRIPT      /* any other text of a script */
};

#define PLACE_USER_TEXT       "urls"
#define PLACE_REDIRECT_TEXT   "redirect"
#define PLACE_SITEMAP_TEXT    "sitemap " /* and its URL */
#define PLACE_INDEX_TEXT      "sitemap index loc"
#define PLACE_MANIFEST_TEXT   "link manifest"
#define PLACE_CANONICAL_TEXT  "link canonical"
#define PLACE_ICON_TEXT       "icon"
#define PLACE_VALUE_TEXT      "script template " /* and the name of the value */
#define PLACE_LISTED_TEXT     "script value "    /* and what has it */
#define PLACE_TEMPLATE_TEXT   "script link "     /* and the name of its value */
#define PLACE_NUMBER_TEXT     "script number"    /* and what template_takes needs */
#define PLACE_NAME_TEXT       "file name"
#define PLACE_OTHER_NAME_TEXT "file name elsewhere"

/* Returns the place that TEXT describes, whatever it has after PLACE_REFERRER_TEXT. */
enum link_place link_place(struct span text) __attribute__((pure));

/* The part of its URL that a page shows to the targets of its links (Referrer Policy), as a `via` has it at
 * its end. An https page never shows any to an http URL. */
enum referrer_policy {
    REFERRER_UNSAID,
    REFERRER_USUAL, /* its URL; to another origin, its origin only */
    REFERRER_NONE,
    REFERRER_SAME_ORIGIN, /* nothing to another origin */
    REFERRER_ORIGIN,      /* its origin only */
    REFERRER_WHOLE        /* its URL, to every origin */
};

#define PLACE_REFERRER_TEXT "; referrer " /* and a policy's name */

/* Returns the last known policy in the list TEXT, or OTHERWISE without one. */
enum referrer_policy referrer_policy(struct span text, enum referrer_policy otherwise) __attribute__((pure));

/* Returns the name of POLICY, which is neither unsaid nor the usual one. */
const char *referrer_policy_name(enum referrer_policy policy) __attribute__((const, returns_nonnull));

/* The purpose of a link. The role decides what the crawl does with the link and what a mirror shows in its
 * place. */
enum link_role {
    LINK_PAGE,      /* leads the reader to another page: a, area */
    LINK_FRAME,     /* a page shown inside this one: fetched like a requisite, parsed like a page */
    LINK_OBJECT,    /* a frame with fallback content: object data */
    LINK_REQUISITE, /* needed to render the page: images, styles, scripts, fonts, media, icons */
    LINK_PREVIEW,   /* a picture that other sites show for this page: og:image. Browsers never fetch it */
    LINK_RELATED,   /* refers to another page or feed: rel=prev, alternate, license */
    LINK_PREFETCH,  /* a page or file that browsers fetch in advance: rel=prefetch, prerender, next */
    LINK_REFRESH,   /* the target of a META refresh */
    LINK_ACTION, /* the address of a form: fetched like a guess, since it may expect fields; woven like a page
                  */
    LINK_LIVE,   /* never fetched, woven to its absolute URL: canonical, cite, endpoints */
    LINK_CONNECT, /* preconnect, dns-prefetch: not fetched; woven to "", so that browsers contact no host */
    LINK_BASE,    /* base href: not fetched; see site/weave.h. `url` is the folder of all relative URLs of the
                   * page, or empty */
    LINK_FOLDER,  /* a URL prefix that ends in a slash, in import maps: not fetched; woven to the folder that
                   * contains its files */
    LINK_CANDIDATE, /* a guess: a text in a script or in data that looks like a file of the site. Fetched
                     * last, and only from the site itself; a missing file is not a failure. Woven only
                     * with LINK_ESCAPE_JS_VALUE. Without URL: a value for those with
                     * LINK_TEMPLATE_VALUE */

    /* The roles below are not URLs. They block files of the mirror or make browsers send requests. `url` is
     * empty. */
    LINK_INTEGRITY, /* a whole integrity attribute with the blanks before it, or an integrity entry of an
                     * import map; text: the URL that it guards */
    LINK_CORS,      /* a whole crossorigin attribute, likewise */
    LINK_SCRIPT, /* a script element, a whole attribute or a tag that a page without scripts lacks (html.h) */
    LINK_POLICY, /* the content of a Content-Security-Policy META; text: this content */
    LINK_SPECULATION, /* the type attribute of a script element with speculation rules */
    LINK_ENCODING /* the position for a declaration of the encoding that only the Content-Type header gave, or
                   * for code; text: the declaration or the code */
};

/* How to escape a new reference that replaces the old one. */
enum link_escape {
    LINK_ESCAPE_NONE,       /* ends the list */
    LINK_ESCAPE_SRCSET,     /* one URL of a srcset: no comma at its ends */
    LINK_ESCAPE_REFRESH,    /* after url= in META refresh: no quotes */
    LINK_ESCAPE_LIST,       /* one of several URLs separated by commas */
    LINK_ESCAPE_CSS_URL,    /* inside url() without quotes */
    LINK_ESCAPE_CSS_TEXT,   /* inside a CSS string of either quote */
    LINK_ESCAPE_JSON,       /* inside a string of JSON, in a JSON document or a script element */
    LINK_ESCAPE_IMPORT_MAP, /* the same in an import map, where a relative URL begins with a dot */
    LINK_ESCAPE_JS, /* an import specifier inside a JavaScript string of any quote; a relative URL begins with
                     * a dot */
    LINK_ESCAPE_JS_VALUE,  /* a JavaScript string with its quotes, which becomes an expression for the URL */
    LINK_ESCAPE_JS_CODE,   /* JavaScript, as it is */
    LINK_ESCAPE_DOUBLE,    /* inside an attribute value in double quotes */
    LINK_ESCAPE_SINGLE,    /* … in single quotes */
    LINK_ESCAPE_BARE,      /* a whole unquoted attribute value: quotes are added if needed */
    LINK_ESCAPE_BARE_PART, /* a part of an unquoted attribute value */
    LINK_ESCAPE_UTF16LE,   /* the code units of the document; always last */
    LINK_ESCAPE_UTF16BE
};

/* CSS or srcset, its attribute, one attribute for each srcdoc around it, the code units. */
enum { LINK_ESCAPES = LIMIT_SRCDOC_DEPTH + 3 };

/* The text in the URL of a LINK_CANDIDATE where a script puts a value: "{}", as URLs have it. */
#define LINK_TEMPLATE_VALUE "%7B%7D"

struct link {
    struct span url;      /* canonical absolute http(s) URL without userinfo and fragment. Empty if there is
                           * nothing to fetch (data:, mailto:, javascript:, URLs that no browser can parse). Most
                           * links with the same URL share one text (see link_slot) */
    struct span fragment; /* with its '#', percent-encoded as in browsers; or empty */
    size_t at, len;       /* the bytes of the document that a new reference replaces, without quotes */
    struct span text;  /* for LINK_INTEGRITY and the roles after it; of a LINK_CANDIDATE without URL, a value;
                        * for a Refresh header, what a META element that is inserted for it has before the
                        * URL */
    const char *where; /* static text such as "img srcset" or "css url()", for people (enum link_place) */
    enum link_role role;
    bool nofollow;                /* rel has nofollow */
    uint8_t referrer;             /* enum referrer_policy of the element */
    bool another;                 /* a candidate of the same srcset as the previous link */
    bool stands;                  /* found where browsers neither show nor follow it: never woven */
    bool same_page;               /* only a fragment, in a document without base: needs no change */
    uint8_t escape[LINK_ESCAPES]; /* enum link_escape, innermost first */
};

/* Returns true if a new reference may replace LINK; other candidates stay as they are. */
static inline bool link_is_woven(const struct link *link)
{
    return link->role != LINK_CANDIDATE || link->escape[0] == LINK_ESCAPE_JS_VALUE;
}

/* Returns true if FRAGMENT is that of a view which scripts show of a page: "#/about". */
static inline bool link_is_view(struct span fragment)
{
    return span_starts(fragment, "#/") || span_starts(fragment, "#!/");
}

/* Returns true if it is the one that the page shows without a fragment, too. */
static inline bool link_is_first_view(struct span fragment)
{
    return span_is(fragment, "#/") || span_is(fragment, "#!/");
}

/* Returns FRAGMENT without a last part that usually names a place in the same view: "#/page" of
 * "#/page?id=heading" and "#/page#heading"; empty if that is the first view. */
static inline struct span link_whole_view(struct span fragment)
{
    struct span view = span_part(fragment, 1, fragment.len);

    view = span_part(fragment, 0, 1 + span_find(span_part(view, 0, span_find(view, '?')), '#'));
    return link_is_first_view(view) ? span_of("") : view;
}

/* Returns true if LINK is a value for templates. */
static inline bool link_is_value(const struct link *link)
{
    return link->role == LINK_CANDIDATE && link->url.len == 0 && link->text.len > 0;
}

/* Makes OUT the URL of TEMPLATE with VALUE in it. Returns 0, or -1 if TEMPLATE has no LINK_TEMPLATE_VALUE or
 * the URL is too long. */
int link_fill(struct buf *out, struct span template, struct span value) CHECKED;

/* Returns the slot for the URL of LINK in a table of 1 << LINK_SLOT_BITS slots, which caches facts about the
 * URLs of one document. In such a table, `url.at` alone identifies a URL. */
enum { LINK_SLOT_BITS = 8 };
static inline size_t link_slot(const struct link *link)
{
    return ((uintptr_t)link->url.at * 0x9e3779b97f4a7c15) >> (64 - LINK_SLOT_BITS);
}

/* Links in document order; no two overlap, except candidates that are not woven, of which a script may have
 * several. Their texts are valid until the list is cleared or released. A zeroed struct is empty. */
struct link_list {
    struct link *links;
    size_t count;
    size_t room;
    bool truncated;  /* the document has more than LIMIT_LINKS links or LIMIT_LINK_TEXT_BYTES of text in them,
                      * needs more than LIMIT_WORK, or has srcdoc nested deeper than LIMIT_SRCDOC_DEPTH */
    size_t work;     /* that link_list_spend has counted */
    bool lacks_icon; /* the document is a whole page, and names no icon */
    bool adapts;     /* the document is a script that is another where the mirror is for disk */
    const char *search; /* the service that the document, a script, asks when a reader searches; or NULL */
    struct arena text;
};

void link_list_release(struct link_list *list) NONNULL;

/* Removes the links. Keeps the memory for the next page, unless it is more than most pages need. */
void link_list_clear(struct link_list *list) NONNULL;

/* Appends a zeroed link and returns it. At LIMIT_LINKS or LIMIT_LINK_TEXT_BYTES, marks the list truncated and
 * returns NULL. */
struct link *link_list_add(struct link_list *list) CHECKED;

/* Counts BYTES of the document that a reader looks at again. Returns false at LIMIT_WORK, and marks the list
 * truncated: the reader then makes no more guesses. */
bool link_list_spend(struct link_list *list, size_t bytes) NONNULL;

/* The syntax of the links in an attribute value. */
enum link_form {
    LINK_FORM_URL,      /* one URL */
    LINK_FORM_SRCSET,   /* image candidates with descriptors */
    LINK_FORM_CSS,      /* declarations, or one CSS value */
    LINK_FORM_SRCDOC,   /* a whole HTML document */
    LINK_FORM_REL,      /* one URL; rel determines its role (link_rel_role) */
    LINK_FORM_META,     /* content of meta: the other attributes determine its role (link_meta_role) */
    LINK_FORM_PARAM,    /* value of param: a URL if name or valuetype say so (link_param_is_address) */
    LINK_FORM_BASE,     /* base href */
    LINK_FORM_CODEBASE, /* the base URL of the other attributes of an applet */
    LINK_FORM_CODE,     /* URLs separated by commas, relative to codebase */
    LINK_FORM_EITHER,   /* a URL, or CSS if it contains url( */
    LINK_FORM_FILE,     /* the name of a picture, video or sound file, or an unrelated text */
    LINK_FORM_GUARD,    /* integrity, crossorigin: constraints on the resource of the element */
    LINK_FORM_TYPE,     /* type of script */
    LINK_FORM_HANDLER,  /* code that an event runs */
    LINK_FORM_MARKUP,   /* HTML for scripts, or an unrelated text */
    LINK_FORM_ACTION,   /* the address of a form; not fetched if the method is not GET */
    LINK_FORM_DATA,     /* JSON for scripts */
    LINK_FORM_NAMES     /* names of files for scripts, JSON, or an unrelated text */
};

/* Rows of the table that differ in their names only, which are words. */
struct link_group {
    const char *elements, *attributes;
    enum link_form form;
    enum link_role role;
    const char *where;
};

struct link_row {
    struct span element, attribute;
    enum link_form form;
    enum link_role role;
    const char *where; /* as long as the index */
};

/* Returns the row for any other attribute that only scripts read, or NULL: of the names data-*, and of custom
 * elements. */
const struct link_row *link_row_for_scripts(struct span element, struct span attribute);

enum { LINK_ROWS_MAX = 250, LINK_BUCKETS = 256, LINK_TEXT_SIZE = 40 };

/* A hash index of the rows by attribute name. It is built once and constant afterwards. */
struct link_index {
    struct link_row rows[LINK_ROWS_MAX];
    size_t count;
    uint8_t bucket[LINK_BUCKETS];              /* the number of a row plus 1; 0: no attribute has this hash */
    uint8_t next[LINK_ROWS_MAX];               /* the same for the next row of the bucket, in table order */
    struct glance attributes;                  /* the attribute names of all rows */
    char texts[LINK_ROWS_MAX][LINK_TEXT_SIZE]; /* for rows whose group has none */
};

/* Makes the index of the table and of COUNT groups MORE, which it borrows. */
void link_index_init(struct link_index *index, const struct link_group *more, size_t count)
    __attribute__((nonnull(1)));

/* Returns the number of the row for an attribute of an element, with names in any case, or -1 if the
 * attribute contains no link. */
int link_index_find(const struct link_index *index, struct span element, struct span attribute) NONNULL;

/* Returns the role of link rel=REL; TYPE is its type attribute. Of several words the strongest counts: first
 * resources needed to render the page, then URLs that must not be fetched, then pages. */
enum link_role link_rel_role(struct span rel, struct span type);

/* Returns true if REL contains the word WORD. */
bool link_rel_has(struct span rel, const char *word) NONNULL;

/* Determines the role of the content of a meta element by its http-equiv and its name, property or itemprop.
 * Returns false if the content is neither a URL nor a policy. */
bool link_meta_role(struct span http_equiv, struct span name, enum link_role *role, const char **where)
    CHECKED;

/* Returns true if the value of a param with this name and valuetype is a URL. */
bool link_param_is_address(struct span name, struct span valuetype);

/* Finds the next candidate of the srcset TEXT from position *AT, which the caller sets to 0 before the first
 * call. URL_AT and URL_LEN are the position of its URL. Returns false at the end. */
bool srcset_next(struct span text, size_t *at, size_t *url_at, size_t *url_len) CHECKED;

/* Finds the URL in the content of a META refresh or the value of a Refresh header, as browsers do; URL_AT and
 * URL_LEN are its position. Returns false if there is no URL, in which case the page reloads itself, or if
 * the value is malformed. */
bool refresh_find(struct span content, size_t *url_at, size_t *url_len) CHECKED;

#endif
