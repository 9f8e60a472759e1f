/* SPDX-License-Identifier: MIT */
/* Reads the names of chunks. webpack's runtime computes the name of a chunk's file from its id: strings, the
 * id, and maps from ids to strings, joined by "+". This parser takes nothing else. All ids are the keys of a
 * map whose value is necessary, or of the only map. Without a map, ids are where the same script loads chunks
 * (the worker of Docusaurus's search). */
#include "config.h"

#include "apps/app.h"

#include "markup/candidate.h"

enum { PARTS = 8, NAME_BYTES = 1024, CHUNK_WORK = 256 };

enum kind { TEXT, ID, MAP };

struct part {
    enum kind kind;
    bool has_default; /* of a map: the id itself, if it is not a key */
    struct span text; /* the string, or the map between its braces */
    size_t at;        /* in a map: where the last search ended */
};

void chunks_start(struct chunks *chunks, const struct app_text *text)
{
    *chunks = (struct chunks){.text = text};
}

/* Takes a map; its members are strings. */
static bool take_map(struct js_cursor *cursor, struct span *map)
{
    size_t from = cursor->at;
    struct span key, value;

    while (js_cursor_member(cursor, &key, &value))
        continue;
    *map = span_part(cursor->text, from, cursor->at - from);
    return js_cursor_take(cursor, '}') && map->len > 0;
}

/* Takes the variable that is the id, which has one name. */
static bool take_id(struct js_cursor *cursor, struct span *id)
{
    struct span name = js_cursor_name(cursor);

    if (id->len == 0)
        *id = name;
    return name.len > 0 && span_equals(name, *id);
}

/* Takes what may follow a map: parentheses, "[e]" and "||e". */
static bool take_lookup(struct js_cursor *cursor, struct part *part, struct span *id)
{
    bool looked_up = false;

    for (;;) {
        if (js_cursor_take(cursor, ')'))
            continue;
        if (!looked_up && js_cursor_take(cursor, '[')) {
            looked_up = take_id(cursor, id) && js_cursor_take(cursor, ']');
            if (!looked_up)
                return false;
        } else if (looked_up && !part->has_default && js_cursor_take(cursor, '|')) {
            part->has_default = js_cursor_take(cursor, '|') && take_id(cursor, id);
        } else {
            return looked_up;
        }
    }
}

static bool take_part(struct js_cursor *cursor, struct part *part, struct span *id)
{
    *part = (struct part){.kind = TEXT};
    if (js_cursor_text(cursor, &part->text))
        return true;
    while (js_cursor_take(cursor, '('))
        continue;
    if (js_cursor_take(cursor, '{')) {
        part->kind = MAP;
        return take_map(cursor, &part->text) && take_lookup(cursor, part, id);
    }
    part->kind = ID;
    return take_id(cursor, id);
}

/* Takes the parts of the expression; returns their number. */
static size_t take_parts(struct js_cursor *cursor, struct part *parts)
{
    struct span id = {0};
    size_t count = 0;

    while (count < PARTS && take_part(cursor, &parts[count], &id)) {
        count++;
        if (!js_cursor_take(cursor, '+'))
            return count;
    }
    return 0;
}

/* Returns the map whose keys are all ids; NULL if there is no map. */
static const struct part *find_ids(const struct part *parts, size_t count)
{
    const struct part *ids = NULL;

    for (size_t i = 0; i < count; i++)
        if (parts[i].kind == MAP && (!ids || ids->has_default))
            ids = &parts[i];
    return ids;
}

/* Finds the value of ID in the map PART from AT on. Sets PART->at behind it. */
static bool find_from(struct chunks *chunks, struct part *part, size_t at, struct span id, struct span *value)
{
    struct js_cursor cursor = {.text = part->text, .at = at};
    bool found = false;
    struct span key;

    while (!found && js_cursor_member(&cursor, &key, value))
        found = span_equals(key, id);
    if (found)
        part->at = cursor.at;
    return link_list_spend(chunks->text->links, cursor.at - at) && found;
}

/* Finds the value of ID in the map PART. Maps have their keys in one order, so the search continues where the
 * last one that found something ended. */
static bool look_up(struct chunks *chunks, struct part *part, struct span id, struct span *value)
{
    return find_from(chunks, part, part->at, id, value) || find_from(chunks, part, 0, id, value);
}

/* Adds the name of the chunk ID to NAME; false if a part of it is missing. */
static bool add_name(struct chunks *chunks, struct part *parts, size_t count, struct span id,
                     struct buf *name)
{
    for (size_t i = 0; i < count; i++) {
        struct span text = parts[i].kind == TEXT ? parts[i].text : id;

        if (parts[i].kind == MAP && !look_up(chunks, &parts[i], id, &text)) {
            if (!parts[i].has_default)
                return false;
            text = id;
        }
        if (buf_add_span(name, text) != 0)
            return false;
    }
    return true;
}

/* Finds the string, without escapes, that the runtime assigns to its "p". */
static void find_public_path(struct chunks *chunks)
{
    struct span text = chunks->text->text, *path = &chunks->public_path;
    struct js_cursor cursor = {.text = text, .at = span_find_end(text, 0, ".p=")};

    chunks->knows_public_path = true;
    if (!js_cursor_text(&cursor, path) || span_find(*path, '\\') < path->len)
        *path = span_make(NULL, 0);
}

