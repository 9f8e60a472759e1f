/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_MARKUP_JS_MODULE_H
#define TIPTOE_MARKUP_JS_MODULE_H

#include "base/buf.h"
#include "base/span.h"

/* Sets OUT to the module TEXT as a classic script that registers it: a call of tiptoe$ with
 *   a list of [specifier, {local: imported}, {exported: imported}, "*" or nothing] for each module it names,
 *   a function whose argument gives it import.meta, import(), the bindings that it imports and a place for
 * those that it exports, and which returns the code as an async generator: its first step exports, its second
 * runs. A TEXT without imports and exports becomes one only if IS_MODULE says what it is. Returns false, with
 * OUT of no use, for any other text and for a form that is not known here. */
bool js_module_wrap(struct buf *out, struct span text, bool is_module) CHECKED;

/* Sets OUT to the script TEXT, the file PATH or part of a page if that is empty, with what leads its import()
 * through tiptoe$, and the name tiptoe$location for location. Returns false, where OUT is of no use, if there
 * is neither, if it is a module, and for a form that is not known here. */
bool js_module_wrap_calls(struct buf *out, struct span text, struct span path) CHECKED;

#endif
