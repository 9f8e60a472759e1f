/* SPDX-License-Identifier: MIT */
/* A mirror as ZIM, by zimwriterfs (Debian: zim-tools), which packs a tree of files. libzim is under the GPL,
 * so its program is run. The tree is made in tmp/ of the mirror, where files can be hard links; the ZIM is
 * made beside the requested file, in a directory that is removed with everything that zimwriterfs leaves.
 * zimwriterfs uses the names as they are. It makes a redirect of any page with a META refresh, whatever its
 * delay, and fails if the target is not a file. Its option for redirects refuses every line (3.1.3), so
 * redirects are symbolic links. */
#include "config.h"

#include "export/export.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <unicode/uloc.h>
#include <unistd.h>

#include "archive/record.h"
#include "base/alloc.h"
#include "base/error.h"
#include "base/file.h"
#include "base/limits.h"
#include "base/program.h"
#include "base/utf8.h"
#include "export/icon_png.h"
#include "export/pages.h"
#include "frontier/row.h"
#include "markup/tokenizer.h"
#include "markup/value.h"
#include "mirror/archiving.h"
#include "mirror/mirror.h"
#include "mirror/original.h"
#include "site/path.h"
#include "term/message.h"
#include "url/percent.h"
#include "url/url.h"
#include "weave/naming.h"

enum { LONG_WAIT_SECONDS = 10, NAME_MAX_BYTES = 1024 };

/* Returns whether TARGET, a relative reference as weaving writes it, is the file NAME beside it. */
static bool is_itself(struct span target, struct span name)
{
    struct buf plain BUF_LOCAL(NAME_MAX_BYTES);

    (void)percent_decode(&plain, span_part(target, 0, span_find(target, '#')));
    return plain.len == 0 || span_equals(buf_span(&plain), name);
}

/* Returns whether the value of a META refresh leads, soon, to another file. */
static bool is_redirect(struct span content, struct span name)
{
    size_t address = span_find(content, ';');
    struct span target = span_trim(span_part(content, address + 1, content.len), PLAIN_WHITE);
    struct span rest = span_part(content, 0, address);
    uint64_t seconds = 0;

    (void)span_take_number(&rest, &seconds);
    if (!span_starts_nocase(target, "url=") || seconds > LONG_WAIT_SECONDS)
        return false;
    target = span_trim(span_part(target, 4, target.len), " '\"");
    return span_find(target, ':') == target.len && !is_itself(target, name);
}

bool zim_page_still(struct span page, struct span name, struct buf *out)
{
    struct tokenizer tokenizer = {0};
    struct content where;
    size_t copied = 0;

    content_start(&where, false);
    tokenizer_start(&tokenizer, page);
    while (content_next_start(&where, &tokenizer)) {
        struct span content = tokenizer_raw(&tokenizer, "content");
        size_t address = span_find(content, ';'), at;

        if (!span_is_nocase(tokenizer.token.name, "meta") || address == content.len ||
            !span_is_nocase(tokenizer_raw(&tokenizer, "http-equiv"), "refresh") || is_redirect(content, name))
            continue;
        at = (size_t)(content.at - page.at);
        (void)buf_add_span(out, span_part(page, copied, at + address - copied));
        copied = at + content.len;
    }
    tokenizer_release(&tokenizer);
    (void)buf_add_span(out, span_part(page, copied, copied > 0 ? page.len : 0));
    return copied > 0 && !out->full;
}

/* Sets LANGUAGE from the first subtag of TAG (RFC 5646): three letters are the code of ISO 639-3, for any
 * other it is what ICU knows. One that it does not know leaves LANGUAGE unchanged. */
static void read_language(struct span tag, char language[ZIM_LANGUAGE_SIZE])
{
    struct span subtag = span_take_until_any(&tag, "-_ ");
    char code[2 * ZIM_LANGUAGE_SIZE];
    const char *found = code;
    size_t len = 0;

    (void)snprintf(code, sizeof code, "%.*s", (int)subtag.len, subtag.at ? subtag.at : "");
    for (; ascii_is_alpha(code[len]); len++)
        code[len] = ascii_lower(code[len]);
    if (len != ZIM_LANGUAGE_SIZE - 1 || code[len])
        found = uloc_getISO3Language(code);
    if (strlen(found) == ZIM_LANGUAGE_SIZE - 1)
        memcpy(language, found, ZIM_LANGUAGE_SIZE);
}

