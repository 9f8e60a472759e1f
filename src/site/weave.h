/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_SITE_WEAVE_H
#define TIPTOE_SITE_WEAVE_H

#include "base/body.h"
#include "base/span.h"
#include "markup/link.h"

/* Adds DOCUMENT, a span of SOURCE (body_passed) unless that is NULL, to OUT with links->links[i] replaced by
 * references[i]; every other byte stays as it is. A reference whose `at` is NULL leaves its link alone; one
 * of length 0 that is not NULL writes an empty value. References are URLs or relative references; the
 * fragment is part of them. What they contain is percent-encoded (bytes outside printable ASCII) and escaped
 * as the place demands, so that a browser reads exactly the reference.
 *
 * A page with <base href> has a link of the role LINK_BASE. Browsers resolve all other references against it,
 * so give it the reference "" (which makes the document's own place the base again), or a folder that the
 * other references are relative to, and give every other link of that page whose `url` is not empty a
 * reference too.
 */
int weave(struct span document, struct body *source, const struct link_list *links,
          const struct span *references, struct body *out) __attribute__((nonnull(3, 5), warn_unused_result));

#endif
