/* SPDX-License-Identifier: MIT */
/* Reads the lines of a robots.txt into groups, and keeps the rules that apply to one agent. Well-formed lines
 * follow RFC 9309 §2.2. Departure: a group that does not clearly name the agent, because the name is only
 * near or missing, adds restrictions and never lifts any. Each such kind of group is a set of its own, and
 * every set must allow. */
#include "config.h"

#include "robots/groups.h"

#include "robots/lines.h"

struct raw_rule {
    struct place normal, loose; /* loose.len is 0 without %2F */
    size_t group;
    uint32_t line;
    enum rule_kind kind;
};

struct visit_rule {
    uint64_t sets;
    struct day_window window;
};

#define SET_NAMED (UINT64_C(1) << 63) /* a group with any name */
#define NO_LINE   UINT32_MAX

struct reader {
    struct robots *robots;
    const struct robots_options *options;
    struct span token;
    LIST(uint64_t) groups; /* sets; the first is the orphan group */
    LIST(struct raw_rule) rules;
    LIST(struct visit_rule) visits;
    size_t noindex_count, loose_count; /* of the rules */
    const struct robots_line *line;
    uint32_t line_index; /* of the current line in robots->lines, or NO_LINE */
    bool list_open;      /* another User-agent line joins the group */
    bool in_run;         /* the line before was a User-agent line */
    uint64_t run_sets;   /* of the last run of User-agent lines with no other line between them */
};

static uint64_t *current_group(struct reader *reader)
{
    return reader->groups.items + reader->groups.count - 1;
}

/* Returns SETS, or that of a group without any name, which applies to every robot. */
static uint64_t named_sets(uint64_t sets)
{
    return sets == 0 ? SET_NAMELESS : sets & ~SET_NAMED;
}

static uint64_t name_sets(const struct reader *reader, struct span name)
{
    const struct robots_options *options = reader->options;
    uint64_t sets = SET_NAMED;

    if (span_is(name, "*"))
        return sets | SET_STAR;
    if (span_equals_nocase(name, reader->token))
        sets |= SET_EXACT;
    else if (names_are_near(name, reader->token))
        sets |= SET_NEAR;
    for (size_t i = 0; i < options->also_obey_count; i++) {
        if (span_equals_nocase(name, text_token(options->also_obey[i])))
            sets |= (uint64_t)SET_ALSO_FIRST << i;
    }
    return sets;
}

static void read_user_agent(struct reader *reader)
{
    struct span value = reader->line->value, name;
    uint64_t sets = 0;

    if (!reader->list_open)
        *LIST_ADD(reader->groups) = 0;
    if (!reader->in_run)
        reader->run_sets = 0;
    while (names_next(&value, &name))
        sets |= name_sets(reader, name);
    *current_group(reader) |= sets;
    reader->run_sets |= sets;
    reader->list_open = true;
    reader->in_run = true;
}

/* Reserves LEN bytes at the end of the text; text_grew adds them. */
static char *text_room(struct reader *reader, size_t len)
{
    char *room = buf_reserve(&reader->robots->text, len);

    if (!room)
        die("robots.txt: the buffer for its rules is too small");
    return room;
}

static struct place text_grew(struct reader *reader, size_t len)
{
    struct place place = {reader->robots->text.len, len};

    buf_grew(&reader->robots->text, len);
    return place;
}

/* Keeps the text of the current line, if it is not kept yet, and returns its index. */
static uint32_t keep_line(struct reader *reader)
{
    struct span text = reader->line->text;
    struct rule_line *kept;

    if (reader->line_index != NO_LINE)
        return reader->line_index;
    reader->line_index = (uint32_t)reader->robots->lines.count;
    kept = LIST_ADD(reader->robots->lines);
    if (text.len > 0)
        memcpy(text_room(reader, text.len), text.at, text.len);
    *kept = (struct rule_line){reader->line->number, text_grew(reader, text.len)};
    return reader->line_index;
}

