/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_BASE_GZIP_H
#define TIPTOE_BASE_GZIP_H

#include "base/span.h"

/* gzip members (RFC 1952), made and read piece by piece. The readers also read the other forms of deflate. */

struct gzip_maker;
struct gzip_maker *gzip_maker_new(void) __attribute__((returns_nonnull));
void gzip_maker_free(struct gzip_maker *maker);

/* Begins a member. A page gets codes that suit pages before it, if that is faster. */
void gzip_maker_start(struct gzip_maker *maker, bool is_page) NONNULL;

/* Takes bytes off the front of IN and writes at most ROOM to TO; returns how many. IS_LAST: the member ends
 * with IN, and it is complete when IN is empty and less than ROOM was written. */
size_t gzip_make(struct gzip_maker *maker, struct span *in, bool is_last, char *to, size_t room) NONNULL;

/* Returns the CRC of gzip after more bytes. */
uint32_t gzip_crc(uint32_t crc, struct span bytes);

struct gzip_reader;
struct gzip_reader *gzip_reader_new(void) __attribute__((returns_nonnull));
void gzip_reader_free(struct gzip_reader *reader);

/* Begins a member, or a stream of the form of RFC 1950 or 1951. */
enum gzip_form { GZIP_MEMBER, GZIP_ZLIB, GZIP_RAW };
void gzip_reader_start(struct gzip_reader *reader, enum gzip_form form) NONNULL;

/* Takes bytes off the front of IN and writes at most ROOM to TO, MADE of them; IS_ENDED: the member ends
 * there. Bytes may be MADE after all of IN was taken. ERROR_CORRUPT if it is damaged. */
int gzip_read(struct gzip_reader *reader, struct span *in, char *to, size_t room, size_t *made,
              bool *is_ended) CHECKED;

#endif
