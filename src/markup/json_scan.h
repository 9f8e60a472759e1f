/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_MARKUP_JSON_SCAN_H
#define TIPTOE_MARKUP_JSON_SCAN_H

#include "base/buf.h"

/* The maximum nesting of objects and arrays. The scan ends where a text goes deeper. */
enum { JSON_SCAN_DEPTH = 128 };

/* An open object or array and the position of the scanner in it. */
struct json_scan_level {
    size_t at; /* the position of its bracket */
    bool is_object;
    struct span key; /* of an object: the last key, without its quotes; escapes are not decoded */
    uint32_t index;  /* of an array: from 0 */
};

/* A scan of the strings of a JSON text (RFC 8259), in order, each with its position and path. It skips a byte
 * order mark before the text, as browsers do, and all errors that leave strings and brackets whole. */
struct json_scan {
    struct span text;
    size_t at;
    char last;      /* the quote, bracket, colon or comma before; 0: none */
    bool is_bad;    /* brackets do not match or nest too deep, or a string has no end */
    unsigned depth; /* levels[0] is the outermost object or array, levels[depth - 1] the one that contains the
                     * string */
    struct json_scan_level levels[JSON_SCAN_DEPTH];
};

/* The position of a string without its quotes; escapes are not decoded. */
struct json_scan_string {
    size_t at, len;
    bool is_key;  /* it is the key of a member; the `key` of the level is already set to it */
    bool escaped; /* it contains a backslash: see js_unescape */
};

/* Starts a scan of TEXT, which is borrowed while the scan is in use. In its encoding a byte below 0x80 must
 * always be that ASCII character. Only the levels below `depth` are set. */
void json_scan_start(struct json_scan *scan, struct span text) NONNULL;

/* Finds the next string. Returns false at the end, and where strings or brackets are not whole;
 * json_scan_is_whole distinguishes them. A caller that must not act on part of a text scans it twice. */
bool json_scan_next(struct json_scan *scan, struct json_scan_string *string) CHECKED;

/* Returns true if the text has a value to its end, once json_scan_next has returned false. */
static inline bool json_scan_is_whole(const struct json_scan *scan)
{
    return !scan->is_bad && scan->depth == 0 && scan->last != 0;
}

/* Returns true if PATH is the path of the current string: ASCII keys separated by slashes, "{}" for any key,
 * "[]" for any element of an array, as in "icons/[]/src" and "scopes/{}/{}". The path of a key ends with that
 * key. A key that is written with escapes is another one. */
bool json_scan_path_is(const struct json_scan *scan, const char *path) NONNULL;

#endif