/* Adds a rule to the current group. */
static void add_rule(struct reader *reader, enum rule_kind kind, struct span path)
{
    struct raw_rule rule = {.group = reader->groups.count - 1, .kind = kind, .line = keep_line(reader)};
    char *out = text_room(reader, pattern_room(path.len));
    size_t len;

    rule.normal = text_grew(reader, pattern_normalise(out, path));
    if (kind != RULE_ALLOW) {
        out = text_room(reader, rule.normal.len);
        len = pattern_open_slashes(out, span_make(reader->robots->text.at + rule.normal.at, rule.normal.len));
        if (len < rule.normal.len) {
            rule.loose = text_grew(reader, len);
            reader->loose_count++;
        }
    }
    reader->noindex_count += kind == RULE_NOINDEX;
    *LIST_ADD(reader->rules) = rule;
}

/* Adds the rules of a Disallow or Noindex value, in the reading that forbids most. */
static void read_restriction(struct reader *reader, enum rule_kind kind)
{
    struct value_paths paths;
    struct span path;

    value_paths_start(&paths, reader->line);
    while (value_paths_next(&paths, &path)) {
        if (origin_rule_path(reader->options->origin, path, &path))
            add_rule(reader, kind, path);
    }
}

static void read_rule(struct reader *reader)
{
    reader->list_open = false;
    if (reader->groups.count > 1 && named_sets(*current_group(reader)) == 0)
        return; /* the group is for other robots, and no more names can follow */
    if (reader->line->field != FIELD_ALLOW)
        read_restriction(reader, RULE_DISALLOW);
    else if (value_is_proper_allow(reader->line))
        add_rule(reader, RULE_ALLOW, reader->line->value);
}

/* Returns the sets that a delay applies to: the run of names directly above it, not the whole group. */
static uint64_t delay_sets(const struct reader *reader)
{
    return reader->groups.count == 1 ? SET_ORPHAN : named_sets(reader->run_sets);
}

static void read_delay(struct reader *reader)
{
    struct delay_rule rule = {.sets = delay_sets(reader)};
    struct span value = reader->line->value;

    if (rule.sets == 0)
        return;
    if (!(reader->line->field == FIELD_CRAWL_DELAY ? times_read_delay(value, &rule.ms)
                                                   : times_read_rate(value, &rule.ms, &rule.window)))
        return;
    rule.line = keep_line(reader);
    *LIST_ADD(reader->robots->delays) = rule;
}

static void read_visit_time(struct reader *reader)
{
    struct visit_rule rule = {.sets = delay_sets(reader)};

    if (rule.sets != 0 && times_read_window(reader->line->value, &rule.window))
        *LIST_ADD(reader->visits) = rule;
}

static void read_sitemap(struct reader *reader)
{
    struct span value = reader->line->value;

    if (value.len == 0)
        return;
    memcpy(text_room(reader, value.len), value.at, value.len);
    *LIST_ADD(reader->robots->sitemaps) = text_grew(reader, value.len);
}

static void read_line(struct reader *reader, const struct robots_line *line)
{
    enum robots_field field = line->field;

    reader->line = line;
    reader->line_index = NO_LINE;
    if (field != FIELD_USER_AGENT)
        reader->in_run = false;
    if (field == FIELD_USER_AGENT)
        read_user_agent(reader);
    else if (field == FIELD_ALLOW || field == FIELD_DISALLOW)
        read_rule(reader);
    else if (field == FIELD_NOINDEX)
        read_restriction(reader, RULE_NOINDEX);
    else if (field == FIELD_CRAWL_DELAY || field == FIELD_REQUEST_RATE)
        read_delay(reader);
    else if (field == FIELD_VISIT_TIME)
        read_visit_time(reader);
    else if (field == FIELD_SITEMAP)
        read_sitemap(reader);
}

/* Returns the sets that apply once all groups are known: ours and also_obey if we have a group, else all
 * others. */
static uint64_t deciding_sets(bool has_exact)
{
    uint64_t also = ~(uint64_t)(SET_ALSO_FIRST - 1) & ~SET_NAMED;

    return has_exact ? SET_EXACT | also : ~(uint64_t)SET_EXACT;
}

/* Compares by length, longest first; of equal length Allow first (order 1) or Disallow first (-1), then by
 * line. */
static int compare_rules(const struct rule *a, const struct rule *b, int order)
{
    if (a->pattern.len != b->pattern.len)
        return a->pattern.len > b->pattern.len ? -1 : 1;
    if (a->kind != b->kind)
        return a->kind > b->kind ? order : -order;
    return (a->line > b->line) - (a->line < b->line);
}

static int compare_allow_first(const void *a, const void *b)
{
    return compare_rules(a, b, 1);
}

