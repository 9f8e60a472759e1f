/* SPDX-License-Identifier: MIT */
/* Extracts the files of a video by DASH (ISO/IEC 23009-1) that is not live: those that BaseURL, SegmentList
 * and SegmentTemplate name. Only addresses with a server or from its root are rewritten; the mirror has the
 * others at the same place. Of numbered segments, the first is a guess, which the others follow
 * (PLACE_NUMBER). */
#include "config.h"

#include <inttypes.h>

#include "base/alloc.h"
#include "extract/collect.h"

/* Depths of elements. Each may have a base and a template, which those in it inherit. */
enum { ROOT = 1, REPRESENTATION = 4, LEVELS };

/* No video has more. */
enum { RUNS_MAX = 100 * 1000 };

/* Segments of one duration that follow each other. */
struct run {
    uint64_t time, duration, more;
};

struct level {
    struct url base;           /* empty: that of the element around it */
    struct span media, before; /* the names of segments, and of the one before them; in the links' memory */
    uint64_t number;           /* of the first segment, plus one; 0: that of the element around it */
    size_t first_run, run_count;
};

struct dash {
    struct collector *collector;
    const struct layer *layer;
    struct xml *xml;
    struct level levels[LEVELS];
    struct span id, bandwidth; /* of the Representation */
    struct run *runs;
    size_t run_count, run_room;
    struct buf text, name;
    bool is_live;
};

static struct span attribute(struct dash *dash, const char *name)
{
    return arena_copy(&dash->collector->links->text, xml_attribute(dash->xml, name));
}

static uint64_t number(struct dash *dash, const char *name, uint64_t otherwise)
{
    uint64_t value;

    return span_to_u64(xml_attribute(dash->xml, name), &value) ? value : otherwise;
}

static const struct url *base_at(const struct dash *dash, int depth)
{
    for (; depth >= ROOT; depth--)
        if (dash->levels[depth].base.text.len > 0)
            return &dash->levels[depth].base;
    return dash->layer->base;
}

/* Adds the file or folder ADDRESS, relative to the base at DEPTH. RAW is its place; it is rewritten if it
 * would lead out of the mirror. */
static void add(struct dash *dash, int depth, struct span address, struct span raw, enum link_role role,
                const char *where)
{
    struct layer layer = *dash->layer;
    bool is_woven = raw.len > 0 && (span_starts(address, "/") || url_starts_http(address));
    size_t at = is_woven ? (size_t)(raw.at - layer.text.at) : 0;
    struct link *link;

    layer.base = base_at(dash, depth);
    if (address.len == 0 || (role == LINK_FOLDER && !is_woven))
        return;
    link = collect(dash->collector, &layer, at, is_woven ? raw.len : 0, address, LINK_ESCAPE_DOUBLE, role,
                   where);
    if (link)
        link->stands = !is_woven;
}

/* Adds the segment that TEMPLATE names, with VALUE as its number or time. IS_GUESS: others follow. */
static void add_segment(struct dash *dash, struct span template, uint64_t value, bool is_guess)
{
    if (!link_list_spend(dash->collector->links, template.len))
        return;
    buf_clear(&dash->name);
    while (template.len > 0) {
        struct span plain = span_take_until(&template, '$'), format = span_take_until(&template, '$'),
                    word = span_take_until(&format, '%');
        int width = ascii_is_digit(span_byte(format, 1)) ? format.at[1] - '0' : 1;

        (void)buf_add_span(&dash->name, plain);
        if (span_is_one_of(word, "Number Time"))
            (void)buf_add_format(&dash->name, "%0*" PRIu64, width, value);
        else if (word.len > 0)
            (void)buf_add_span(&dash->name, span_is(word, "Bandwidth") ? dash->bandwidth : dash->id);
        else if (template.len > 0)
            (void)buf_add_byte(&dash->name, '$');
    }
    if (dash->name.full || !link_list_spend(dash->collector->links, dash->name.len))
        return;
    add(dash, REPRESENTATION, buf_span(&dash->name), span_make(NULL, 0),
        is_guess ? LINK_CANDIDATE : LINK_REQUISITE, is_guess ? PLACE_NUMBER_TEXT : "playlist");
}

/* Adds the segments of a Representation by the template that it has or inherits. */
static void end_representation(struct dash *dash)
{
    struct level all = {.number = 1};

    for (int depth = ROOT; depth <= REPRESENTATION; depth++) {
        const struct level *level = &dash->levels[depth];

        all.media = level->media.len > 0 ? level->media : all.media;
        all.before = level->before.len > 0 ? level->before : all.before;
        all.number = level->number > 0 ? level->number - 1 : all.number;
        all.first_run = level->run_count > 0 ? level->first_run : all.first_run;
        all.run_count = level->run_count > 0 ? level->run_count : all.run_count;
    }
    if (!link_list_spend(dash->collector->links, all.media.len + all.run_count))
        return;
    add_segment(dash, all.before, 0, false);
    if (span_has(all.media, "$Number"))
        add_segment(dash, all.media, all.number, true);
    if (!span_has(all.media, "$Time"))
        return;
    for (size_t i = 0; i < all.run_count; i++) {
        const struct run *run = &dash->runs[all.first_run + i];

        for (uint64_t at = 0; at <= run->more && !dash->collector->links->truncated; at++)
            add_segment(dash, all.media, run->time + at * run->duration, false);
    }
}

