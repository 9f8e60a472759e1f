/* SPDX-License-Identifier: MIT */
/* Takes a URL apart into path and parameters, and writes it without some of its features. The texts that it
 * writes are only compared. */
#include "config.h"

#include "judge/evidence.h"

#include "apps/app.h"
#include "site/path.h"

enum { WORDS_MAX = 16, YEAR_FIRST = 1900, YEAR_LAST = 2199, YEAR_DIGITS = 4, MONTHS = 12 };

/* Returns whether part A comes before B, which was added later. */
static bool comes_before(const struct variant *variant, size_t a, size_t b)
{
    int order = span_compare(variant->parts[a].name, variant->parts[b].name);

    return order < 0 || (order == 0 && span_compare(variant->parts[a].text, variant->parts[b].text) <= 0);
}

static void add_part(struct variant *variant, struct span text, unsigned segment)
{
    size_t count = variant->part_count++, at = count;
    struct span name = text;

    if (count >= VARIANT_PARTS)
        return;
    variant->parts[count].text = text;
    variant->parts[count].name = span_take_until(&name, '=');
    variant->parts[count].segment = segment;
    for (; at > 0 && !comes_before(variant, variant->order[at - 1], count); at--)
        variant->order[at] = variant->order[at - 1];
    variant->order[at] = (uint8_t)count;
}

/* Finds the parameters of the path, behind ';', and of the query. */
static void read_parts(struct variant *variant, const struct url *url)
{
    struct span rest = variant->path, query = url_query(url);
    unsigned segment = 0;

    while (rest.len > 0) {
        struct span part = span_take_until(&rest, '/');

        segment++;
        (void)span_take_until(&part, ';');
        while (part.len > 0)
            add_part(variant, span_take_until(&part, ';'), segment);
    }
    if (!url_has_query(url))
        return;
    variant->separator = span_find(query, '&') < query.len ? '&' : ';';
    while (query.len > 0)
        add_part(variant, span_take_until(&query, variant->separator), 0);
}

static struct feature *add_feature(struct variant *variant, enum feature_sort sort, const char *name)
{
    struct feature *feature = &variant->features[variant->feature_count++];

    *feature = (struct feature){.sort = sort, .name = span_of(name)};
    return feature;
}

static bool is_token(const struct variant *variant, size_t part)
{
    return parameter_is_token(variant->parts[part].name);
}

/* Adds one feature for each name. */
static void add_parameters(struct variant *variant)
{
    uint32_t seen = 0;

    for (size_t i = 0; i < variant->part_count; i++) {
        struct feature *feature;

        if ((seen >> i & 1) || is_token(variant, i))
            continue;
        feature = add_feature(variant, FEATURE_PARAMETER, "");
        feature->name = variant->parts[i].name;
        for (size_t j = i; j < variant->part_count; j++)
            if (span_equals(variant->parts[j].name, feature->name))
                feature->parts |= UINT32_C(1) << j;
        seen |= feature->parts;
    }
}

/* Adds a feature of all parameters, or of those that are tokens, whose names it has. */
static void add_joint(struct variant *variant, enum feature_sort sort, size_t *used)
{
    struct buf names BUF_LOCAL(VARIANT_NAMES);
    uint32_t parts = 0;

    for (size_t i = 0; i < variant->part_count; i++) {
        if (sort == FEATURE_TOKENS && !is_token(variant, i))
            continue;
        (void)buf_add_format(&names, "%s%.*s", parts ? ", " : "", (int)variant->parts[i].name.len,
                             variant->parts[i].name.at);
        parts |= UINT32_C(1) << i;
    }
    if (parts && !names.full && *used + names.len <= sizeof variant->names) {
        struct feature *feature = add_feature(variant, sort, "");

        memcpy(variant->names + *used, names.at, names.len);
        feature->name = span_make(variant->names + *used, names.len);
        feature->parts = parts;
        *used += names.len;
    }
}

/* The bytes between the words of a list. */
#define LIST_MARKS "+,"

static bool has_list(struct span path)
{
    for (size_t i = 1; i + 1 < path.len; i++)
        if (byte_is_in(path.at[i], LIST_MARKS) && path.at[i - 1] != '/' && path.at[i + 1] != '/')
            return true;
    return false;
}

