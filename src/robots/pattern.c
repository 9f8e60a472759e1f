/* SPDX-License-Identifier: MIT */
/* Writes rule paths and URLs in one normal form, and matches them. The form follows the percent-encoding
 * rules of RFC 9309 §2.2.2, and also joins forms that servers treat as equal. `&`, `=`, `+`, `/`, `?` and `#`
 * stay different from their encoded forms, as in RFC 3986. Matching finds each literal run between wildcards
 * at its first place, which is enough for patterns with only `*` and a final `$`. */
#include "config.h"

#include "robots/groups.h"

#include "robots/lines.h"
#include "url/url.h"

/* The kind of each ASCII octet in a path: 'u' unreserved; 'r' reserved, and equal to its encoded form; 'p'
 * reserved, and different from its encoded form; '.' always encoded, except '*' and '$' where they are
 * special. */
static const char octet_kinds[] =
    ".................................r.p..prrr.pruup" /* ! " # $ % & ' ( ) * + , - . / */
    "uuuuuuuuuurr.p.p"                                 /* 0 to 9 : ; < = > ? */
    "ruuuuuuuuuuuuuuu"                                 /* @ A to O */
    "uuuuuuuuuuur.r.u"                                 /* P to Z [ \ ] ^ _ */
    ".uuuuuuuuuuuuuuu"                                 /* ` a to o */
    "uuuuuuuuuuu...u.";                                /* p to z { | } ~ DEL */

static char octet_kind(unsigned char c)
{
    return c < 0x80 ? octet_kinds[c] : '.';
}

/* Writes the escape %xx of C in its normal form. */
static char *put_encoded(char *out, unsigned char c, bool in_query)
{
    if (octet_kind(c) == 'u' || octet_kind(c) == 'r' || (in_query && (c == '/' || c == '?'))) {
        *out++ = (char)c;
        return out;
    }
    return text_put_escape(out, c);
}

/* Writes TEXT octet by octet; with IS_RULE, `*` and a final `$` stay special. */
static size_t put_octets(char *out, struct span text, bool is_rule)
{
    char *start = out;
    bool in_query = false;

    for (size_t i = 0; i < text.len; i++) {
        unsigned char c = (unsigned char)text.at[i];

        if (octet_kind(c) != '.') {
            in_query |= c == '?';
            *out++ = (char)c;
        } else if (c == '%') {
            int value = span_escape(span_part(text, i, 3));

            out = value < 0 ? text_put_escape(out, c) : put_encoded(out, (unsigned char)value, in_query);
            i += value < 0 ? 0 : 2;
        } else if (is_rule && (c == '*' || (c == '$' && i + 1 == text.len))) {
            *out++ = (char)c;
        } else {
            out = text_put_escape(out, c);
        }
    }
    return (size_t)(out - start);
}

size_t pattern_normalise(char *out, struct span path)
{
    size_t slash = path.len == 0 || (path.at[0] != '/' && path.at[0] != '*');

    out[0] = '/';
    return slash + put_octets(out + slash, path, true);
}

/* Removes "." and ".." segments of the path of TEXT, in place; its query moves up. Returns the length. */
static size_t remove_dot_segments(char *text, size_t len)
{
    size_t path_len = span_find(span_make(text, len), '?');
    size_t out = 0, end;

    if (!span_has(span_make(text, path_len), "/."))
        return len;
    for (size_t i = 0; i < path_len; i = end) {
        struct span segment;

        end = i + 1;
        while (end < path_len && text[end] != '/')
            end++;
        segment = span_make(text + i + 1, end - i - 1);
        if (span_is(segment, "..")) {
            while (out > 0 && text[--out] != '/') {
            }
        } else if (!span_is(segment, ".")) {
            memmove(text + out, text + i, end - i);
            out += end - i;
            continue;
        }
        if (end == path_len)
            text[out++] = '/';
    }
    memmove(text + out, text + path_len, len - path_len);
    return out + len - path_len;
}

size_t pattern_normalise_url(char *out, struct span url)
{
    struct span path = span_part(url, url_origin_text(url).len, url.len);
    size_t slash;

    path = span_part(path, 0, span_find(path, '#'));
    slash = path.len == 0 || path.at[0] != '/';
    out[0] = '/';
    return remove_dot_segments(out, slash + put_octets(out + slash, path, false));
}

