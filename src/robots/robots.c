/* SPDX-License-Identifier: MIT */
/* Judges a URL by the rules that groups.c keeps (RFC 9309 §2.2.2), an answer by its status (§2.3.1), and the
 * delays. In a set of merged groups, the longest matching rule decides; the URL is allowed if every set
 * allows it. */
#include "config.h"

#include "robots/robots.h"

#include "base/alloc.h"
#include "base/limits.h"
#include "robots/groups.h"
#include "robots/lines.h"

/* Places in the text, up to sixteen times the size of the file, must fit into 32 bits. */
#define LIMIT_LARGEST ((size_t)64 * 1024 * 1024)

enum robots_class robots_class(int status, unsigned redirects, enum robots_mode mode)
{
    static const struct {
        int status;
        enum robots_class class;
    } known[] = {
        {401, ROBOTS_DISALLOW_ALL}, {402, ROBOTS_DISALLOW_ALL}, {403, ROBOTS_DISALLOW_ALL},
        {451, ROBOTS_DISALLOW_ALL}, {404, ROBOTS_ALLOW_ALL},    {410, ROBOTS_ALLOW_ALL},
        {407, ROBOTS_UNREACHABLE},  {408, ROBOTS_UNREACHABLE},  {421, ROBOTS_UNREACHABLE},
        {425, ROBOTS_UNREACHABLE},  {429, ROBOTS_UNREACHABLE},
    };

    if (redirects > LIMIT_ROBOTS_REDIRECTS)
        return ROBOTS_UNREACHABLE;
    if (status >= 200 && status < 300)
        return ROBOTS_USE_FILE;
    for (size_t i = 0; i < COUNT_OF(known); i++) {
        if (status == known[i].status)
            return known[i].class;
    }
    if (status >= 400 && status < 500)
        return mode == ROBOTS_STRICT ? ROBOTS_DISALLOW_ALL : ROBOTS_ALLOW_ALL;
    return ROBOTS_UNREACHABLE;
}

/* Reads the part of BODY within the limit. */
static void read_body(struct robots *robots, struct span body, const struct robots_options *options)
{
    size_t limit = options->limit_bytes ? options->limit_bytes : LIMIT_ROBOTS_BYTES;
    struct span text = span_part(body, 0, limit < LIMIT_LARGEST ? limit : LIMIT_LARGEST);
    struct buf decoded BUF_LOCAL(2 * text.len + 1);

    robots->is_cut = options->truncated || text.len < body.len;
    buf_init(&robots->text, 16 * text.len + 4096);
    text = lines_decode(text, &decoded);
    robots->is_html = lines_are_html(text);
    if (robots->is_html)
        text.len = 0;
    groups_read(robots, text, robots->is_cut, options);
}

struct robots *robots_parse(struct span body, const struct robots_options *options)
{
    struct robots *robots = MEM_NEW(struct robots);

    if (options->also_obey_count > ROBOTS_ALSO_OBEY_MAX)
        die("more than %d names to obey besides our own", ROBOTS_ALSO_OBEY_MAX);
    robots->class = options->class;
    robots->mode = options->mode;
    if (options->class != ROBOTS_USE_FILE)
        body.len = 0;
    read_body(robots, body, options);
    return robots;
}

void robots_free(struct robots *robots)
{
    if (!robots)
        return;
    mem_free(robots->rules);
    mem_free(robots->noindex);
    mem_free(robots->loose);
    mem_free(robots->lines.items);
    mem_free(robots->delays.items);
    mem_free(robots->sitemaps.items);
    buf_release(&robots->text);
    mem_free(robots);
}

/* Sets NUMBER and TEXT to those of a line that decides. */
static void cite(const struct robots *robots, uint32_t index, uint32_t *number, struct span *text)
{
    const struct rule_line *line = &robots->lines.items[index];

    *number = line->number;
    *text = place_text(robots, line->text);
}

/* Both normal forms of a URL. */
struct subject {
    struct pattern_subject exact;
    struct pattern_subject loose; /* every %2F as '/' */
    bool has_loose;
};

/* Matches a rule; one that restricts also with '/' for %2F, on both sides. */
static bool rule_matches(const struct robots *robots, const struct rule *rule, const struct subject *subject)
{
    if (pattern_may_match(&rule->pattern, &subject->exact) &&
        pattern_matches(&rule->pattern, &subject->exact))
        return true;
    if (rule->kind == RULE_ALLOW || !(rule->loose || subject->has_loose))
        return false;
    return pattern_matches(rule->loose ? &robots->loose[rule->loose - 1] : &rule->pattern, &subject->loose);
}

/* Judges a fetch: in each set, the first rule that matches decides; groups.c has sorted them. */
static void judge_fetch(const struct robots *robots, const struct subject *subject,
                        struct robots_verdict *verdict)
{
    uint64_t undecided = UINT64_MAX;
    bool has_loose = subject->has_loose || robots->has_loose;