/* Sets OUT to RAW with its character references decoded, if it is UTF-8. */
static void decode(struct span raw, struct buf *out)
{
    struct transcoder transcoder = {0};
    struct value value = {0};

    if (utf8_is_valid(raw)) {
        value_decode(&value, raw, &transcoder, NULL, true);
        (void)buf_set(out, value.text);
    }
    value_release(&value);
    transcoder_release(&transcoder);
}

void zim_page_read(struct span page, char language[ZIM_LANGUAGE_SIZE], struct buf *description)
{
    struct tokenizer tokenizer = {0};
    struct content where;

    content_start(&where, false);
    memcpy(language, "eng", ZIM_LANGUAGE_SIZE);
    buf_clear(description);
    tokenizer_start(&tokenizer, page);
    while (content_next_start(&where, &tokenizer) && !span_is_nocase(tokenizer.token.name, "body")) {
        if (span_is_nocase(tokenizer.token.name, "html"))
            read_language(tokenizer_raw(&tokenizer, "lang"), language);
        if (span_is_nocase(tokenizer.token.name, "meta") && description->len == 0 &&
            span_is_nocase(tokenizer_raw(&tokenizer, "name"), "description"))
            decode(tokenizer_raw(&tokenizer, "content"), description);
    }
    tokenizer_release(&tokenizer);
}

/* Adds TEXT to OUT, white space folded as visible_add does, cut to MOST characters. */
static void add_cut(struct span text, size_t most, struct buf *out)
{
    struct buf folded BUF_LOCAL(2 * LIMIT_TAG_BYTES);
    size_t at = 0, last = 0; /* LAST: where the last character that has room begins */
    uint32_t code;

    visible_add(&folded, text);
    text = span_trim(buf_span(&folded), " ");
    for (size_t i = 0; i < most && at < text.len; i++) {
        last = at;
        at += utf8_next(text, at, &code);
    }
    (void)buf_add_span(out, span_part(text, 0, at < text.len ? last : at));
    (void)buf_add_text(out, at < text.len ? "…" : "");
}

enum { PROC_PATH_SIZE = 40, FILE_MODE = 0644 };

/* No path of the mirror contains this: there, '#' is followed by '/', the end, or one of a few characters. */
#define ICON_NAME "#icon.png"

static bool is_html(struct span path)
{
    return span_has_suffix_nocase(path, ".html") || span_has_suffix_nocase(path, ".htm") ||
           span_has_suffix_nocase(path, ".xhtml");
}

/* Adds a file whose name no path of the mirror can have. */
static int zim_tree_add(int tree, const char *name, struct span content)
{
    int fd FILE_LOCAL;
    int error = file_open(tree, name, O_WRONLY | O_CREAT | O_EXCL, FILE_MODE, &fd);

    return error ? error : file_write(fd, content.at ? content.at : "", content.len);
}

/* Makes a hard link, or a copy: some file systems have no hard links (FAT, exFAT) or allow few. */
static int link_file(int fd, int dir, const char *name)
{
    char self[PROC_PATH_SIZE];
    int copy FILE_LOCAL;
    int error;

    (void)snprintf(self, sizeof self, "/proc/self/fd/%d", fd);
    if (linkat(AT_FDCWD, self, dir, name, AT_SYMLINK_FOLLOW) == 0)
        return 0;
    error = file_open(dir, name, O_WRONLY | O_CREAT | O_EXCL, FILE_MODE, &copy);
    return error ? error : file_copy(fd, copy);
}

/* Copies a page if it has to be changed, and links it otherwise. */
static int add_page(struct mirror *mirror, const char *path, int fd, int dir, const char *name)
{
    struct buf page BUF_LOCAL(LIMIT_DOCUMENT_BYTES);
    struct buf still BUF_LOCAL(2 * LIMIT_DOCUMENT_BYTES);
    int error = file_read(mirror->folder.site_dir, path, &page);

    if (!error && zim_page_still(buf_span(&page), span_of(name), &still))
        error = zim_tree_add(dir, name, buf_span(&still));
    else if (!error || error == ERROR_TOO_LARGE)
        error = link_file(fd, dir, name);
    return error;
}

