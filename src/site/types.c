/* SPDX-License-Identifier: MIT */
/* Media types and extensions. Types that a browser treats alike when it opens a file form a group: for images
 * it examines the bytes; for markup, style sheets and scripts it trusts the name. */
#include "config.h"

#include "site/path.h"

#include "apps/app.h"

enum group {
    GROUP_OTHER, /* saved or passed to another program: any extension that promises no other group */
    GROUP_TEXT,
    GROUP_HTML,
    GROUP_XHTML,
    GROUP_XML,
    GROUP_SVG,
    GROUP_CSS,
    GROUP_SCRIPT,
    GROUP_JSON,
    GROUP_IMAGE,
    GROUP_MEDIA,
    GROUP_FONT,
    GROUP_PDF,
    GROUP_ACTIVE /* programs that a server runs: never the last extension of a name */
};

/* If rows share a type, the first has its extension; if they share an extension, the first has its type. */
static const struct row {
    enum group group;
    const char *type;
    const char *extension;
} rows[] = {
    {GROUP_HTML, "text/html", "html"},
    {GROUP_HTML, "text/html", "htm"},
    {GROUP_XHTML, "application/xhtml+xml", "xhtml"},
    {GROUP_XHTML, "application/xhtml+xml", "xht"},
    {GROUP_XHTML, "application/xhtml+xml", "xhtm"},
    {GROUP_CSS, "text/css", "css"},
    {GROUP_SCRIPT, "text/javascript", "js"},
    {GROUP_SCRIPT, "text/javascript", "mjs"},
    {GROUP_SCRIPT, "text/javascript", "cjs"},
    {GROUP_SCRIPT, "text/javascript", "es"},
    {GROUP_SCRIPT, "application/javascript", "js"},
    {GROUP_SCRIPT, "application/x-javascript", "js"},
    {GROUP_SCRIPT, "application/ecmascript", "js"},
    {GROUP_SCRIPT, "text/ecmascript", "js"},
    {GROUP_IMAGE, "image/png", "png"},
    {GROUP_IMAGE, "image/jpeg", "jpg"},
    {GROUP_IMAGE, "image/jpeg", "jpeg"},
    {GROUP_IMAGE, "image/jpeg", "jpe"},
    {GROUP_IMAGE, "image/jpeg", "jfif"},
    {GROUP_IMAGE, "image/jpg", "jpg"},
    {GROUP_IMAGE, "image/gif", "gif"},
    {GROUP_SVG, "image/svg+xml", "svg"},
    {GROUP_SVG, "image/svg+xml", "svgz"},
    {GROUP_IMAGE, "image/webp", "webp"},
    {GROUP_IMAGE, "image/avif", "avif"},
    {GROUP_IMAGE, "image/avif", "hif"},
    {GROUP_IMAGE, "image/apng", "apng"},
    {GROUP_IMAGE, "image/jxl", "jxl"},
    {GROUP_IMAGE, "image/bmp", "bmp"},
    {GROUP_IMAGE, "image/tiff", "tiff"},
    {GROUP_IMAGE, "image/tiff", "tif"},
    {GROUP_IMAGE, "image/x-icon", "ico"},
    {GROUP_IMAGE, "image/x-icon", "cur"},
    {GROUP_IMAGE, "image/vnd.microsoft.icon", "ico"},
    {GROUP_JSON, "application/json", "json"},
    {GROUP_JSON, "application/json", "map"},
    {GROUP_JSON, "application/manifest+json", "webmanifest"},
    {GROUP_JSON, "application/ld+json", "jsonld"},
    {GROUP_JSON, "application/geo+json", "geojson"},
    {GROUP_JSON, "application/feed+json", "json"},
    {GROUP_JSON, "text/json", "json"},
    {GROUP_XML, "text/xml", "xml"},
    {GROUP_XML, "application/xml", "xml"},
    {GROUP_XML, "application/rss+xml", "rss"},
    {GROUP_XML, "application/atom+xml", "atom"},
    {GROUP_XML, "application/rdf+xml", "rdf"},
    {GROUP_XML, "application/xslt+xml", "xslt"},
    {GROUP_XML, "application/xslt+xml", "xsl"},
    {GROUP_XML, "text/xsl", "xsl"},
    {GROUP_XML, "text/x-opml", "opml"},
    {GROUP_XML, "application/mathml+xml", "mml"},
    {GROUP_TEXT, "text/plain", "txt"},
    {GROUP_TEXT, "text/markdown", "md"},
    {GROUP_TEXT, "text/csv", "csv"},
    {GROUP_TEXT, "text/calendar", "ics"},
    {GROUP_TEXT, "text/vcard", "vcf"},
    {GROUP_TEXT, "text/vtt", "vtt"},
    {GROUP_FONT, "font/woff2", "woff2"},
    {GROUP_FONT, "font/woff", "woff"},
    {GROUP_FONT, "font/ttf", "ttf"},
    {GROUP_FONT, "font/otf", "otf"},
    {GROUP_FONT, "font/collection", "ttc"},
    {GROUP_FONT, "application/font-woff2", "woff2"},
    {GROUP_FONT, "application/font-woff", "woff"},
    {GROUP_FONT, "application/x-font-woff", "woff"},
    {GROUP_FONT, "application/x-font-ttf", "ttf"},
    {GROUP_FONT, "application/x-font-otf", "otf"},
    {GROUP_FONT, "application/vnd.ms-fontobject", "eot"},
    {GROUP_MEDIA, "video/mp4", "mp4"},
    {GROUP_MEDIA, "video/mp4", "m4v"},
    {GROUP_MEDIA, "video/webm", "webm"},
    {GROUP_MEDIA, "video/ogg", "ogv"},
    {GROUP_MEDIA, "video/quicktime", "mov"},
    {GROUP_MEDIA, "video/mpeg", "mpeg"},
    {GROUP_MEDIA, "video/mpeg", "mpg"},
    {GROUP_MEDIA, "video/x-msvideo", "avi"},
    {GROUP_MEDIA, "audio/mpeg", "mp3"},
    {GROUP_MEDIA, "audio/mp4", "m4a"},
    {GROUP_MEDIA, "audio/ogg", "ogg"},
    {GROUP_MEDIA, "audio/ogg", "oga"},
    {GROUP_MEDIA, "audio/ogg", "opus"},
    {GROUP_MEDIA, "audio/wav", "wav"},
    {GROUP_MEDIA, "audio/x-wav", "wav"},
    {GROUP_MEDIA, "audio/flac", "flac"},
    {GROUP_MEDIA, "audio/aac", "aac"},
    {GROUP_MEDIA, "audio/webm", "weba"},
    {GROUP_PDF, "application/pdf", "pdf"},
    {GROUP_OTHER, "application/octet-stream", "bin"},
    {GROUP_OTHER, "application/vnd.apple.mpegurl", "m3u8"},
    {GROUP_OTHER, "application/x-mpegurl", "m3u8"},
    {GROUP_OTHER, "audio/mpegurl", "m3u8"},
    {GROUP_OTHER, "audio/x-mpegurl", "m3u"},
    {GROUP_OTHER, "video/mp2t", "ts"},
    {GROUP_OTHER, "video/iso.segment", "m4s"},
    {GROUP_XML, "application/dash+xml", "mpd"},
    {GROUP_JSON, "model/gltf+json", "gltf"},
    {GROUP_OTHER, "application/wasm", "wasm"},
    {GROUP_OTHER, "application/zip", "zip"},
    {GROUP_OTHER, "application/gzip", "gz"},
    {GROUP_OTHER, "application/x-gzip", "gz"},
    {GROUP_OTHER, "application/gzip", "tgz"},
    {GROUP_OTHER, "application/x-bzip2", "bz2"},
    {GROUP_OTHER, "application/x-xz", "xz"},
    {GROUP_OTHER, "application/zstd", "zst"},
    {GROUP_OTHER, "application/x-tar", "tar"},
    {GROUP_OTHER, "application/x-7z-compressed", "7z"},
    {GROUP_OTHER, "application/epub+zip", "epub"},
    {GROUP_OTHER, "application/postscript", "ps"},
    {GROUP_OTHER, "application/rtf", "rtf"},
    {GROUP_OTHER, "application/msword", "doc"},
    {GROUP_OTHER, "application/vnd.openxmlformats-officedocument.wordprocessingml.document", "docx"},
    {GROUP_OTHER, "application/vnd.ms-excel", "xls"},
    {GROUP_OTHER, "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", "xlsx"},
    {GROUP_OTHER, "application/vnd.ms-powerpoint", "ppt"},
    {GROUP_OTHER, "application/vnd.openxmlformats-officedocument.presentationml.presentation", "pptx"},
    {GROUP_OTHER, "application/vnd.oasis.opendocument.text", "odt"},
    {GROUP_OTHER, "application/java-archive", "jar"},
    {GROUP_ACTIVE, NULL, "php"},
    {GROUP_ACTIVE, NULL, "php3"},
    {GROUP_ACTIVE, NULL, "php4"},
    {GROUP_ACTIVE, NULL, "php5"},
    {GROUP_ACTIVE, NULL, "php7"},
    {GROUP_ACTIVE, NULL, "php8"},
    {GROUP_ACTIVE, NULL, "phtml"},
    {GROUP_ACTIVE, NULL, "phar"},
    {GROUP_ACTIVE, NULL, "shtml"},
    {GROUP_ACTIVE, NULL, "shtm"},
    {GROUP_ACTIVE, NULL, "stm"},
    {GROUP_ACTIVE, NULL, "asp"},
    {GROUP_ACTIVE, NULL, "aspx"},
    {GROUP_ACTIVE, NULL, "ashx"},
    {GROUP_ACTIVE, NULL, "asmx"},
    {GROUP_ACTIVE, NULL, "axd"},
    {GROUP_ACTIVE, NULL, "config"},
    {GROUP_ACTIVE, NULL, "jsp"},
    {GROUP_ACTIVE, NULL, "jspx"},
    {GROUP_ACTIVE, NULL, "do"},
    {GROUP_ACTIVE, NULL, "action"},
    {GROUP_ACTIVE, NULL, "cfm"},
    {GROUP_ACTIVE, NULL, "cgi"},
    {GROUP_ACTIVE, NULL, "fcgi"},
    {GROUP_ACTIVE, NULL, "hta"},
    {GROUP_ACTIVE, NULL, "lnk"},
    {GROUP_ACTIVE, NULL, "url"},
    {GROUP_ACTIVE, NULL, "scf"},
};

