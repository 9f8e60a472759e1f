/* SPDX-License-Identifier: MIT */
/* Decides what links say in the mirror, by facts of the frontier and the names of site/path.h. It reads no
 * file except those to embed, and writes none. */
#include "config.h"

#include "weave/references.h"

#include "apps/app.h"
#include "base/body.h"
#include "base/error.h"
#include "frontier/row.h"
#include "site/path.h"
#include "url/percent.h"
#include "weave/naming.h"

/* A page of the most links with long references to each fits; memory for more than usual ones is not kept. */
enum { TEXT_MAX = 512 * 1024 * 1024, TEXT_KEPT = 128 * 1024, LINKS_KEPT = 1024 };

/* A document has files of so many bytes in it, and one more: each of thousands of references may name one. */
enum { EMBEDDED_MAX = 4 * 1024 * 1024 };

/* The references of a document take four times its length and this at most: each of a page's shortest links
 * may become the longest path. */
enum { GROWTH_FREE = 1024 * 1024, GROWTH_TIMES = 4 };

void references_init(struct references *references, struct frontier *frontier, size_t name_max)
{
    *references = (struct references){.frontier = frontier};
    buf_init(&references->text, TEXT_MAX);
    buf_init(&references->base, PATH_BUFFER_MAX);
    buf_init(&references->folder, PATH_BUFFER_MAX);
    references->expected = expected_new(frontier, name_max);
    buf_init(&references->relative, 4 * PATH_BYTES_MAX + LIMIT_URL_BYTES);
}

void references_release(struct references *references)
{
    free(references->spans);
    free(references->starts);
    buf_release(&references->text);
    buf_release(&references->base);
    buf_release(&references->folder);
    buf_release(&references->sheets.folder);
    expected_free(references->expected);
    buf_release(&references->relative);
    url_release(&references->url);
    frontier_ids_release(&references->ids);
}

/* Returns the query of LINK with its '?' where scripts may read it: if FILE is a script, or a page of that
 * URL whose path names a page or a folder. The server may have one file for all queries. Otherwise empty. */
static struct span query_for_scripts(const struct link *link, struct span file)
{
    size_t at = span_find(link->url, '?');
    struct span path = span_part(link->url, 0, at);
    struct span last = span_part(path, span_after_last(path, '/'), at);

    if (at == link->url.len)
        return span_of("");
    file = span_part(file, span_after_last(file, '/'), file.len);
    if (span_equals(file, last) && last.len > 0)
        return span_part(link->url, at, link->url.len);
    if ((last.len > 0 && !span_has_suffix_nocase(last, ".html") && !span_has_suffix_nocase(last, ".htm")) ||
        !span_equals(span_part(file, 0, last.len), last) || file.len == last.len || file.at[last.len] != '@')
        return span_of("");
    return span_part(link->url, at, link->url.len);
}

static void name_file(const struct reference_names *names, struct buf *out, const struct link *link,
                      struct span file)
{
    struct span query = query_for_scripts(link, file);

    if (query.len == 0) {
        path_relative(out, names->from, file, link->fragment);
        return;
    }
    path_relative(out, names->from, file, span_of(""));
    (void)buf_add_span(out, query);
    (void)buf_add_span(out, link->fragment);
}

struct reference_names references_of_files(struct span from, struct span site)
{
    return (struct reference_names){.name = name_file, .from = from, .site = site};
}

/* Makes room for the references of COUNT links, and releases the memory of an earlier large page. */
static void make_room(struct references *references, size_t count)
{
    size_t room = count > LINKS_KEPT ? count : LINKS_KEPT;

    buf_recycle(&references->text, TEXT_KEPT);
    if (room == references->room)
        return;
    references->room = room;
    references->spans = mem_grow(references->spans, room, sizeof *references->spans);
    references->starts = mem_grow(references->starts, room, sizeof *references->starts);
}

const char *references_inert(enum link_role role)
{
    static const char *const nothing[] = {
        [LINK_FRAME] = "about:blank",
        [LINK_OBJECT] = "data:image/png,", /* none: so an object of any type shows its content */
        [LINK_REQUISITE] = "data:,",
        [LINK_PREFETCH] = "data:,",
        [LINK_REFRESH] = "javascript:", /* META refresh ignores it */
    };

    return role < COUNT_OF(nothing) ? nothing[role] : NULL;
}