/* Adds the folder of a template, whose place is RAW, for an address that is rewritten. */
static void add_folder(struct dash *dash, int depth, struct span template, const char *name)
{
    struct span folder = span_part(template, 0, span_find(template, '$')), raw = xml_raw(dash->xml, name);

    folder.len = span_after_last(folder, '/');
    raw = span_part(raw, 0, span_find(raw, '$'));
    add(dash, depth, folder, span_part(raw, 0, span_after_last(raw, '/')), LINK_FOLDER, "playlist");
}

static void take_template(struct dash *dash, int depth)
{
    struct level *level = &dash->levels[depth];

    level->media = attribute(dash, "media");
    level->before = attribute(dash, "initialization");
    level->number = number(dash, "startNumber", UINT64_MAX) + 1;
    add_folder(dash, depth, level->media, "media");
    add_folder(dash, depth, level->before, "initialization");
}

/* Takes an S of the SegmentTimeline of the element at DEPTH. */
static void take_run(struct dash *dash, int depth)
{
    struct level *level = &dash->levels[depth];
    const struct run *last = level->run_count > 0 ? &dash->runs[dash->run_count - 1] : NULL;
    uint64_t time = last ? last->time + (last->more + 1) * last->duration : 0;
    struct run run = {number(dash, "t", time), number(dash, "d", 0), number(dash, "r", 0)};

    if (dash->run_count == RUNS_MAX) {
        dash->collector->links->truncated = true;
        return;
    }
    if (level->run_count++ == 0)
        level->first_run = dash->run_count;
    *MEM_ADD(dash->runs, dash->run_count, dash->run_room) = run;
}

static struct buf *start_element(void *context, int depth, struct span name, struct xml *xml)
{
    struct dash *dash = context;
    bool is_representation = depth == REPRESENTATION && span_is(name, "Representation");

    dash->xml = xml;
    if (depth == ROOT)
        dash->is_live = span_is(attribute(dash, "type"), "dynamic");
    if (depth < LEVELS) {
        buf_clear(&dash->levels[depth].base.text);
        dash->levels[depth].media.len = dash->levels[depth].before.len = dash->levels[depth].run_count = 0;
        dash->levels[depth].number = 0;
    }
    if (is_representation) {
        dash->id = attribute(dash, "id");
        dash->bandwidth = attribute(dash, "bandwidth");
    }
    if (dash->is_live || depth <= ROOT || depth > LEVELS + 2)
        return NULL;
    if (span_is(name, "SegmentTemplate") && depth <= LEVELS)
        take_template(dash, depth - 1);
    else if (span_is(name, "S") && depth > 3)
        take_run(dash, depth - 3);
    else if (span_is_one_of(name, "SegmentURL Initialization") && depth <= LEVELS + 1)
        add(dash, depth - 2, attribute(dash, span_is(name, "SegmentURL") ? "media" : "sourceURL"),
            xml_raw(xml, span_is(name, "SegmentURL") ? "media" : "sourceURL"), LINK_REQUISITE, "playlist");
    buf_clear(&dash->text);
    return span_is(name, "BaseURL") && depth <= LEVELS ? &dash->text : NULL;
}

static void end_element(void *context, int depth, struct span name)
{
    struct dash *dash = context;

    if (dash->is_live || depth <= ROOT)
        return;
    if (span_is(name, "BaseURL") && depth <= LEVELS && dash->levels[depth - 1].base.text.len == 0) {
        struct span address = span_trim(buf_span(&dash->text), PLAIN_WHITE),
                    raw = span_trim(xml_raw(dash->xml, NULL), PLAIN_WHITE);

        add(dash, depth - 2, address, raw, span_has_suffix(address, "/") ? LINK_FOLDER : LINK_REQUISITE,
            "playlist");
        (void)!url_parse(&dash->levels[depth - 1].base, address, base_at(dash, depth - 2), NULL);
    }
    if (depth == REPRESENTATION && span_is(name, "Representation"))
        end_representation(dash);
}

void collect_dash(struct collector *collector, const struct layer *layer)
{
    static const struct xml_events events = {start_element, end_element};
    struct dash dash = {.collector = collector, .layer = layer};

    buf_init(&dash.text, LIMIT_URL_BYTES);
    buf_init(&dash.name, LIMIT_URL_BYTES);
    (void)xml_read(layer->text, layer->encoding, &events, &dash);
    collect_sort(collector);
    for (int i = 0; i < LEVELS; i++)
        url_release(&dash.levels[i].base);
    buf_release(&dash.text);
    buf_release(&dash.name);
    free(dash.runs);
}