enum { ROWS = COUNT_OF(rows), SHORT_EXTENSION = 5, DATA_EXTENSION = 32 };

static const struct row *row_of_type(struct span type)
{
    for (size_t i = 0; i < ROWS; i++)
        if (rows[i].type && span_is_nocase(type, rows[i].type))
            return &rows[i];
    return NULL;
}

static const struct row *row_of_extension(struct span extension)
{
    char first = extension.len > 0 ? ascii_lower(extension.at[0]) : '\0';

    for (size_t i = 0; i < ROWS; i++)
        if (rows[i].extension[0] == first && span_is_nocase(extension, rows[i].extension))
            return &rows[i];
    if (extension.len > SHORT_EXTENSION && forms_has_extension(extension))
        return row_of_extension(span_of("bin"));
    return NULL;
}

/* Returns the row of a type or, if it is not in the table, of its family; never NULL. */
static const struct row *row_of_any_type(struct span type)
{
    const struct row *row = row_of_type(type);

    if (row)
        return row;
    if (span_has_suffix_nocase(type, "+xml"))
        return row_of_extension(span_of("xml"));
    if (span_has_suffix_nocase(type, "+json"))
        return row_of_extension(span_of("json"));
    return row_of_extension(span_of(span_starts_nocase(type, "text/") ? "txt" : "bin"));
}

