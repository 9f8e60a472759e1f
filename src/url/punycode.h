/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_URL_PUNYCODE_H
#define TIPTOE_URL_PUNYCODE_H

#include <stdint.h>

#include "base/buf.h"

/* Adds the Punycode of COUNT code points, without the "xn--". Takes quadratic time. */
int punycode_add(struct buf *out, const uint32_t *codes, size_t count) __attribute__((nonnull));

#endif
