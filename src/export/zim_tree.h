/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_EXPORT_ZIM_TREE_H
#define TIPTOE_EXPORT_ZIM_TREE_H

#include "base/span.h"

struct buf;
struct mirror;
struct weaver;

/* The tree for a ZIM: hard links to the files of site/ that the mirror names, and symbolic links from
 * redirects to their targets. A page whose META refresh would mislead zimwriterfs is a copy without it. A
 * missing file is reported and left out. */
int zim_tree_make(struct weaver *weaver, int tree) __attribute__((nonnull, warn_unused_result));

/* Adds a file whose name no path of the mirror can have. */
int zim_tree_add(int tree, const char *name, struct span content)
    __attribute__((nonnull, warn_unused_result));

/* The picture of a ZIM, a PNG of 48 by 48: an icon of the site of this size, or the default icon. */
int zim_icon(struct mirror *mirror, struct buf *png) __attribute__((nonnull, warn_unused_result));

#endif
