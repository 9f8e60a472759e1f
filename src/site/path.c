/* SPDX-License-Identifier: MIT */
/* Paths of URLs below site/, from the names of single parts. In a path longer than PATH_BYTES_MAX, one
 * directory named by a hash replaces the last directories. Except for brackets and '@', the encoding of names
 * is reversible (tests/site/path.c reverses it), so that two texts never have the same name: '%20' becomes a
 * space, and escaped UTF-8 becomes text if it is printable and in NFC (a URL contains neither unescaped); '#'
 * introduces our own escapes; all other bytes stay as they are. WHATWG URLs preserve the case of hex
 * digits, and so must a name: after '#-' the escapes have the other case. */
#include "config.h"

#include "site/path.h"

#include <errno.h>
#include <openssl/sha.h>
#include <unicase.h>
#include <unictype.h>
#include <uninorm.h>

#include "apps/app.h"
#include "base/alloc.h"
#include "base/digest.h"
#include "base/limits.h"
#include "base/utf8.h"
#include "url/percent.h"
#include "url/url.h"

enum { NAME_MAX_BYTES = LIMIT_NAME_BYTES - NAME_TWIN_ROOM, HOST_SUFFIX_MAX = sizeof "_http_65535" };

enum place { IN_HOST, IN_DIRECTORY, IN_FILE, IN_QUERY };

struct encoder {
    struct buf *out;
    enum place place;
    bool decode;  /* whether escaped text becomes text */
    bool unicode; /* whether the name has text beyond ASCII */
};

static void add_escape(struct buf *out, char byte)
{
    buf_add_format(out, "#%02X", (unsigned char)byte);
}

/* Returns true if a byte of a URL cannot be in a name, or has another meaning there. */
static bool needs_escape(char byte, enum place place)
{
    unsigned char c = (unsigned char)byte;

    if (ascii_is_alphanumeric(byte))
        return false;
    if (c <= ' ' || c >= 0x7f)
        return true;
    if (c == '@')
        return place == IN_FILE;
    if (c == '_')
        return place == IN_HOST;
    return strchr("\\/:*?\"<>|#", c) != NULL;
}

/* Returns true for text that readers can see: not hidden, blank, private or unassigned, and none of the
 * digits that make device names (COM¹). */
static bool is_printable(uint32_t c)
{
    const uint32_t visible = UC_CATEGORY_MASK_L | UC_CATEGORY_MASK_M | UC_CATEGORY_MASK_N |
                             UC_CATEGORY_MASK_P | UC_CATEGORY_MASK_S;

    if (c == 0xb9 || c == 0xb2 || c == 0xb3)
        return false;
    return uc_is_general_category_withtable(c, visible) && !uc_is_property_default_ignorable_code_point(c);
}

/* Decodes the escapes at the start of TEXT, at most 4, to BYTES; returns their number. */
static size_t read_escapes(struct span text, char bytes[4])
{
    size_t count = 0;

    for (int byte; count < 4 && (byte = span_escape(span_part(text, 3 * count, 3))) >= 0; count++)
        bytes[count] = (char)byte;
    return count;
}

/* Adds the escaped character at the start of TEXT as text and returns the bytes that it takes there; 0 if it
 * must stay escaped. */
static size_t add_decoded(struct encoder *encoder, struct span text)
{
    char bytes[4];
    uint32_t c;
    size_t count, len;
    bool is_folder = encoder->place == IN_DIRECTORY, is_in_path = is_folder || encoder->place == IN_FILE;
    char bracket = is_in_path ? forms_plain_byte(text, is_folder) : '\0';

    if (bracket) {
        buf_add_byte(encoder->out, bracket);
        return 3;
    }
    if (text.len >= 3 && memcmp(text.at, "%20", 3) == 0) {
        if (encoder->place == IN_DIRECTORY && text.len == 3)
            return 0; /* Windows would remove a trailing space */
        buf_add_byte(encoder->out, ' ');
        return 3;
    }
    count = read_escapes(text, bytes);
    len = utf8_decode(bytes, count, &c);
    if (len < 2 || !is_printable(c))
        return 0;
    encoder->unicode = true;
    buf_add(encoder->out, bytes, len);
    return 3 * len;
}

