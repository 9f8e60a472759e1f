/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_EXTRACT_MENTION_H
#define TIPTOE_EXTRACT_MENTION_H

#include "base/span.h"

/* Returns false if no META element in TEXT, however its markup is parsed, has a name or http-equiv that the
 * robot with this product TOKEN obeys; true if one may. TEXT is in UTF-8 or another superset of ASCII. */
bool mention_is_in(struct span text, struct span token);

#endif
