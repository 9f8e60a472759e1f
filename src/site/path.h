/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_SITE_PATH_H
#define TIPTOE_SITE_PATH_H

#include "base/buf.h"

struct url;

/* Names of single parts of a path, as path.h describes them. OUT must have room for a name before it is cut
 * to its size: three bytes for each byte of the URL. */

/* The length of a hash in a name, and the room that every name leaves for path_twin. */
enum { NAME_HASH_LEN = 16, NAME_TWIN_ROOM = NAME_HASH_LEN + 2 };

/* Adds the name of a directory for a part of a URL's path. */
void name_add_directory(struct buf *out, struct span part) NONNULL;

/* Adds NAME_HASH_LEN letters and digits: 80 bits of SHA-256 over SALT and both texts. */
void name_add_hash(struct buf *out, const char *salt, struct span first, struct span second) NONNULL;

/* No path of path_make is longer; a twin has NAME_TWIN_ROOM more. */
#define PATH_BYTES_MAX 1000

/* The least maximum of the buffers that these functions fill; a smaller one may end the program. */
#define PATH_BUFFER_MAX (64 * 1024)

/* The path of a URL's file below site/: pure functions of the URL and its content type. A path is UTF-8 in
 * NFC, its parts separated by '/' and at most 255 bytes long (path_fit), with only names that ext4, APFS and
 * NTFS accept (none of \ : * ? " < > | or control characters, no device names, no dot or space at the start
 * or the end). doc/ARCHITECTURE.md describes the scheme; in short:
 *
 *   /dir/             dir/index.html             /page?x=1&y=/a    page@x=1&y=#2Fa.html
 *   /dir              dir.html                   /caf%C3%A9        café.html
 *   /logo.png         logo.png                   /x.png/y          x.png#/y.html
 *   other hosts       _hosts/cdn.example/…       http, port 8080   _hosts/cdn.example_http_8080/…
 *
 * '#', which no URL path or query contains, introduces our own marks: #2F a byte that file systems refuse,
 * #_ an empty part, #=… the hash of a part that is too long, #~… the
 * hash of a twin, #! the directory of a page's views, and a final # a directory whose name looks like a
 * file's.
 *
 * A file's name always ends in an extension and a directory's never in a short one, so that hardly any needs
 * the other's place: naming_choose moves the file beside a directory like data.topojson. URLs of equivalent
 * spellings (percent.h) have one path, and so do scripts that differ in their query, because some find
 * themselves by their name. Other URLs have different paths, with three exceptions, in which one name suits
 * both and a site rarely has both: /d/, /d/index and
 * /d/index.html; /a and /a.html; /[a] and /%5Ba%5D, /@a/ and
 * /%40a/. These, and paths that differ in letter case only, have the same path_key(), which must be unique in
 * a mirror: path_twin() names all except one of them. */

/* Sets OUT to the path of URL, without regard to userinfo and fragment. OWN: the URL has the site's own
 * origin. TYPE, the value of Content-Type (empty without one), determines the extension. */
void path_make(struct buf *out, const struct url *url, bool own, struct span type) NONNULL;

/* Sets OUT to the most likely path of URL before its response is known. FALLBACK is the expected type if the
 * URL's extension names none: "text/html" for links from pages, "" for requisites. */
void path_expect(struct buf *out, const struct url *url, bool own, struct span fallback) NONNULL;

/* Shortens the parts of a path of path_make or path_expect so that its names, and those of its twin, have at
 * most NAME_MAX bytes, at least 80. */
void path_fit(struct buf *path, size_t name_max) NONNULL;

/* Sets OUT to the path of what the scripts of PAGE, the path of a page, show for FRAGMENT: for index.html and
 * "#/tools/rope", index.html#!/tools/rope.html; without one, PAGE. */
void path_of_view(struct buf *out, struct span page, struct span fragment) NONNULL;

/* Sets OUT to the key under which a case-insensitive file system finds PATH (valid UTF-8): the canonical
 * caseless form of Unicode. */
void path_key(struct buf *out, struct span path) NONNULL;

/* Sets OUT to another path for URL, if another URL has PATH, its first choice. */
void path_twin(struct buf *out, struct span path, const struct url *url) NONNULL;

/* Sets COPY to PATH, with a NUL after it; false if it is empty or longer than a path of site/. */
bool path_copy(struct span path, char copy[PATH_BYTES_MAX + 1]) NONNULL;

/* Sets OUT to the shortest relative URL from the file FROM to the file TO, in PERCENT_REFERENCE, and adds
 * FRAGMENT (empty or with its '#') unchanged. A reference of a file to itself is its fragment or, without
 * one, its name. */
void path_relative(struct buf *out, struct span from, struct span to, struct span fragment) NONNULL;

/* types.c. The table of media types and file name extensions. */

/* Returns the extension to add to NAME, the last part of a URL's path, so that a browser opens the file as
 * TYPE, a Content-Type value; its .at is NULL if the OWN extension of NAME suffices, which for data may have
 * any length. A parameter "name" of TYPE names the file for which no other extension is known. Extensions are
 * without their dot, and borrowed from NAME and TYPE, or static. */
struct span types_extension(struct span type, struct span name, struct span *own) NONNULL;

/* Returns true if TYPE, a Content-Type value, is one of scripts. */
bool types_is_script(struct span type);

/* Returns the type of an extension; NULL if it is unknown, or if servers run files that have it. */
const char *types_of_extension(struct span extension);

/* Returns the extension of the parameter "name" of TYPE, which a download without another name has; empty
 * without one. */
struct span types_named_extension(struct span type);

/* Returns true if servers run files that have this extension. */
bool types_is_active(struct span extension);

/* Returns the extension of NAME, without its dot: one to five letters and digits of which the first is a
 * letter, or an extension in the table. Empty without one, or if NAME begins with the dot. */
struct span types_own_extension(struct span name);

#endif
