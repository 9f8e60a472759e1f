/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_BASE_LIMITS_H
#define TIPTOE_BASE_LIMITS_H

/* Every ceiling that does not depend on an option, each with its reason. */

/* A URL longer than this is counted and skipped: servers refuse them, and only traps make them. */
#define LIMIT_URL_BYTES (8 * 1024)

/* HTML, CSS and XML beyond this are stored, marked and not parsed: no page for reading is larger. */
#define LIMIT_DOCUMENT_BYTES (64 * 1024 * 1024)

/* Bodies up to this size stay in memory, so that a usual page never touches a temporary file. */
#define LIMIT_BODY_IN_MEMORY (1024 * 1024)

/* Any other body whose length was not announced: a stream without end must end somewhere. */
#define LIMIT_UNANNOUNCED_BYTES (2LL * 1024 * 1024 * 1024)

/* Above 16 MiB decoded, more than this many decoded bytes for each coded one is a bomb. */
#define LIMIT_DECODED_RATIO 100
#define LIMIT_DECODED_FREE  (16LL * 1024 * 1024)

/* Content codings applied one over the other; nobody honest uses more than one. */
#define LIMIT_CODINGS 2

/* Links taken from one page; a list of half a million is a sitemap, not a page. */
#define LIMIT_LINKS 500000

/* Guesses at addresses taken from one page, script or file of data: each may cost the site a request. */
#define LIMIT_CANDIDATES 100

/* Guesses at addresses that led nowhere, before it is asked whether guessing pays at this site. */
#define LIMIT_GUESSES_WRONG 24

/* Attributes and bytes of one tag: libxml2 and browsers take quadratic time above. */
#define LIMIT_TAG_ATTRIBUTES 2000
#define LIMIT_TAG_BYTES      (64 * 1024)

/* srcdoc inside srcdoc inside …: each level is a document of its own. */
#define LIMIT_SRCDOC_DEPTH 3

/* Redirects from a link to its document. */
#define LIMIT_REDIRECTS 10

/* Links from the start page to a page; deeper is a trap. */
#define LIMIT_DEPTH 50

/* One header block of an answer, as libcurl bounds it. */
#define LIMIT_HEADER_BYTES (300 * 1024)

/* A chunk's size line with its extensions, and all trailers of a chunked body: nothing in them is used. */
#define LIMIT_CHUNK_LINE_BYTES (16 * 1024)

/* robots.txt: RFC 9309 asks for 500 KiB at least; one real file is larger, of 852,930 bytes. */
#define LIMIT_ROBOTS_BYTES     (2 * 1024 * 1024)
#define LIMIT_ROBOTS_LINE      16663
#define LIMIT_ROBOTS_REDIRECTS 5

/* Sitemaps: the protocol's own limits, decoded; then how many levels of indexes and how many files of one
 * site. */
#define LIMIT_SITEMAP_BYTES   52428800
#define LIMIT_SITEMAP_ENTRIES 50000
#define LIMIT_SITEMAP_LEVELS  3
#define LIMIT_SITEMAP_FILES   500

/* Links taken from one header block, which Link fields may fill. */
#define LIMIT_HEADER_LINKS 500

/* The fields of one WARC record: a few hundred bytes and a URL or two. */
#define LIMIT_WARC_HEAD_BYTES (64 * 1024)

/* One part of a path on disk: what ext4, NTFS and APFS have in common. */
#define LIMIT_NAME_BYTES 255

#endif
