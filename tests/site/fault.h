/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_TESTS_SITE_FAULT_H
#define TIPTOE_TESTS_SITE_FAULT_H

#include "base/utf8.h"
#include "site/path.h"

/* An independent check of the promises of path.h for every path. */

/* The fault of a name, or NULL. */
static inline const char *fault_of_name(struct span name)
{
    static const char *const devices[] = {"con", "prn", "aux", "nul", "com1", "lpt9", "conin$", "conout$"};
    struct span rest = name, stem = span_trim(span_take_until(&rest, '.'), " ");
    uint32_t c;

    if (name.len == 0 || name.len > 255 - NAME_TWIN_ROOM + 1)
        return "empty or too long";
    if (name.at[0] == '.' || name.at[0] == ' ' || name.at[name.len - 1] == '.' ||
        name.at[name.len - 1] == ' ')
        return "a dot or space at an end";
    for (size_t i = 0; i < COUNT_OF(devices); i++)
        if (span_is_nocase(stem, devices[i]))
            return "a device";
    for (size_t at = 0, len; at < name.len; at += len) {
        len = utf8_decode(name.at + at, name.len - at, &c);
        if (len == 0 || c < 0x20 || (c >= 0x7f && c < 0xa0) || (c < 0x80 && strchr("\\/:*?\"<>|", (int)c)))
            return "a byte that file systems do not take";
    }
    return NULL;
}

/* The fault of a path, or NULL. */
static inline const char *fault_of(struct span whole)
{
    struct span rest = whole, name = span_of("");
    size_t parts = 0;
    const char *fault = whole.len > PATH_BYTES_MAX ? "too long" : NULL;

    while (rest.len > 0 && !fault) {
        name = span_take_until(&rest, '/');
        fault = fault_of_name(name);
        if (rest.len > 0 && types_own_extension(name).len > 0 &&
            !(parts == 1 && span_starts(whole, "_hosts/")))
            return "a directory that looks like a file";
        parts++;
    }
    if (!fault && (span_after_last(name, '.') < 2 || span_after_last(name, '.') == name.len))
        return "a file without an extension";
    return fault;
}

/* The byte at the start of REST, also if it is escaped. */
static inline char fault_take(struct span *rest)
{
    bool is_escaped = rest->len >= 3 && rest->at[0] == '%' && ascii_hex_value(rest->at[1]) >= 0 &&
                      ascii_hex_value(rest->at[2]) >= 0;
    const char *at = rest->at;

    *rest = span_part(*rest, is_escaped ? 3 : 1, rest->len);
    return is_escaped ? (char)(ascii_hex_value(at[1]) << 4 | ascii_hex_value(at[2])) : at[0];
}

/* Whether two texts are equal except for the spelling of escapes. */
static inline bool fault_is_same(struct span a, struct span b)
{
    while (a.len > 0 && b.len > 0)
        if (fault_take(&a) != fault_take(&b))
            return false;
    return a.len == b.len;
}

/* The URL without the parts that may be equal in two URLs by path.h: "index" and an extension, and the query
 * of a script. */
static inline struct span fault_family(const char *whole)
{
    static const char *const scripts[] = {".js", ".mjs", ".cjs"};
    struct span text_of = span_of(whole), path = span_part(text_of, 0, span_find(text_of, '?'));

    for (size_t i = 0; i < COUNT_OF(scripts); i++)
        if (span_has_suffix_nocase(path, scripts[i]))
            return path;
    if (strchr(whole, '?'))
        return text_of;
    while (text_of.len > 5 && span_is(span_part(text_of, text_of.len - 5, 5), ".html"))
        text_of.len -= 5;
    if (text_of.len > 6 && span_is(span_part(text_of, text_of.len - 6, 6), "/index"))
        text_of.len -= 5;
    return text_of;
}

#endif
