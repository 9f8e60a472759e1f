/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_SITE_PATH_H
#define TIPTOE_SITE_PATH_H

#include <stdbool.h>

#include "base/buf.h"
#include "base/span.h"

struct url;

/* No path is longer. */
#define PATH_BYTES_MAX 1000

/* The maximum that the buffers given to these functions must have at least; a smaller one ends the program.
 */
#define PATH_BUFFER_MAX (64 * 1024)

/* Where a URL lives below site/: pure functions of the URL and its content type. A path is '/'-divided UTF-8
 * in NFC, its parts at most 255 bytes, from an alphabet that ext4, APFS and NTFS take (none of \ : * ? " < >
 * | or control characters, no device names, no leading dot or space, no trailing dot or space).
 * doc/ARCHITECTURE.md describes the scheme; in short:
 *
 *   /dir/             dir/index.html             /page?x=1&y=/a    page@x=1&y=#2Fa.html
 *   /dir              dir.html                   /caf%C3%A9        café.html
 *   /logo.png         logo.png                   /x.png/y          x.png#/y.html
 *   other hosts       _hosts/cdn.example/…       http, port 8080   _hosts/cdn.example_http_8080/…
 *
 * '#', which no URL path or query holds, introduces all that is ours: #2F a byte that file systems do not
 * take, #- a change of the case in which hex digits are written, #_ an empty part, #=… the hash of a part too
 * long, #~… that of a twin, and at the end of a directory that it looks like a file.
 *
 * A file always ends in an extension and a directory never looks as if it did, so neither can be in the
 * other's way. Different URLs have different paths, with two exceptions, where both are best named alike and
 * hardly ever both there: /d/, /d/index and /d/index.html; /a and /a.html. They, and paths that differ in
 * letter case only, meet in path_key(), which must be unique in a mirror: all but one of them are named by
 * path_twin(). */

/* Sets OUT to the path of URL, of which userinfo and fragment are not looked at. OWN says that it is of the
 * site's own origin. TYPE is the Content-Type header's value, empty where there is none: it decides the
 * extension. */
void path_make(struct buf *out, const struct url *url, bool own, struct span type) __attribute__((nonnull));

/* The path that URL will most likely get, before its answer is known. FALLBACK is the type to expect where
 * the URL's own extension does not tell: "text/html" for what pages link to, "" for requisites. */
void path_guess(struct buf *out, const struct url *url, bool own, struct span fallback)
    __attribute__((nonnull));

/* Sets OUT to what a file system may take two paths for the same by: case folded, NFC. */
void path_key(struct buf *out, struct span path) __attribute__((nonnull));

/* Sets OUT to another path for URL when PATH, its first choice, is taken. */
void path_twin(struct buf *out, struct span path, const struct url *url) __attribute__((nonnull));

/* Sets OUT to the shortest relative URL by which the file FROM refers to the file TO, with FRAGMENT (empty or
 * with its
 * '#') added as it is. What is not a letter, digit or one of -._~/!$*;=@ is percent-encoded, so that it
 * stands safely in HTML attributes, srcset and CSS url(). A reference of a file to itself is its fragment or,
 * without one, its name. */
void path_relative(struct buf *out, struct span from, struct span to, struct span fragment)
    __attribute__((nonnull));

#endif
