/* SPDX-License-Identifier: MIT */
/* Reads single fields of HTTP header blocks as borrowed bytes: nothing is copied, joined or normalised,
 * because the archive stores the blocks verbatim. Line breaks are LF with or without CR (RFC 9112, 2.2).
 * answer/fields.c parses a whole block. */
#include "config.h"

#include "base/head.h"

static bool starts_folded(struct span rest)
{
    return rest.len > 0 && (rest.at[0] == ' ' || rest.at[0] == '\t');
}

bool head_announces_more(struct span head, uint64_t len)
{
    struct span value;
    uint64_t announced;

    return head_value(head, "Content-Length", 0, &value) && span_to_u64(value, &announced) &&
           announced > len && !head_value(head, "Content-Encoding", 0, &value) &&
           !head_value(head, "Transfer-Encoding", 0, &value);
}

struct span head_take_line(struct span *rest)
{
    struct span whole = *rest;

    do {
        (void)span_take_until(rest, '\n');
    } while (starts_folded(*rest));
    return span_part(whole, 0, whole.len - rest->len);
}

struct span head_line_name(struct span line)
{
    size_t colon = span_find(line, ':');

    return colon < line.len ? span_part(line, 0, colon) : span_make(NULL, 0);
}

bool head_value(struct span head, const char *name, size_t index, struct span *value)
{
    (void)head_take_line(&head); /* the start line */
    while (head.len > 0) {
        struct span line = head_take_line(&head), found = head_line_name(line);

        if (span_is_nocase(found, name) && index-- == 0) {
            *value = span_trim(span_part(line, found.len + 1, line.len), PLAIN_WHITE);
            return true;
        }
    }
    return false;
}

bool head_has_token(struct span head, const char *name, const char *token)
{
    struct span value;

    for (size_t i = 0; head_value(head, name, i, &value); i++) {
        while (value.len > 0) {
            if (span_is_nocase(span_trim(span_take_until(&value, ','), PLAIN_WHITE), token))
                return true;
        }
    }
    return false;
}

int head_status(struct span head)
{
    struct span rest = span_part(head, 0, span_find(head, '\n'));
    uint64_t status;

    (void)span_take_until(&rest, ' ');
    if (rest.len < 3 || !span_to_u64(span_part(rest, 0, 3), &status) ||
        (rest.len > 3 && ascii_is_digit(rest.at[3])))
        return 0;
    return (int)status;
}

bool head_range_is_whole(struct span head)
{
    struct span text;
    uint64_t last, len;

    if (!head_value(head, "Content-Range", 0, &text) || !span_starts_nocase(text, "bytes 0-"))
        return false;
    text = span_part(text, sizeof "bytes 0-" - 1, text.len);
    return span_to_u64(span_take_until(&text, '/'), &last) && span_to_u64(text, &len) && len > 0 &&
           last == len - 1;
}

bool head_is_whole(struct span head)
{
    return (head.len >= 4 && memcmp(head.at + head.len - 4, "\r\n\r\n", 4) == 0) ||
           (head.len >= 2 && memcmp(head.at + head.len - 2, "\n\n", 2) == 0);
}