/* Returns LINK as it is written in the document. */
static struct span written_in(const struct references *references, const struct link *link)
{
    return span_part(references->document, link->at, link->len);
}

/* Adds the reference of a link to what is not in the mirror. Returns false if the link may stay as it is:
 * ABSOLUTE says that it is the address of the live site already. */
static bool refer_to_live(struct buf *out, const struct link *link, bool absolute)
{
    const char *nothing = references_inert(link->role);

    if (nothing) {
        (void)buf_add_text(out, nothing);
        return true;
    }
    if (absolute || link->role == LINK_CANDIDATE)
        return false;
    (void)buf_add_span(out, link->url);
    (void)buf_add_span(out, link->fragment);
    return true;
}

bool references_expects_change(struct span file)
{
    return span_has_suffix_nocase(file, ".css");
}

int references_changes(struct references *references, int64_t id, bool *changes)
{
    struct frontier_row row;
    int error = frontier_get(references->frontier, id, &row);

    *changes = !error && row.answered && row.visit.state == FRONTIER_DONE && row.visit.document;
    if (error || !*changes)
        return error;
    error = frontier_links(references->frontier, id, &references->ids);
    *changes = !error && references->ids.count > 0;
    return error == ERROR_NOT_FOUND ? 0 : error;
}

/* Decides whether an attribute that guards a file of the mirror is removed: crossorigin always, since a
 * browser that has the page from disk takes every file for another origin's, and a server's files are all of
 * one; integrity where the file does not have the bytes that it was made of. */
static int must_go(struct references *references, const struct link *guard, bool *written)
{
    struct target_file found;
    int error = 0;

    *written = false;
    if (guard->text.len > 0)
        error = expected_find(references->expected, guard->text, &found);
    if (error || guard->text.len == 0 || found.file.len == 0)
        return error;
    *written = true;
    if (guard->role == LINK_CORS)
        return 0;
    if (!references->for_disk && found.answer == 0)
        *written = references_expects_change(found.file);
    else if (!references->for_disk)
        error = references_changes(references, found.answer, written);
    references->needs.integrity_dropped |= *written;
    return error;
}

static bool is_below(struct span url, struct span site)
{
    return url.len > site.len && url.at[site.len] == '/' && span_equals(span_part(url, 0, site.len), site);
}

/* Adds to OUT the folder that the files below a link's address are in; INDEX is that of the folder. */
static int add_folder(struct references *references, struct buf *out, const struct link *link,
                      const struct reference_names *names, struct span *index)
{
    struct span relative;

    if (url_parse(&references->url, link->url, NULL, NULL) != URL_OK)
        return ERROR_INVALID;
    *index = expected_file(references->expected, &references->url, FRONTIER_AS_PAGE, names->site);
    names->name(names, &references->relative, link, *index);
    relative = buf_span(&references->relative);
    return buf_add_span(out, span_part(relative, 0, span_after_last(relative, '/')));
}

/* Returns the base of a document that is to have one in the mirror too, for the addresses that its scripts
 * make. No policy may keep browsers from it. */
static const struct link *find_base(const struct link_list *links, struct span site)
{
    const struct link *base = NULL;

    for (size_t i = 0; i < links->count; i++) {
        if (links->links[i].role == LINK_POLICY)
            return NULL;
        if (links->links[i].role == LINK_BASE && is_below(links->links[i].url, site))
            base = &links->links[i];
    }
    return base;
}

/* Works out the text of such a base, and makes NAMES relative to it. Not in a folder whose files may be named
 * as if they were in another; one that the document is in itself has no text. */
static int take_base(struct references *references, struct reference_names *names)
{
    const struct link *base = names->decide ? NULL : find_base(references->links, names->site);
    struct span index = {0};
    int error;

    if (!base)
        return 0;
    error = add_folder(references, &references->base, base, names, &index);
    if (index.len + LIMIT_NAME_BYTES > PATH_BYTES_MAX)
        buf_clear(&references->base);
    if (error || references->base.len == 0)
        return error;
    error = buf_add_span(&references->folder, span_part(index, 0, span_after_last(index, '/')));
    names->from = buf_span(&references->folder);
    return error;
}