/* Returns the length of "index.html" or the like at the end of PATH; 0 if it has none. */
static size_t index_len(struct span path)
{
    struct span name = span_part(path, span_after_last(path, '/'), path.len);

    return span_starts(name, "index.") && span_is_one_of(name, "index.html index.htm index.php") ? name.len
                                                                                                 : 0;
}

void variant_read(struct variant *variant, const struct url *url)
{
    size_t used = 0, queries = 0;

    *variant = (struct variant){.origin = url_origin(url), .path = url_path(url)};
    read_parts(variant, url);
    if (variant->part_count > VARIANT_PARTS) {
        variant->part_count = VARIANT_PARTS;
        return;
    }
    for (size_t i = 0; i < variant->part_count; i++)
        queries += variant->parts[i].segment == 0;
    add_parameters(variant);
    add_joint(variant, FEATURE_TOKENS, &used);
    if (variant->feature_count > 1)
        add_joint(variant, FEATURE_ALL, &used);
    if (queries > 1)
        add_feature(variant, FEATURE_ORDER, "the order of parameters");
    if (has_list(variant->path))
        add_feature(variant, FEATURE_LIST, "the order of words in the path");
    if (variant->path.len > 1 &&
        (variant->path.at[variant->path.len - 1] == '/' || index_len(variant->path) > 0))
        add_feature(variant, FEATURE_SLASH, "the slash at the end");
    if (index_len(variant->path) > 0)
        add_feature(variant, FEATURE_INDEX, "the name of the index page");
    if (variant->separator && queries == 0)
        add_feature(variant, FEATURE_EMPTY, "an empty query");
}

/* Adds the words of the list TEXT in one order, or, as a KIND, a star for them. */
static void add_list(struct buf *out, struct span text, bool kind)
{
    struct span words[WORDS_MAX];
    size_t count = 0;

    for (struct span rest = text; rest.len > 0 && count < WORDS_MAX; count++) {
        struct span word = span_take_until_any(&rest, LIST_MARKS);
        size_t at = count;

        rest = span_part(rest, 1, rest.len);
        for (; at > 0 && span_compare(word, words[at - 1]) < 0; at--)
            words[at] = words[at - 1];
        words[at] = word;
    }
    if (count < 2 || count == WORDS_MAX) {
        (void)buf_add_span(out, text);
        return;
    }
    for (size_t i = 0; i < count && !kind; i++)
        (void)buf_add_format(out, "%s%.*s", i > 0 ? "+" : "", (int)words[i].len, words[i].at);
    if (kind)
        (void)buf_add_byte(out, '*');
}

/* Adds the path without its parameters, and without the features whose sorts are in WITHOUT. */
static void add_path(const struct variant *variant, uint32_t without, bool kind, struct buf *out)
{
    struct span rest = variant->path;

    if (without >> FEATURE_INDEX & 1)
        rest.len -= index_len(rest);
    if ((without >> FEATURE_SLASH & 1) && rest.len > 1 && rest.at[rest.len - 1] == '/')
        rest.len--;
    while (rest.len > 0) {
        struct span part = span_part(rest, 0, span_find(rest, '/')), plain = part;

        rest = span_part(rest, part.len, rest.len);
        plain = span_take_until(&plain, ';');
        if (without >> FEATURE_LIST & 1)
            add_list(out, plain, kind);
        else
            (void)buf_add_span(out, plain);
        if (span_take_byte(&rest, '/'))
            (void)buf_add_byte(out, '/');
    }
}

/* Adds the parameters that PARTS has a bit for, in the order of their texts if SORTED. */
static void add_parts(const struct variant *variant, uint32_t parts, bool sorted, struct buf *out)
{
    for (size_t i = 0; i < variant->part_count; i++) {
        size_t at = sorted ? variant->order[i] : i;

        if (parts >> at & 1)
            (void)buf_add_format(out, "\n%u%c%.*s", variant->parts[at].segment,
                                 variant->parts[at].segment ? ';' : variant->separator,
                                 (int)variant->parts[at].text.len, variant->parts[at].text.at);
    }
}

