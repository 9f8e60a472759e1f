/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_MARKUP_LINK_H
#define TIPTOE_MARKUP_LINK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/limits.h"
#include "base/span.h"
#include "markup/arena.h"

/* What a link is for: what the crawl does with it, and what a mirror shows in its place. */
enum link_role {
    LINK_PAGE,      /* leads a reader to another page: a, area */
    LINK_FRAME,     /* a page shown inside this one: needed like a requisite, read like a page */
    LINK_OBJECT,    /* the same with content of its own for when it is not there: object data */
    LINK_REQUISITE, /* needed to look right: images, styles, scripts, fonts, media, icons */
    LINK_PREVIEW,   /* a picture by which others show this page: og:image. No browser asks for it */
    LINK_RELATED,   /* a hint at another page or feed: rel=prev, alternate, license */
    LINK_PREFETCH,  /* a page or file that browsers ask for ahead of time: rel=prefetch, prerender, next */
    LINK_REFRESH,   /* where META refresh leads by itself */
    LINK_LIVE,      /* never fetched, woven to its absolute address: forms, canonical, cite, endpoints */
    LINK_CONNECT,   /* preconnect, dns-prefetch: nothing to fetch; woven to "", so that no host is asked */
    LINK_BASE,   /* base href: nothing to fetch; see site/weave.h. `url` is the folder that relative addresses
                  * of the whole page begin with; empty where there is none such */
    LINK_FOLDER, /* a prefix of addresses that ends in a slash, in import maps: nothing to fetch; woven to
                  * the folder that its files are in */
    LINK_CANDIDATE, /* a guess: a text of a script or of data that looks like a file of the site. Fetched
                     * after all else, of the site alone, no failure where it leads nowhere; never woven */

    /* No addresses, but what stands in the way of files of the mirror, or brings a browser to ask for things.
     * `url` is empty. */
    LINK_INTEGRITY,   /* a whole integrity attribute, the blanks before it too, or what an import map says as
                       * such; text: the address that it guards */
    LINK_CORS,        /* a crossorigin attribute, likewise */
    LINK_POLICY,      /* the content of a Content-Security-Policy meta, which is the text */
    LINK_SPECULATION, /* the type of a script element that has speculation rules */
    LINK_ENCODING /* where the document has to say its encoding, which only its answer's head did; text: how
                   */
};

/* How a new reference has to be written where the old one stands. */
enum link_escape {
    LINK_ESCAPE_NONE,       /* ends the list */
    LINK_ESCAPE_SRCSET,     /* one candidate of srcset: no comma at its ends */
    LINK_ESCAPE_REFRESH,    /* after url= in META refresh: no quotes */
    LINK_ESCAPE_LIST,       /* one of several addresses separated by commas */
    LINK_ESCAPE_CSS_URL,    /* inside url() without quotes */
    LINK_ESCAPE_CSS_TEXT,   /* inside a CSS string of either quote */
    LINK_ESCAPE_JSON,       /* inside a string of JSON, by itself or in a script element */
    LINK_ESCAPE_IMPORT_MAP, /* the same in an import map, where a relative address begins with a dot */
    LINK_ESCAPE_JS,     /* a specifier of an import, inside a string of JavaScript of any quote: likewise */
    LINK_ESCAPE_DOUBLE, /* inside an attribute value in double quotes */
    LINK_ESCAPE_SINGLE, /* … in single quotes */
    LINK_ESCAPE_BARE,   /* all of an attribute value without quotes: they are added where needed */
    LINK_ESCAPE_BARE_PART, /* a part of an attribute value without quotes */
    LINK_ESCAPE_UTF16LE,   /* the document's code units; always last */
    LINK_ESCAPE_UTF16BE
};

/* CSS or srcset, its attribute, one attribute for each srcdoc around it, the code units. */
enum { LINK_ESCAPES = LIMIT_SRCDOC_DEPTH + 3 };

/* The `where` of a link to what is a web application's manifest whatever its type says. */
#define LINK_WHERE_MANIFEST "link manifest"

struct link {
    struct span url; /* canonical absolute http(s) text without userinfo and fragment. Empty: nothing to fetch
                      * (data:, mailto:, javascript:, what no browser can parse). Of most links that lead to
                      * one URL it is one text (link_slot) */
    struct span fragment; /* with its '#', percent-encoded as browsers do; or empty */
    size_t at, len;       /* the bytes of the document that a new reference replaces: never its quotes */
    struct span text;     /* of the roles from LINK_INTEGRITY on */
    const char *where;    /* static text such as "img srcset" or "css url()" */
    enum link_role role;
    bool nofollow;                /* rel has nofollow */
    bool another;                 /* a candidate of the same srcset as the link before it */
    bool stands;                  /* read where nothing shows or follows it: never woven */
    bool same_page;               /* a fragment alone, in a document without base: right as it stands */
    uint8_t escape[LINK_ESCAPES]; /* enum link_escape, innermost first */
};

/* Where in a table of 1 << LINK_SLOT_BITS slots what is known of a link's URL is kept while its document is
 * at hand: there, `url.at` alone tells it from others. */
enum { LINK_SLOT_BITS = 8 };
static inline size_t link_slot(const struct link *link)
{
    return ((uintptr_t)link->url.at * 0x9e3779b97f4a7c15) >> (64 - LINK_SLOT_BITS);
}

/* Links in the order of their place in the document; no two overlap. The texts live as long as the list is
 * not cleared. */
struct link_list {
    struct link *links;
    size_t count;
    size_t room;
    bool truncated; /* there were more than LIMIT_LINKS, or srcdoc nested deeper than LIMIT_SRCDOC_DEPTH */
    struct arena text;
};

void link_list_init(struct link_list *list) __attribute__((nonnull));
void link_list_release(struct link_list *list) __attribute__((nonnull));

/* Forgets the links, and keeps the memory for the next page, but that which only few pages need. */
void link_list_clear(struct link_list *list) __attribute__((nonnull));

/* A zeroed link at the end, or NULL at LIMIT_LINKS (and the list is marked truncated). */
struct link *link_list_add(struct link_list *list) __attribute__((nonnull, warn_unused_result));

#endif
