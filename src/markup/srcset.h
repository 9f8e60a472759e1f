/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_MARKUP_SRCSET_H
#define TIPTOE_MARKUP_SRCSET_H

#include "base/span.h"

/* Finds the next candidate of the srcset TEXT from position *AT, which the caller sets to 0 before the first
 * call. URL_AT and URL_LEN are the position of its URL. Returns false at the end. */
bool srcset_next(struct span text, size_t *at, size_t *url_at, size_t *url_len) CHECKED;

/* Finds the URL in the content of a META refresh or the value of a Refresh header, as browsers do; URL_AT and
 * URL_LEN are its position. Returns false if there is no URL, in which case the page reloads itself, or if
 * the value is malformed. */
bool refresh_find(struct span content, size_t *url_at, size_t *url_len) CHECKED;

#endif