/* Returns true if the escape at AT of a rule is all between two wildcards, or behind the last one. */
static bool is_lone_run(struct span normal, size_t at)
{
    return at > 0 && normal.at[at - 1] == '*' &&
           (at + 3 == normal.len || byte_is_in(normal.at[at + 3], "*$"));
}

size_t pattern_open_slashes(char *out, struct span normal)
{
    size_t len = 0;

    /* In a normal form every '%' has its two digits. */
    for (size_t i = 0; i < normal.len; i++) {
        if (normal.at[i] == '%' && normal.at[i + 1] == '2' && normal.at[i + 2] == 'F') {
            if (is_lone_run(normal, i))
                return normal.len;
            out[len++] = '/';
            i += 2;
        } else {
            out[len++] = normal.at[i];
        }
    }
    return len;
}

static uint64_t first_bytes(struct span text)
{
    uint64_t head = 0;

    if (text.len > 0)
        memcpy(&head, text.at, text.len < sizeof head ? text.len : sizeof head);
    return head;
}

/* Returns a bit for each pair of neighbours in TEXT, except pairs with a special character. A text that lacks
 * one of a pattern's bits cannot match; this rules out most patterns with wildcards without a search. */
static uint64_t pairs_of(struct span text, bool is_rule)
{
    uint64_t pairs = 0;

    for (size_t i = 1; i < text.len; i++) {
        unsigned char first = (unsigned char)text.at[i - 1], second = (unsigned char)text.at[i];

        if (!is_rule || (first != '*' && second != '*' && second != '$'))
            pairs |= UINT64_C(1) << ((first * 13u + second * 5u) & 63);
    }
    return pairs;
}

struct pattern pattern_make(struct span normal)
{
    struct pattern pattern = {.at = normal.at, .len = (uint32_t)normal.len};
    size_t first_len = span_find(normal, '*');
    uint64_t ones = UINT64_MAX;

    pattern.has_star = first_len < normal.len;
    pattern.is_anchored = normal.len > 0 && normal.at[normal.len - 1] == '$';
    if (pattern.is_anchored && !pattern.has_star)
        first_len--;
    pattern.first_len = (uint32_t)first_len;
    pattern.head = first_bytes(span_part(normal, 0, first_len));
    pattern.pairs = pairs_of(span_part(normal, first_len, normal.len), true);
    memcpy(&pattern.head_mask, &ones, first_len < sizeof ones ? first_len : sizeof ones);
    return pattern;
}

struct pattern_subject pattern_subject_make(struct span text)
{
    return (struct pattern_subject){.text = text, .head = first_bytes(text), .pairs = pairs_of(text, false)};
}

/* Matches the literal runs after the first wildcard against the rest of the subject. */
static bool matches_rest(struct span runs, bool is_anchored, struct span rest)
{
    for (;;) {
        bool is_last = span_find(runs, '*') == runs.len;
        struct span run = span_take_until(&runs, '*');
        const char *hit;

        if (is_last && is_anchored)
            return run.len <= rest.len && span_equals(run, span_part(rest, rest.len - run.len, run.len));
        if (run.len > 0) {
            hit = rest.len > 0 ? memmem(rest.at, rest.len, run.at, run.len) : NULL;
            if (!hit)
                return false;
            rest = span_part(rest, (size_t)(hit - rest.at) + run.len, rest.len);
        }
        if (is_last)
            return true;
    }
}

bool pattern_matches(const struct pattern *pattern, const struct pattern_subject *subject)
{
    struct span text = subject->text;
    size_t first_len = pattern->first_len, runs_len;

    if (!pattern_may_match(pattern, subject) || text.len < first_len ||
        memcmp(text.at, pattern->at, first_len) != 0)
        return false;
    if (!pattern->has_star)
        return !pattern->is_anchored || text.len == first_len;
    runs_len = pattern->len - first_len - 1 - pattern->is_anchored;
    return matches_rest(span_make(pattern->at + first_len + 1, runs_len), pattern->is_anchored,
                        span_part(text, first_len, text.len));
}
