/* SPDX-License-Identifier: MIT */
/* Compares, trims and divides borrowed bytes. Nothing here allocates. */
#include "config.h"

#include "base/span.h"

bool span_folds_to(const char *a, const char *b, size_t len)
{
    for (size_t i = 0; i < len; i++) {
        if (a[i] != b[i] && ascii_lower(a[i]) != ascii_lower(b[i]))
            return false;
    }
    return true;
}

struct span span_trim(struct span text, const char *set)
{
    while (text.len > 0 && byte_is_in(text.at[0], set)) {
        text.at++;
        text.len--;
    }
    while (text.len > 0 && byte_is_in(text.at[text.len - 1], set))
        text.len--;
    return text;
}

size_t span_find_end(struct span text, size_t at, const char *mark)
{
    struct span rest = span_part(text, at, text.len);

    return span_take_after(&rest, mark) ? text.len - rest.len : text.len;
}

size_t span_after_last(struct span text, char byte)
{
    const char *last = text.len > 0 ? memrchr(text.at, byte, text.len) : NULL;

    return last ? (size_t)(last - text.at) + 1 : 0;
}

bool span_has(struct span text, const char *mark)
{
    return text.len > 0 && memmem(text.at, text.len, mark, strlen(mark));
}

/* Removes the first word from the front of WORDS; empty at the end. */
static struct span take_word(const char **words)
{
    const char *at = *words, *end = at;

    while (*end > ' ')
        end++;
    *words = *end == ' ' ? end + 1 : end;
    return span_make(at, (size_t)(end - at));
}

bool span_is_one_of(struct span text, const char *words)
{
    struct span word;

    while ((word = take_word(&words)).len > 0)
        if (span_equals(text, word))
            return true;
    return false;
}

bool span_is_one_of_nocase(struct span text, const char *words)
{
    char first = ascii_lower(span_byte(text, 0));
    const char *at = text.len > 0 ? strchr(words, first) : NULL;

    for (; at && *at; at = strchr(at + 1, first)) {
        const char *word = at;

        if ((at == words || at[-1] == ' ') && span_equals_nocase(text, take_word(&word)))
            return true;
    }
    return false;
}

bool span_starts_one_of_nocase(struct span text, const char *words)
{
    struct span word;

    while ((word = take_word(&words)).len > 0)
        if (span_equals_nocase(span_part(text, 0, word.len), word))
            return true;
    return false;
}

struct span span_take_until_any(struct span *rest, const char *set)
{
    struct span whole = *rest;
    size_t len = 0;

    while (len < whole.len && !byte_is_in(whole.at[len], set))
        len++;
    *rest = span_part(whole, len, whole.len);
    return span_part(whole, 0, len);
}

struct span span_take_word(struct span *rest, const char *set)
{
    *rest = span_part(*rest, span_skip(*rest, 0, set), rest->len);
    return span_take_until_any(rest, set);
}

bool span_take_after(struct span *rest, const char *mark)
{
    size_t len = strlen(mark);
    const char *found = rest->len > 0 ? memmem(rest->at, rest->len, mark, len) : NULL;

    if (found)
        *rest = span_part(*rest, (size_t)(found - rest->at) + len, rest->len);
    return found != NULL;
}

bool span_matches(struct span text, struct span pattern)
{
    size_t p = 0, t = 0, star = SIZE_MAX, resume = 0;

    while (t < text.len) {
        if (p < pattern.len && pattern.at[p] == '*') {
            star = p++;
            resume = t;
        } else if (p < pattern.len && (pattern.at[p] == '?' || pattern.at[p] == text.at[t])) {
            p++;
            t++;
        } else if (star != SIZE_MAX) {
            p = star + 1;
            resume++;
            if (p < pattern.len && pattern.at[p] != '?')
                resume += span_find(span_part(text, resume, text.len), pattern.at[p]);
            t = resume;
        } else {
            return false;
        }
    }
    while (p < pattern.len && pattern.at[p] == '*')
        p++;
    return p == pattern.len;
}

int span_escape(struct span text)
{
    int high, low;

    if (text.len < 3 || text.at[0] != '%')
        return -1;
    high = ascii_hex_value(text.at[1]);
    low = ascii_hex_value(text.at[2]);
    return high < 0 || low < 0 ? -1 : high << 4 | low;
}

bool span_take_number(struct span *rest, uint64_t *number)
{
    size_t len = 0;
    uint64_t value;

    while (len < rest->len && ascii_is_digit(rest->at[len]))
        len++;
    if (len == 0)
        return false;
    *number = span_to_u64(span_part(*rest, 0, len), &value) ? value : UINT64_MAX;
    *rest = span_part(*rest, len, rest->len);
    return true;
}

struct span span_take_plain(struct span *rest, const char *more)
{
    struct span whole = *rest;
    size_t len = 0;

    while (len < whole.len && (ascii_is_alphanumeric(whole.at[len]) || byte_is_in(whole.at[len], more)))
        len++;
    *rest = span_part(whole, len, whole.len);
    return span_part(whole, 0, len);
}

bool span_is_plain(struct span text, const char *more)
{
    return span_take_plain(&text, more).len > 0 && text.len == 0;
}

bool span_is_visible(struct span text)
{
    size_t at = 0;

    while (at < text.len && text.at[at] > ' ' && text.at[at] <= '~')
        at++;
    return at == text.len;
}

bool span_has_control(struct span text)
{
    for (size_t i = 0; i < text.len; i++)
        if ((unsigned char)text.at[i] < 0x20 || text.at[i] == 0x7f)
            return true;
    return false;
}

bool span_is_token(struct span text)
{
    return span_is_plain(text, "!#$%&'*+-.^_`|~");
}

bool span_to_u64(struct span text, uint64_t *value)
{
    uint64_t sum = 0;

    if (text.len == 0)
        return false;
    for (size_t i = 0; i < text.len; i++) {
        if (!ascii_is_digit(text.at[i]))
            return false;
        if (__builtin_mul_overflow(sum, 10, &sum) ||
            __builtin_add_overflow(sum, (uint64_t)(text.at[i] - '0'), &sum))
            return false;
    }
    *value = sum;
    return true;
}