/* Decides on a link without an address. Policies wait until everything else is decided. */
static int refer_plain(struct references *references, const struct link *link, bool *written)
{
    *written = link->role != LINK_POLICY;
    if (link->role == LINK_INTEGRITY || link->role == LINK_CORS)
        return must_go(references, link, written);
    if (link->role == LINK_SPECULATION)
        return buf_add_text(&references->text, "application/json");
    if (link->role == LINK_BASE && link->url.len > 0)
        return buf_add_span(&references->text, buf_span(&references->base));
    if (link->role == LINK_ENCODING)
        return buf_add_span(&references->text, link->text);
    return 0;
}

/* Adds the file of a link's target as a data: URL where it is as it came. */
static int embed(struct references *references, const struct link *link, int64_t answer, struct span file,
                 bool *done)
{
    char path[PATH_BYTES_MAX];
    size_t len = file.len < sizeof path ? file.len : 0, start = references->text.len;
    bool changes;
    int error;

    memcpy(path, file.at, len); /* the frontier's, valid until its next call */
    error = references_changes(references, answer, &changes);
    *done = !error && !changes && references->embedded_bytes < EMBEDDED_MAX &&
            properties_embed(&references->text, references->site_dir, span_make(path, len), link->fragment);
    if (*done)
        references->embedded_bytes += references->text.len - start;
    return error;
}

/* Adds the reference of a link to the URL of an earlier link; false without one. */
static bool repeat(struct references *references, const struct link *link,
                   const struct reference_names *names)
{
    const struct led *led = &references->led[link_slot(link)];
    struct buf *text = &references->text;
    bool is_same = led->url == link->url.at && names->name == name_file;
    char *to = is_same ? buf_reserve(text, led->len) : NULL;

    if (!to)
        return false;
    memcpy(to, text->at + led->start, led->len);
    buf_grew(text, led->len);
    (void)buf_add_span(text, link->fragment);
    return true;
}

/* Adds the path and fragment of a link to FILE, and remembers where the path is: it is nothing but that, if
 * the file is another one than the document's own. */
static int add_path(struct references *references, const struct link *link, struct span file,
                    const struct reference_names *names)
{
    size_t start = references->text.len;
    int error = buf_add_span(&references->text, buf_span(&references->relative));

    if (!error && names->name == name_file && !span_equals(file, names->from))
        references->led[link_slot(link)] =
            (struct led){link->url.at, start, references->relative.len - link->fragment.len};
    return error;
}

static int refer_to_file(struct references *references, const struct link *link,
                         const struct target_file *found, const struct reference_names *names)
{
    struct link led = *link;

    if (found->fragment.len > 0)
        led.fragment = found->fragment;
    names->name(names, &references->relative, &led, found->file);
    if (references->for_disk && found->answer > 0 && properties_wants_embedding(references->document, link)) {
        bool done;
        int error = embed(references, link, found->answer, found->file, &done);

        if (error || done)
            return error;
    }
    if (found->fragment.len > 0 || references->for_disk)
        return buf_add_span(&references->text, buf_span(&references->relative));
    return add_path(references, link, found->file, names);
}

/* Returns true if LINK, a script, is written as a path from the root of the server. */
static bool is_root_script(const struct references *references, const struct link *link)
{
    return span_starts(written_in(references, link), "/") &&
           link_place(span_of(link->where)) == PLACE_SCRIPT_SRC;
}

/* Returns true if DOCUMENT has scripts that know each other by addresses that start at the root of the
 * server; from disk, disk.js answers for these. Other documents, which can be large, are not read. */
static bool has_runtime(const struct references *references)
{
    bool is_rooted = false;

    for (size_t i = 0; i < references->links->count && !is_rooted; i++)
        is_rooted = is_root_script(references, &references->links->links[i]);
    return !references->for_disk && is_rooted && forms_needs_root(references->document);
}

/* Returns true if LINK may stay as it is, if its file is where a server whose root is site/ looks for it. */
static bool may_keep_root(const struct references *references, const struct link *link,
                          const struct reference_names *names)
{
    return references->has_runtime && names->name == name_file && is_root_script(references, link);
}

/* Returns true if FILE is where a server whose root is site/ looks for the path that LINK is written as. */
static bool is_at_root(const struct references *references, const struct link *link, struct span file)
{
    return span_equals(file, span_part(references->document, link->at + 1, link->len - 1));
}

