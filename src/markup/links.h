/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_MARKUP_LINKS_H
#define TIPTOE_MARKUP_LINKS_H

#include "base/span.h"
#include "markup/glance.h"
#include "markup/link.h"

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

#endif