/* Returns where the file NAME is: at the public path, or, if the runtime finds that out, by its own address.
 * Sets BASE, to which that is relative. */
static struct span folder_of(struct chunks *chunks, struct span name, const struct url **base)
{
    struct span path = url_path(chunks->text->own), above;

    if (!chunks->knows_public_path)
        find_public_path(chunks);
    *base = chunks->public_path.at ? chunks->text->page : chunks->text->own;
    if (chunks->public_path.at)
        return chunks->public_path;
    above = app_folder_above(chunks->text->own, name);
    return above.len > 0 ? above : span_part(path, 0, span_after_last(path, '/'));
}

/* Finds the chunk ID, for which AT and LEN are those of the expression. Returns false if there is no room for
 * more. */
static bool find_chunk(struct chunks *chunks, struct part *parts, size_t count, struct span id, size_t at,
                       size_t len)
{
    struct app_find find = {.at = at, .len = len, .where = "script chunk"};
    struct buf name BUF_LOCAL(PARTS * NAME_BYTES);
    struct buf url BUF_LOCAL(LIMIT_URL_BYTES);
    bool is_likely;

    is_likely = add_name(chunks, parts, count, id, &name) &&
                candidate_is_likely(buf_span(&name), CANDIDATE_BUILT) &&
                buf_add_span(&url, folder_of(chunks, buf_span(&name), &find.base)) == 0 &&
                buf_add_span(&url, buf_span(&name)) == 0;
    find.name = buf_span(&url);
    return link_list_spend(chunks->text->links, CHUNK_WORK) &&
           (!is_likely || chunks->text->take(chunks->text, &find));
}

/* Removes everything up to the next number in REST that loads a chunk: ".e(420)". */
static bool take_loaded(struct span *rest, struct span *id)
{
    while (span_take_after(rest, ".e(")) {
        size_t len = 0;

        while (len < rest->len && ascii_is_digit(rest->at[len]))
            len++;
        *id = span_part(*rest, 0, len);
        if (len > 0 && len < rest->len && rest->at[len] == ')')
            return true;
    }
    return false;
}

/* Finds the chunks that the script itself loads by number, if the expression is the one for their names. */
static void find_loaded(struct chunks *chunks, struct part *parts, size_t count, size_t at, size_t len)
{
    struct span text = chunks->text->text, rest = text, id;
    struct span before = span_part(text, at > 24 ? at - 24 : 0, at > 24 ? 24 : at);
    bool has_room = true;

    if (!span_has(before, ".u=") || !link_list_spend(chunks->text->links, text.len))
        return;
    while (has_room && take_loaded(&rest, &id))
        has_room = find_chunk(chunks, parts, count, id, at, len);
}

static void find_chunks(struct chunks *chunks, struct part *parts, size_t count, size_t at, size_t len)
{
    const struct part *map = find_ids(parts, count);
    struct js_cursor cursor = {.text = map ? map->text : span_make(NULL, 0)};
    struct span id, value;
    bool has_room = true;

    if (!map)
        find_loaded(chunks, parts, count, at, len);
    while (has_room && js_cursor_member(&cursor, &id, &value))
        has_room = find_chunk(chunks, parts, count, id, at, len);
}

/* Returns where the map that ends before AT starts, with its parentheses; AT if no map ends there. */
static size_t map_start(struct chunks *chunks, size_t at)
{
    struct span text = chunks->text->text;
    size_t start = at;

    if (chunks->text->links->truncated)
        return at;
    while (start > chunks->done && text.at[start - 1] != '{')
        start--;
    if (!link_list_spend(chunks->text->links, at - start) || start == chunks->done)
        return at;
    for (start--; start > 0 && text.at[start - 1] == '('; start--)
        continue;
    return start;
}

/* Returns where the expression starts of which the string at AT, with its quote, is the first: the id, or a
 * map of names, may come before it. */
static size_t expression_start(struct chunks *chunks, size_t at)
{
    struct span text = chunks->text->text;
    size_t start = at;

    if (at < 2 || text.at[at - 1] != '+')
        return at;
    if (text.at[at - 2] == ')' || text.at[at - 2] == ']')
        return map_start(chunks, at - 2);
    for (start = at - 1; start > 0 && js_cursor_is_name(text.at[start - 1]); start--)
        continue;
    return start < at - 1 ? start : at;
}

void chunks_read_string(struct chunks *chunks, const struct js_string *string)
{
    struct span text = chunks->text->text;
    struct js_cursor cursor = {.text = text};
    struct part parts[PARTS];
    size_t after = string->at + string->len + 1, start, count;

    if (string->at <= chunks->done || after + 1 >= text.len || text.at[after] != '+' ||
        (text.at[after + 1] != '(' && text.at[after + 1] != '{' && !js_cursor_is_name(text.at[after + 1])))
        return;
    start = cursor.at = expression_start(chunks, string->at - 1);
    count = take_parts(&cursor, parts);
    if (count == 0)
        return;
    chunks->done = cursor.at;
    find_chunks(chunks, parts, count, start, chunks->done - start);
}