static int add_file(struct mirror *mirror, int tree, const char *path)
{
    const char *name;
    int fd FILE_LOCAL;
    int dir FILE_LOCAL;
    int error = file_open(mirror->folder.site_dir, path, O_RDONLY, 0, &fd);

    if (error) {
        message_warn("site/%s: %s; skipping it", path, error_reason(error, errno));
        return 0;
    }
    error = file_open_parent(tree, path, true, &dir, &name);
    if (error)
        return error;
    return is_html(span_of(path)) ? add_page(mirror, path, fd, dir, name) : link_file(fd, dir, name);
}

/* Makes the first icon of the site that is a PNG of 48 by 48 pixels (RFC 2083) the picture of the ZIM. */
static int add_icon(struct mirror *mirror, int tree, const struct frontier_visit *visit, const char *path)
{
    static const char start[] = "\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x30\0\0\0\x30";
    char head[sizeof start - 1];
    int fd FILE_LOCAL;

    if (!span_starts_nocase(visit->content_type, "image/png") || !span_has(visit->path, "icon") ||
        file_exists(tree, ICON_NAME) || file_open(mirror->folder.site_dir, path, O_RDONLY, 0, &fd) ||
        file_read_at(fd, 0, head, sizeof head) || memcmp(head, start, sizeof head) != 0)
        return 0;
    return link_file(fd, tree, ICON_NAME);
}

/* Adds hard links to the files of site/ that the mirror names. A page whose META refresh would mislead
 * zimwriterfs is a copy without it. A missing file is reported and left out. */
static int add_files(struct mirror *mirror, int tree)
{
    char path[PATH_BYTES_MAX + 1];
    struct frontier_row row = {.answered = false};
    struct buf fragment BUF_LOCAL(LIMIT_URL_BYTES);
    int error;

    while ((error = frontier_visits(mirror->frontier, row.item.id, &row)) == 0) {
        if (row.visit.state != FRONTIER_DONE || !path_copy(row.visit.path, path))
            continue;
        error = add_icon(mirror, tree, &row.visit, path);
        buf_clear(&fragment);
        do
            error = error ? error : add_file(mirror, tree, path);
        while (!error && (error = original_next_view(mirror, &row, &fragment, path)) == 0);
        if (error != ERROR_END)
            return error;
    }
    return error == ERROR_END ? 0 : error;
}

/* Makes a symbolic link at FROM to TO, both in TREE, unless something is there, or the file system has no
 * such links. */
static void add_link(int tree, const char *from, struct span to)
{
    struct buf text BUF_LOCAL(4 * PATH_BYTES_MAX);
    const char *name;
    int dir FILE_LOCAL;

    for (const char *at = strchr(from, '/'); at; at = strchr(at + 1, '/'))
        (void)buf_add_text(&text, "../");
    (void)buf_add_span(&text, to);
    if (!text.full && file_open_parent(tree, from, true, &dir, &name) == 0)
        (void)!symlinkat(buf_text(&text), dir, name);
}

/* Adds a link from the expected file of each redirect to the file of its target. */
static int add_redirects(struct mirror *mirror, int tree)
{
    struct expected *expected = expected_new(mirror->frontier, mirror->name_max);
    char from[PATH_BYTES_MAX + 1];
    struct frontier_row row = {.answered = false};
    struct frontier_target target;
    struct url url URL_LOCAL;
    int error = 0;

    while (!error && (error = frontier_visits(mirror->frontier, row.item.id, &row)) == 0) {
        if (row.visit.state != FRONTIER_REDIRECTED || url_parse(&url, row.item.url, NULL, NULL) != URL_OK ||
            !path_copy(expected_file(expected, &url, row.item.roles, buf_span(&mirror->site)), from))
            continue;
        error = frontier_target(mirror->frontier, row.item.id, &target);
        if (!error && target.path.len > 0)
            add_link(tree, from, target.path);
    }
    expected_free(expected);
    return error == ERROR_END ? 0 : error;
}

enum {
    PATH_MAX_BYTES = 4096,
    SAID_MAX = 600,
    TITLE_MOST = 30,
    DESCRIPTION_MOST = 80,
    LONG_DESCRIPTION_MOST = 4000,
    TEXT_MAX = LIMIT_TAG_BYTES,
    ARGUMENTS_MAX = 20
};

