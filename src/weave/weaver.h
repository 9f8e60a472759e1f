/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_WEAVE_WEAVER_H
#define TIPTOE_WEAVE_WEAVER_H

#include "base/body.h"
#include "base/buf.h"
#include "extract/html.h"
#include "markup/link.h"
#include "mirror/original.h"
#include "url/url.h"
#include "weave/references.h"

struct mirror;

/* Reads and weaves the documents of a mirror, with memory that is used again from document to document.
 * It handles one document at a time. */
struct weaver {
    struct mirror *mirror;
    struct references references;
    struct page page;        /* the page that was read last */
    struct link_list links;  /* of the document that was read last, if that was not a page */
    struct link_list header; /* of its Refresh header */
    struct body *source; /* what the bytes of the document are a span of: set by callers before document_open,
                          * document_read and document_weave */
    struct body woven;   /* the document that was woven last */
    struct buf page_url; /* its address */
    struct buf adapted;  /* the same for --for disk, or of a page that scripts build */
    bool is_script;      /* the document that was read last is one */
    bool is_shell;       /* it is a page that scripts build, and becomes a file: set before document_weave */
    struct url url;      /* of the original that is woven again */
    struct url script_page; /* document.c: the page that a script works for */
    struct url holder;      /* naming.c: the URL that has to give way */
    struct buf path, key;   /* naming.c: candidates for a file */
};

/* Makes a weaver for MIRROR, which outlives it, by the mirror's option --for, and locates its site
 * (mirror_locate) at weaver->url. Always to be followed by weaver_close. */
int weaver_open(struct weaver *weaver, struct mirror *mirror) __attribute__((nonnull, warn_unused_result));
void weaver_close(struct weaver *weaver) __attribute__((nonnull));

/* Returns the functions that recover and verify call. */
struct documents weaver_documents(struct weaver *weaver) __attribute__((nonnull));

#endif
