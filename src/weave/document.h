/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_WEAVE_DOCUMENT_H
#define TIPTOE_WEAVE_DOCUMENT_H

#include "extract/html.h"
#include "mirror/original.h"
#include "weave/references.h"

struct frontier_row;
struct mirror;
struct script_page;

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
    int64_t rendered;    /* it is what scripts have made of the page with this id; 0: any other. The same */
    struct url url;      /* of the original that is woven again */
    struct page around;  /* document.c: the page that a script works for, */
    struct url around_base; /* its base, */
    int64_t around_of;      /* and the sequence of its answer */
    struct url holder;      /* naming.c: the URL that has to give way */
    struct buf path, key;   /* naming.c: candidates for a file */
};

/* Makes a weaver for MIRROR, which outlives it, by the mirror's option --for, and locates its site
 * (mirror_locate) at weaver->url. Always to be followed by weaver_close. */
int weaver_open(struct weaver *weaver, struct mirror *mirror) CHECKED;
void weaver_close(struct weaver *weaver) NONNULL;

/* The documents that are read for links, and how. */
enum document_form {
    DOCUMENT_NONE, /* any other file: stored as it came */
    DOCUMENT_HTML, /* HTML, XHTML and SVG */
    DOCUMENT_CSS,
    DOCUMENT_MANIFEST, /* of a web application */
    DOCUMENT_XML,      /* RSS, Atom and other XML: its links are read, its style sheets rewritten */
    DOCUMENT_SCRIPT,   /* JavaScript: what it imports by its address is rewritten */
    DOCUMENT_DATA,     /* JSON, or a search index: candidates are taken from it */
    DOCUMENT_TEXT      /* a playlist, which is rewritten, and other texts that name files */
};

/* Returns true if site/ shows a document of FORM with LINKS rewritten: always for pages and CSS, else where
 * something is to be rewritten, if only after `rebuild --for disk`. */
bool document_is_rewritten(enum document_form form, const struct link_list *links) NONNULL;

/* Returns what a body is, as a Content-Type: the one it came with; without one that means anything, what its
 * first bytes say, as to a browser, or its URL's extension. Empty if nothing tells, and with NOSNIFF (the
 * answer has X-Content-Type-Options) if it would become a document: no browser would treat it as one. */
struct span document_type(struct span content_type, bool nosniff, const struct url *url, struct span bytes)
    NONNULL;

/* Returns the form of a body of this type. XML is recognized by its root, and a manifest, which comes under
 * many types, by its members. */
enum document_form document_form(struct span content_type, struct span bytes);

/* Returns the same for the body of the URL with this ID, which is a manifest, too, where a page links to it
 * as one and it could be. */
enum document_form document_form_of(struct weaver *weaver, int64_t id, struct span content_type,
                                    struct span bytes) NONNULL;

/* The next four need weaver->source, the body that BYTES is a span of: reading passes what it no longer
 * needs. */

/* Begins to read a page into weaver->page. Its directives for robots can be read then, before its links. */
int document_open(struct weaver *weaver, struct span bytes, struct span content_type, const struct url *url)
    CHECKED;

/* Reads the links of the page that was opened. */
const struct link_list *document_links(struct weaver *weaver) __attribute__((nonnull, returns_nonnull));

/* Reads the document of the URL with this ID into weaver->page (HTML) or weaver->links, and sets LINKS to its
 * links; they live until the next document is read. NULL where it is too large to be read, or is XML and no
 * feed. Returns 0 or a local failure, as of what was found around the document before. */
int document_read(struct weaver *weaver, enum document_form form, struct span bytes, struct span content_type,
                  const struct url *url, int64_t id, const struct link_list **links) CHECKED;

/* Sets PAGE to the page that uses the script, data or style sheet of the URL with this ID: the first page
 * among its referrers. Empty without one; borrowed until the next call. Returns 0 or a local failure. */
int document_page_around(struct weaver *weaver, int64_t id, struct script_page *page) CHECKED;

/* Weaves a document that was read and stages it as the file PATH. weaver->is_shell says whether it is a page
 * that scripts build. */
int document_weave(struct weaver *weaver, struct span bytes, const struct link_list *links, struct span path)
    CHECKED;

/* Reads the original of a stored document from the archive and weaves it again, and the views of a page that
 * have files; the frontier then knows when that was done. ROW is the frontier's; what it borrows is invalid
 * afterwards. */
int document_weave_again(struct weaver *weaver, const struct frontier_row *row) CHECKED;

/* Weaves as document_weave_again, but sets DAMAGED for a damaged or missing original, which is reported and
 * noted, instead of an error. The file stays as it is, and the next update requests the document in full. */
int document_mend(struct weaver *weaver, const struct frontier_row *row, bool *damaged) CHECKED;

/* Sets WOVEN to what ROW's original becomes with NAMES, borrowed until the next document, and REFRESH to the
 * answer's Refresh header with its address as woven, empty without such a header. If weaver->page.scripts
 * is set, WOVEN is made of the document that scripts have built, where site/ shows that one; page.scripts
 * then says which of them it was. */
int document_remake(struct weaver *weaver, const struct frontier_row *row,
                    const struct reference_names *names, struct span *woven, struct buf *refresh) CHECKED;

/* Returns the functions that recover and verify call. */
struct documents weaver_documents(struct weaver *weaver) NONNULL;

/* Sets OUT to the woven PAGE, the file PATH of the mirror of SITE and at URL (a path) there, with its scripts
 * for browsers that open it from disk: disk.js before the first, and modules as classic scripts
 * (js_module_wrap). Returns false, with OUT empty, if the page has no scripts. */
bool disk_page(struct buf *out, struct span page, struct span path, struct span site, struct span url)
    CHECKED;

/* Sets OUT to the woven PAGE of URL, which scripts build, with a line before its first script, which a
 * browser runs where a server shows the page as X.html and URL ends in X: the address then ends in X for the
 * scripts that follow. The signpost of such a page (mirror/signposts.h) answers when that address is
 * requested. A line before its first module that is a file says so if the page stays blank from disk. Returns
 * false if nothing is to be added. */
bool disk_shell_page(struct buf *out, struct span page, struct span url) CHECKED;

#endif
