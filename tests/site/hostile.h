/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_TESTS_SITE_HOSTILE_H
#define TIPTOE_TESTS_SITE_HOSTILE_H

#include <stdint.h>

#include "base/buf.h"

/* Random URLs, the same in every run, from pieces of bad file names. */

static uint64_t hostile_seed = 88172645463325252ULL;

static size_t hostile_any(size_t below)
{
    hostile_seed ^= hostile_seed << 13;
    hostile_seed ^= hostile_seed >> 7;
    hostile_seed ^= hostile_seed << 17;
    return (size_t)(hostile_seed % below);
}

/* Pieces of bad names. */
static const char *const hostile_pieces[] = {
    "a",
    "A",
    ".",
    "..",
    "html",
    ".html",
    ".HTM",
    ".png",
    ".php",
    "index",
    "con",
    "AUX",
    "com1",
    "%20",
    "%2F",
    "%2f",
    "%2E",
    "%00",
    "%C3%A9",
    "%c3%a9",
    "%C3%a9",
    "%CC%81",
    "e",
    "%E9",
    "%",
    "#",
    "@",
    ":",
    "*",
    "|",
    "~",
    "_",
    "_hosts",
    "=",
    "%23",
    "%40",
    "%3A",
    "/",
    "/",
    "/",
    "//",
    "?",
    "?",
    "&",
    "%F0%9F%90%88",
    "%f0%9f%90%88",
    "%C4%B0",
    "%C3%9F",
    "ss",
    "-",
    "%22",
    "'",
    "(",
    ")",
    ",",
    ";",
    "+",
    "$",
    "!",
    "^",
    "`",
    "{",
    "}",
    "[",
    "]",
    "5F",
    "3A",
    "b",
    "1",
    "%25",
    "%2523",
};

static void hostile_make(struct buf *input)
{
    static const char *const hosts[] = {"https://h.example/", "https://h.example/", "http://h.example/",
                                        "https://h.example:8080/", "https://h_http.example./"};
    size_t count = hostile_any(hostile_any(40) == 0 ? 900 : 9);

    buf_clear(input);
    buf_add_text(input, hosts[hostile_any(COUNT_OF(hosts))]);
    for (size_t i = 0; i < count; i++) {
        const char *piece = hostile_pieces[hostile_any(COUNT_OF(hostile_pieces))];

        /* '#' would begin the fragment: escape it */
        buf_add_text(input, piece[0] == '#' ? "%23" : piece);
    }
}

#endif
