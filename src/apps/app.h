/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_APPS_APP_H
#define TIPTOE_APPS_APP_H

/* All readers of apps/. Their input and output: a text, and the things that they find in it. */

#include "markup/js_scan.h"
#include "markup/link.h"
#include "url/url.h"

/* One thing that is found in a text: the name of a file, a value that is a part of names
 * (LINK_TEMPLATE_VALUE), or code that belongs into a script. */
struct app_find {
    size_t at, len;         /* the bytes of the text that name it */
    struct span name;       /* relative to BASE; empty: it is a value or code */
    const struct url *base; /* the text's `own` or `page` */
    struct span value;
    const char *code;  /* to be inserted at AT; or NULL */
    const char *where; /* the display text of its place */
};

/* A text, and who takes what is found in it. */
struct app_text {
    struct span text;
    const struct url *own;      /* of the script or data; of text in a page, the page's base */
    const struct url *page;     /* the base of the page that uses it */
    const struct url *document; /* the URL of the document that has it */
    bool is_bundled;            /* names that start with "." are relative to `own` (forms_is_bundled) */
    struct buf *name;           /* scratch memory of at least LIMIT_URL_BYTES, for one name */
    struct link_list *links;    /* what a reader spends beyond one pass counts there (link_list_spend) */

    /* Takes FIND, which is borrowed for the call. Returns false if there is no room for more. */
    bool (*take)(const struct app_text *text, const struct app_find *find);
    void *taker; /* of `take` */
};

/* Returns the path before the folder above OWN that NAME starts with: "/x/" for "assets/a.js" and
 * /x/assets/b.js. Returns an empty span for any other NAME. */
struct span app_folder_above(const struct url *own, struct span name) NONNULL;

/* forms.c: the forms that site generators, bundlers and search services write, as rows. Each reader gives
 * what it finds to text->take. */

/* Finds the files whose names are in STRING of a script. */
void forms_read_string(const struct app_text *text, const struct js_string *string) NONNULL;

/* Finds the file whose name is STRING, decoded, of a script file: bundlers write names from a folder above
 * the script. Returns false if the string is not such a name. */
bool forms_read_beside(const struct app_text *text, const struct js_string *string, struct span decoded)
    NONNULL;

/* Finds the data files of the page of which TEXT, a script or data element, is the sign; values for names;
 * and code that the element needs where it is opened from disk. */
void forms_read_element(const struct app_text *text) NONNULL;

/* Finds the files of which TEXT, a script file, has the sign. Returns true if it is only a list for another
 * script: no other text in it is the name of a file that browsers load. */
bool forms_read_script(const struct app_text *text) NONNULL;

/* Finds the files whose names are in TEXT, a JSON file, and values for names. */
void forms_read_data(const struct app_text *text) NONNULL;

/* Finds the file that VALUE at PLACE of a search index names; PLACE as in the table. */
void forms_read_index(const struct app_text *text, const char *place, struct span value) NONNULL;

/* Returns true if a bundler wrote the script file TEXT whose names that start with "." are relative to it. */
bool forms_is_bundled(struct span text);

/* Returns the service that the script TEXT asks when a reader searches the site, or NULL. */
const char *forms_search_service(struct span text);

/* Returns true if the scripts of the page DOCUMENT compare their elements' addresses with names that start at
 * the root of the server. */
bool forms_needs_root(struct span document);

/* Returns the attributes with links that only elements of apps have; COUNT is their number. */
const struct link_group *forms_elements(size_t *count) __attribute__((nonnull, returns_nonnull));

/* Returns true if only the files of an app have EXTENSION. */
bool forms_has_extension(struct span extension);

/* Returns the byte that TEXT, a part of a path, begins with as an escape, if scripts request it so while its
 * file is named by the byte itself; 0 otherwise. IS_FOLDER: the part is a folder's. */
char forms_plain_byte(struct span text, bool is_folder);

/* chunks.c: the names of chunks in the code of webpack's runtime (since version 1; Rspack's is the same). */

/* The state of a search through the strings of a script, in order. */
struct chunks {
    const struct app_text *text;
    size_t done;             /* strings before this position are read */
    struct span public_path; /* "p" of the runtime; NULL start: it has none that is a string */
    bool knows_public_path;
};

void chunks_start(struct chunks *chunks, const struct app_text *text) NONNULL;

/* Finds the names of all chunks if STRING is the first one of an expression for them, as in
 * "js/" + ({1: "a"}[e] || e) + "." + {1: "0f", 2: "1f"}[e] + ".js". */
void chunks_read_string(struct chunks *chunks, const struct js_string *string) NONNULL;

/* template.c: the names of files that scripts make of data. */

/* Finds the file whose name begins with STRING of the script TEXT and has one value in it: of a request, as
 * in fetch(`/api/item-${id}.json`) and fetch('views/' + name + '.html'), a path of JSON from the site's root,
 * whatever function it is for, the path of a link that has an id or a slug in it, as in
 * href:`/items/${e.id}`, or any other, whose value may be a number, as in "img/slide" + n + ".png". The name
 * has "{}" there. */
void template_read_string(const struct app_text *text, const struct js_string *string) NONNULL;

/* Finds each value of an id or a slug in TEXT, which is data. */
void template_read_values(const struct app_text *text) NONNULL;

/* Returns true if a template that was found at TEMPLATE may have a value that was found at VALUE: in the
 * address of a page only the value that it names, those of options and data attributes only where the script
 * reads such. */
bool template_takes(const char *template, const char *value) NONNULL;

/* Returns the route in FRAGMENT, of a link to an app that shows its pages by them: a value. Empty if it has
 * none. */
struct span template_route(struct span fragment);

/* parts.c: the files into which a generator divides a tree and an index for its own scripts. */

/* Finds the files that the script file TEXT, a list in such a form, is divided into. Returns false for
 * any other script. The other names in such a list are those of pages, which have links. */
bool parts_read(const struct app_text *text) NONNULL;

/* Returns true if DOCUMENT is a file of Pagefind (since 1.0), a search engine in the browser. */
bool index_is(struct span document);

/* Finds the files that TEXT, the table of contents of Pagefind's index (.pf_meta), names. Any other file, and
 * what follows an error, has none. */
void index_read(const struct app_text *text) NONNULL;

/* A view of a site that programs such as cgit or a wiki generate: a URL that shows in another form, or as
 * of another time, what other pages of the site show. The numbers of such views multiply. */
struct view {
    const char *program, *what;
    const char *path;  /* patterns (span_matches), of which one matches; '#': the name of a Git object */
    const char *query; /* NAME=VALUE|VALUE… (patterns as above), all of which occur; with '!': does not */
    bool is_part;      /* also where it is a part of a page, such as an image */
};

/* Returns the view that URL is, or NULL. IS_PART: it is a part of a page, not a page. SCRATCH has room for
 * LIMIT_URL_BYTES. */
const struct view *views_find(const struct url *url, bool is_part, struct buf *scratch) NONNULL;

/* Returns whether NAME is that of a parameter that usually has no effect on the page: a session id, or what
 * tells a service for statistics where a visitor comes from. */
bool parameter_is_token(struct span name);

#endif
