/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_ROBOTS_USAGE_H
#define TIPTOE_ROBOTS_USAGE_H

#include "base/buf.h"
#include "base/span.h"

/* Preferences of a site about the use of its pages (AIPREF Content-Usage, Content Signals, TDMRep, RSL). They
 * are recorded with each stored copy as written, never interpreted or enforced: a mirror for reading is
 * neither training nor mining. */

/* Adds the lines of a robots.txt that state such preferences, each as written and with a line feed. Lines
 * that do not fit into OUT are dropped. */
void usage_of_robots(struct span body, struct buf *out) NONNULL;

/* Returns true if the value of a Link field has the parameter rel=license. */
bool usage_is_license(struct span link);

/* Returns true if a meta element with this name is such a preference. */
bool usage_is_meta(struct span name);

#endif
