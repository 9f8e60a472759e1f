/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_BASE_JSON_H
#define TIPTOE_BASE_JSON_H

#include "base/buf.h"

/* Writes JSON (RFC 8259) into a buffer: values in order, members after their keys. The writer adds commas and
 * closing brackets. The caller may empty the buffer between two calls, and tests at the end whether it was
 * full. */
enum { JSON_DEPTH_MAX = 16 };

struct json_writer {
    struct buf *out; /* borrowed */
    unsigned depth;
    char closing[JSON_DEPTH_MAX];   /* the bracket that ends each open object and array */
    bool has_items[JSON_DEPTH_MAX]; /* whether the next item there needs a comma */
    bool is_begun;                  /* a key or the start of a line precedes the next item */
};

void json_init(struct json_writer *json, struct buf *out) NONNULL;

/* Starts a writer, and begins an object. */
void json_begin(struct json_writer *json, struct buf *out) NONNULL;

/* Begins an object or an array: BRACKET is '{' or '['. */
void json_open(struct json_writer *json, char bracket) NONNULL;

/* Ends the innermost object or array. */
void json_close(struct json_writer *json) NONNULL;

/* Puts the next item at the start of a line. */
void json_line(struct json_writer *json) NONNULL;

/* Adds the name of a member, which needs no escapes; its value comes next. */
void json_key(struct json_writer *json, const char *key) NONNULL;

/* Adds text from outside. Harmful characters (utf8_is_harmful) become \u escapes, and each byte that is not
 * UTF-8 becomes U+FFFD. */
void json_text(struct json_writer *json, struct span text) NONNULL;
void json_integer(struct json_writer *json, int64_t number) NONNULL;
void json_bool(struct json_writer *json, bool value) NONNULL;

/* Adds a number with up to three decimals, without trailing zeros. */
void json_number(struct json_writer *json, double number) NONNULL;

/* Adds a key, and its value or the beginning of it. */
void json_open_member(struct json_writer *json, const char *key, char bracket) NONNULL;
void json_member_text(struct json_writer *json, const char *key, struct span text) NONNULL;
void json_member_integer(struct json_writer *json, const char *key, int64_t number) NONNULL;
void json_member_number(struct json_writer *json, const char *key, double number) NONNULL;
void json_member_bool(struct json_writer *json, const char *key, bool value) NONNULL;

#endif
