/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_EXPORT_ZIM_ICON_H
#define TIPTOE_EXPORT_ZIM_ICON_H

#include "base/buf.h"

struct mirror;

/* The picture of a ZIM, a PNG of 48 by 48: an icon of the site of this size, or the default icon. */
int zim_icon(struct mirror *mirror, struct buf *png) __attribute__((nonnull, warn_unused_result));

#endif
