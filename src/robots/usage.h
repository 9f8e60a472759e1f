/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_ROBOTS_USAGE_H
#define TIPTOE_ROBOTS_USAGE_H

#include <stdbool.h>

#include "base/buf.h"
#include "base/span.h"

/* What a site says about uses of its pages (AIPREF Content-Usage, Content Signals, TDMRep, RSL): recorded
 * with each stored copy as it is written, never interpreted and never enforced. A mirror for reading is
 * neither training nor mining. */

/* Adds the lines of a robots.txt that state such preferences, each as written and ended by a line feed. What
 * does not fit into OUT is left out. */
void usage_of_robots(struct span body, struct buf *out) __attribute__((nonnull));

/* Whether a header line of an answer states one: Content-Usage, tdm-reservation, tdm-policy, or a Link to a
 * licence. */
bool usage_is_header(struct span line);

/* Whether a meta element of this name states one. */
bool usage_is_meta(struct span name);

#endif