/* Returns true for what a browser shows or applies as such only under a name of its group. */
static bool needs_name(enum group group)
{
    return group == GROUP_HTML || group == GROUP_XHTML || group == GROUP_SVG || group == GROUP_CSS ||
           group == GROUP_SCRIPT || group == GROUP_IMAGE || group == GROUP_PDF;
}

/* Returns true if a file of GROUP may have an extension of group NAMED, or an UNKNOWN one. Data keeps the
 * name by which scripts request it, unless browsers would open that as a page. */
static bool suits(enum group group, bool unknown, enum group named)
{
    if (unknown)
        return !needs_name(group);
    if (needs_name(group))
        return named == group || (group == GROUP_SCRIPT && named == GROUP_JSON);
    if (group == GROUP_XML && (named == GROUP_XHTML || named == GROUP_SVG))
        return true;
    return named != GROUP_ACTIVE && named != GROUP_HTML && named != GROUP_XHTML && named != GROUP_SVG;
}

/* Returns what follows the last dot of NAME, if it looks like a word of any length; empty otherwise. */
static struct span any_extension(struct span name)
{
    size_t at = span_after_last(name, '.');
    struct span extension = span_part(name, at, name.len);
    bool has_letter = false;

    for (size_t i = 0; i < extension.len; i++) {
        has_letter |= ascii_is_alpha(extension.at[i]);
        if (!ascii_is_alphanumeric(extension.at[i]) && !byte_is_in(extension.at[i], "-_+"))
            return span_of("");
    }
    return at < 2 || !has_letter || extension.len > DATA_EXTENSION ? span_of("") : extension;
}

