/* SPDX-License-Identifier: MIT */
/* Paths of URLs. An input is three lines: a content type and two URLs. Every path keeps the promises of
 * path.h about its alphabet and lengths; two URLs have two paths, except in the families that path.h names; a
 * reference from one file to the other leads there. */
#include "config.h"

#include <stdint.h>

#include "site/fault.h"
#include "fuzz.h"
#include "site/path.h"
#include "url/url.h"

struct file {
    struct url url;
    struct buf path;
    bool own;
};

static bool file_init(struct file *file, struct span input, struct span type)
{
    file->url = (struct url){0};
    buf_init(&file->path, PATH_BUFFER_MAX);
    if (url_parse(&file->url, input, NULL, NULL) != URL_OK)
        return false;
    url_strip(&file->url);
    file->own = span_is(url_origin(&file->url), "https://own.example");
    path_make(&file->path, &file->url, file->own, type);
    demand(!fault_of(buf_span(&file->path)));
    return true;
}

static void file_release(struct file *file)
{
    url_release(&file->url);
    buf_release(&file->path);
}

/* Adds PATH like a browser that opens the file from disk. */
static void add_address(struct buf *out, struct span path)
{
    buf_add_text(out, "https://disk/site/");
    for (size_t i = 0; i < path.len; i++)
        if (ascii_is_alpha(path.at[i]) || path.at[i] == '/' || path.at[i] == '.')
            buf_add_byte(out, path.at[i]);
        else
            buf_add_format(out, "%%%02X", (unsigned char)path.at[i]);
}

/* Adds URL's path without its escapes. */
static void add_decoded(struct buf *out, struct span path)
{
    for (size_t i = 0; i < path.len; i++) {
        if (path.at[i] == '%') {
            buf_add_byte(out, (char)(ascii_hex_value(path.at[i + 1]) * 16 + ascii_hex_value(path.at[i + 2])));
            i += 2;
        } else {
            buf_add_byte(out, path.at[i]);
        }
    }
}

static void check_reference(const struct file *from, const struct file *to)
{
    struct buf text, seen;
    struct url base, target;

    buf_init(&text, PATH_BUFFER_MAX);
    buf_init(&seen, PATH_BUFFER_MAX);
    base = (struct url){0};
    target = (struct url){0};
    add_address(&text, buf_span(&from->path));
    demand(url_parse(&base, buf_span(&text), NULL, NULL) == URL_OK);
    path_relative(&text, buf_span(&from->path), buf_span(&to->path), span_of(""));
    demand(url_parse(&target, buf_span(&text), &base, NULL) == URL_OK);
    add_decoded(&seen, url_path(&target));
    demand(span_equals(span_part(buf_span(&seen), strlen("/site/"), seen.len), buf_span(&to->path)));
    url_release(&base);
    url_release(&target);
    buf_release(&text);
    buf_release(&seen);
}

static void check_pair(const struct file *one, const struct file *two)
{
    if (span_equals(buf_span(&one->path), buf_span(&two->path)))
        demand(fault_is_same(fault_family(one->url.text.at), fault_family(two->url.text.at)));
    check_reference(one, two);
    check_reference(two, one);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct span rest = span_make((const char *)data, size);
    struct span type = span_take_until(&rest, '\n'), first = span_take_until(&rest, '\n');
    struct file one, two;
    struct buf other;
    bool both = file_init(&one, first, type);

    buf_init(&other, PATH_BUFFER_MAX);
    both = file_init(&two, rest, type) && both;
    if (both && span_is(type, "text/html"))
        check_pair(&one, &two);
    if (one.path.len > 0) {
        path_twin(&other, buf_span(&one.path), &one.url);
        demand(!span_equals(buf_span(&other), buf_span(&one.path)));
        path_key(&other, buf_span(&one.path));
        demand(other.len > 0);
        path_expect(&other, &one.url, one.own, span_of("text/html"));
        demand(!fault_of(buf_span(&other)));
    }
    buf_release(&other);
    file_release(&one);
    file_release(&two);
    return 0;
}