void variant_write(const struct variant *variant, uint32_t without, struct buf *out)
{
    uint32_t sorts = 0, parts = 0;

    for (size_t i = 0; i < variant->feature_count; i++)
        if (without >> i & 1) {
            sorts |= UINT32_C(1) << variant->features[i].sort;
            parts |= variant->features[i].parts;
        }
    parts = ~parts & ((UINT32_C(1) << variant->part_count) - 1);
    buf_clear(out);
    (void)buf_add_span(out, variant->origin);
    add_path(variant, sorts, false, out);
    add_parts(variant, parts, sorts >> FEATURE_ORDER & 1, out);
    if (variant->separator && variant->part_count == 0 && !(sorts >> FEATURE_EMPTY & 1))
        (void)buf_add_byte(out, '?');
}

/* Replaces each number of OUT from START on by '#'. */
static void hide_numbers(struct buf *out, size_t start)
{
    size_t len = start;

    for (size_t i = start; i < out->len; i++)
        if (!ascii_is_digit(out->at[i]))
            out->at[len++] = out->at[i];
        else if (len == start || out->at[len - 1] != '#')
            out->at[len++] = '#';
    buf_cut(out, len);
}

void variant_kind(const struct variant *variant, bool wide, struct buf *out)
{
    size_t start = variant->origin.len, name;
    struct span path, extension;

    buf_clear(out);
    (void)buf_add_span(out, variant->origin);
    add_path(variant, UINT32_C(1) << FEATURE_LIST | 1U << FEATURE_SLASH | 1U << FEATURE_INDEX, true, out);
    hide_numbers(out, start);
    if (!wide)
        return;
    path = buf_span(out);
    name = span_after_last(path, '/');
    extension = types_own_extension(span_part(path, name, path.len));
    if (extension.len == 0 || span_is_one_of_nocase(extension, "html htm xhtml shtml")) {
        buf_cut(out, name);
        (void)buf_add_byte(out, '*');
    }
}

static bool is_year(uint64_t number, size_t len)
{
    return len == YEAR_DIGITS && number >= YEAR_FIRST && number <= YEAR_LAST;
}

static bool is_month(uint64_t number, size_t len)
{
    return len <= 2 && number >= 1 && number <= MONTHS;
}

/* Returns whether NUMBER is a year and a month, perhaps with a day: 203102, 20310214. */
static bool is_date(uint64_t number, size_t len)
{
    if (len == YEAR_DIGITS + 4)
        number /= 100;
    return (len == YEAR_DIGITS + 2 || len == YEAR_DIGITS + 4) && is_year(number / 100, YEAR_DIGITS) &&
           is_month(number % 100, 2);
}

bool variant_has_date(struct span text)
{
    uint64_t before = 0, number;
    size_t before_len = 0;

    while (text.len > 0) {
        size_t len = text.len;

        if (!span_take_number(&text, &number)) {
            text = span_part(text, 1, text.len);
            continue;
        }
        len -= text.len;
        if (is_date(number, len) || (is_year(before, before_len) && is_month(number, len)) ||
            (is_month(before, before_len) && is_year(number, len)))
            return true;
        before = number;
        before_len = len;
    }
    return false;
}

bool variant_family(const struct variant *variant, struct buf *out)
{
    uint32_t parts = UINT32_MAX;
    struct span last = {0};
    size_t words = 1;

    for (size_t i = 0; i < variant->feature_count; i++)
        if (variant->features[i].sort == FEATURE_TOKENS)
            parts &= ~variant->features[i].parts;
    buf_clear(out);
    for (size_t i = 0; i < variant->part_count; i++) {
        struct span name = variant->parts[variant->order[i]].name;

        if (!(parts >> variant->order[i] & 1) || span_equals(name, last))
            continue;
        (void)buf_add_format(out, "%s%.*s", out->len > 0 ? ", " : "", (int)name.len, name.at);
        last = name;
    }
    hide_numbers(out, 0);
    for (size_t i = 0; i < variant->path.len; i++)
        words += byte_is_in(variant->path.at[i], LIST_MARKS);
    if (has_list(variant->path))
        (void)buf_add_format(out, "%s%zu words", out->len > 0 ? ", " : "", words);
    return out->len > 0 || variant_has_date(variant->path);
}