struct zim {
    struct mirror *mirror;
    struct url site; /* the page that the site is known by */
    struct pages pages;
    struct buf tree, into,
        file;             /* paths of the tree, of the directory beside the ZIM, and of the file in it */
    struct buf arguments; /* one after the other, each with its NUL */
    const char *list[ARGUMENTS_MAX];
};

/* Makes a temporary directory; TEMPLATE ends in XXXXXX, and is emptied on failure. */
static int make_dir(struct buf *template)
{
    int error = template->full ? ERROR_TOO_LARGE : 0;

    if (!error && !mkdtemp(template->at))
        error = error_from_errno(errno);
    if (error)
        buf_clear(template);
    return error;
}

static int make_tree(struct zim *zim)
{
    struct mirror *mirror = zim->mirror;
    int fd, error;

    /* A path that starts with '-' would be an option. */
    (void)buf_add_format(&zim->tree, "%s%s/tmp/zim-XXXXXX", mirror->path[0] == '/' ? "" : "./", mirror->path);
    error = make_dir(&zim->tree);
    if (error)
        return error;
    fd = open(buf_text(&zim->tree), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0)
        return error_from_errno(errno);
    error = add_files(mirror, fd);
    if (!error)
        error = add_redirects(mirror, fd);
    if (!error && !file_exists(fd, ICON_NAME))
        error = zim_tree_add(fd, ICON_NAME, span_make((const char *)icon_png, sizeof icon_png));
    close(fd);
    return error;
}

/* Adds "--NAME=PATH" of a file in the tree. */
static void add_path(struct zim *zim, const char *name, struct span path)
{
    (void)buf_add_format(&zim->arguments, "--%s=", name);
    (void)buf_add_span(&zim->arguments, path);
    (void)buf_add_byte(&zim->arguments, '\0');
}

/* Adds "--NAME=TEXT", cut to MOST characters. */
static void add_argument(struct zim *zim, const char *name, struct span text, size_t most)
{
    (void)buf_add_format(&zim->arguments, "--%s=", name);
    add_cut(text, most, &zim->arguments);
    (void)buf_add_byte(&zim->arguments, '\0');
}

/* Adds the text that the user gave, otherwise that of the mirror. */
static void add_about(struct zim *zim, const char *name, struct span text, size_t most)
{
    struct span given = record_find_info(archiving_info(zim->mirror), name);

    add_argument(zim, name, given.len > 0 ? given : text, most);
}

/* Adds the option, which 3.1 ignores. zimwriterfs 3.2 requires a text that is not shorter than the
 * description. */
static void add_long_description(struct zim *zim, struct span description)
{
    struct span given = record_find_info(archiving_info(zim->mirror), "description");
    struct span best = given.len > 0 ? given : description;
    struct buf text BUF_LOCAL(2 * TEXT_MAX);

    (void)buf_add_format(&text, "%.*s: %s", (int)best.len, best.at, buf_text(&zim->pages.main_url));
    add_argument(zim, "longDescription", buf_span(&text), LONG_DESCRIPTION_MOST);
}

static int add_facts(struct zim *zim)
{
    struct mirror *mirror = zim->mirror;
    char language[ZIM_LANGUAGE_SIZE];
    struct buf page BUF_LOCAL(LIMIT_DOCUMENT_BYTES);
    struct buf description BUF_LOCAL(TEXT_MAX);
    int error = file_read(mirror->folder.site_dir, buf_text(&zim->pages.path), &page);

    zim_page_read(buf_span(&page), language, &description);
    if (description.len == 0)
        (void)buf_add_format(&description, "Mirror of %s", buf_text(&zim->pages.main_url));
    add_path(zim, "welcome", buf_span(&zim->pages.path));
    add_path(zim, "illustration", span_of(ICON_NAME));
    add_argument(zim, "language", span_of(language), ZIM_LANGUAGE_SIZE);
    add_about(zim, "title", buf_span(&zim->pages.title), TITLE_MOST);
    add_about(zim, "description", buf_span(&description), DESCRIPTION_MOST);
    add_long_description(zim, buf_span(&description));
    add_about(zim, "creator", url_host(&zim->site), TEXT_MAX);
    add_about(zim, "publisher", span_of(PACKAGE_NAME), TEXT_MAX);
    add_argument(zim, "name", url_host(&zim->site), TEXT_MAX);
    add_argument(zim, "source", buf_span(&zim->pages.main_url), TEXT_MAX);
    add_argument(zim, "scraper", span_of(PACKAGE_NAME " " PACKAGE_VERSION), TEXT_MAX);
    return error;
}

