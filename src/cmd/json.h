/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_CMD_JSON_H
#define TIPTOE_CMD_JSON_H

#include <stdint.h>

#include "base/buf.h"
#include "base/span.h"

/* JSON (RFC 8259) as commands print it. Each adds to OUT, which is full once it would pass its maximum. A
 * comma is put where one is needed: after anything but the start of an object or an array, and a key. */

/* '{', '}', '[' or ']'. */
void json_open(struct buf *out, char bracket) __attribute__((nonnull));
void json_close(struct buf *out, char bracket) __attribute__((nonnull));

/* The name of a member, of our own words; its value comes next. */
void json_key(struct buf *out, const char *key) __attribute__((nonnull));

/* Text from outside: safe_add makes it safe, so that bytes that are not UTF-8 stand as \xNN. */
void json_text(struct buf *out, struct span text) __attribute__((nonnull));

/* A number; whole ones without a point, others with up to three decimals. */
void json_number(struct buf *out, double number) __attribute__((nonnull));
void json_bool(struct buf *out, bool value) __attribute__((nonnull));

#endif