static void encode_part(struct encoder *encoder, struct span text)
{
    for (size_t at = 0; at < text.len;) {
        char c = text.at[at];
        bool last = at + 1 == text.len;
        size_t taken = c == '%' && encoder->decode ? add_decoded(encoder, span_part(text, at, text.len)) : 0;

        if (taken > 0) {
            at += taken;
            continue;
        }
        if (needs_escape(c, encoder->place) || (c == '.' && last && encoder->place <= IN_DIRECTORY))
            add_escape(encoder->out, c);
        else
            buf_add_byte(encoder->out, c);
        at++;
    }
}

/* Returns true if a file with this name, with any extension, is a device on Windows. */
static bool is_device(struct span text)
{
    static const char *const devices[] = {"con", "prn", "aux", "nul", "com#", "lpt#", "conin$", "conout$"};

    for (size_t i = 0; i < COUNT_OF(devices); i++) {
        size_t len = strlen(devices[i]);
        bool numbered = devices[i][len - 1] == '#';
        struct span rest = span_part(text, len, text.len);

        if (text.len < len ||
            !span_equals_nocase(span_part(text, 0, len - numbered), span_make(devices[i], len - numbered)))
            continue;
        if (numbered && !ascii_is_digit(text.at[len - 1]))
            continue;
        if (rest.len == 0 || rest.at[0] == '.' || span_starts(rest, "%20"))
            return true;
    }
    return false;
}

/* Encodes the start of TEXT if a name must not begin with it; returns the rest. */
static struct span encode_first(struct encoder *encoder, struct span text)
{
    if (span_starts(text, "%20")) {
        buf_add_text(encoder->out, "%20");
        return span_part(text, 3, text.len);
    }
    if (text.len == 0 || (text.at[0] != '.' && !is_device(text)))
        return text;
    add_escape(encoder->out, text.at[0]);
    return span_part(text, 1, text.len);
}

/* Returns true if the name from START on is in NFC, so that file systems that normalise do not change it. */
static bool is_normal(const struct buf *out, size_t start)
{
    struct span name = span_part(buf_span(out), start, out->len);
    size_t len;
    uint8_t *normal = u8_normalize(UNINORM_NFC, (const uint8_t *)name.at, name.len, NULL, &len);
    bool same;

    if (!normal)
        die("a name cannot be normalised: %s", strerror(errno));
    same = span_equals(name, span_make((const char *)normal, len));
    free(normal);
    return same;
}

/* Cuts the name from START on, between two characters, so that it has at most MOST bytes with its hash, that
 * of name_add_hash. */
static void cut_name(struct buf *out, size_t start, size_t most, const char *salt, struct span first,
                     struct span second)
{
    size_t len = start + most - (NAME_HASH_LEN + 2);

    while (len > start && ((unsigned char)out->at[len] & 0xc0) == 0x80)
        len--;
    buf_cut(out, len);
    buf_add_text(out, "#=");
    name_add_hash(out, salt, first, second);
}

/* Adds STEM and QUERY, encoded, in at most MOST bytes. */
static void add_encoded(struct buf *out, enum place place, struct span stem, const struct span *query,
                        size_t most)
{
    size_t start = out->len;

    for (int decode = 1; decode >= 0; decode--) {
        struct encoder encoder = {.out = out, .place = place, .decode = decode};

        buf_cut(out, start);
        encode_part(&encoder, encode_first(&encoder, stem));
        if (query) {
            buf_add_byte(out, '@');
            encoder.place = IN_QUERY;
            encode_part(&encoder, *query);
        }
        if (out->len - start > most)
            cut_name(out, start, most, query ? "query" : "part", stem, query ? *query : span_of(""));
        if (!encoder.unicode || is_normal(out, start))
            return;
    }
}

