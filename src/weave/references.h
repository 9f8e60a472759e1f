/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_WEAVE_REFERENCES_H
#define TIPTOE_WEAVE_REFERENCES_H

#include "frontier/links.h"
#include "markup/csp.h"
#include "url/url.h"
#include "weave/properties.h"

struct body;
struct frontier;
struct expected;

/* How a document refers to targets in the mirror: by relative paths of files, or by addresses of a server. */
struct reference_names {
    /* Sets OUT to the reference of LINK, whose target is shown by FILE. */
    void (*name)(const struct reference_names *names, struct buf *out, const struct link *link,
                 struct span file);
    /* Unless NULL, decides instead what a link says that the document writes as WAS: adds to
     * references->text, or leaves WRITTEN false. */
    int (*decide)(void *context, const struct link *link, struct span was, bool *written);
    void *context;
    struct span from; /* the document's file, or the folder, with its '/', that is its base */
    struct span site; /* the origin at the root of the tree */
};

/* Where the path to a file is in the text, of a link to it before. */
struct led {
    const char *url; /* link.h's; NULL: none */
    size_t start, len;
};

/* The texts of a document's links in the mirror. One object serves for many documents. */
struct references {
    struct frontier *frontier;
    struct span document; /* at hand, which has */
    const struct link_list *links;
    struct span *spans; /* one for each link; NULL start: unchanged */
    size_t room;
    struct buf text;         /* what the spans borrow */
    size_t *starts;          /* of each in `text`, while that may still move */
    struct buf relative;     /* of the link at hand */
    struct buf base, folder; /* of the document at hand: what its base says, and where that is in site/ */
    struct expected *expected;
    struct url url;
    int64_t page;           /* whose scripts have made it; 0: the site sent it. The caller's to set */
    struct csp_needs needs; /* of the document at hand */
    struct led led[1 << LINK_SLOT_BITS];
    struct frontier_ids ids;
    struct body *source; /* what the document is a span of (body_passed); the caller's to set */
    int site_dir;        /* where files to embed are */
    bool for_disk; /* weave for browsers that open the files, at the expense of those that are served them */
    size_t embedded_bytes; /* in the document at hand: files; */
    size_t filled_bytes;   /* references that replace those of other pictures; */
    size_t left_count;     /* and links that stay as they are, because it would grow too much */
    struct sheets sheets;  /* of the document at hand */
    bool has_runtime;      /* the document at hand has a runtime that knows its scripts by their attributes */
};

void references_init(struct references *references, struct frontier *frontier, size_t name_max) NONNULL;
void references_release(struct references *references) NONNULL;

/* Returns the names of files, relative to the file FROM. */
struct reference_names references_of_files(struct span from, struct span site);

/* Works out a reference for each of LINKS, which are in DOCUMENT, by NAMES: that of its target's file; while
 * the target is still queued, that of its expected file (naming.h). A missing target becomes an absolute
 * link to the live site, or, where a browser would request it automatically, something inert. Where a
 * document would grow too much, the rest of its links stay as they are, or become inert. 0 or the frontier's
 * error; the spans are borrowed until the next call. */
int references_make(struct references *references, struct span document, const struct link_list *links,
                    const struct reference_names *names) CHECKED;

/* Returns the reference of a missing target that browsers request automatically; NULL for other roles. */
const char *references_inert(enum link_role role);

/* Sets CHANGES to whether the file of a stored URL has other bytes than its answer: it is a document with
 * links. Integrity attributes that guard such a file are dropped. */
int references_changes(struct references *references, int64_t id, bool *changes) CHECKED;

/* Returns the expected result for a queued URL, by its expected file. */
bool references_expects_change(struct span file);

#endif
