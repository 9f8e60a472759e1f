/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_APPS_VIEWS_H
#define TIPTOE_APPS_VIEWS_H

#include "base/buf.h"
#include "url/url.h"

/* A view of a site that programs such as gitweb or a wiki generate: a URL that shows in another form, or as
 * of another time, what other pages of the site show. The numbers of such views multiply. */
struct view {
    const char *program, *what;
    const char *path;  /* patterns (span_matches), of which one matches; '#': the name of a Git object */
    const char *query; /* NAME=VALUE|VALUE… (patterns as above), all of which occur; with '!': does not */
    bool is_part;      /* also where it is a part of a page, such as an image */
};

/* Returns the view that URL is, or NULL. IS_PART: it is a part of a page, not a page. SCRATCH has room for
 * LIMIT_URL_BYTES. */
const struct view *views_find(const struct url *url, bool is_part, struct buf *scratch)
    __attribute__((nonnull));

/* Returns whether NAME is that of a parameter that usually has no effect on the page: a session id, or what
 * tells a service for statistics where a visitor comes from. */
bool parameter_is_token(struct span name);

#endif
