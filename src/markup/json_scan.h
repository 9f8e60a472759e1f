/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_MARKUP_JSON_SCAN_H
#define TIPTOE_MARKUP_JSON_SCAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/span.h"

/* Objects and arrays within each other; deeper text is not read. */
enum { JSON_SCAN_DEPTH = 128 };

/* What the scanner expects at its position. */
enum json_scan_state {
    JSON_SCAN_VALUE,
    JSON_SCAN_FIRST_ELEMENT, /* after '[': a value or ']' */
    JSON_SCAN_FIRST_KEY,     /* after '{': a key or '}' */
    JSON_SCAN_KEY,
    JSON_SCAN_COLON,
    JSON_SCAN_AFTER_VALUE,
    JSON_SCAN_END, /* the text was one value and nothing else */
    JSON_SCAN_BAD  /* it is not, or too deep */
};

/* An object or array that is open, and where in it the scanner stands. */
struct json_scan_level {
    size_t at; /* where it begins */
    bool is_object;
    struct span key; /* of an object: the last key read, between its quotes, escapes and all */
    uint32_t index;  /* of an array: from 0 */
};

/* The strings of a JSON text (RFC 8259, strictly), in their order, each with its place and the way to it.
 * A byte order mark before the text is passed over, as browsers do. Bytes of strings that are not UTF-8 are
 * let through. */
struct json_scan {
    struct span text;
    size_t at;
    enum json_scan_state state;
    unsigned depth; /* levels[0] is the outermost object or array, levels[depth - 1] holds the string */
    struct json_scan_level levels[JSON_SCAN_DEPTH];
};

/* A string: its place between its quotes, escapes and all. */
struct json_scan_string {
    size_t at, len;
    bool is_key;  /* of the member that begins here; the level's key is it already */
    bool escaped; /* it has a backslash: see json_unescape */
};

/* Begins with TEXT, in an encoding in which a byte below 0x80 is always that character. It is borrowed as
 * long as the scan is used. Of the levels, only those below `depth` have content. */
void json_scan_start(struct json_scan *scan, struct span text) __attribute__((nonnull));

/* The next string; false at the end, or where the text is no JSON any more: json_scan_is_whole tells. Who
 * must not act on half a text scans it twice. */
bool json_scan_next(struct json_scan *scan, struct json_scan_string *string)
    __attribute__((nonnull, warn_unused_result));

/* Once json_scan_next returned false: whether all of the text was one value. */
static inline bool json_scan_is_whole(const struct json_scan *scan)
{
    return scan->state == JSON_SCAN_END;
}

/* Whether the way to the string at hand is PATH: keys in ASCII, separated by slashes, "{}" for any key, "[]"
 * for any element of an array: "icons/[]/src", "scopes/{}/{}". The way to a key ends with that key. */
bool json_scan_path_is(const struct json_scan *scan, const char *path) __attribute__((nonnull));

/* What the string RAW says: RAW itself where it has no escapes, else the content of SCRATCH, which is cleared
 * first, in UTF-8. A half of a surrogate pair by itself becomes U+FFFD. */
struct span json_unescape(struct span raw, struct buf *scratch) __attribute__((nonnull));

#endif