/* Returns true if the references so far take all the room that the document may grow by. */
static bool is_overgrown(const struct references *references)
{
    return references->text.len - references->embedded_bytes + references->filled_bytes >
           GROWTH_FREE + GROWTH_TIMES * references->document.len;
}

/* Adds the reference of a link to a view of the page whose scripts have made the document: the view's file,
 * the page's for the first view. A view without a file is that of the live site, or one with a file of which
 * it is a place. */
static int refer_to_view(struct references *references, const struct link *link,
                         const struct reference_names *names, bool *written)
{
    struct span fragment = link_is_first_view(link->fragment) ? span_of("") : link->fragment;
    struct buf path BUF_LOCAL(PATH_BUFFER_MAX);
    struct frontier_place place;
    struct target_file found;
    int error = expected_find(references->expected, link->url, &found);

    *written = !error && found.answer == references->page && !references_inert(link->role);
    if (!*written)
        return error;
    if (fragment.len > 0 && frontier_rendered(references->frontier, references->page, fragment, &place)) {
        struct span whole = link_whole_view(fragment);

        if (span_equals(whole, fragment) ||
            frontier_rendered(references->frontier, references->page, whole, &place)) {
            (void)refer_to_live(&references->text, link, false);
            return 0;
        }
        fragment = whole;
    }
    path_of_view(&path, found.file, fragment);
    path_relative(&references->relative, names->from, buf_span(&path), span_of(""));
    return buf_add_span(&references->text, buf_span(&references->relative));
}

/* Adds the reference of one link to the text; WRITTEN is false where the link stays as it is. */
static int refer(struct references *references, const struct link *link, const struct reference_names *names,
                 bool *written)
{
    bool rooted = may_keep_root(references, link, names);
    struct target_file found = {.answer = 0};
    struct span index;
    int error = 0;

    if (link->role == LINK_BASE || link->role == LINK_CONNECT || link->role >= LINK_INTEGRITY)
        return refer_plain(references, link, written);
    *written = false;
    if (link->url.len == 0 || link->same_page || link->stands || !link_is_woven(link))
        return 0;
    if (is_overgrown(references)) {
        references->left_count++;
        *written = references_inert(link->role) != NULL;
        return *written ? buf_add_text(&references->text, references_inert(link->role)) : 0;
    }
    if (link->role == LINK_FOLDER) {
        *written = true;
        return add_folder(references, &references->text, link, names, &index);
    }
    if (link->role != LINK_LIVE && !rooted && repeat(references, link, names)) {
        *written = true;
        return 0;
    }
    if (link->role != LINK_LIVE)
        error = expected_find(references->expected, link->url, &found);
    if (error)
        return error;
    if (found.file.len == 0) {
        *written = refer_to_live(&references->text, link, url_starts_http(written_in(references, link)));
        return 0;
    }
    *written = !rooted || !is_at_root(references, link, found.file);
    return *written ? refer_to_file(references, link, &found, names) : 0;
}

/* Notes that the link is in a style element or attribute, or a script, of a page: its hash changes. */
static void note_inline(struct csp_needs *needs, const struct link *link)
{
    unsigned escape = link->escape[0];

    needs->style_changed |= escape == LINK_ESCAPE_CSS_URL || escape == LINK_ESCAPE_CSS_TEXT;
    needs->script_changed |= escape == LINK_ESCAPE_IMPORT_MAP || escape == LINK_ESCAPE_JS ||
                             escape == LINK_ESCAPE_JS_VALUE || escape == LINK_ESCAPE_JS_CODE;
}

/* Names files for sheets in one folder; unlike other names, they are not repeated in the page. */
static void name_for_sheets(const struct reference_names *names, struct buf *out, const struct link *link,
                            struct span file)
{
    path_relative(out, names->from, file, link->fragment);
}

static void name_at_root(const struct reference_names *names, struct buf *out, const struct link *link,
                         struct span file)
{
    (void)names;
    buf_clear(out);
    (void)buf_add_byte(out, '/');
    (void)percent_add(out, file, PERCENT_REFERENCE);
    (void)buf_add_span(out, link->fragment);
}

/* Chooses the names for LINK. From disk nothing starts at the root: there --for disk embeds the file, if it
 * is not too large. */