void name_add_directory(struct buf *out, struct span part)
{
    size_t start = out->len;

    if (part.len == 0) {
        buf_add_text(out, "#_");
        return;
    }
    add_encoded(out, IN_DIRECTORY, part, NULL, NAME_MAX_BYTES);
    if (types_own_extension(span_part(buf_span(out), start, out->len)).len > 0)
        buf_add_byte(out, '#');
}

/* Adds the name of a file: STEM, '@' and QUERY unless it is NULL, a dot and EXTENSION. */
static void name_add_file(struct buf *out, struct span stem, const struct span *query, struct span extension)
{
    add_encoded(out, IN_FILE, stem, query, NAME_MAX_BYTES - 1 - extension.len);
    buf_add_byte(out, '.');
    buf_add_span(out, extension);
}

void name_add_hash(struct buf *out, const char *salt, struct span first, struct span second)
{
    unsigned char hash[SHA256_DIGEST_LENGTH];
    char digits[DIGEST_TEXT_SIZE];
    struct buf text BUF_LOCAL(SIZE_MAX / 4);

    buf_add_format(&text, "%s %zu ", salt, first.len);
    buf_add_span(&text, first);
    buf_add_span(&text, second);
    (void)SHA256((const unsigned char *)text.at, text.len, hash);
    digest_base32(DIGEST_SHA256, hash, digits);
    for (size_t i = 0; i < NAME_HASH_LEN; i++)
        buf_add_byte(out, ascii_lower(digits[i]));
}

/* The bytes of directories that a path keeps if it is too long. */
enum { KEPT_MAX = 600 };

/* Divides a URL's path into its last part and the directories before it, without the first '/'. */
static void split_path(struct span path, struct span *directories, struct span *last)
{
    size_t at = span_after_last(path, '/');

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
    struct span query = url_query(url), own, extension = types_extension(type, last, &own);
    bool has_query = url_has_query(url) && (extension.at || !types_is_script(type));

    if (has_query)
        extension = types_extension(type, span_of(""), &own);
    if (has_query)
        name_add_file(out, last, &query, extension);
    else if (last.len == 0)
        name_add_file(out, span_of("index"), NULL, extension);
    else if (extension.at)
        name_add_file(out, last, NULL, extension);
    else
        name_add_file(out, span_part(last, 0, last.len - own.len - 1), NULL, own);
}

/* Replaces the directories that make PATH too long with one; keeps the file's name. */
static void shorten_path(struct buf *path)
{
    size_t kept = 0, file = span_after_last(buf_span(path), '/'), file_len = path->len - file;
    char name[LIMIT_NAME_BYTES];
    struct span directories = span_make(path->at, file);
    struct buf hash BUF_LOCAL(NAME_HASH_LEN);

    if (path->len <= PATH_BYTES_MAX)
        return;
    for (size_t i = 0; i < KEPT_MAX && i < file; i++)
        if (path->at[i] == '/')
            kept = i + 1;
    name_add_hash(&hash, "path", directories, span_of(""));
    memcpy(name, path->at + file, file_len);
    buf_cut(path, kept);
    buf_add_text(path, "#=");
    buf_add_span(path, buf_span(&hash));
    buf_add_byte(path, '/');
    buf_add(path, name, file_len);
}

static void check_room(const struct buf *out)
{
    if (out->full)
        die("a buffer for a path is too small: %zu bytes", out->max);
}

/* Returns URL in the one spelling by which all equivalent ones have the same file. Its text is borrowed from
 * SPELLED, which has room for that of URL. */
static struct url spell(const struct url *url, char *spelled)
{
    struct url same = *url;
    struct span text = buf_span(&url->text), path = url_path(url), query = url_query(url);

    memcpy(spelled, text.at, url->path_at);
    same.query_at = url->path_at + (uint32_t)percent_normalize(spelled + url->path_at, path);
    same.fragment_at = same.query_at;
    if (url_has_query(url)) {
        spelled[same.fragment_at++] = '?';
        same.fragment_at += (uint32_t)percent_normalize(spelled + same.fragment_at, query);
    }
    same.text.at = spelled;
    same.text.len = same.fragment_at;
    return same;
}

