/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_BASE_SPAN_H
#define TIPTOE_BASE_SPAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* Classes of bytes: ASCII in every locale. A standard's white space is a set for span_trim and span_skip;
 * that of robots.txt is TEXT_SPACE (robots/lines.h). */
#define HTML_WHITE  "\t\n\f\r " /* ASCII white space of the HTML, CSS and Fetch standards */
#define PLAIN_WHITE "\t\n\r "   /* that of XML, of JSON, and of texts with lines */
#define HTTP_WHITE  "\t "       /* optional white space (OWS) of RFC 9110, and of WARC */

/* Returns the lower-case letter of an ASCII letter; other bytes unchanged. */
static inline char ascii_lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c + 32) : c;
}

static inline bool ascii_is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static inline bool ascii_is_alpha(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static inline bool ascii_is_alphanumeric(char c)
{
    return ascii_is_alpha(c) || ascii_is_digit(c);
}

/* Returns true for HTML_WHITE. */
static inline bool ascii_is_white(char c)
{
    return c == ' ' || c == '\n' || c == '\t' || c == '\r' || c == '\f';
}

/* Returns the value of a hexadecimal digit, or -1. */
static inline int ascii_hex_value(char c)
{
    if (ascii_is_digit(c))
        return c - '0';
    c = ascii_lower(c);
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

static inline bool ascii_is_hex(char c)
{
    return ascii_hex_value(c) >= 0;
}

/* Returns true if C, which a set cannot have as 0, is in SET. Sets are so small that strchr() costs more. */
static inline bool byte_is_in(char c, const char *set)
{
    while (*set && *set != c)
        set++;
    return *set != '\0';
}

/* Borrowed bytes: not terminated, not owned, possibly hostile. An empty span may have a NULL start. */
struct span {
    const char *at;
    size_t len;
};

/* Borrowed texts, as those of an option that may be repeated. */
struct texts {
    const char *const *all;
    size_t count;
};

static inline struct span span_make(const char *at, size_t len)
{
    return (struct span){.at = at, .len = len};
}

/* Returns the bytes of a C string; the empty span for NULL. */
static inline struct span span_of(const char *text)
{
    return (struct span){.at = text, .len = text ? strlen(text) : 0};
}

/* Functions that run for every tag and link are inline: compilers know the lengths of constant texts, so most
 * comparisons cost one of lengths. */

/* Returns at most LEN bytes from FROM on; both are limited to the end of TEXT. */
static inline struct span span_part(struct span text, size_t from, size_t len)
{
    if (from > text.len)
        from = text.len;
    if (len > text.len - from)
        len = text.len - from;
    return span_make(from > 0 ? text.at + from : text.at, len);
}

static inline bool span_equals(struct span a, struct span b)
{
    return a.len == b.len && (a.len == 0 || memcmp(a.at, b.at, a.len) == 0);
}

/* Compares in the order of bytes, a prefix before longer texts. Returns less than 0, 0, or more than 0. */
static inline int span_compare(struct span a, struct span b)
{
    size_t len = a.len < b.len ? a.len : b.len;
    int order = len > 0 ? memcmp(a.at, b.at, len) : 0;

    return order != 0 ? order : (a.len > b.len) - (a.len < b.len);
}

static inline bool span_is(struct span a, const char *text)
{
    return span_equals(a, span_of(text));
}

/* Returns true if LEN bytes are the same, except for the case of ASCII letters. */
bool span_folds_to(const char *a, const char *b, size_t len) NONNULL;

/* Returns true for equal texts. The nocase functions ignore the case of ASCII letters only. */
static inline bool span_equals_nocase(struct span a, struct span b)
{
    return a.len == b.len &&
           (a.len == 0 || (ascii_lower(a.at[0]) == ascii_lower(b.at[0]) && span_folds_to(a.at, b.at, a.len)));
}

static inline bool span_is_nocase(struct span a, const char *text)
{
    return span_equals_nocase(a, span_of(text));
}

static inline bool span_starts(struct span text, const char *prefix)
{
    return span_is(span_part(text, 0, strlen(prefix)), prefix);
}

/* Returns true if MARK occurs in TEXT. */
bool span_has(struct span text, const char *mark) __attribute__((nonnull, pure));

/* Returns true if TEXT ends with SUFFIX, and something is before it. */
static inline bool span_has_suffix(struct span text, const char *suffix)
{
    size_t len = strlen(suffix);

    return text.len > len && span_is(span_part(text, text.len - len, text.len), suffix);
}

/* Returns the same, whatever the case of ASCII letters. */
static inline bool span_has_suffix_nocase(struct span text, const char *suffix)
{
    size_t len = strlen(suffix);

    return text.len > len && span_is_nocase(span_part(text, text.len - len, len), suffix);
}

static inline bool span_starts_nocase(struct span text, const char *prefix)
{
    return span_is_nocase(span_part(text, 0, strlen(prefix)), prefix);
}

/* Returns the span without leading and trailing bytes that occur in SET. */
struct span span_trim(struct span text, const char *set) NONNULL;

/* Removes all letters and digits of ASCII and bytes of MORE from the start of REST, and returns them. */
struct span span_take_plain(struct span *rest, const char *more) NONNULL;

/* Returns true if TEXT has at least one byte, and none but letters and digits of ASCII and those of MORE. */
bool span_is_plain(struct span text, const char *more) __attribute__((nonnull, pure));

/* Returns the first position at or after AT whose byte does not occur in SET, or text.len. */
static inline size_t span_skip(struct span text, size_t at, const char *set)
{
    while (at < text.len && byte_is_in(text.at[at], set))
        at++;
    return at;
}

/* Returns the end of TEXT without the white space before END. */
static inline size_t span_before_white(struct span text, size_t end)
{
    while (end > 0 && ascii_is_white(text.at[end - 1]))
        end--;
    return end;
}

/* Returns the span without leading and trailing ASCII white space, as HTML defines it. */
static inline struct span span_trim_white(struct span text)
{
    size_t from = 0, end = span_before_white(text, text.len);

    while (from < end && ascii_is_white(text.at[from]))
        from++;
    return span_part(text, from, end - from);
}

/* Returns the byte at AT; NUL after the end. */
static inline char span_byte(struct span text, size_t at)
{
    return at < text.len ? text.at[at] : '\0';
}

/* Returns the position of the first BYTE, or text.len without one. */
static inline size_t span_find(struct span text, char byte)
{
    const char *hit = text.len > 0 ? memchr(text.at, (unsigned char)byte, text.len) : NULL;

    return hit ? (size_t)(hit - text.at) : text.len;
}

/* Returns the position after the first MARK at or after AT, or text.len without one. */
size_t span_find_end(struct span text, size_t at, const char *mark) __attribute__((nonnull, pure));

/* Returns the position after the last BYTE, or 0 without one. */
size_t span_after_last(struct span text, char byte);

/* Returns true if TEXT is one of WORDS, which have a space between them; the second in any case of ASCII
 * letters: its WORDS begin with small ones. */
bool span_is_one_of(struct span text, const char *words) __attribute__((nonnull, pure));
bool span_is_one_of_nocase(struct span text, const char *words) __attribute__((nonnull, pure));

/* Returns true if TEXT starts with one of them, in any case of ASCII letters. */
bool span_starts_one_of_nocase(struct span text, const char *words) __attribute__((nonnull, pure));

/* Removes the text before the first BYTE, and that byte, from REST and returns the text; all of REST if there
 * is no BYTE. */
static inline struct span span_take_until(struct span *rest, char byte)
{
    size_t len = span_find(*rest, byte);
    struct span taken = span_part(*rest, 0, len);

    *rest = span_part(*rest, len + 1, rest->len);
    return taken;
}

/* Removes the text before the first byte of SET from REST, and returns it. */
struct span span_take_until_any(struct span *rest, const char *set) NONNULL;

/* Removes a word, and the bytes of SET before it, from the front of REST; empty at the end. */
struct span span_take_word(struct span *rest, const char *set) NONNULL;

/* Removes everything up to and including the first MARK from REST; false, with REST unchanged, if it has
 * none. */
bool span_take_after(struct span *rest, const char *mark) NONNULL;

/* Returns whether TEXT matches PATTERN, where '*' is any text and '?' any byte, in time linear in their
 * product. */
bool span_matches(struct span text, struct span pattern);

/* Sets VALUE to the number that TEXT, decimal digits only, spells. Returns false, with VALUE unchanged, for
 * an empty text, other bytes, or overflow. */
bool span_to_u64(struct span text, uint64_t *value) CHECKED;

/* Removes BYTE from the front of REST; false if it does not begin with it. */
static inline bool span_take_byte(struct span *rest, char byte)
{
    if (rest->len == 0 || rest->at[0] != byte)
        return false;
    *rest = span_part(*rest, 1, rest->len);
    return true;
}

/* Removes PREFIX from the front of REST; false if it does not begin with it. */
static inline bool span_take_text(struct span *rest, const char *prefix)
{
    if (!span_starts(*rest, prefix))
        return false;
    *rest = span_part(*rest, strlen(prefix), rest->len);
    return true;
}

/* Returns the byte that an escape "%XX" at the front of TEXT means; -1 without an escape. */
int span_escape(struct span text) __attribute__((pure));

/* Removes the digits at the front of REST: a number, UINT64_MAX if it is larger than that. Returns false,
 * with nothing removed, without digits. */
bool span_take_number(struct span *rest, uint64_t *number) NONNULL;

/* Returns true for a token of RFC 9110, such as the name of a header field. */
bool span_is_token(struct span text);

/* Returns true if each byte of TEXT is a visible character of ASCII. */
bool span_is_visible(struct span text);

/* Returns true if TEXT has a control character of ASCII. */
bool span_has_control(struct span text);

/* Follows the name of a local object, which RELEASE takes by its address at the end of the block. */
#define RELEASED_BY(release) __attribute__((cleanup(release)))

/* The number of items of an array, which is not a pointer. */
#define COUNT_OF(array) (sizeof(array) / sizeof(array)[0])

#endif
