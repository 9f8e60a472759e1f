/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_MARKUP_JS_MODULE_H
#define TIPTOE_MARKUP_JS_MODULE_H

#include "base/buf.h"
#include "base/span.h"

/* Sets OUT to TEXT as a classic script that disk.js runs: the file PATH, or a part of a page if that is
 * empty. A module, which a TEXT without declarations is only if IS_MODULE says so, becomes a call of tiptoe$
 * with a list of its code and the specifiers in it, by turns. The import() of any script leads through
 * tiptoe$, and the name location is tiptoe$location. Returns false, with OUT of no use, if nothing is to be
 * changed, and for a form that is not known here. */
bool js_module_wrap(struct buf *out, struct span text, struct span path, bool is_module) CHECKED;

#endif