static int compare_disallow_first(const void *a, const void *b)
{
    return compare_rules(a, b, -1);
}

/* Keeps the rules that apply. */
static void settle_rules(struct reader *reader)
{
    struct robots *robots = reader->robots;
    const uint64_t *groups = reader->groups.items;
    const struct raw_rule *raw = reader->rules.items;
    uint64_t deciding = 0;
    size_t loose_count = 0;

    for (size_t i = 0; i < reader->groups.count; i++)
        deciding |= groups[i];
    deciding = deciding_sets(deciding & SET_EXACT);
    robots->rules = mem_new(reader->rules.count - reader->noindex_count, sizeof *robots->rules);
    robots->noindex = mem_new(reader->noindex_count, sizeof *robots->noindex);
    robots->loose = mem_new(reader->loose_count, sizeof *robots->loose);
    for (size_t i = 0; i < reader->rules.count; i++, raw++) {
        struct rule rule = {.kind = raw->kind, .line = raw->line};

        rule.sets = named_sets(groups[raw->group]) & deciding;
        if (rule.sets == 0)
            continue;
        rule.pattern = pattern_make(place_text(robots, raw->normal));
        if (raw->loose.len > 0) {
            robots->loose[loose_count++] = pattern_make(place_text(robots, raw->loose));
            rule.loose = (uint32_t)loose_count;
            robots->has_loose = true;
        }
        if (rule.kind == RULE_NOINDEX)
            robots->noindex[robots->noindex_count++] = rule;
        else
            robots->rules[robots->rule_count++] = rule;
    }
    if (robots->rule_count > 0)
        qsort(robots->rules, robots->rule_count, sizeof *robots->rules,
              robots->mode == ROBOTS_STRICT ? compare_disallow_first : compare_allow_first);
}

/* Keeps the delays that apply: those for our exact name, or else all others, even if we have rules of our
 * own. */
static void settle_delays(struct robots *robots)
{
    struct delay_rule *delays = robots->delays.items;
    uint64_t deciding = 0;
    size_t kept = 0;

    for (size_t i = 0; i < robots->delays.count; i++)
        deciding |= delays[i].sets;
    deciding = deciding_sets(deciding & SET_EXACT);
    for (size_t i = 0; i < robots->delays.count; i++) {
        if (delays[i].sets & deciding)
            delays[kept++] = delays[i];
    }
    robots->delays.count = kept;
}

/* Closes the minutes outside every window of SET. */
static void close_minutes(struct reader *reader, uint64_t set)
{
    enum { DAY = 24 * 60 };
    const struct visit_rule *visits = reader->visits.items;
    int32_t opening[DAY + 1] = {0}; /* windows that open minus windows that close at a minute */
    int32_t open_windows = 0;

    for (size_t i = 0; i < reader->visits.count; i++) {
        struct day_window window = visits[i].window;

        if (!(visits[i].sets & set))
            continue;
        opening[window.from]++;
        opening[window.until]--;
        if (window.until <= window.from)
            opening[0]++;
    }
    for (unsigned minute = 0; minute < DAY; minute++) {
        open_windows += opening[minute];
        if (open_windows <= 0)
            reader->robots->open[minute / 8] &= (uint8_t) ~(1u << minute % 8);
    }
}

static void settle_visits(struct reader *reader)
{
    const struct visit_rule *visits = reader->visits.items;
    uint64_t present = 0;

    memset(reader->robots->open, 0xff, sizeof reader->robots->open);
    for (size_t i = 0; i < reader->visits.count; i++)
        present |= visits[i].sets;
    present &= deciding_sets(present & SET_EXACT);
    for (uint64_t set = 1; set != SET_NAMED; set <<= 1) {
        if (present & set)
            close_minutes(reader, set);
    }
}

void groups_read(struct robots *robots, struct span text, bool truncated,
                 const struct robots_options *options)
{
    struct reader reader = {.robots = robots, .options = options, .token = text_token(options->agent)};
    struct robots_lines lines;
    struct robots_line line;

    *LIST_ADD(reader.groups) = SET_ORPHAN;
    lines_start(&lines, text, truncated);
    while (lines_next(&lines, &line))
        read_line(&reader, &line);
    settle_rules(&reader);
    settle_delays(robots);
    settle_visits(&reader);
    mem_free(reader.groups.items);
    mem_free(reader.rules.items);
    mem_free(reader.visits.items);
}
