/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_ARCHIVE_RECORD_H
#define TIPTOE_ARCHIVE_RECORD_H

#include "base/gzip.h"
#include "archive/warc.h"

/* A file that grows by gzip members: its written length, and the bytes to write next. */
struct member_file {
    int fd; /* -1: nothing is written, everything stays pending */
    uint64_t written;
    struct buf pending;
};

/* Initialises FILE; the caller keeps FD. */
void member_file_init(struct member_file *file, int fd, uint64_t written) NONNULL;
void member_file_release(struct member_file *file) NONNULL;

/* Returns the file's length once everything pending is written. */
uint64_t member_file_len(const struct member_file *file) NONNULL;

/* Appends complete MEMBERS. */
int member_file_add(struct member_file *file, struct span members) CHECKED;

/* Writes the pending bytes. */
int member_file_write(struct member_file *file) CHECKED;

/* The parts of a member, in order. With STORE they are not deflated, because they are already compressed. */
struct member {
    struct span before[2];
    struct body *body; /* may be NULL */
    struct span after;
    bool store, is_page; /* HTML */
};

/* Appends MEMBER, of any size, in bounded memory: pending bytes are written once there are enough. The same
 * member gives the same bytes on every processor with SSE4.2, with the same library (gzip.h), unless IS_PAGE.
 * After an error, FILE has part of the member. */
int member_add(struct gzip_maker *maker, const struct member *member, struct member_file *file) CHECKED;

/* One record before it is written. Fields whose text is NULL or empty are omitted; all texts are borrowed.
 * For this folder and export/. */
struct record {
    const char *type, *content_type;
    const char *id, *concurrent_to, *info_id; /* UUIDs */
    const char *date;                         /* clock_format's */
    struct span url;
    const char *ip, *protocol, *tls_version, *tls_cipher, *truncated, *filename;
    struct span payload_digest; /* as the field's value */
    bool payload_is_block;
    const char *profile;                                  /* of a revisit */
    struct span refers_to, refers_to_url, refers_to_date; /* of a revisit */
    struct span block;
    struct body *body; /* continues the block; may be NULL */
    bool store;        /* the body is already compressed */
    bool is_page;      /* it is HTML */
};

/* The bytes after a block. */
#define RECORD_END "\r\n\r\n"

uint64_t record_block_len(const struct record *record) NONNULL;

/* The offsets in a head where the digest of the block goes; 0: it has no such field. */
struct record_marks {
    size_t block, payload;
};

/* Sets HEAD to the record's version line, fields and empty line, with room for the digest of its block, of
 * KIND. */
int record_head(struct buf *head, const struct record *record, enum digest_kind kind,
                struct record_marks *marks) CHECKED;

/* Writes the digest of the block into HEAD, at MARKS. */
void record_seal(char *head, const struct record_marks *marks, enum digest_kind kind,
                 const unsigned char *digest) NONNULL;

/* Appends a record of any size to FILE. HEAD is a buffer for its head. */
int record_write(const struct record *record, struct buf *head, struct digest *digest,
                 struct gzip_maker *maker, struct member_file *file) CHECKED;

/* Writes 16 BYTES as a UUID (RFC 9562) of VERSION, after setting the bits of version and variant in BYTES. */
void record_write_id(unsigned char *bytes, unsigned version, char id[WARC_ID_SIZE]) NONNULL;

/* Writes a random UUID, of version 4. */
enum { RECORD_RANDOM_BYTES = 256 };
struct record_ids {
    unsigned char random[RECORD_RANDOM_BYTES];
    size_t left;
};
void record_make_id(struct record_ids *ids, char id[WARC_ID_SIZE]) NONNULL;

/* Appends "NAME: VALUE" and a line end. Control bytes, which could start another line, become blanks. */
void record_add_field(struct buf *to, const char *name, struct span value) NONNULL;

/* Appends the lines of the HEAD of any writer with correct line ends, without its empty line and those that
 * start with one of the words WITHOUT. */
void record_copy_lines(struct buf *to, struct span head, const char *without) NONNULL;

/* Texts about an archive that its user gives: a line of "NAME: VALUE" each. record_take_info takes the next
 * NAME and VALUE from LINES, and returns false at their end; record_find_info returns the value of a name in
 * any case, or an empty text; record_add_info appends them as fields. */
enum { RECORD_INFO_NAME_MAX = 40 };
bool record_take_info(struct span *lines, struct span *name, struct span *value) NONNULL;
struct span record_find_info(struct span lines, const char *wanted) NONNULL;
void record_add_info(struct buf *to, struct span lines) NONNULL;

/* Appends the fields of a warcinfo block that name the version of the standard. */
void record_add_format(struct buf *to) NONNULL;

#endif
