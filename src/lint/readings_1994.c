/* SPDX-License-Identifier: MIT */
/* "A Standard for Robot Exclusion" (1994) as WWW::RobotRules reads it: blank lines end records, a name that
 * our token contains is ours, only our first record counts, Disallow is the only rule, and paths are literal
 * prefixes, resolved as links from the site's root. */
#include "config.h"

#include "lint/readings_inside.h"
#include "robots/origin.h"
#include "robots/text.h"

static const char blanks[] = " \t\v\f";

struct reader {
    struct reading_rules *rules;
    struct span token, origin;
    bool is_me, is_anonymous; /* the record names us, or every robot */
    bool has_agent;           /* in the file so far */
    bool has_disallow;        /* in the record so far */
};

/* Does TOKEN contain NAME? The empty name is part of every token. */
static bool is_part(struct span name, struct span token)
{
    for (size_t i = 0; i + name.len <= token.len; i++) {
        if (span_equals_nocase(span_part(token, i, name.len), name))
            return true;
    }
    return false;
}

/* False: our record has ended. */
static bool read_agent(struct reader *reader, struct span value)
{
    struct span name = span_trim(span_part(value, 0, span_find(value, '/')), blanks);

    reader->has_agent = true;
    if (reader->has_disallow) {
        if (reader->is_me)
            return false;
        reader->has_disallow = false;
        reader->is_anonymous = false;
    }
    if (reader->is_me)
        return true;
    if (span_is(name, "*")) {
        reader->is_anonymous = true;
    } else if (is_part(name, reader->token)) {
        reader->is_me = true;
        reader->rules->count = 0;
    }
    return true;
}

/* Writes PATH as a resolved link: characters that a URL may not contain become escapes. */
static size_t write_resolved(char *out, struct span path)
{
    char *start = out;

    if (path.len == 0 || (path.at[0] != '/' && path.at[0] != '?'))
        *out++ = '/';
    for (size_t i = 0; i < path.len; i++) {
        unsigned char c = (unsigned char)path.at[i];

        if (c > ' ' && c < 0x7f && !strchr("\"<>\\^`{|}", c))
            *out++ = (char)c;
        else
            out = text_put_escape(out, c);
    }
    return (size_t)(out - start);
}

static void read_disallow(struct reader *reader, const struct reading_line *line, struct span value)
{
    struct reading_rules *rules = reader->rules;
    struct span path = value;
    char *room;
    size_t len;

    reader->is_anonymous |= !reader->has_agent;
    reader->has_disallow = true;
    if (!reader->is_me && !reader->is_anonymous)
        return;
    if (value.len == 0) {
        (void)reading_add(rules, line, true, 0);
        return;
    }
    if (!origin_rule_path(reader->origin, value, &path))
        return;
    room = buf_reserve(&rules->texts, 3 * path.len + 1);
    if (!room)
        return;
    len = write_resolved(room, path);
    buf_grew(&rules->texts, len);
    (void)reading_add(rules, line, false, len);
}

/* False: our record has ended, and the rest of the file does not count. */
static bool read_line(struct reader *reader, const struct reading_line *line)
{
    size_t hash = span_find(line->text, '#');
    struct span code = span_trim(span_part(line->text, 0, hash), blanks);
    size_t colon = span_find(code, ':');
    struct span name = span_trim(span_part(code, 0, colon), blanks);
    struct span value = span_trim(span_part(code, colon + 1, code.len), blanks);

    /* A line with only a comment is not blank. */
    if (code.len == 0 && hash < line->text.len)
        return true;
    if (code.len == 0) {
        reader->is_anonymous = false;
        reader->has_disallow = false;
        return !reader->is_me;
    }
    if (colon == code.len)
        return true;
    if (span_is_nocase(name, "user-agent"))
        return read_agent(reader, value);
    if (span_is_nocase(name, "disallow"))
        read_disallow(reader, line, value);
    return true;
}

void reading_read_1994(struct reading_rules *rules, struct span body, struct span token, struct span origin)
{
    struct reader reader = {.rules = rules, .token = token, .origin = origin};
    struct reading_line line = {0};

    while (reading_next_line(&body, &line) && read_line(&reader, &line)) {
    }
}
