/* SPDX-License-Identifier: MIT */
/* Reads the scripts of Doxygen (1.8 and later) that are lists: a tree whose branches are in further scripts,
 * an index of it in numbered parts, and for each section of the search a file for each of its letters. */
#include "config.h"

#include "apps/app.h"

/* Lists begin after a notice, and are the whole file. */
enum { START_BYTES = 64 * 1024 };

static const char tree_app[] = "Doxygen tree 1.8", script_app[] = "Doxygen search 1.8",
                  page_app[] = "Doxygen page 1.8";

/* Finds the file NAME beside the script; AT is where the script has it. */
static bool find_part(const struct app_text *text, size_t at, struct span name, const char *app)
{
    return text->take(text,
                      &(struct app_find){.at = at, .len = 1, .name = name, .base = text->own, .where = app});
}

/* Returns the way from a branch to the folder of the tree: up from the two folders into which pages may be
 * divided, such as d6/dcd/, if NAME has them too. */
static const char *way_up(bool is_branch, struct span name)
{
    bool is_divided = span_byte(name, 0) == 'd' && span_byte(name, 2) == '/' && span_byte(name, 3) == 'd' &&
                      span_byte(name, 6) == '/';

    return is_branch && is_divided ? "../../" : "";
}

/* Finds the script of each branch: a string that ends its list, after others. Ends at an unfinished string.
 */
static void read_branches(const struct app_text *text, struct js_cursor cursor, bool is_branch)
{
    bool is_later = false, has_room = true;
    struct span string;

    while (has_room && cursor.at < cursor.text.len) {
        char next = span_byte(cursor.text, cursor.at);

        if (next != '"' && next != '\'') {
            is_later = next == ',' || (is_later && ascii_is_white(next));
            cursor.at++;
            continue;
        }
        if (!js_cursor_text(&cursor, &string))
            break;
        if (is_later && span_is_plain(string, "_-/") && js_cursor_take(&cursor, ']')) {
            buf_clear(text->name);
            (void)buf_add_format(text->name, "%s%.*s.js", way_up(is_branch, string), (int)string.len,
                                 string.at);
            has_room = find_part(text, (size_t)(string.at - cursor.text.at), buf_span(text->name), tree_app);
        }
        is_later = false;
    }
}

/* Finds the parts of the index of the tree: one for each of its strings. */
static void read_index_parts(const struct app_text *text, struct js_cursor cursor)
{
    size_t at = cursor.at;

    if (!js_cursor_take(&cursor, '['))
        return;
    for (unsigned part = 0; js_cursor_string(&cursor).len > 0; part++) {
        buf_clear(text->name);
        (void)buf_add_format(text->name, "navtreeindex%u.js", part);
        if (!find_part(text, at, buf_span(text->name), tree_app) || !js_cursor_take(&cursor, ','))
            break;
    }
}

/* Moves CURSOR behind MARK near the start of its text; false without one. */
static bool go_behind(struct js_cursor *cursor, const char *mark)
{
    struct span start = span_part(cursor->text, 0, START_BYTES);

    cursor->at = span_find_end(start, 0, mark);
    return cursor->at < start.len && js_cursor_take(cursor, '=');
}

static unsigned count_characters(struct span text)
{
    unsigned count = 0;

    for (size_t i = 0; i < text.len; i++)
        count += ((unsigned char)text.at[i] & 0xc0) != 0x80;
    return count;
}

/* Finds the files of each section. Both objects have the same keys, in the same order. */
static void read_sections(const struct app_text *text, struct js_cursor sections)
{
    struct js_cursor names = {.text = text->text};
    struct span key, name, own, letters;

    if (!js_cursor_take(&sections, '{') || !go_behind(&names, "var indexSectionNames") ||
        !js_cursor_take(&names, '{'))
        return;
    while (js_cursor_member(&names, &key, &name) && js_cursor_member(&sections, &own, &letters) &&
           span_equals(own, key)) {
        unsigned count = span_is_plain(name, "_-/") ? count_characters(letters) : 0;

        for (unsigned i = 0; i < 2 * count; i++) {
            buf_clear(text->name);
            (void)buf_add_format(text->name, "%.*s_%x.%s", (int)name.len, name.at, i / 2,
                                 i % 2 ? "html" : "js");
            if (!find_part(text, (size_t)(name.at - text->text.at), buf_span(text->name),
                           i % 2 ? page_app : script_app))
                return;
        }
    }
}

/* Returns true if the script is a branch of the tree: a list with the name of its file. */
static bool starts_branch(const struct app_text *text, struct js_cursor *cursor)
{
    struct span path = url_path(text->own), name = span_part(path, span_after_last(path, '/'), path.len);

    return js_cursor_word(cursor, "var") && span_has_suffix(name, ".js") &&
           span_equals(js_cursor_name(cursor), span_part(name, 0, name.len - 3)) &&
           js_cursor_take(cursor, '=') && js_cursor_take(cursor, '[');
}

bool parts_read(const struct app_text *text)
{
    struct js_cursor tree = {.text = text->text}, sections = tree, index = tree, branch = tree;
    bool has_tree = go_behind(&tree, "var NAVTREE "), has_index = go_behind(&index, "var NAVTREEINDEX"),
         has_sections = go_behind(&sections, "var indexSectionsWithContent"),
         is_branch = starts_branch(text, &branch);

    if (has_index)
        read_index_parts(text, index);
    if (has_sections)
        read_sections(text, sections);
    if (has_tree || is_branch)
        read_branches(text, has_tree ? tree : branch, is_branch);
    return has_tree || has_index || has_sections || is_branch;
}
