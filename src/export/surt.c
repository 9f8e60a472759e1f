/* SPDX-License-Identifier: MIT */
/* Sort-friendly keys of URLs. There is no standard; these are the keys that common replay tools compute. */
#include "config.h"

#include "export/surt.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "base/limits.h"

void surt_init(struct surt *surt)
{
    url_init(&surt->url);
    buf_init(&surt->lower, LIMIT_WARC_HEAD_BYTES);
}

void surt_release(struct surt *surt)
{
    url_release(&surt->url);
    buf_release(&surt->lower);
}

/* TEXT in lower case, without a "www." or "www2." at the start of its host. */
static struct span fold_url(struct surt *surt, struct span text)
{
    size_t host = 0, end;

    buf_clear(&surt->lower);
    for (size_t i = 0; i < text.len; i++)
        (void)buf_add_byte(&surt->lower, ascii_lower(text.at[i]));
    text = buf_span(&surt->lower);
    if (span_starts(text, "http://"))
        host = sizeof "http://" - 1;
    else if (span_starts(text, "https://"))
        host = sizeof "https://" - 1;
    if (host == 0 || !span_starts(span_part(text, host, text.len), "www"))
        return text;
    for (end = host + 3; end < text.len && ascii_is_digit(text.at[end]);)
        end++;
    if (end == text.len || text.at[end] != '.')
        return text;
    memmove(surt->lower.at + host, surt->lower.at + end + 1, text.len - end - 1);
    buf_cut(&surt->lower, text.len - (end + 1 - host));
    return buf_span(&surt->lower);
}

static void add_host(struct span host, struct buf *out)
{
    size_t end = host.len;

    for (size_t i = host.len; i-- > 0;) {
        if (host.at[i] != '.')
            continue;
        (void)buf_add_span(out, span_part(host, i + 1, end - i - 1));
        (void)buf_add_byte(out, ',');
        end = i;
    }
    (void)buf_add_span(out, span_part(host, 0, end));
}

static int compare_parts(const void *a, const void *b)
{
    const struct span *left = a, *right = b;
    size_t len = left->len < right->len ? left->len : right->len;
    int order = len > 0 ? memcmp(left->at, right->at, len) : 0;

    return order != 0 ? order : left->len < right->len ? -1 : left->len > right->len;
}

static void add_query(struct span query, struct buf *out)
{
    size_t count = 1, i = 0;
    struct span *parts;

    for (size_t at = 0; at < query.len; at++)
        count += query.at[at] == '&';
    parts = mem_new(count, sizeof *parts);
    for (; i < count; i++)
        parts[i] = span_take_until(&query, '&');
    qsort(parts, count, sizeof *parts, compare_parts);
    for (i = 0; i < count; i++) {
        (void)buf_add_byte(out, i == 0 ? '?' : '&');
        (void)buf_add_span(out, parts[i]);
    }
    free(parts);
}

void surt_add(struct surt *surt, struct span target, struct buf *out)
{
    struct url *url = &surt->url;

    if (target.len >= LIMIT_WARC_HEAD_BYTES || url_parse(url, fold_url(surt, target), NULL, NULL) != URL_OK) {
        (void)buf_add_span(out, target);
        return;
    }
    add_host(url_host(url), out);
    if (url_port(url).len > 0) {
        (void)buf_add_byte(out, ':');
        (void)buf_add_span(out, url_port(url));
    }
    (void)buf_add_byte(out, ')');
    (void)buf_add_span(out, url_path(url));
    if (url_query(url).len > 0)
        add_query(url_query(url), out);
}
