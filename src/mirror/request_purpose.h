/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_MIRROR_REQUEST_PURPOSE_H
#define TIPTOE_MIRROR_REQUEST_PURPOSE_H

#include <stdint.h>

#include "base/span.h"
#include "frontier/archive.h"

/* The purpose of a request, which its WARC records state. */
struct request_purpose {
    struct span url;
    int64_t id;            /* the frontier's, of a URL of the mirror; 0: it was a robots.txt or a sitemap */
    struct span robots_of; /* the origin whose robots.txt it was, or that vouches for the sitemap */
    int redirects;         /* of a robots.txt: how many led here */
    int sitemap_level;     /* of a sitemap: 1 and more; 0: it was none */
    struct frontier_place kept; /* of a URL: the record of the answer in force; archive 0: none */
};

#endif
