/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_MIRROR_SIGNPOSTS_H
#define TIPTOE_MIRROR_SIGNPOSTS_H

#include "base/buf.h"

struct mirror;

/* A page /about has the file about.html. If the mirror has pages below it, such as /about/more, servers
 * answer a request for /about with the folder about/, and without a file for that with an error, where the
 * live site has the page. So about/index.html then links to about.html: a signpost. A page that scripts build
 * has one without such pages, too, because it gives itself the address /about (weave/disk.c). Where no page
 * is at the root of site/, index.html links to the start page. A signpost is derived from the paths of the
 * mirror and no URL has it. A page that gets this path replaces it. It leaves with its page, not with what is
 * below it. */
struct signpost {
    bool is_last;   /* that of the root was found, which comes last */
    struct buf key; /* of the page's file */
    struct buf path, content;
};

void signpost_init(struct signpost *signpost) NONNULL;
void signpost_release(struct signpost *signpost) NONNULL;

/* Finds the next signpost that the mirror should have. ERROR_END at the end. [read] */
int signpost_next(struct signpost *signpost, struct mirror *mirror) CHECKED;

/* Returns whether its file is there with its content. Something else with its name that is not a file counts,
 * because it stays. */
bool signpost_stands(const struct signpost *signpost, const struct mirror *mirror) NONNULL;

/* Writes all that are missing or differ, and makes them outlast a power cut. An order or a signal ends that;
 * the rest is for the next run. */
int signposts_write(struct mirror *mirror) CHECKED;

/* Schedules the removal of the signpost, if it may exist, of the page with the file PAGE
 * (frontier_schedule_removal). */
int signpost_leave(struct mirror *mirror, struct span page) CHECKED;

#endif
