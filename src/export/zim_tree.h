/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_EXPORT_ZIM_TREE_H
#define TIPTOE_EXPORT_ZIM_TREE_H

#include "base/span.h"

struct weaver;

/* The tree from which a ZIM is made: hard links to the files of site/ that the mirror names, and nothing else
 * that is there; symbolic links from where redirects were to where they led, which zimwriterfs makes
 * redirects. A page whose META refresh would have zimwriterfs take it for a redirect, or fail, is a copy
 * without it. A file that is missing is told to the user, and left out. */
int zim_tree_make(struct weaver *weaver, int tree) __attribute__((nonnull, warn_unused_result));

/* Adds a file of our own, whose name no path of the mirror can have. */
int zim_tree_add(int tree, const char *name, struct span content)
    __attribute__((nonnull, warn_unused_result));

#endif