    for (size_t i = 0; i < robots->rule_count; i++) {
        const struct rule *rule = &robots->rules[i];

        if (!has_loose && !pattern_may_match(&rule->pattern, &subject->exact))
            continue;
        if (!(rule->sets & undecided) || !rule_matches(robots, rule, subject))
            continue;
        if (verdict->reason == ROBOTS_BY_DEFAULT || rule->kind == RULE_DISALLOW) {
            verdict->reason = ROBOTS_BY_RULE;
            cite(robots, rule->line, &verdict->line, &verdict->rule);
        }
        verdict->allowed = rule->kind == RULE_ALLOW;
        if (!verdict->allowed)
            return;
        undecided &= ~rule->sets;
    }
}

static void judge_store(const struct robots *robots, const struct subject *subject,
                        struct robots_verdict *verdict)
{
    for (size_t i = 0; i < robots->noindex_count; i++) {
        const struct rule *rule = &robots->noindex[i];

        if (!rule_matches(robots, rule, subject))
            continue;
        verdict->store = false;
        cite(robots, rule->line, &verdict->store_line, &verdict->store_rule);
        return;
    }
}

/* Returns the reason why the whole site is closed; ROBOTS_BY_DEFAULT if it is not. */
static enum robots_reason closed_by(const struct robots *robots)
{
    if (robots->class == ROBOTS_DISALLOW_ALL || robots->class == ROBOTS_UNREACHABLE)
        return ROBOTS_BY_ANSWER;
    if (robots->mode == ROBOTS_STRICT && robots->is_cut)
        return ROBOTS_BY_SIZE;
    if (robots->mode == ROBOTS_STRICT && robots->is_html)
        return ROBOTS_BY_FORM;
    return ROBOTS_BY_DEFAULT;
}

static struct robots_verdict judge_normal(const struct robots *robots, const struct subject *subject)
{
    struct robots_verdict verdict = {.allowed = true, .store = true};
    enum robots_reason closed = closed_by(robots);

    judge_store(robots, subject, &verdict);
    if (span_is(subject->exact.text, "/robots.txt")) {
        verdict.reason = ROBOTS_BY_ITSELF;
    } else if (closed != ROBOTS_BY_DEFAULT) {
        verdict.allowed = false;
        verdict.reason = closed;
    } else if (robots->class == ROBOTS_ALLOW_ALL) {
        verdict.reason = ROBOTS_BY_ANSWER;
    } else {
        judge_fetch(robots, subject, &verdict);
    }
    return verdict;
}

struct robots_verdict robots_judge(const struct robots *robots, struct span url)
{
    char small[4096], *room = small;
    size_t half = pattern_room(url.len) + 1;
    struct subject subject;
    struct robots_verdict verdict;
    struct span normal, loose;

    if (2 * half > sizeof small)
        room = mem_new(2, half);
    normal = span_make(room, pattern_normalise_url(room, url));
    loose = span_make(room + half, pattern_open_slashes(room + half, normal));
    subject.exact = pattern_subject_make(normal);
    subject.loose = pattern_subject_make(loose);
    subject.has_loose = loose.len < normal.len;
    verdict = judge_normal(robots, &subject);
    if (room != small)
        mem_free(room);
    return verdict;
}

/* Returns the minute of the day in UTC, also for times before 1970. */
static unsigned minute_of_day(int64_t now_ms)
{
    enum { DAY = 24 * 60 };

    return (unsigned)((now_ms / 60000 % DAY + DAY) % DAY);
}

struct robots_delay robots_delay(const struct robots *robots, int64_t now_ms)
{
    struct robots_delay delay = {.ms = -1};

    for (size_t i = 0; i < robots->delays.count; i++) {
        const struct delay_rule *rule = &robots->delays.items[i];

        if (rule->ms <= delay.ms ||
            (now_ms != ROBOTS_ANY_TIME && !times_in_window(rule->window, minute_of_day(now_ms))))
            continue;
        delay.ms = rule->ms;
        cite(robots, rule->line, &delay.line, &delay.rule);
    }
    return delay;
}

int64_t robots_visit_wait_ms(const struct robots *robots, int64_t now_ms)
{
    unsigned now = minute_of_day(now_ms);

    for (unsigned i = 0; i < 24 * 60; i++) {
        unsigned minute = (now + i) % (24 * 60);

        if (robots->open[minute / 8] & 1u << minute % 8)
            return i == 0 ? 0 : (int64_t)i * 60000 - now_ms % 60000;
    }
    return -1;
}

size_t robots_sitemap_count(const struct robots *robots)
{
    return robots->sitemaps.count;
}

struct span robots_sitemap(const struct robots *robots, size_t i)
{
    return place_text(robots, robots->sitemaps.items[i]);
}

bool robots_is_cut(const struct robots *robots)
{
    return robots->is_cut;
}

bool robots_is_html(const struct robots *robots)
{
    return robots->is_html;
}
