/* SPDX-License-Identifier: MIT */
/* RFC 9309 to the letter: lines outside its grammar are skipped. One departure: a User-agent line whose value
 * is not a product token starts a group without names, because otherwise its rules would join the group
 * above. A path may start with '*', as in an example of the RFC. */
#include "config.h"

#include "lint/readings_inside.h"
#include "robots/text.h"

enum field { OTHER, USER_AGENT, ALLOW, DISALLOW };

/* The field and value of a line, without comment. */
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

/* Is VALUE a path-pattern or empty-pattern of the grammar? */
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

/* Writes C as it is if it is unreserved, otherwise as its escape. */
static char *put_octet(char *out, unsigned char c)
{
    if (!text_is_unreserved(c))
        return text_put_escape(out, c);
    *out++ = (char)c;
    return out;
}

size_t reading_normalise_rfc9309(char *out, struct span text, bool is_rule, size_t *weight)
{
    char *start = out;

    *weight = 0;
    for (size_t i = 0; i < text.len; i++, ++*weight) {
        unsigned char c = (unsigned char)text.at[i];
        int escaped = text_escape_value(span_part(text, i, 3));

        if (escaped >= 0) {
            out = put_octet(out, (unsigned char)escaped);
            i += 2;
        } else if (is_rule && (c == '*' || (c == '$' && i + 1 == text.len))) {
            *out++ = (char)c;
        } else {
            out = put_octet(out, c);
        }
    }
    return (size_t)(out - start);
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

/* Collects the rules of all groups that name WANTED; true if there is such a group. */
static bool collect_rules(struct reading_rules *rules, struct span body, struct span wanted)
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
    if (!collect_rules(rules, body, token))
        (void)collect_rules(rules, body, span_of("*"));
}
