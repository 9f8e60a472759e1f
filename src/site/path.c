/* SPDX-License-Identifier: MIT */
/* Paths of URLs below site/, from the names that name.c makes of single parts. In a path longer than
 * PATH_BYTES_MAX, one directory named by a hash replaces the last directories. */
#include "config.h"

#include "site/path.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unicase.h>
#include <uninorm.h>

#include "base/die.h"
#include "base/limits.h"
#include "base/utf8.h"
#include "site/name.h"
#include "site/types.h"
#include "url/percent.h"
#include "url/url.h"

/* The bytes of directories that a path keeps if it is too long. */
enum { KEPT_MAX = 600 };

/* The position of the last part of PATH. */
static size_t name_at(struct span path)
{
    size_t at = path.len;

    while (at > 0 && path.at[at - 1] != '/')
        at--;
    return at;
}

/* Divides a URL's path into its last part and the directories before it, without the first '/'. */
static void split_path(struct span path, struct span *directories, struct span *last)
{
    size_t at = name_at(path);

    *last = span_part(path, at, path.len);
    *directories = at > 1 ? span_part(path, 1, at - 1) : span_of("");
}

/* Adds the names of DIRECTORIES, each with a '/' at its end. */
static void add_directories(struct buf *out, struct span directories, bool own)
{
    bool first = true;

    while (directories.len > 0) {
        struct span part = span_take_until(&directories, '/');

        if (own && first && span_is_nocase(part, "_hosts")) {
            buf_add_text(out, "#5F");
            part = span_part(part, 1, part.len);
        }
        name_add_directory(out, part);
        buf_add_byte(out, '/');
        first = false;
    }
}

static void add_file(struct buf *out, const struct url *url, struct span last, struct span type)
{
    struct span query = url_query(url), own = types_own_extension(last);
    bool has_query = url_has_query(url);
    const char *extension = types_extension(type, has_query ? span_of("") : own);

    if (has_query)
        name_add_file(out, last, &query, span_of(extension));
    else if (last.len == 0)
        name_add_file(out, span_of("index"), NULL, span_of(extension));
    else if (extension)
        name_add_file(out, last, NULL, span_of(extension));
    else
        name_add_file(out, span_part(last, 0, last.len - own.len - 1), NULL, own);
}

/* Replaces the directories that make PATH too long with one; keeps the file's name. */
static void shorten_path(struct buf *path)
{
    size_t kept = 0, file = name_at(buf_span(path)), file_len = path->len - file;
    char name[LIMIT_NAME_BYTES];
    struct span directories = span_make(path->at, file);
    struct buf hash;

    if (path->len <= PATH_BYTES_MAX)
        return;
    for (size_t i = 0; i < KEPT_MAX && i < file; i++)
        if (path->at[i] == '/')
            kept = i + 1;
    buf_init(&hash, NAME_HASH_LEN);
    name_add_hash(&hash, "path", directories, span_of(""));
    memcpy(name, path->at + file, file_len);
    buf_cut(path, kept);
    buf_add_text(path, "#=");
    buf_add_span(path, buf_span(&hash));
    buf_add_byte(path, '/');
    buf_add(path, name, file_len);
    buf_release(&hash);
}

static void check_room(const struct buf *out)
{
    if (out->full)
        die("a buffer for a path is too small: %zu bytes", out->max);
}

void path_make(struct buf *out, const struct url *url, bool own, struct span type)
{
    struct span directories, last;

    split_path(url_path(url), &directories, &last);
    buf_clear(out);
    if (!own) {
        buf_add_text(out, "_hosts/");
        name_add_host(out, url_host(url), span_is(url_scheme(url), "https"), url_port(url));
        buf_add_byte(out, '/');
    }
    add_directories(out, directories, own);
    add_file(out, url, last, type);
    check_room(out);
    shorten_path(out);
}

void path_guess(struct buf *out, const struct url *url, bool own, struct span fallback)
{
    struct span directories, last;
    const char *type;

    split_path(url_path(url), &directories, &last);
    type = types_of_extension(types_own_extension(last));
    if (type)
        fallback = span_of(type);
    else if (last.len == 0 && fallback.len == 0)
        fallback = span_of("text/html");
    path_make(out, url, own, fallback);
}

/* Unicode's canonical caseless form: decomposed, folded, composed. */
static void fold(struct buf *out, struct span path)
{
    size_t len;
    uint8_t *key = u8_casefold((const uint8_t *)path.at, path.len, NULL, UNINORM_NFC, NULL, &len);

    if (!key)
        die("a path cannot be folded: %s", strerror(errno));
    buf_add(out, key, len);
    free(key);
}

void path_key(struct buf *out, struct span path)
{
    buf_clear(out);
    if (!utf8_is_ascii(path)) {
        fold(out, path);
    } else {
        char *to = buf_reserve(out, path.len);

        for (size_t i = 0; to && i < path.len; i++)
            to[i] = ascii_lower(path.at[i]);
        if (to)
            buf_grew(out, path.len);
    }
    check_room(out);
}

void path_twin(struct buf *out, struct span path, const struct url *url)
{
    size_t name = name_at(path), dot = path.len;

    while (dot > name && path.at[dot - 1] != '.')
        dot--;
    dot = dot > name ? dot - 1 : path.len;
    buf_clear(out);
    buf_add_span(out, span_part(path, 0, dot));
    buf_add_text(out, "#~");
    name_add_hash(out, "twin", url_origin(url),
                  span_part(buf_span(&url->text), url->path_at, url->fragment_at - url->path_at));
    buf_add_span(out, span_part(path, dot, path.len));
    check_room(out);
}

void path_relative(struct buf *out, struct span from, struct span to, struct span fragment)
{
    size_t common = 0;

    buf_clear(out);
    if (span_equals(from, to) && fragment.len > 0) {
        buf_add_span(out, fragment);
        check_room(out);
        return;
    }
    for (size_t i = 0; i < from.len && i < to.len && from.at[i] == to.at[i]; i++)
        if (from.at[i] == '/')
            common = i + 1;
    for (size_t i = common; i < from.len; i++)
        if (from.at[i] == '/')
            buf_add_text(out, "../");
    percent_add(out, span_part(to, common, to.len), PERCENT_REFERENCE);
    buf_add_span(out, fragment);
    check_room(out);
}

bool path_copy(struct span path, char copy[PATH_BYTES_MAX + 1])
{
    if (path.len == 0 || path.len > PATH_BYTES_MAX)
        return false;
    memcpy(copy, path.at, path.len);
    copy[path.len] = '\0';
    return true;
}
