/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_APPS_PARTS_H
#define TIPTOE_APPS_PARTS_H

/* The files into which a generator divides a tree and an index for its own scripts. */
#include "apps/app.h"

/* Finds the files that the script file TEXT, a list in such a form, is divided into. Returns false for
 * any other script. The other names in such a list are those of pages, which have links. */
bool parts_read(const struct app_text *text) __attribute__((nonnull));

#endif
