/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_URL_ADDRESS_H
#define TIPTOE_URL_ADDRESS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/span.h"

enum { ADDRESS_PIECES = 8 };

/* Whether the last label of NAME is a number, so that NAME must be an IPv4 address. */
bool address_ends_in_number(struct span name);

/* All forms that a browser takes for an IPv4 address: one to four numbers, decimal, octal or hexadecimal. */
bool address_parse_4(struct span name, uint32_t *address) __attribute__((nonnull, warn_unused_result));

/* TEXT is what stands between the brackets; PIECES may be written to even when it is no address. */
bool address_parse_6(struct span text, uint16_t pieces[ADDRESS_PIECES])
    __attribute__((nonnull, warn_unused_result));

/* Adds the address in brackets, in the one form of RFC 5952. */
int address_add_6(struct buf *out, const uint16_t pieces[ADDRESS_PIECES]) __attribute__((nonnull));

#endif
