/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_APPS_FORMS_H
#define TIPTOE_APPS_FORMS_H

/* The forms that site generators, bundlers and search services write, as rows. Each reader gives what it
 * finds to text->take. */
#include "apps/app.h"
#include "markup/js_scan.h"
#include "markup/links.h"

/* Finds the files whose names are in STRING of a script. */
void forms_read_string(const struct app_text *text, const struct js_string *string) __attribute__((nonnull));

/* Finds the file whose name is STRING, decoded, of a script file: bundlers write names from a folder above
 * the script. Returns false if the string is not such a name. */
bool forms_read_beside(const struct app_text *text, const struct js_string *string, struct span decoded)
    __attribute__((nonnull));

/* Finds the data files of the page of which TEXT, a script or data element, is the sign; values for names;
 * and code that the element needs where it is opened from disk. */
void forms_read_element(const struct app_text *text) __attribute__((nonnull));

/* Finds the files of which TEXT, a script file, has the sign. Returns true if it is only a list for another
 * script: no other text in it is the name of a file that browsers load. */
bool forms_read_script(const struct app_text *text) __attribute__((nonnull));

/* Finds the files whose names are in TEXT, a JSON file, and values for names. */
void forms_read_data(const struct app_text *text) __attribute__((nonnull));

/* Finds the file that VALUE at PLACE of a search index names; PLACE as in the table. */
void forms_read_index(const struct app_text *text, const char *place, struct span value)
    __attribute__((nonnull));

/* Returns true if a bundler wrote the script file TEXT whose names that start with "." are relative to it. */
bool forms_is_bundled(struct span text);

/* Returns the service that the script TEXT asks when a reader searches the site, or NULL. */
const char *forms_search_service(struct span text);

/* Returns true if the scripts of the page DOCUMENT compare their elements' addresses with names that start at
 * the root of the server. */
bool forms_needs_root(struct span document);

/* Returns the attributes with links that only elements of apps have; COUNT is their number. */
const struct link_row *forms_elements(size_t *count) __attribute__((nonnull, returns_nonnull));

/* Returns true if only the files of an app have EXTENSION. */
bool forms_has_extension(struct span extension);

/* Returns the byte that TEXT, a part of a path, begins with as an escape, if scripts request it so while its
 * file is named by the byte itself; 0 otherwise. IS_FOLDER: the part is a folder's. */
char forms_plain_byte(struct span text, bool is_folder);

#endif