/* Makes the command line, once all of its text is there. */
static int make_list(struct zim *zim)
{
    size_t count = 0;

    if (zim->arguments.full)
        return ERROR_TOO_LARGE;
    zim->list[count++] = "zimwriterfs";
    for (size_t at = 0; at < zim->arguments.len; at += strlen(zim->arguments.at + at) + 1)
        zim->list[count++] = zim->arguments.at + at;
    zim->list[count++] = buf_text(&zim->tree);
    zim->list[count++] = buf_text(&zim->file);
    zim->list[count] = NULL;
    return 0;
}

/* Adds the end of what it printed to WHY. */
static int tell(int said, int status, struct buf *why)
{
    char text[SAID_MAX];
    uint64_t size = 0, from;
    int error = file_size(said, &size);

    from = size > SAID_MAX ? size - SAID_MAX : 0;
    if (!error)
        error = file_read_at(said, from, text, (size_t)(size - from));
    (void)buf_add_format(why, "zimwriterfs failed with status %d; no ZIM file was written", status);
    if (!error && size > 0)
        (void)buf_add_format(why, "; it said: %.*s", (int)(size - from), text);
    return ERROR_INVALID;
}

static int run(struct zim *zim, struct buf *why)
{
    int said, status = 0;
    int error = file_open_unnamed(zim->mirror->folder.tmp_dir, &said);

    if (error)
        return error;
    error = program_run(zim->list, said, &status);
    if (error == ERROR_NOT_FOUND)
        (void)buf_add_text(
            why,
            "zimwriterfs is not installed; no ZIM file was written. On Debian: apt-get install zim-tools");
    else if (!error && (status != 0 || access(buf_text(&zim->file), R_OK) != 0))
        error = tell(said, status, why);
    close(said);
    return error;
}

static int put_in_place(struct zim *zim, const char *path)
{
    int fd RELEASED_BY(file_close) = open(buf_text(&zim->file), O_RDONLY | O_CLOEXEC);
    int error = fd < 0 ? error_from_errno(errno) : file_sync(fd);

    if (!error && rename(buf_text(&zim->file), path) < 0)
        error = error_from_errno(errno);
    return error;
}

static int make(struct zim *zim, const char *path, struct buf *why)
{
    int error;

    (void)buf_add_format(&zim->into, "%s%s.XXXXXX", path[0] == '/' ? "" : "./", path);
    error = make_dir(&zim->into);
    if (error)
        return error;
    (void)buf_add_format(&zim->file, "%s/zim", buf_text(&zim->into));
    error = make_tree(zim);
    if (!error)
        error = add_facts(zim);
    if (!error)
        error = make_list(zim);
    if (!error)
        error = run(zim, why);
    return error ? error : put_in_place(zim, path);
}

int export_zim(struct mirror *mirror, const char *path, const struct withdrawn *withdrawn, struct buf *why)
{
    struct zim zim = {.mirror = mirror};
    int error = pages_read(&zim.pages, mirror);

    (void)withdrawn;
    buf_init(&zim.tree, PATH_MAX_BYTES);
    buf_init(&zim.into, PATH_MAX_BYTES);
    buf_init(&zim.file, PATH_MAX_BYTES);
    buf_init(&zim.arguments, 8 * TEXT_MAX);
    if (!error)
        error = mirror_locate(mirror, &zim.site);
    if (error == ERROR_NOT_FOUND || (!error && zim.pages.path.len == 0)) {
        (void)buf_add_format(why, "%s: the start page is not in the mirror; run tiptoe resume first",
                             mirror->path);
        error = ERROR_NOT_FOUND;
    }
    if (!error)
        error = make(&zim, path, why);
    if (zim.tree.len > 0)
        file_remove_all(buf_text(&zim.tree));
    if (zim.into.len > 0)
        file_remove_all(buf_text(&zim.into));
    buf_release(&zim.tree);
    buf_release(&zim.into);
    buf_release(&zim.file);
    buf_release(&zim.arguments);
    pages_release(&zim.pages);
    url_release(&zim.site);
    return export_explain(error, path, why);
}
