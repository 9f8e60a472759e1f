/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_URL_ADDRESS_H
#define TIPTOE_URL_ADDRESS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/span.h"

enum { ADDRESS_PIECES = 8 };

/* Returns true if the last label of NAME is a number: NAME is then an IPv4 address or invalid. */
bool address_ends_in_number(struct span name);

/* Reads all forms of an IPv4 address that browsers accept: one to four numbers, decimal, octal or
 * hexadecimal. */
bool address_parse_4(struct span name, uint32_t *address) __attribute__((nonnull, warn_unused_result));

/* Reads TEXT, the part between the brackets. PIECES may change even if TEXT is not an address. */
bool address_parse_6(struct span text, uint16_t pieces[ADDRESS_PIECES])
    __attribute__((nonnull, warn_unused_result));

/* Adds the address in brackets, in the canonical form of RFC 5952. */
int address_add_6(struct buf *out, const uint16_t pieces[ADDRESS_PIECES]) __attribute__((nonnull));

#endif