struct span types_named_extension(struct span type)
{
    return span_take_after(&type, "; name=") ? types_own_extension(type) : span_of("");
}

struct span types_extension(struct span type, struct span name, struct span *own)
{
    struct span essence = span_trim(span_part(type, 0, span_find(type, ';')), PLAIN_WHITE);
    const struct row *row = row_of_any_type(essence);
    struct span extensions[2];

    *own = types_own_extension(name);
    if (own->len == 0 && !needs_name(row->group))
        *own = any_extension(name);
    extensions[0] = *own;
    extensions[1] = types_named_extension(type);
    for (size_t i = 0; i < COUNT_OF(extensions); i++) {
        const struct row *named = row_of_extension(extensions[i]);

        if (extensions[i].len > 0 && suits(row->group, !named, named ? named->group : GROUP_OTHER))
            return i == 0 ? span_make(NULL, 0) : extensions[i];
    }
    return span_of(row->extension);
}

bool types_is_script(struct span type)
{
    const struct row *row = row_of_type(span_trim(span_part(type, 0, span_find(type, ';')), PLAIN_WHITE));

    return row && row->group == GROUP_SCRIPT;
}

const char *types_of_extension(struct span extension)
{
    const struct row *row = row_of_extension(extension);

    return row ? row->type : NULL;
}

bool types_is_active(struct span extension)
{
    const struct row *row = row_of_extension(extension);

    return row && row->group == GROUP_ACTIVE;
}

struct span types_own_extension(struct span name)
{
    size_t at = span_after_last(name, '.');
    struct span extension = span_part(name, at, name.len);

    if (at < 2)
        return span_of("");
    if (row_of_extension(extension))
        return extension;
    for (size_t i = 0; i < extension.len; i++)
        if (!ascii_is_alphanumeric(extension.at[i]))
            return span_of("");
    if (extension.len > 0 && extension.len <= SHORT_EXTENSION && ascii_is_alpha(extension.at[0]))
        return extension;
    return span_of("");
}
