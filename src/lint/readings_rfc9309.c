/* SPDX-License-Identifier: MIT */
/* RFC 9309 by its letter. What its grammar does not know is skipped, line by line, with one gap filled: a
 * User-agent line whose value is no product token still begins a group, and names nobody, for otherwise its
 * rules would fall to the group above. Paths that begin with '*', as in the RFC's own example, count. */
#include "config.h"

#include "lint/readings_inside.h"
#include "robots/text.h"

enum field { OTHER, USER_AGENT, ALLOW, DISALLOW };

/* The field and the value of a line, comments taken off. */
static enum field read_field(struct span text, struct span *value)
{
    struct span code = span_part(text, 0, span_find(text, '#'));
    size_t colon = span_find(code, ':');
    struct span name = span_trim(span_part(code, 0, colon), " \t");

    *value = span_trim(span_part(code, colon + 1, code.len), " \t");
    if (colon == code.len)
        return OTHER;
    if (span_is_nocase(name, "user-agent"))
        return USER_AGENT;
    if (span_is_nocase(name, "allow"))
        return ALLOW;
    return span_is_nocase(name, "disallow") ? DISALLOW : OTHER;
}

/* Is VALUE what the grammar calls a path-pattern or empty-pattern? */
static bool is_pattern(struct span value)
{
    if (value.len > 0 && value.at[0] != '/' && value.at[0] != '*')
        return false;
    for (size_t i = 0; i < value.len; i++) {
        if (value.at[i] == ' ' || text_is_control(value.at[i]))
            return false;
    }
    return true;
}

static bool is_unreserved(unsigned char c)
{
    return ascii_is_alpha((char)c) || ascii_is_digit((char)c) || c == '-' || c == '.' || c == '_' || c == '~';
}

static size_t put(char *out, unsigned char c)
{
    static const char digits[] = "0123456789ABCDEF";

    out[0] = (char)c;
    if (is_unreserved(c))
        return 1;
    out[0] = '%';
    out[1] = digits[c >> 4];
    out[2] = digits[c & 15];
    return 3;
}

size_t reading_normalise_rfc9309(char *out, struct span text, bool is_rule, size_t *weight)
{
    size_t len = 0;

    *weight = 0;
    for (size_t i = 0; i < text.len; i++, ++*weight) {
        unsigned char c = (unsigned char)text.at[i];
        int high = i + 2 < text.len ? ascii_hex_value(text.at[i + 1]) : -1;
        int low = i + 2 < text.len ? ascii_hex_value(text.at[i + 2]) : -1;

        if (c == '%' && high >= 0 && low >= 0) {
            len += put(out + len, (unsigned char)(high << 4 | low));
            i += 2;
        } else if (is_rule && (c == '*' || (c == '$' && i + 1 == text.len))) {
            out[len++] = (char)c;
        } else {
            len += put(out + len, c);
        }
    }
    return len;
}

static void add_rule(struct reading_rules *rules, const struct reading_line *line, bool allows,
                     struct span value)
{
    char *room = buf_reserve(&rules->texts, 3 * value.len + 1);
    size_t weight, len;

    if (!room || value.len == 0)
        return;
    len = reading_normalise_rfc9309(room, value, true, &weight);
    buf_grew(&rules->texts, len);
    reading_add(rules, line, allows, len)->weight = weight;
}

/* Gathers the rules of all groups that name WANTED; true where there is such a group. */
static bool gather(struct reading_rules *rules, struct span body, struct span wanted)
{
    struct reading_line line = {0};
    bool is_listing = false, is_ours = false, found = false;
    struct span value;

    while (reading_next_line(&body, &line)) {
        enum field field = read_field(line.text, &value);

        if (field == USER_AGENT) {
            is_ours = (is_ours && is_listing) || (wanted.len > 0 && span_equals_nocase(value, wanted));
            found |= is_ours;
            is_listing = true;
        } else if (field != OTHER && is_pattern(value)) {
            is_listing = false;
            if (is_ours)
                add_rule(rules, &line, field == ALLOW, value);
        }
    }
    return found;
}

void reading_read_rfc9309(struct reading_rules *rules, struct span body, struct span token)
{
    if (span_starts(body, "\xef\xbb\xbf"))
        body = span_part(body, 3, body.len);
    if (!gather(rules, body, token))
        (void)gather(rules, body, span_of("*"));
}
