/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_MARKUP_LINKS_H
#define TIPTOE_MARKUP_LINKS_H

#include "base/span.h"
#include "markup/glance.h"
#include "markup/link.h"

/* How the value of an attribute holds its links. */
enum link_form {
    LINK_FORM_URL,      /* one address */
    LINK_FORM_SRCSET,   /* candidates with descriptors */
    LINK_FORM_CSS,      /* declarations, or one CSS value */
    LINK_FORM_SRCDOC,   /* a whole HTML document */
    LINK_FORM_REL,      /* one address; what it is for is said by rel (link_rel_role) */
    LINK_FORM_META,     /* content: what it is is said by the other attributes (link_meta_role) */
    LINK_FORM_PARAM,    /* value of param: an address where name or valuetype say so (link_param_role) */
    LINK_FORM_BASE,     /* base href */
    LINK_FORM_CODEBASE, /* the base of an applet's own addresses */
    LINK_FORM_CODE,     /* addresses separated by commas, which codebase is the base of */
    LINK_FORM_EITHER,   /* an address, or CSS where it has url( */
    LINK_FORM_FILE,     /* the name of a file of a picture, video or sound, or something else */
    LINK_FORM_GUARD,    /* integrity, crossorigin: about what the element loads */
    LINK_FORM_TYPE      /* type of script */
};

/* One row of the table. */
struct link_row {
    const char *element; /* in lower case; "-" is any custom element, "*" any at all, without a row of its own
                          * for this attribute */
    const char *attribute; /* in lower case */
    enum link_form form;
    enum link_role role;
    const char *where;
};

/* All rows, for tests and manuals. */
const struct link_row *link_rows(size_t *count) __attribute__((nonnull, returns_nonnull));

enum { LINK_ROWS_MAX = 250, LINK_BUCKETS = 256 };

/* The rows by the names of their attributes. Made once by its user, then only read. */
struct link_index {
    uint8_t bucket[LINK_BUCKETS]; /* a row's number and 1; 0: no attribute of that hash */
    uint8_t next[LINK_ROWS_MAX];  /* the same for the next row of its bucket, in the order of the table */
    uint8_t attribute_len[LINK_ROWS_MAX];
    uint8_t element_len[LINK_ROWS_MAX];
    struct glance attributes; /* of all rows */
};

void link_index_init(struct link_index *index) __attribute__((nonnull));

/* The number of the row for an attribute of an element, names in any case, or -1 where it holds no link. */
int link_index_find(const struct link_index *index, struct span element, struct span attribute)
    __attribute__((nonnull));

/* What link rel=REL is for; TYPE is its type attribute. The strongest of several words counts: what is needed
 * to look right, then what must not be asked, then pages. */
enum link_role link_rel_role(struct span rel, struct span type);

/* True where REL has the word WORD. */
bool link_rel_has(struct span rel, const char *word) __attribute__((nonnull));

/* The same for a link element without rel by its itemprop. */
enum link_role link_itemprop_role(struct span itemprop);

/* A meta element's role by its http-equiv and its name, property or itemprop; false where its content is
 * neither an address nor a policy. */
bool link_meta_role(struct span http_equiv, struct span name, enum link_role *role, const char **where)
    __attribute__((nonnull, warn_unused_result));

/* True where the value of a param with this name and valuetype is an address. */
bool link_param_is_address(struct span name, struct span valuetype);

#endif
