/* SPDX-License-Identifier: MIT */
/* The files of a directory, in memory and found by their paths; or pages that follow from their numbers. Page
 * 0 is /, page 1234 is /section-12/page-1234.html. All pages share a style sheet and four images. A page
 * links to the first pages, like a navigation, to its neighbours, to its children and to random pages, with
 * URLs in different forms. Large content is below /big/: /big/page/MB/, /big/links/COUNT/, /big/body/MB/. */
#include "config.h"

#include "content.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/file.h"

enum { NAVIGATION = 20, PAGES_A_SECTION = 100, DEPTH_MAX = 20, PATH_MAX_BYTES = 4096, SCRATCH_LEAST = 4096 };

static const uint64_t mega = 1000 * 1000;

struct file {
    char *path; /* absolute; that of a directory ends in / and stands for its index.html */
    struct span body;
    bool is_dir_without_slash;
};

struct content {
    struct content_options options;
    struct file *files, **table;
    size_t count, room, slots;
    char words[64 * 1024]; /* the source of paragraphs */
};

/* --- A directory ------------------------------------------------------------------------------------------
 */

static size_t hash_of(struct span text)
{
    size_t hash = 1469598103934665603u;

    for (size_t i = 0; i < text.len; i++)
        hash = (hash ^ (unsigned char)text.at[i]) * 1099511628211u;
    return hash;
}

static void add_file(struct content *content, const char *path, struct span body, bool bare)
{
    if (content->count == content->room) {
        content->room = content->room ? 2 * content->room : 1024;
        content->files = mem_grow(content->files, content->room, sizeof *content->files);
    }
    content->files[content->count++] =
        (struct file){.path = mem_copy_text(path, strlen(path)), .body = body, .is_dir_without_slash = bare};
}

static struct span read_whole(int dir, const char *name)
{
    struct stat facts;
    int fd = openat(dir, name, O_RDONLY | O_CLOEXEC);
    char *bytes;

    if (fd < 0 || fstat(fd, &facts) < 0)
        die("server: cannot read %s", name);
    bytes = mem_new((size_t)facts.st_size + 1, 1);
    if (file_read_at(fd, 0, bytes, (size_t)facts.st_size) != 0)
        die("server: cannot read %s", name);
    close(fd);
    return span_make(bytes, (size_t)facts.st_size);
}

