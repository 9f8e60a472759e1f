/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_BASE_JSON_H
#define TIPTOE_BASE_JSON_H

#include <stdbool.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/span.h"

/* Writes JSON (RFC 8259) into a buffer: values in order, each after its key where it is a member. Commas and
 * closing brackets are the writer's. The buffer may be emptied between two calls; once it is full, nothing
 * is added, which the caller tests at the end. */
enum { JSON_DEPTH_MAX = 16 };

struct json_writer {
    struct buf *out; /* borrowed */
    unsigned depth;
    char closing[JSON_DEPTH_MAX];   /* what ends each open object and array */
    bool has_items[JSON_DEPTH_MAX]; /* whether the next one there needs a comma */
    bool is_begun;                  /* a key, or the start of a line, waits for its value */
};

void json_init(struct json_writer *json, struct buf *out) __attribute__((nonnull));

/* An object or an array, as BRACKET is '{' or '['. Deeper than JSON_DEPTH_MAX is our bug: it dies. */
void json_open(struct json_writer *json, char bracket) __attribute__((nonnull));

/* Ends the innermost one. */
void json_close(struct json_writer *json) __attribute__((nonnull));

/* Puts the next item at the start of a line. */
void json_line(struct json_writer *json) __attribute__((nonnull));

/* The name of a member, of our own words; its value comes next. */
void json_key(struct json_writer *json, const char *key) __attribute__((nonnull));

/* Text from outside. What could move a terminal's cursor or reorder its text is written as \u escapes; each
 * byte that is not UTF-8 becomes U+FFFD. */
void json_text(struct json_writer *json, struct span text) __attribute__((nonnull));
void json_integer(struct json_writer *json, int64_t number) __attribute__((nonnull));

/* Up to three decimals, as many as there are. */
void json_number(struct json_writer *json, double number) __attribute__((nonnull));
void json_bool(struct json_writer *json, bool value) __attribute__((nonnull));

/* A key and its value. */
void json_member_text(struct json_writer *json, const char *key, struct span text) __attribute__((nonnull));
void json_member_integer(struct json_writer *json, const char *key, int64_t number) __attribute__((nonnull));
void json_member_number(struct json_writer *json, const char *key, double number) __attribute__((nonnull));
void json_member_bool(struct json_writer *json, const char *key, bool value) __attribute__((nonnull));

#endif
