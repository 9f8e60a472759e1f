/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_FRONTIER_BROWSER_COOKIES_H
#define TIPTOE_FRONTIER_BROWSER_COOKIES_H

#include "base/span.h"

struct buf;

/* The name of a browser's database of cookies. */
#define BROWSER_COOKIES "/cookies.sqlite"

/* Adds to LINES the cookies that the browser would send to HOST from its database FILE, in the Netscape
 * format. The browser may have it open; nothing is written. ERROR_LOCKED if it always changes meanwhile,
 * ERROR_CORRUPT if it cannot be read. */
int browser_cookies_read(const char *file, struct span host, struct buf *lines) CHECKED;

#endif