/* Reads the directory NAME of DIR, which is served as PATH; follows symbolic links, as nginx does. */
static void read_tree(struct content *content, int dir, const char *name, const char *path, int depth)
{
    int fd = openat(dir, name, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DIR *list = fd < 0 ? NULL : fdopendir(fd);
    char below[PATH_MAX_BYTES];
    struct dirent *entry;
    struct stat facts;

    if (!list)
        die("server: cannot read the directory %s", name);
    while ((entry = readdir(list))) {
        if (entry->d_name[0] == '.' || fstatat(fd, entry->d_name, &facts, 0) < 0)
            continue;
        if (snprintf(below, sizeof below, "%s%s%s", path, entry->d_name, S_ISDIR(facts.st_mode) ? "/" : "") >=
            (int)sizeof below)
            die("server: a path is too long");
        if (S_ISDIR(facts.st_mode) && depth < DEPTH_MAX) {
            read_tree(content, fd, entry->d_name, below, depth + 1);
            below[strlen(below) - 1] = '\0';
            add_file(content, below, (struct span){0}, true);
        } else if (S_ISREG(facts.st_mode)) {
            struct span body = read_whole(fd, entry->d_name);

            add_file(content, below, body, false);
            if (strcmp(entry->d_name, "index.html") == 0)
                add_file(content, path, body, false);
        }
    }
    closedir(list);
}

static void index_files(struct content *content)
{
    content->slots = 1;
    while (content->slots < 2 * content->count)
        content->slots *= 2;
    content->table = mem_new(content->slots, sizeof *content->table);
    for (size_t i = 0; i < content->count; i++) {
        size_t slot = hash_of(span_of(content->files[i].path)) & (content->slots - 1);

        while (content->table[slot])
            slot = (slot + 1) & (content->slots - 1);
        content->table[slot] = &content->files[i];
    }
}

static const char *type_of(struct span path)
{
    static const char *const types[][2] = {
        {".html", "text/html"}, {"/", "text/html"},         {".htm", "text/html"},
        {".css", "text/css"},   {".js", "text/javascript"}, {".png", "image/png"},
        {".gif", "image/gif"},  {".jpg", "image/jpeg"},     {".svg", "image/svg+xml"},
        {".txt", "text/plain"}, {".woff2", "font/woff2"},   {".woff", "font/woff"},
        {".ttf", "font/ttf"},   {".ico", "image/x-icon"},   {".json", "application/json"}};

    for (size_t i = 0; i < COUNT_OF(types); i++) {
        size_t len = strlen(types[i][0]);

        if (path.len >= len && memcmp(path.at + path.len - len, types[i][0], len) == 0)
            return types[i][1];
    }
    return "application/octet-stream";
}

static struct content_answer find_file(const struct content *content, struct span path)
{
    size_t slot = hash_of(path) & (content->slots - 1);

    for (; content->table[slot]; slot = (slot + 1) & (content->slots - 1)) {
        const struct file *file = content->table[slot];

        if (!span_is(path, file->path))
            continue;
        if (file->is_dir_without_slash)
            return (struct content_answer){
                .status = 301, .type = "text/html", .location = span_of(file->path)};
        return (struct content_answer){.status = 200, .type = type_of(path), .body = file->body};
    }
    return (struct content_answer){.status = 404, .type = "text/html"};
}

/* --- The generated site -----------------------------------------------------------------------------------
 */

static uint64_t scatter(uint64_t number)
{
    number = (number ^ number >> 31) * 0x7fb5d329728ea185u;
    number = (number ^ number >> 27) * 0x81dadef4bc2dd44du;
    return number ^ number >> 33;
}

/* Text that compresses like prose: words of a small vocabulary, the first of them most often. */
static void make_words(char *to, size_t len)
{
    enum { VOCABULARY = 1024 };
    size_t done = 0;

    for (uint64_t i = 1; done < len; i++) {
        uint64_t luck = scatter(i), word = (luck % VOCABULARY) * (luck >> 32) % VOCABULARY;
        size_t letters = 2 + scatter(word) % 9;

        for (size_t k = 0; k < letters && done < len; k++)
            to[done++] = (char)('a' + scatter(word * 16 + k) % 26);
        if (done < len)
            to[done++] = ' ';
    }
}

static void add_number(struct buf *out, uint64_t number)
{
    char digits[20];
    size_t at = sizeof digits;

    do
        digits[--at] = (char)('0' + number % 10);
    while ((number /= 10) > 0);
    (void)buf_add(out, digits + at, sizeof digits - at);
}

/* The URL of page TO in page FROM, in one of four forms. */
static void add_address(struct buf *out, uint64_t from, uint64_t to, unsigned way)
{
    bool deep = from > 0, same = deep && from / PAGES_A_SECTION == to / PAGES_A_SECTION;

    if (to == 0) {
        (void)buf_add_text(out, way & 1 || !deep ? "/" : "../");
        return;
    }
    if (!same || way == 1) {
        (void)buf_add_text(out, way == 1 ? "/section-" : deep ? "../section-" : "section-");
        add_number(out, to / PAGES_A_SECTION);
        (void)buf_add_byte(out, '/');
    }
    (void)buf_add_text(out, "page-");
    add_number(out, to);
    (void)buf_add_text(out, ".html");
    if (way == 3)
        (void)buf_add_text(out, "#part-2");
}

/* The target of link number LINK of page FROM. */
static uint64_t target(const struct content_options *options, uint64_t from, uint64_t link)
{
    uint64_t children = from * options->children + 1;

    if (link < options->children && children + link < options->pages)
        return children + link;
    link -= link < options->children ? link : options->children;
    if (link < NAVIGATION)
        return link % options->pages;
    if (link == NAVIGATION)
        return (from + 1) % options->pages;
    return scatter(from * 1000003 + link) % options->pages;
}

/* A page of SIZE bytes with the links of page FROM and text between them. */
static void make_page(const struct content *content, uint64_t from, uint64_t size, uint64_t links,
                      struct buf *out)
{
    const struct content_options *options = &content->options;
    const char *up = from > 0 ? "../" : "";
    uint64_t written = links * 64 + 700, text = size > written ? (size - written) / (links + 1) : 0;

    (void)buf_add_text(out,
                       "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>Page ");
    add_number(out, from);
    (void)buf_add_format(
        out,
        "</title>\n<link rel=\"stylesheet\" href=\"%sstyle.css\">\n</head>\n<body>\n<img "
        "src=\"%simages/0.png\" alt=\"\"><img src=\"%simages/%u.png\" alt=\"\">\n<div class=\"text\">\n",
        up, up, up, (unsigned)(from % 4));
    for (uint64_t i = 0; i <= links; i++) {
        for (uint64_t left = text; left > 0;) {
            size_t start = scatter(from + i * 7919) % (sizeof content->words / 2);
            size_t len = left < sizeof content->words / 2 ? left : sizeof content->words / 2;

            (void)buf_add(out, content->words + start, len);
            left -= len;
        }
        if (i == links)
            break;
        (void)buf_add_text(out, "\n<p class=\"next\"><a class=\"link\" href=\"");
        add_address(out, from, target(options, from, i), (unsigned)(i % 4));
        (void)buf_add_text(out, "\">a page</a> &amp; ");
    }
    (void)buf_add_text(out, "\n</div>\n</body>\n</html>\n");
}

static bool take_number(struct span *path, const char *before, const char *after, uint64_t *number)
{
    size_t start = strlen(before), len = 0;

    if (!span_starts(*path, before))
        return false;
    while (start + len < path->len && ascii_is_digit(path->at[start + len]))
        len++;
    if (!span_to_u64(span_part(*path, start, len), number))
        return false;
    *path = span_part(*path, start + len, path->len);
    if (!span_starts(*path, after))
        return false;
    *path = span_part(*path, strlen(after), path->len);
    return true;
}

static void make_links(uint64_t count, struct buf *out)
{
    (void)buf_add_text(out, "<!DOCTYPE html>\n<title>Many links</title>\n");
    for (uint64_t i = 0; i < count; i++) {
        (void)buf_add_text(out, "<a href=\"some/folder/page-");
        add_number(out, i);
        (void)buf_add_text(out, ".html\">x</a>\n");
    }
}

/* Content below /big/; false if PATH is not part of it. */
static bool find_big(const struct content *content, struct span path, struct buf *out,
                     struct content_answer *answer)
{
    uint64_t number;
    struct span rest = path;

    if (take_number(&rest, "/big/body/", "/", &number) && rest.len > 0) {
        *answer =
            (struct content_answer){.status = 200, .type = "application/octet-stream", .fill = number * mega};
        return true;
    }
    rest = path;
    if (take_number(&rest, "/big/body/", "/", &number)) {
        (void)buf_add_text(out, "<!DOCTYPE html><title>A large file</title><a href=\"body.bin\">it</a>\n");
    } else if (rest = path, take_number(&rest, "/big/page/", "/", &number) && rest.len == 0) {
        make_page(content, 0, number * mega, number * 1000, out);
    } else if (rest = path, take_number(&rest, "/big/links/", "/", &number) && rest.len == 0) {
        make_links(number, out);
    } else {
        return false;
    }
    *answer =
        (struct content_answer){.status = 200, .type = "text/html; charset=utf-8", .body = buf_span(out)};
    return true;
}

static struct content_answer find_made(const struct content *content, struct span path, struct buf *out)
{
    struct content_answer answer = {.status = 200, .type = "text/html; charset=utf-8"};
    const struct content_options *options = &content->options;
    uint64_t number = 0, section;
    struct span rest = path;

    if (span_is(path, "/") ||
        (take_number(&rest, "/section-", "/page-", &section) && take_number(&rest, "", ".html", &number) &&
         rest.len == 0 && number < options->pages && section == number / PAGES_A_SECTION)) {
        make_page(content, number, options->size, options->links, out);
    } else if (span_is(path, "/style.css")) {
        answer.type = "text/css";
        (void)buf_add_text(out, "body { background: url(images/0.png) } .next { color: #123 }\n");
    } else if (rest = path, take_number(&rest, "/images/", ".png", &number) && number < 4) {
        answer.type = "image/png";
        (void)buf_add(out, content->words, 3000 + number);
    } else if (span_is(path, "/robots.txt")) {
        answer.type = "text/plain";
        (void)buf_add_text(out, "User-agent: *\nDisallow: /private/\n");
    } else if (find_big(content, path, out, &answer)) {
        return answer;
    } else {
        return (struct content_answer){.status = 404, .type = "text/html"};
    }
    answer.body = buf_span(out);
    return answer;
}

struct content *content_new(const struct content_options *options)
{
    struct content *content = MEM_NEW(struct content);

    content->options = *options;
    make_words(content->words, sizeof content->words);
    if (options->tree) {
        read_tree(content, AT_FDCWD, options->tree, "/", 0);
        index_files(content);
    }
    return content;
}

struct content_answer content_find(const struct content *content, struct span path, struct buf *scratch)
{
    buf_clear(scratch);
    return content->options.tree ? find_file(content, path) : find_made(content, path, scratch);
}
