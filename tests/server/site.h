/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_TESTS_SERVER_SITE_H
#define TIPTOE_TESTS_SERVER_SITE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/span.h"

/* A site file (README describes the format) in memory: a list of rules. The first rule that matches a request
 * makes the answer. All texts live as long as the site. */

/* The most open requests that a rule can wait for. */
enum { SERVER_HOLD = 16 };

enum { RULE_HEADERS = 64, RULE_PIECES = 64, RULE_CHUNKS = 32, RULE_CONDITIONS = 8 };

enum piece_kind { PIECE_TEXT, PIECE_FILL, PIECE_FILE, PIECE_ECHO };

/* A part of a body; parts are in the order of the file. */
struct piece {
    enum piece_kind kind;
    struct span text; /* of PIECE_TEXT, or a file's path */
    uint64_t count;   /* repetitions of the text, or bytes of PIECE_FILL */
};

/* A header line sent `count` times; REPEAT_ENDLESS never stops. */
struct header_line {
    struct span text;
    uint64_t count;
};
#define REPEAT_ENDLESS UINT64_MAX

enum condition_kind { IF_PORT, IF_HOST, IF_METHOD, IF_REQUEST, IF_AFTER, IF_BEFORE, IF_HEADER, IF_NO_HEADER };

struct condition {
    enum condition_kind kind;
    struct span text;
    uint64_t first, last;
};

enum end_action { END_KEEP, END_CLOSE, END_RESET, END_HANG };
enum end_place { AT_END, AT_START, AT_HEAD, AT_BODY };

/* This number of bytes per interval; bytes 0: as fast as the socket accepts them. */
struct drip {
    uint64_t bytes;
    uint64_t every_ms;
};

struct rule {
    struct span pattern; /* without the final * */
    bool is_prefix;
    bool has_query;
    uint64_t seen; /* requests whose target matches the pattern (and port and host), this one included */
    struct condition conditions[RULE_CONDITIONS];
    size_t condition_count;

    struct span status;
    struct header_line interims[RULE_CONDITIONS];
    size_t interim_count;
    struct span interim_header;
    struct header_line headers[RULE_HEADERS];
    size_t header_count;
    struct span etag, modified;

    struct piece pieces[RULE_PIECES];
    size_t piece_count;
    struct span endless; /* repeated after the pieces */
    struct span tree;    /* a directory whose files are the answers */
    unsigned gzip;       /* the number of codings */
    bool keeps;          /* keep only the first `keep` bytes of the coded body */
    uint64_t keep;
    struct span append;

    bool raw; /* send only the body */
    bool chunked;
    uint64_t chunks[RULE_CHUNKS];
    size_t chunk_count;
    struct span chunk_extension;
    struct header_line trailers[RULE_CONDITIONS];
    size_t trailer_count;
    bool length_given; /* `length` instead of the true Content-Length; empty: none */
    struct span length;

    uint64_t delay_ms, delay_per_open_ms;
    uint64_t hold; /* the number of open requests that it waits for */
    struct drip drip_head, drip_body;
    enum end_action end;
    enum end_place end_place;
    uint64_t end_bytes;
};

struct site {
    struct rule *rules;
    size_t rule_count;
    char **texts;
    size_t text_count;
    char *directory; /* of the site file: paths in it are relative to this */
    int64_t loaded_us;
};

/* Reads a site file. Returns NULL after a message on stderr that names file and line. Free it with site_free.
 */
struct site *site_load(const char *path) __attribute__((nonnull, warn_unused_result));

/* A site that serves the files of a directory. */
struct site *site_of_tree(const char *directory)
    __attribute__((nonnull, returns_nonnull, warn_unused_result));

/* NULL is accepted. */
void site_free(struct site *site);

struct request;

/* The rule for a request that arrived at NOW_US; NULL if none matches. Counts the request in every rule whose
 * pattern matches. */
const struct rule *site_rule(struct site *site, const struct request *request, int64_t now_us)
    __attribute__((nonnull));

#endif
