/* SPDX-License-Identifier: MIT */
/* Media types and extensions. Types that a browser treats alike when it opens a file form a group: for images
 * it examines the bytes; for markup, style sheets and scripts it trusts the name. */
#include "config.h"

#include "site/path.h"

#include "apps/app.h"
#include "base/http.h"

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

/* Types that are written in one way, and the extensions of such files. If rows share an extension, the first
 * has its type. */
static const struct row {
    enum group group;
    const char *type, *also; /* the usual name of the type, and others for it */
    const char *extensions;  /* the usual one first */
} rows[] = {
    {GROUP_HTML, "text/html", NULL, "html htm"},
    {GROUP_XHTML, "application/xhtml+xml", NULL, "xhtml xht xhtm"},
    {GROUP_CSS, "text/css", NULL, "css"},
    {GROUP_OTHER, "application/octet-stream", NULL, "bin"},
    {GROUP_SCRIPT, "text/javascript",
     "application/javascript application/x-javascript application/ecmascript text/ecmascript",
     "js mjs cjs es"},
    {GROUP_IMAGE, "image/png", NULL, "png"},
    {GROUP_IMAGE, "image/jpeg", "image/jpg", "jpg jpeg jpe jfif"},
    {GROUP_IMAGE, "image/gif", NULL, "gif"},
    {GROUP_SVG, "image/svg+xml", NULL, "svg svgz"},
    {GROUP_IMAGE, "image/webp", NULL, "webp"},
    {GROUP_IMAGE, "image/avif", NULL, "avif hif"},
    {GROUP_IMAGE, "image/apng", NULL, "apng"},
    {GROUP_IMAGE, "image/jxl", NULL, "jxl"},
    {GROUP_IMAGE, "image/bmp", NULL, "bmp"},
    {GROUP_IMAGE, "image/tiff", NULL, "tiff tif"},
    {GROUP_IMAGE, "image/x-icon", "image/vnd.microsoft.icon", "ico cur"},
    {GROUP_JSON, "application/json", "application/feed+json text/json", "json map"},
    {GROUP_JSON, "application/manifest+json", NULL, "webmanifest"},
    {GROUP_JSON, "application/ld+json", NULL, "jsonld"},
    {GROUP_JSON, "application/geo+json", NULL, "geojson"},
    {GROUP_XML, "text/xml", "application/xml", "xml"},
    {GROUP_XML, "application/rss+xml", NULL, "rss"},
    {GROUP_XML, "application/atom+xml", NULL, "atom"},
    {GROUP_XML, "application/rdf+xml", NULL, "rdf"},
    {GROUP_XML, "application/xslt+xml", NULL, "xslt xsl"},
    {GROUP_XML, "text/xsl", NULL, "xsl"},
    {GROUP_XML, "text/x-opml", NULL, "opml"},
    {GROUP_XML, "application/mathml+xml", NULL, "mml"},
    {GROUP_TEXT, "text/plain", NULL, "txt"},
    {GROUP_TEXT, "text/markdown", NULL, "md"},
    {GROUP_TEXT, "text/csv", NULL, "csv"},
    {GROUP_TEXT, "text/calendar", NULL, "ics"},
    {GROUP_TEXT, "text/vcard", NULL, "vcf"},
    {GROUP_TEXT, "text/vtt", NULL, "vtt"},
    {GROUP_FONT, "font/woff2", "application/font-woff2", "woff2"},
    {GROUP_FONT, "font/woff", "application/font-woff application/x-font-woff", "woff"},
    {GROUP_FONT, "font/ttf", "application/x-font-ttf", "ttf"},
    {GROUP_FONT, "font/otf", "application/x-font-otf", "otf"},
    {GROUP_FONT, "font/collection", NULL, "ttc"},
    {GROUP_FONT, "application/vnd.ms-fontobject", NULL, "eot"},
    {GROUP_MEDIA, "video/mp4", NULL, "mp4 m4v"},
    {GROUP_MEDIA, "video/webm", NULL, "webm"},
    {GROUP_MEDIA, "video/ogg", NULL, "ogv"},
    {GROUP_MEDIA, "video/quicktime", NULL, "mov"},
    {GROUP_MEDIA, "video/mpeg", NULL, "mpeg mpg"},
    {GROUP_MEDIA, "video/x-msvideo", NULL, "avi"},
    {GROUP_MEDIA, "audio/mpeg", NULL, "mp3"},
    {GROUP_MEDIA, "audio/mp4", NULL, "m4a"},
    {GROUP_MEDIA, "audio/ogg", NULL, "ogg oga opus"},
    {GROUP_MEDIA, "audio/wav", "audio/x-wav", "wav"},
    {GROUP_MEDIA, "audio/flac", NULL, "flac"},
    {GROUP_MEDIA, "audio/aac", NULL, "aac"},
    {GROUP_MEDIA, "audio/webm", NULL, "weba"},
    {GROUP_PDF, "application/pdf", NULL, "pdf"},
    {GROUP_OTHER, "application/vnd.apple.mpegurl", "application/x-mpegurl audio/mpegurl", "m3u8"},
    {GROUP_OTHER, "audio/x-mpegurl", NULL, "m3u"},
    {GROUP_OTHER, "video/mp2t", NULL, "ts"},
    {GROUP_OTHER, "video/iso.segment", NULL, "m4s"},
    {GROUP_XML, "application/dash+xml", NULL, "mpd"},
    {GROUP_JSON, "model/gltf+json", NULL, "gltf"},
    {GROUP_OTHER, "application/wasm", NULL, "wasm"},
    {GROUP_OTHER, "application/zip", NULL, "zip"},
    {GROUP_OTHER, "application/gzip", "application/x-gzip", "gz tgz"},
    {GROUP_OTHER, "application/x-bzip2", NULL, "bz2"},
    {GROUP_OTHER, "application/x-xz", NULL, "xz"},
    {GROUP_OTHER, "application/zstd", NULL, "zst"},
    {GROUP_OTHER, "application/x-tar", NULL, "tar"},
    {GROUP_OTHER, "application/x-7z-compressed", NULL, "7z"},
    {GROUP_OTHER, "application/epub+zip", NULL, "epub"},
    {GROUP_OTHER, "application/postscript", NULL, "ps"},
    {GROUP_OTHER, "application/rtf", NULL, "rtf"},
    {GROUP_OTHER, "application/msword", NULL, "doc"},
    {GROUP_OTHER, "application/vnd.openxmlformats-officedocument.wordprocessingml.document", NULL, "docx"},
    {GROUP_OTHER, "application/vnd.ms-excel", NULL, "xls"},
    {GROUP_OTHER, "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", NULL, "xlsx"},
    {GROUP_OTHER, "application/vnd.ms-powerpoint", NULL, "ppt"},
    {GROUP_OTHER, "application/vnd.openxmlformats-officedocument.presentationml.presentation", NULL, "pptx"},
    {GROUP_OTHER, "application/vnd.oasis.opendocument.text", NULL, "odt"},
    {GROUP_OTHER, "application/java-archive", NULL, "jar"},
    {GROUP_ACTIVE, NULL, NULL,
     "php php3 php4 php5 php7 php8 phtml phar shtml shtm stm asp aspx ashx asmx axd config "
     "jsp jspx do action cfm cgi fcgi hta lnk url scf"},
};

enum { ROWS = COUNT_OF(rows), SHORT_EXTENSION = 5, DATA_EXTENSION = 32 };

static const struct row *row_of_type(struct span type)
{
    for (size_t i = 0; i < ROWS; i++)
        if (rows[i].type && (span_is_nocase(type, rows[i].type) ||
                             (rows[i].also && span_is_one_of_nocase(type, rows[i].also))))
            return &rows[i];
    return NULL;
}

static const struct row *row_of_extension(struct span extension)
{
    for (size_t i = 0; i < ROWS && extension.len > 0; i++)
        if (span_is_one_of_nocase(extension, rows[i].extensions))
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
    struct span essence = http_essence(type);
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
    return span_part(span_of(row->extensions), 0, strcspn(row->extensions, " "));
}

bool types_is_script(struct span type)
{
    const struct row *row = row_of_type(http_essence(type));

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
    if (extension.len > SHORT_EXTENSION || !span_is_plain(extension, "") || !ascii_is_alpha(extension.at[0]))
        return span_of("");
    return extension;
}
