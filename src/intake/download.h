/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_INTAKE_DOWNLOAD_H
#define TIPTOE_INTAKE_DOWNLOAD_H

#include "base/buf.h"

struct answer_fields;
struct url;

/* Returns the type of an answer that browsers save, or that no browser can show as the page that it claims to
 * be, without a body that is a page; TYPE for all others. FIELDS is its head, BYTES the beginning of its
 * body. The type is static, TYPE, or in MADE: with a parameter "name" where only the file's name says what it
 * is. */
struct span download_type(struct buf *made, struct span type, const struct answer_fields *fields,
                          const struct url *url, struct span bytes) NONNULL;

#endif
