/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_BASE_LIMITS_H
#define TIPTOE_BASE_LIMITS_H

/* All maxima that do not depend on an option, each with its reason. */

/* Longer URLs are counted and skipped: servers refuse them, and only traps contain them. */
#define LIMIT_URL_BYTES (8 * 1024)

/* A message that quotes URLs and file names. */
#define LIMIT_WHY_BYTES (16 * 1024)

/* Larger HTML, CSS and XML is stored, marked and not parsed: no page that people read is larger. Where the
 * length of a document was not announced, it ends here. */
#define LIMIT_DOCUMENT_BYTES (64 * 1024 * 1024)

/* Bodies up to this size stay in memory, so that a usual page needs no temporary file. */
#define LIMIT_BODY_IN_MEMORY (1024 * 1024)

/* Other bodies whose length was not announced: endless streams need an end. */
#define LIMIT_UNANNOUNCED_BYTES (2LL * 1024 * 1024 * 1024)

/* Above 16 MiB decoded, more decoded bytes per coded byte than this are a decompression bomb. */
#define LIMIT_DECODED_RATIO 100
#define LIMIT_DECODED_FREE  (16LL * 1024 * 1024)

/* Content codings applied to one body; honest servers apply one. */
#define LIMIT_CODINGS 2

/* Links taken from one page; a list of half a million is a sitemap, not a page. */
#define LIMIT_LINKS 500000

/* The URLs and other texts of the links of one page: a long base makes kilobytes of each short link. */
#define LIMIT_LINK_TEXT_BYTES (64 * 1024 * 1024)

/* Bytes of one document that its readers look at again, beyond the one look of each, where they search it for
 * each of many names: less than 0.2 s. */
#define LIMIT_WORK (16 * 1024 * 1024)

/* Candidate URLs taken from one page, script or data file: each may cost the site a request. */
#define LIMIT_CANDIDATES 100

/* URLs taken from one script or page in the forms of site generators: a file for each page of a site. */
#define LIMIT_FORM_URLS 20000

/* Of these, names that only their form makes likely. */
#define LIMIT_NAMES 60

/* Candidate URLs that do not exist, before tiptoe weighs whether guessing helps at this site. */
#define LIMIT_GUESSES_WRONG 24

/* The same for names of which only the form is evidence. */
#define LIMIT_NAMES_WRONG 8

/* Candidate URLs of one shape that are requested before one of them exists; the same for words of a list. */
#define LIMIT_GUESSES_OF_SHAPE 3
#define LIMIT_VALUES_WRONG     2

/* Names of files that scripts make from a value, and such values, that are kept for guesses; guesses that a
 * run makes of them; the length of a value that is not kept, and of the name of what has it. */
#define LIMIT_TEMPLATES        32
#define LIMIT_TEMPLATE_VALUES  1000
#define LIMIT_TEMPLATE_GUESSES 16000
#define LIMIT_VALUE_BYTES      60

/* Terms of META robots that are listed for one page; later ones are obeyed, too. */
#define LIMIT_META_TERMS 1000

/* Attributes and bytes of one tag: above these, libxml2 and browsers take quadratic time. */
#define LIMIT_TAG_ATTRIBUTES 2000
#define LIMIT_TAG_BYTES      (64 * 1024)

/* The names in the import maps of a page, with their URLs. */
#define LIMIT_IMPORTS_BYTES (256 * 1024)

/* Levels of srcdoc inside srcdoc: each is a document. */
#define LIMIT_SRCDOC_DEPTH 3

/* Redirects from a link to its document. */
#define LIMIT_REDIRECTS 10

/* Links from the start page to a page; deeper pages are a crawler trap. */
#define LIMIT_DEPTH 50

/* One header block of a response: the limit of libcurl. */
#define LIMIT_HEADER_BYTES (300 * 1024)

/* A chunk's size line with its extensions, and all trailers of a chunked body: tiptoe uses none of them. */
#define LIMIT_CHUNK_LINE_BYTES (16 * 1024)

/* robots.txt: RFC 9309 requires at least 500 KiB; the largest known file has 852,930 bytes. */
#define LIMIT_ROBOTS_BYTES     (2 * 1024 * 1024)
#define LIMIT_ROBOTS_LINE      16663
#define LIMIT_ROBOTS_REDIRECTS 5

/* Sitemaps: the protocol's limits on one decoded file; then levels of indexes, and files of a site. */
#define LIMIT_SITEMAP_BYTES   52428800
#define LIMIT_SITEMAP_ENTRIES 50000
#define LIMIT_SITEMAP_LEVELS  3
#define LIMIT_SITEMAP_FILES   500

/* Links taken from one header block; Link fields may fill it. */
#define LIMIT_HEADER_LINKS 500

/* The fields of one WARC record: usually a few hundred bytes and one or two URLs. */
#define LIMIT_WARC_HEAD_BYTES (64 * 1024)

/* One part of a path on disk: the common maximum of ext4, NTFS and APFS. */
#define LIMIT_NAME_BYTES 255

#endif
