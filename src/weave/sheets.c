/* SPDX-License-Identifier: MIT */
/* Only URLs that are the same wherever they stand are of interest: the author of a relative one has thought
 * of where it is used, and what it says to us is not what it says to browsers. */
#include "config.h"

#include "weave/sheets.h"

#include <string.h>

#include "site/path.h"
#include "url/url.h"
#include "weave/found.h"
#include "weave/property.h"

/* A page is searched for the users of so many of its custom properties; it counts as the user of others. */
enum { SEARCHES_MAX = 64 };

void sheets_init(struct sheets *sheets)
{
    *sheets = (struct sheets){.are = SHEETS_UNKNOWN};
    buf_init(&sheets->folder, PATH_BUFFER_MAX);
}

void sheets_release(struct sheets *sheets)
{
    buf_release(&sheets->folder);
}

void sheets_forget(struct sheets *sheets)
{
    buf_clear(&sheets->folder);
    sheets->are = SHEETS_UNKNOWN;
    sheets->variable = span_of("");
    sheets->searched = 0;
}

/* Counts a file that a LINK element names; it may be no sheet. */
static int count_file(struct sheets *sheets, struct span file)
{
    struct span folder = span_part(file, 0, span_after_last(file, '/'));

    if (!span_is_nocase(span_part(file, span_after_last(file, '.'), file.len), "css"))
        return 0;
    if (sheets->are == SHEETS_NONE) {
        sheets->are = SHEETS_TOGETHER;
        return buf_add_span(&sheets->folder, folder);
    }
    if (!span_equals(folder, buf_span(&sheets->folder)))
        sheets->are = SHEETS_APART;
    return 0;
}

static int find_sheets(struct sheets *sheets, struct guesses *guesses, struct frontier *frontier,
                       const struct link_list *links)
{
    int error = 0;

    sheets->are = SHEETS_NONE;
    for (size_t i = 0; i < links->count && sheets->are != SHEETS_APART && !error; i++) {
        struct found found;

        if (links->links[i].role != LINK_REQUISITE || strcmp(links->links[i].where, "link href") != 0)
            continue;
        error = found_file(guesses, frontier, links->links[i].url, &found);
        if (!error)
            error = count_file(sheets, found.file);
    }
    return error;
}

/* Whether LINK is in a custom property that only sheets can use. */
static bool is_for_sheets(struct sheets *sheets, struct span document, const struct link *link)
{
    struct span written = span_part(document, link->at, link->len), name;

    if (!span_starts(written, "/") && !url_starts_http(written))
        return false;
    name = property_of(document, link);
    if (!span_starts(name, "--"))
        return false;
    if (!span_equals(name, sheets->variable)) {
        sheets->variable = name;
        sheets->is_used = sheets->searched++ >= SEARCHES_MAX || property_is_used(document, name);
    }
    return !sheets->is_used;
}

int sheets_find_base(struct sheets *sheets, struct guesses *guesses, struct frontier *frontier,
                     struct span document, const struct link_list *links, const struct link *link,
                     enum sheets_base *base)
{
    int error = 0;

    *base = SHEETS_PAGE;
    if (sheets->are == SHEETS_NONE || !is_for_sheets(sheets, document, link))
        return 0;
    if (sheets->are == SHEETS_UNKNOWN)
        error = find_sheets(sheets, guesses, frontier, links);
    if (!error && sheets->are != SHEETS_NONE)
        *base = sheets->are == SHEETS_TOGETHER ? SHEETS_FOLDER : SHEETS_ROOT;
    return error;
}
