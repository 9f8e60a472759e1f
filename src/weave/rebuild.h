/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_WEAVE_REBUILD_H
#define TIPTOE_WEAVE_REBUILD_H

#include "url/url.h"

struct mirror;
struct weaver;

/* Weaves every stored document again from its original in the archive; COUNT becomes their number. Documents
 * whose original is damaged keep the file they have, and are named. Returns 0, or the first error. */
int rebuild(struct mirror *mirror, uint64_t *count) CHECKED;

/* Weaves all documents again, at the end of a run, if the mirror is for the disk (only now every file is
 * there that documents may embed), or was, and is not any more. A signal ends it early. */
int rebuild_for_purpose(struct weaver *weaver) CHECKED;

/* Pages are woven as they arrive, when most of their targets are still queued: links then name the expected
 * file of each target. These functions note which targets turned out otherwise, and at the end weave the
 * pages with such links, and only these, again. */

/* Notes URL, with this ID and ROLES (enum frontier_role), if PATH, with which it is settled (empty: no file),
 * is not its expected file. */
int unexpected_check(struct weaver *weaver, int64_t id, unsigned roles, const struct url *url,
                     struct span path) CHECKED;

/* The pages that may be wrong about a URL. */
enum unexpected_pages {
    PAGES_BEFORE, /* its answer: its file differs from that although they expected the same, or vice versa */
    PAGES_SO_FAR, /* it was settled without an answer, or refused and is queued, or has another file */
    PAGES_ALL     /* later ones, too: it redirects, perhaps to a URL without a file */
};

/* Notes that PAGES were woven with wrong facts about the URL with this ID. */
int unexpected_note(struct weaver *weaver, int64_t id, enum unexpected_pages pages) CHECKED;

/* Weaves the pages again whose links name an unexpected file. A signal or an order ends that (mirror_stops);
 * the rest is for the next run. */
int unexpected_fix(struct weaver *weaver) CHECKED;

#endif
