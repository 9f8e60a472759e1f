/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_MARKUP_LINKS_H
#define TIPTOE_MARKUP_LINKS_H

#include "base/span.h"
#include "markup/link.h"

/* How the value of an attribute holds its links. */
enum link_form {
    LINK_FORM_URL,       /* one address */
    LINK_FORM_SRCSET,    /* candidates with descriptors */
    LINK_FORM_LIST,      /* addresses separated by commas or white space */
    LINK_FORM_CSS,       /* declarations, or one CSS value */
    LINK_FORM_SRCDOC,    /* a whole HTML document */
    LINK_FORM_REL,       /* one address; what it is for is said by rel (link_rel_role) */
    LINK_FORM_META,      /* content: what it is is said by the other attributes (link_meta_role) */
    LINK_FORM_PARAM,     /* value of param: an address where name or valuetype say so (link_param_role) */
    LINK_FORM_BASE,      /* base href */
    LINK_FORM_BACKGROUND /* an address, or CSS where it begins with url( */
};

/* One row of the table. */
struct link_row {
    const char *element;   /* in lower case; "*" is any element without a row of its own for this attribute */
    const char *attribute; /* in lower case */
    enum link_form form;
    enum link_role role;
    const char *where;
};

/* All rows, for tests and manuals. */
const struct link_row *link_rows(size_t *count) __attribute__((nonnull));

/* The row for an attribute of an element, names in any case, or NULL where it holds no link. */
const struct link_row *link_row_find(struct span element, struct span attribute);

/* What link rel=REL is for; TYPE is its type attribute. The strongest of several words counts: what is needed
 * to look right, then what must not be asked, then pages. */
enum link_role link_rel_role(struct span rel, struct span type);

/* True where REL has the word WORD. */
bool link_rel_has(struct span rel, const char *word) __attribute__((nonnull));

/* A meta element's role by its http-equiv and its name, property or itemprop; false where its content is no
 * address. */
bool link_meta_role(struct span http_equiv, struct span name, enum link_role *role, const char **where)
    __attribute__((nonnull, warn_unused_result));

/* True where the value of a param with this name and valuetype is an address. */
bool link_param_is_address(struct span name, struct span valuetype);

#endif
