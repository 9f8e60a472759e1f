/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_SITE_WEAVE_H
#define TIPTOE_SITE_WEAVE_H

#include "base/body.h"
#include "markup/link.h"

/* Adds DOCUMENT to OUT, with references[i] instead of links->links[i] and every other byte unchanged. A
 * reference whose `at` is NULL leaves its link unchanged; one of length 0 that is not NULL writes an empty
 * value. References are URLs or relative references with their fragment. Bytes outside printable ASCII are
 * percent-encoded, and the result is escaped as its place requires, so that a browser reads exactly the
 * reference. SOURCE is the body that DOCUMENT is a span of (for body_passed), or NULL.
 *
 * A page with <base href> has a link of the role LINK_BASE. Browsers resolve all other references against it,
 * so give it the reference "" (the document's own place becomes the base) or a folder to which the other
 * references are relative, and give a reference to every other link of the page that has a `url`. */
int weave(struct span document, struct body *source, const struct link_list *links,
          const struct span *references, struct body *out) __attribute__((nonnull(3, 5), warn_unused_result));

#endif