void path_make(struct buf *out, const struct url *given, bool own, struct span type)
{
    char spelled[LIMIT_URL_BYTES];
    struct url same = spell(given, spelled);
    const struct url *url = &same;
    struct span directories, last;

    split_path(url_path(url), &directories, &last);
    buf_clear(out);
    if (!own) {
        struct span port = url_port(url);

        buf_add_text(out, "_hosts/");
        add_encoded(out, IN_HOST, url_host(url), NULL, NAME_MAX_BYTES - HOST_SUFFIX_MAX);
        buf_add_text(out, span_is(url_scheme(url), "https") ? "" : "_http");
        if (port.len > 0)
            buf_add_format(out, "_%.*s", (int)port.len, port.at);
        buf_add_byte(out, '/');
    }
    add_directories(out, directories, own);
    add_file(out, url, last, type);
    check_room(out);
    shorten_path(out);
}

void path_expect(struct buf *out, const struct url *url, bool own, struct span fallback)
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

/* Adds NAME, which ends in EXTENSION (empty: none), in at most NAME_MAX bytes: cut, and with a hash, if it
 * does not fit. */
static void name_add_cut(struct buf *out, struct span name, struct span extension, size_t name_max)
{
    size_t start = out->len, most = name_max - NAME_TWIN_ROOM;
    size_t end = extension.len > 0 ? extension.len + 1 : 0;

    buf_add_span(out, name);
    if (name.len <= most)
        return;
    cut_name(out, start, most - end, "name", name, span_of(""));
    buf_add_span(out, span_part(name, name.len - end, name.len));
}

void path_fit(struct buf *path, size_t name_max)
{
    struct buf whole BUF_LOCAL(PATH_BUFFER_MAX);
    struct span rest;

    if (name_max >= LIMIT_NAME_BYTES)
        return;
    buf_add_span(&whole, buf_span(path));
    buf_clear(path);
    for (rest = buf_span(&whole); rest.len > 0;) {
        struct span part = span_take_until(&rest, '/');

        name_add_cut(path, part, rest.len == 0 ? types_own_extension(part) : span_of(""), name_max);
        if (rest.len > 0)
            buf_add_byte(path, '/');
    }
    check_room(path);
}

/* Adds the canonical caseless form of PATH by Unicode: decomposed, folded, composed. */
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
    size_t name = span_after_last(path, '/'), dot = path.len;

    while (dot > name && path.at[dot - 1] != '.')
        dot--;
    dot = dot > name ? dot - 1 : path.len;
    buf_set(out, span_part(path, 0, dot));
    buf_add_text(out, "#~");
    name_add_hash(out, "twin", url_origin(url), url_target(url));
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

enum { VIEW_NAME_MAX = 64, VIEW_ROOM = VIEW_NAME_MAX + 16 };

/* Adds a hash unless the name is short and exactly the fragment, which no other view can then have. */
void path_of_view(struct buf *out, struct span page, struct span fragment)
{
    struct buf key BUF_LOCAL(PATH_BUFFER_MAX);
    struct span names = span_part(fragment, 2, fragment.len);
    bool fits = page.len + VIEW_ROOM <= PATH_BYTES_MAX, is_short = fragment.len <= VIEW_NAME_MAX;
    size_t start;

    buf_set(out, fits || fragment.len == 0 ? page : span_of(""));
    if (fragment.len == 0)
        return;
    buf_add_text(out, "#!");
    start = out->len;
    while (names.len > 0) {
        buf_add_byte(out, '/');
        name_add_directory(out, span_take_until(&names, '/'));
    }
    path_key(&key, span_part(buf_span(out), start, out->len));
    if (!fits || !is_short || !span_equals(buf_span(&key), span_part(fragment, 1, fragment.len))) {
        buf_cut(out, start);
        buf_add_text(out, "/#~");
        name_add_hash(out, "view", page, fragment);
    }
    buf_add_text(out, ".html");
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