static int choose_names(struct references *references, const struct link *link, struct reference_names *names)
{
    enum sheets_base base = SHEETS_PAGE;
    int error = 0;

    if (names->name == name_file)
        error = sheets_find_base(&references->sheets, references->expected, references->document,
                                 references->links, link, &base);
    if (error || base == SHEETS_PAGE)
        return error;
    if (base == SHEETS_FOLDER) {
        names->name = name_for_sheets;
        names->from = buf_span(&references->sheets.folder);
    } else if (!references->for_disk) {
        names->name = name_at_root;
    }
    return 0;
}

static int decide(struct references *references, size_t i, struct reference_names names)
{
    const struct link *link = &references->links->links[i];
    size_t start = references->text.len;
    bool written = false;
    int error = choose_names(references, link, &names);

    if (!error && !names.decide && references->page > 0 && link_is_view(link->fragment))
        error = refer_to_view(references, link, &names, &written);
    if (!error && names.decide && link->role != LINK_ENCODING)
        error = names.decide(names.context, link, written_in(references, link), &written);
    else if (!error && !written)
        error = refer(references, link, &names, &written);
    references->starts[i] = written ? start : SIZE_MAX;
    references->spans[i].len = references->text.len - start;
    if (written && !span_equals(written_in(references, link),
                                span_part(buf_span(&references->text), start, references->text.len)))
        note_inline(&references->needs, link);
    return error;
}

static bool is_missing(const struct references *references, size_t i)
{
    struct span written =
        span_part(buf_span(&references->text), references->starts[i], references->spans[i].len);

    return span_is(written, references_inert(LINK_REQUISITE));
}

/* Replaces the candidates of one srcset, from FIRST to END, that are not in the mirror with one that is: a
 * browser that prefers them must not be left without a picture. */
static void fill_srcset(struct references *references, size_t first, size_t end)
{
    size_t there = first;

    while (there < end && (references->starts[there] == SIZE_MAX || is_missing(references, there)))
        there++;
    for (size_t i = first; there < end && i < end; i++) {
        if (references->starts[i] == SIZE_MAX || !is_missing(references, i))
            continue;
        if (is_overgrown(references)) {
            references->left_count++;
            continue;
        }
        references->starts[i] = references->starts[there];
        references->spans[i].len = references->spans[there].len;
        references->filled_bytes += references->spans[there].len;
    }
}

static void fill_srcsets(struct references *references)
{
    const struct link_list *links = references->links;

    for (size_t i = 1; i < links->count; i++) {
        size_t first = i - 1;

        while (i < links->count && links->links[i].another)
            i++;
        if (i > first + 1)
            fill_srcset(references, first, i);
    }
}

/* Adjusts the policies, which come last: they depend on what became of all else. */
static void decide_policies(struct references *references)
{
    const struct link_list *links = references->links;

    for (size_t i = 0; i < links->count; i++) {
        size_t start = references->text.len;

        if (links->links[i].role != LINK_POLICY ||
            !csp_adjust(&references->text, links->links[i].text, &references->needs))
            continue;
        references->starts[i] = start;
        references->spans[i].len = references->text.len - start;
    }
}

int references_make(struct references *references, struct span document, const struct link_list *links,
                    const struct reference_names *names)
{
    struct reference_names below = *names;
    int error;

    references->document = document;
    references->links = links;
    make_room(references, links->count);
    if (expected_set_site(references->expected, names->site))
        frontier_forget_expected_files(references->frontier);
    buf_clear(&references->base);
    buf_clear(&references->folder);
    sheets_forget(&references->sheets);
    memset(references->led, 0, sizeof references->led);
    references->needs = (struct csp_needs){.live = names->site, .data = references->for_disk};
    references->embedded_bytes = references->filled_bytes = references->left_count = 0;
    references->has_runtime = has_runtime(references);
    error = take_base(references, &below);
    for (size_t i = 0; i < links->count && !error; i++) {
        error = decide(references, i, below);
        body_passed(references->source, document.at + links->links[i].at);
    }
    if (error)
        return error;
    fill_srcsets(references);
    if (!names->decide)
        decide_policies(references);
    for (size_t i = 0; i < links->count; i++) {
        size_t start = references->starts[i];

        references->spans[i].at = start == SIZE_MAX ? NULL : buf_text(&references->text) + start;
    }
    return 0;
}
