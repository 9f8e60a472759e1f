/* SPDX-License-Identifier: MIT */
/* The parts that all readings share: lines, the list of rules, and the verdict. Each reader has its own file,
 * written from ROBOTS.md sections 2.1, 2.2 and 3. None of them uses robots/groups.c, so that they can show
 * where tiptoe differs. */
#include "config.h"

#include "lint/readings.h"

#include "base/alloc.h"
#include "lint/readings_inside.h"
#include "robots/text.h"

const char *reading_text(enum reading reading)
{
    static const char *const texts[READING_COUNT] = {"rfc9309", "google", "1994"};

    return texts[reading];
}

/* The status 4xx. For Google's service, all except 429 mean that there is no file. */
static enum robots_class class_of_client_error(enum reading reading, int status)
{
    if (reading == READING_1994)
        return status == 401 || status == 403 ? ROBOTS_DISALLOW_ALL
               : status == 404                ? ROBOTS_ALLOW_ALL
                                              : ROBOTS_UNREACHABLE;
    return reading == READING_GOOGLE && status == 429 ? ROBOTS_UNREACHABLE : ROBOTS_ALLOW_ALL;
}

enum robots_class reading_class(enum reading reading, int status, unsigned redirects, enum robots_error error)
{
    if (error != ROBOTS_ERROR_NONE)
        return ROBOTS_UNREACHABLE;
    if (reading != READING_1994 && redirects > 5)
        return ROBOTS_ALLOW_ALL;
    if (status >= 200 && status < 300)
        return ROBOTS_USE_FILE;
    if (status >= 400 && status < 500)
        return class_of_client_error(reading, status);
    return ROBOTS_UNREACHABLE;
}

bool reading_next_line(struct span *rest, struct reading_line *line)
{
    if (rest->len == 0)
        return false;
    (void)text_take_line(rest, &line->text);
    line->number++;
    return true;
}

struct reading_rule *reading_add(struct reading_rules *rules, const struct reading_line *line, bool allows,
                                 size_t len)
{
    struct reading_rule *rule;

    rules->rules = mem_extend(rules->rules, rules->count, &rules->room, sizeof *rules->rules);
    rule = &rules->rules[rules->count++];
    *rule = (struct reading_rule){.pattern_at = rules->texts.len - len,
                                  .pattern.len = (uint32_t)len,
                                  .weight = len,
                                  .allows = allows,
                                  .line = line->number,
                                  .text = line->text};
    return rule;
}

static void make_patterns(struct reading_rules *rules)
{
    for (size_t i = 0; i < rules->count; i++) {
        struct reading_rule *rule = &rules->rules[i];

        rule->pattern = pattern_make(span_part(buf_span(&rules->texts), rule->pattern_at, rule->pattern.len));
    }
}

struct reading_rules *reading_parse(enum reading reading, struct span body, struct span agent,
                                    struct span origin)
{
    struct reading_rules *rules = MEM_NEW(struct reading_rules);
    struct span token = text_token(agent);

    rules->reading = reading;
    buf_init(&rules->texts, 8 * body.len + 64);
    switch (reading) {
    case READING_RFC9309:
        reading_read_rfc9309(rules, body, token);
        break;
    case READING_GOOGLE:
        reading_read_google(rules, body, token);
        break;
    case READING_1994:
        reading_read_1994(rules, body, token, origin);
        break;
    }
    make_patterns(rules);
    return rules;
}

void reading_free(struct reading_rules *rules)
{
    if (!rules)
        return;
    mem_free(rules->rules);
    buf_release(&rules->texts);
    mem_free(rules);
}

/* The path and query of URL, without its fragment. */
static struct span path_of(struct span url)
{
    const char *authority = memmem(url.at, url.len, "://", 3);
    size_t at = authority && url.at[0] != '/' ? (size_t)(authority - url.at) + 3 : 0;

    url = span_part(url, 0, span_find(url, '#'));
    while (at < url.len && url.at[at] != '/' && url.at[at] != '?')
        at++;
    url = span_part(url, at, url.len);
    return url.len > 0 ? url : span_of("/");
}

/* Prefixes only: an empty one allows all, any other forbids. */
static const struct reading_rule *judge_1994(const struct reading_rules *rules, struct span path)
{
    for (size_t i = 0; i < rules->count; i++) {
        const struct reading_rule *rule = &rules->rules[i];

        if (span_equals(span_part(path, 0, rule->pattern.len),
                        span_make(rule->pattern.at, rule->pattern.len)))
            return rule;
    }
    return NULL;
}

/* The heaviest rule that matches; of equal ones an Allow. */
static const struct reading_rule *judge_longest(const struct reading_rules *rules,
                                                const struct pattern_subject *subject)
{
    const struct reading_rule *best = NULL;
    uint32_t allow_line = 0;

    for (size_t i = 0; i < rules->count; i++) {
        const struct reading_rule *rule = &rules->rules[i];

        if (rule->frees_directory && rule->line == allow_line)
            continue;
        if (!pattern_matches(&rule->pattern, subject))
            continue;
        if (rule->allows)
            allow_line = rule->line;
        if (!best || rule->weight > best->weight ||
            (rule->weight == best->weight && rule->allows && !best->allows))
            best = rule;
    }
    return best;
}

static const struct reading_rule *judge_rfc9309(const struct reading_rules *rules, struct span path)
{
    const struct reading_rule *best;
    struct pattern_subject subject;
    size_t weight;
    char *room;

    if (span_is(path, "/robots.txt"))
        return NULL;
    room = mem_new(path.len + 1, 3);
    subject = pattern_subject_make(span_make(room, reading_normalise_rfc9309(room, path, false, &weight)));
    best = judge_longest(rules, &subject);
    mem_free(room);
    return best;
}

struct reading_verdict reading_judge(const struct reading_rules *rules, struct span url)
{
    struct span path = path_of(url);
    struct pattern_subject subject = pattern_subject_make(path);
    const struct reading_rule *rule = rules->reading == READING_1994      ? judge_1994(rules, path)
                                      : rules->reading == READING_RFC9309 ? judge_rfc9309(rules, path)
                                                                          : judge_longest(rules, &subject);

    if (!rule)
        return (struct reading_verdict){.allowed = true};
    return (struct reading_verdict){.allowed = rule->allows, .line = rule->line, .rule = rule->text};
}
