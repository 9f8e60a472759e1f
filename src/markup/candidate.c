/* SPDX-License-Identifier: MIT */
/* Decides which texts in scripts and data are likely URLs. A wrong guess costs a server a request. A text
 * without other evidence must therefore be a plain path with a folder, a file name, and an extension that
 * browsers load. */
#include "config.h"

#include "markup/candidate.h"

/* Longer texts are data, not URLs. */
enum { CANDIDATE_BYTES = 300 };

/* Extensions of files that pages load or link to. Source maps and sources are left out because only developer
 * tools load them; so are programs that run only on servers. */
static const char media[] = "jpg jpeg png gif webp avif svg bmp ico cur jxl apng mp4 m4v webm ogv ogg oga "
                            "opus mp3 m4a wav flac";
static const char others[] =
    "js mjs css json xml txt html htm xhtml woff ttf otf ttc woff2 eot pdf wasm vtt srt csv tsv webmanifest "
    "bin data epub zip gz md yml yaml m3u8 m3u mpd m4s xspf topojson geojson gpx kml kmz pmtiles mbtiles "
    "pbf gltf glb obj mtl fbx stl ply hdr exr ktx2 glsl wgsl vert frag riv lottie atlas fnt tmx tmj mid "
    "sqlite sqlite3 db parquet arrow ipynb dat bib";

bool candidate_is_media(struct span extension)
{
    return span_is_one_of_nocase(extension, media);
}

/* Returns true if pages load files with EXTENSION. */
static bool is_loaded(struct span extension)
{
    return candidate_is_media(extension) || span_is_one_of_nocase(extension, others);
}

/* Accepts letters, digits and the punctuation of plain paths and queries. */
static bool is_plain(char c)
{
    return ascii_is_alphanumeric(c) || (c != '\0' && strchr("-._~/%?=&+,@!:#", c));
}

/* Returns true if every byte is allowed in a plain URL. '%' must be followed by two hex digits, so that "%s"
 * fails. Bundlers name files after routes, such as "[slug]". */
static bool has_plain_bytes(struct span text, bool is_route)
{
    for (size_t i = 0; i < text.len; i++) {
        if (!is_plain(text.at[i]) && !(is_route && strchr("[]()$", text.at[i]) && text.at[i]))
            return false;
        if (text.at[i] == '%' && span_escape(span_part(text, i, 3)) < 0)
            return false;
    }
    return true;
}

/* Removes scheme and host from an absolute URL. False for any other scheme and for "a:b". */
static bool take_origin(struct span *text)
{
    if (!span_starts_one_of_nocase(*text, "https:// http:// //"))
        return span_find(*text, ':') == text->len;
    (void)span_take_after(text, "//");
    *text = span_part(*text, span_find(*text, '/'), text->len);
    return text->len > 0 && span_find(*text, ':') == text->len;
}

static struct span path_of(struct span text)
{
    text = span_part(text, 0, span_find(text, '#'));
    return span_part(text, 0, span_find(text, '?'));
}

/* Returns true if a file name has a nonempty stem and a listed extension. */
static bool is_usual_file(struct span name)
{
    size_t dot = span_after_last(name, '.');
    struct span extension = span_part(name, dot, name.len);

    return dot >= 2 && is_loaded(extension);
}

static bool has_beginning(struct span path)
{
    return span_starts(path, "/") || span_starts(path, "./") || span_starts(path, "../");
}

/* Returns true if a path starts in one of these ways, or with a segment whose first character is a letter,
 * digit or "_". A package scope ("@a/b.js") is a module specifier. */
static bool begins_well(struct span path)
{
    return has_beginning(path) || (path.len > 0 && (ascii_is_alphanumeric(path.at[0]) || path.at[0] == '_'));
}

static bool has_part(struct span path, const char *part)
{
    while (path.len > 0)
        if (span_is(span_take_until(&path, '/'), part))
            return true;
    return false;
}

static bool is_code(struct span name)
{
    return span_is_one_of_nocase(span_part(name, span_after_last(name, '.'), name.len), "js mjs css");
}

/* Returns true if the text looks complete: "?q=" lacks a value that the script appends. */
static bool ends_well(struct span text)
{
    return text.len > 0 && !strchr("=&?", text.at[text.len - 1]);
}

bool candidate_is_likely(struct span text, enum candidate_sign sign)
{
    struct span path, name;

    if (text.len < 3 || text.len > CANDIDATE_BYTES)
        return false;
    if (sign != CANDIDATE_ASKED && span_find(text, '.') == text.len) /* like most words: not a file name */
        return false;
    if (!has_plain_bytes(text, sign == CANDIDATE_BUILT) || !take_origin(&text))
        return false;
    path = path_of(text);
    name = span_part(path, span_after_last(path, '/'), path.len);
    if (!begins_well(path) || has_part(path, "node_modules"))
        return false;
    if (sign == CANDIDATE_TEXT && name.len == path.len) /* like most words with a point */
        return false;
    if (!is_usual_file(name))
        return sign == CANDIDATE_ASKED && ends_well(text) && span_find(path, '/') + 1 < path.len;
    return sign != CANDIDATE_TEXT || has_beginning(path) || !is_code(name); /* "a/b.js" is a module name */
}
