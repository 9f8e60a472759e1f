/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_CRAWL_AGENT_H
#define TIPTOE_CRAWL_AGENT_H

#include "base/buf.h"

struct settings;

enum { AGENT_BYTES_MAX = 1024 };

/* Adds the User-Agent of a run: the user's own, or "tiptoe/VERSION (+CONTACT)". */
void agent_text(struct buf *out, const struct settings *settings) __attribute__((nonnull));

#endif
