/* SPDX-License-Identifier: MIT */
/* Makes WARC records of a folder of files. Of a file of wget, only its bytes and its time are known: it
 * becomes a resource record, for which no response is invented. An entry of HTTrack's cache becomes a
 * response. */
#include "config.h"

#include "import/sources.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <sys/stat.h>
#include <unistd.h>

#include "answer/decode.h"
#include "archive/record.h"
#include "base/alloc.h"
#include "base/clock.h"
#include "base/error.h"
#include "base/file.h"
#include "base/http.h"
#include "base/limits.h"
#include "extract/html.h"
#include "site/path.h"
#include "site/weave.h"
#include "term/message.h"
#include "url/percent.h"
#include "url/url.h"
#include "weave/document.h"

enum { NAME_BYTES = 4096, SNIFF_BYTES = 1024, ENTRY_BYTES = 30, ENTRY_MARK = 0x04034b50 };

/* Of pages that programs make, whose names have a second extension after wget -E. */
static const char program_extensions[] = "php phtml asp aspx jsp cgi cfm";

struct folder {
    int dir, to;
    const char *label;
    const struct url *start;
    bool has_start;  /* a file is that of the start page */
    bool has_hosts;  /* its folders are named after hosts */
    bool writes;     /* the files are read for the second time */
    int64_t indexes; /* links to index.html in original pages, less those to folders */
    int64_t htmls;   /* links in all to URLs that end in .html, less those to URLs whose files alone do */
    size_t left_out, converted;
    int error;
    struct buf path;         /* of the current file, */
    struct url url;          /* the URL that its name means, */
    struct stat about;       /* what is known about it, */
    struct span type;        /* its media type, a static text, */
    struct buf document;     /* the bytes of a page, and */
    struct link_list *links; /* its links; NULL for other files */
    bool is_original;        /* they are as the site sent them */
    struct page page;
    struct buf text; /* working memory */
    struct body body;
    struct record_ids ids;
};

static int leave_out(struct folder *folder, const char *path, const char *why)
{
    folder->left_out++;
    message_warn("%s: leaving out %s: %s", folder->label, path, why);
    return 0;
}

static int write_bytes(void *context, const void *bytes, size_t len)
{
    return file_write(*(const int *)context, bytes, len);
}

/* Writes a record of the current URL with the time of the current file. Its block is HEAD with BODY or, if FD
 * is not -1, what the current file has, also if it grows meanwhile. */
static int add_record(struct folder *folder, const char *kind, struct span media, struct span head,
                      struct span body, int fd, int decimals)
{
    const struct timespec *time = &folder->about.st_mtim;
    uint64_t len = head.len + (fd < 0 ? body.len : (uint64_t)folder->about.st_size);
    char date[CLOCK_TEXT_SIZE], id[WARC_ID_SIZE];
    int error;

    clock_format((int64_t)time->tv_sec * 1000000 + time->tv_nsec / 1000, decimals, date);
    record_make_id(&folder->ids, id);
    buf_clear(&folder->text);
    (void)buf_add_format(&folder->text,
                         "WARC/1.1\r\nWARC-Type: %s\r\nWARC-Record-ID: <urn:uuid:%s>\r\nWARC-Date: %s\r\n"
                         "WARC-Target-URI: %s\r\n%s%.*s%sContent-Length: %" PRIu64 "\r\n\r\n",
                         kind, id, date, buf_text(&folder->url.text), media.len > 0 ? "Content-Type: " : "",
                         (int)media.len, media.at, media.len > 0 ? "\r\n" : "", len);
    error = file_write(folder->to, folder->text.at, folder->text.len);
    if (!error)
        error = file_write(folder->to, head.at, head.len);
    if (!error)
        error = fd < 0 ? file_write(folder->to, body.at, body.len)
                       : file_take(fd, 0, (uint64_t)folder->about.st_size, write_bytes, &folder->to);
    return error ? error : file_write(folder->to, RECORD_END, strlen(RECORD_END));
}

/* Returns true if NAME is that of the folder for the start page's host; Wget2 leaves the port out. */
static bool is_start_host(const struct url *start, struct span name)
{
    struct span host = url_host(start);

    return span_equals(span_part(name, 0, host.len), host) &&
           (name.len == host.len || (byte_is_in(name.at[host.len], ":+_") &&
                                     span_equals(span_part(name, host.len + 1, name.len), url_port(start))));
}

/* Adds the last part of a path without what only the name has: an extension after a query, after that of a
 * program, or after all names if links say so; and index.html, unless links say that the URL has it. The name
 * of an original that wget -K has kept has no added extension. */
static void add_last(struct folder *folder, struct buf *to, struct span name)
{
    size_t at = span_find(name, '?');
    struct span stem = name;
    bool adds_html = folder->htmls < 0 && !folder->is_original && span_has_suffix(name, ".html") &&
                     !span_is(name, "index.html");

    if (at == name.len && span_find(name, '=') < name.len)
        at = span_find(name, '@'); /* --restrict-file-names=windows */
    stem.len -= span_has_suffix(name, ".html") ? 5 : span_has_suffix(name, ".css") ? 4 : 0;
    if (stem.len < name.len &&
        (adds_html || at < stem.len || span_is_one_of_nocase(types_own_extension(stem), program_extensions)))
        name = stem;
    stem = span_part(name, 0, at);
    if (folder->indexes > 0 || !span_is(stem, "index.html"))
        (void)percent_add(to, stem, PERCENT_PATH);
    if (at < name.len)
        (void)buf_add_byte(to, '?');
    (void)percent_add(to, span_part(name, at + 1, name.len), PERCENT_QUERY);
}

/* Returns URL without the usual name of its folder's page. */
static struct span without_index(struct span url)
{
    return span_part(url, 0, url.len - (span_has_suffix(url, "/index.html") ? strlen("index.html") : 0));
}

/* Sets URL to the one that PATH, below the folder, means. Returns NULL, or why it means none. */
static const char *read_name(struct folder *folder, struct span path, struct url *url)
{
    struct span start = buf_span(&folder->start->text);
    struct span host = folder->has_hosts ? span_take_until(&path, '/') : url_host(folder->start);
    struct buf *to = &folder->text;
    size_t last = span_after_last(path, '/');

    buf_clear(to);
    if (is_start_host(folder->start, host))
        (void)buf_add_span(to, url_origin(folder->start));
    else if (path.len > 0 && span_find(host, '.') < host.len)
        (void)buf_add_format(to, "%.*s//%.*s", (int)span_find(start, '/'), start.at, (int)host.len, host.at);
    else
        return "it is in no folder of a host";
    (void)buf_add_byte(to, '/');
    (void)percent_add(to, span_part(path, 0, last), PERCENT_PATH);
    add_last(folder, to, span_part(path, last, path.len));
    if (url_parse(url, buf_span(to), NULL, NULL) != URL_OK)
        return "its name is not that of a URL";
    url_strip(url);
    if (span_equals(without_index(buf_span(&url->text)), without_index(start)))
        return url_parse(url, start, NULL, NULL) == URL_OK ? NULL : "";
    return NULL;
}

/* Sets NAME to that of the file for URL. Returns false if that is on another host than the current page. */
static bool name_file(const struct folder *folder, struct span url, struct buf *name)
{
    struct span path = buf_span(&folder->path), origin = url_origin(&folder->url);

    (void)buf_set(name, span_part(path, 0, folder->has_hosts ? span_find(path, '/') + 1 : 0));
    (void)percent_decode(name, span_part(url, origin.len + 1, url.len));
    return span_equals(span_part(url, 0, origin.len), origin);
}

/* Returns 1 if URL ends in .html, -1 if only the name of its file does, and otherwise 0. */
static int judge_html(const struct folder *folder, struct span url)
{
    struct span last = span_part(url, span_after_last(url, '/'), url.len);
    struct buf name BUF_LOCAL(NAME_BYTES);

    if (last.len == 0 || span_is(last, "index.html") || !name_file(folder, url, &name))
        return 0;
    if (span_find(last, '.') < last.len || span_find(last, '?') < last.len)
        return span_has_suffix(last, ".html");
    return file_exists(folder->dir, buf_text(&name)) || buf_add_text(&name, ".html") ||
                   !file_exists(folder->dir, buf_text(&name))
               ? 0
               : -1;
}

/* Reads the links of the current file, if it is a page. It is an original if it was kept, or has
 * a link to the root, which no program leaves that rewrites links. wget gives an original the Last-Modified
 * of its answer, in whole seconds. */
static int read_links(struct folder *folder, int fd)
{
    char start[SNIFF_BYTES];
    ssize_t got = pread(fd, start, sizeof start, 0);
    int64_t indexes = 0, htmls[2] = {0}; /* of links that are not full, and that are */

    if (got < 0)
        return error_from_errno(errno);
    folder->links = NULL;
    folder->is_original |= folder->about.st_mtim.tv_nsec == 0;
    folder->type = document_type(span_of(""), false, &folder->url, span_make(start, (size_t)got));
    if (folder->type.len == 0 && span_has_suffix(buf_span(&folder->path), ".css"))
        folder->type = span_of("text/css");
    buf_clear(&folder->document);
    if (document_form(folder->type, span_make(start, (size_t)got)) != DOCUMENT_HTML ||
        file_read_rest(fd, &folder->document) ||
        page_open(&folder->page, buf_span(&folder->document), folder->type, &folder->url))
        return 0;
    page_read_links(&folder->page);
    folder->links = &folder->page.links;
    for (size_t i = 0; i < folder->links->count; i++) {
        const struct link *link = &folder->links->links[i];
        struct span text = span_part(buf_span(&folder->document), link->at, link->len);

        if (link->url.len == 0 || !link_is_woven(link))
            continue;
        htmls[url_starts_http(text)] += judge_html(folder, link->url);
        indexes += span_has_suffix(link->url, "/index.html") ? 1 : -(int)span_has_suffix(link->url, "/");
        folder->is_original |= span_byte(text, 0) == '/' && span_byte(text, 1) != '/';
    }
    if (!folder->writes) {
        folder->indexes += folder->is_original ? indexes : 0;
        folder->htmls += htmls[1] + (folder->is_original ? htmls[0] : 0);
    }
    return 0;
}

/* Sets TARGET to the URL of the file on the page's host to whose name LINK leads. Returns false if LINK needs
 * no change. */
static bool find_target(struct folder *folder, const struct link *link, struct url *target)
{
    struct span text = span_part(buf_span(&folder->document), link->at, link->len);
    struct buf name BUF_LOCAL(NAME_BYTES);

    if (!link_is_woven(link) || link->stands || link->same_page || url_starts_http(text) ||
        !name_file(folder, link->url, &name))
        return false;
    return file_exists(folder->dir, buf_text(&name)) && !read_name(folder, buf_span(&name), target) &&
           !span_equals(buf_span(&target->text), link->url);
}

/* Makes names of files in the links of the current page URLs again. If it has any, DOCUMENT becomes the
 * result, in body. */
static int restore_links(struct folder *folder, struct span *document)
{
    struct link_list *links = folder->links;
    struct span *references = mem_new(links->count + 1, sizeof *references);
    struct url target URL_LOCAL;
    struct arena texts = {0};
    int error = 0;

    body_clear(&folder->body, LIMIT_BODY_IN_MEMORY);
    for (size_t i = 0; i < links->count; i++) {
        if (find_target(folder, &links->links[i], &target) &&
            buf_add_span(&target.text, links->links[i].fragment) == 0)
            references[i] = arena_copy(&texts, buf_span(&target.text));
    }
    if (texts.total > 0) {
        folder->converted++;
        error = weave(*document, NULL, links, references, &folder->body);
        if (!error)
            error = body_span(&folder->body, document);
    }
    arena_release(&texts);
    free(references);
    return error;
}

/* Returns true if the current file has another beside it whose name ends in TO instead of FROM. */
static bool has_beside(struct folder *folder, const char *from, const char *to)
{
    if (!span_has_suffix(buf_span(&folder->path), from))
        return false;
    (void)buf_set(&folder->text, buf_span(&folder->path));
    buf_cut(&folder->text, folder->text.len - strlen(from));
    (void)buf_add_text(&folder->text, to);
    return file_exists(folder->dir, buf_text(&folder->text));
}

/* Writes the record of the current file, the second time. wget -K keeps the original of "x" as "x.orig"; if
 * -E has added an extension, of "x.html" as "x.orig". A date in whole seconds may be a Last-Modified. */
static int take_file(struct folder *folder, int fd)
{
    bool kept = has_beside(folder, ".orig", "") || has_beside(folder, ".orig", ".html");
    struct span path = buf_span(&folder->path), document;
    const char *why;
    int error = 0;

    if (has_beside(folder, "", ".orig") || has_beside(folder, ".html", ".orig"))
        return 0;
    path.len -= kept ? strlen(".orig") : 0;
    folder->is_original = kept;
    why = read_name(folder, path, &folder->url);
    if (!why && !span_has_suffix(buf_span(&folder->url.text), ".html") && has_beside(folder, ".html", "") &&
        !has_beside(folder, ".html", "/."))
        why = "another file has the name of its URL";
    if (!why && read_links(folder, fd))
        why = "it cannot be read";
    if (!folder->writes || why)
        return folder->writes ? leave_out(folder, buf_text(&folder->path), why) : 0;
    folder->has_start |= span_equals(buf_span(&folder->url.text), buf_span(&folder->start->text));
    document = buf_span(&folder->document);
    if (folder->links && !folder->is_original)
        error = restore_links(folder, &document);
    return error ? error
                 : add_record(folder, "resource", folder->type, span_of(""), document,
                              folder->links ? -1 : fd, folder->about.st_mtim.tv_nsec == 0 ? 0 : 6);
}

/* Takes the entry NAME of the current folder, or all that is in it. */
static bool visit(void *context, const char *name)
{
    struct folder *folder = context;
    size_t len = folder->path.len;
    int fd FILE_LOCAL, error;

    if (len + 1 + strlen(name) > NAME_BYTES || (len > 0 && buf_add_byte(&folder->path, '/')) ||
        buf_add_text(&folder->path, name) ||
        file_open(folder->dir, buf_text(&folder->path), O_RDONLY, 0, &fd) || fstat(fd, &folder->about) < 0) {
        if (folder->writes)
            (void)leave_out(folder, buf_text(&folder->path), "it is not a file or folder, or cannot be read");
    } else {
        error = S_ISDIR(folder->about.st_mode) ? file_list(fd, visit, folder) : take_file(folder, fd);
        folder->error = error ? error : folder->error;
    }
    buf_cut(&folder->path, len);
    return !folder->error;
}

static bool find_host(void *context, const char *name)
{
    struct folder *folder = context;

    folder->has_hosts = is_start_host(folder->start, span_of(name));
    return !folder->has_hosts;
}

static int read_tree(struct folder *folder)
{
    int error = folder->start ? file_list(folder->dir, find_host, folder) : ERROR_NOT_FOUND;

    for (int i = 0; i < 2 && !error; i++) {
        folder->writes = i > 0;
        error = file_list(folder->dir, visit, folder);
        error = error ? error : folder->error;
    }
    return error || folder->has_start ? error : ERROR_NOT_FOUND;
}

static uint32_t number_at(const char *at, size_t bytes)
{
    uint32_t number = 0;

    while (bytes-- > 0)
        number = number << 8 | (unsigned char)at[bytes];
    return number;
}

/* Writes the record of the current URL, with the fields of an ENTRY of the cache: a head of HTTP with fields
 * of HTTrack's. Its body is CODED, or in the file that the head names. */
static int add_entry(struct folder *folder, struct decoder *decoder, struct span entry, struct span coded,
                     bool is_deflated)
{
    struct span path = {0}, body = {0}, value = {0};
    struct buf head BUF_LOCAL(LIMIT_HEADER_BYTES);
    int fd FILE_LOCAL;
    bool is_plain;

    record_copy_lines(&head, entry, "X-");
    (void)buf_add_text(&head, "\r\n");
    body_clear(&folder->body, LIMIT_BODY_IN_MEMORY);
    if (head_value(entry, "X-In-Cache", 0, &value) && span_is(value, "0") &&
        head_value(entry, "X-Save", 0, &path)) {
        (void)buf_set(&folder->text, path);
        if (file_open(folder->dir, buf_text(&folder->text), O_RDONLY, 0, &fd) ||
            fstat(fd, &folder->about) < 0 || !S_ISREG(folder->about.st_mode))
            return leave_out(folder, buf_text(&folder->path), "its file is missing");
    } else if (decoder_run(decoder, span_of(is_deflated ? "deflate" : ""), coded, &folder->body, &is_plain) ||
               is_plain || body_span(&folder->body, &body)) {
        return leave_out(folder, buf_text(&folder->path), "its data is damaged");
    }
    return add_record(folder, "response", span_of("application/http; msgtype=response"), buf_span(&head),
                      body, fd, 6);
}

/* Reads HTTrack's cache, a ZIP with heads where libarchive expects other fields: entry after entry, as a run
 * that was interrupted leaves no directory. */
static int read_cache(struct folder *folder, int fd)
{
    struct decoder *decoder = decoder_new();
    struct buf entry BUF_LOCAL(LIMIT_DOCUMENT_BYTES);
    uint64_t size = 0, at = 0, len = 0;
    char fixed[ENTRY_BYTES];
    int error = file_size(fd, &size);

    for (; !error && !file_read_at(fd, at, fixed, sizeof fixed) && number_at(fixed, 4) == ENTRY_MARK;
         at += len) {
        uint32_t name = number_at(fixed + 26, 2), head = number_at(fixed + 28, 2),
                 packed = number_at(fixed + 18, 4);
        char *to;

        buf_clear(&entry);
        len = sizeof fixed + (uint64_t)name + head + packed;
        to = len > size - at ? NULL : buf_reserve(&entry, (size_t)len);
        if (!to || file_read_at(fd, at + sizeof fixed, to, len - sizeof fixed) ||
            fstat(fd, &folder->about) < 0) {
            (void)leave_out(folder, "a part of hts-cache/new.zip", "it is damaged, or too large");
            continue;
        }
        (void)buf_set(&folder->path, span_make(to, name));
        if (url_parse_bytes(&folder->url, span_make(to, name), NULL) != URL_OK)
            continue;
        url_strip(&folder->url);
        error = add_entry(folder, decoder, span_make(to + name, head), span_make(to + name + head, packed),
                          number_at(fixed + 8, 2) > 0);
    }
    decoder_free(decoder);
    return error;
}

int folder_read(int dir, const char *label, const struct url *start, int to, size_t *left_out)
{
    struct folder folder = {.dir = dir,
                            .to = to,
                            .label = label,
                            .start = start,
                            .path.max = NAME_BYTES,
                            .text.max = LIMIT_HEADER_BYTES,
                            .document.max = LIMIT_DOCUMENT_BYTES};
    int cache FILE_LOCAL, error;

    page_init(&folder.page);
    body_init(&folder.body, -1, 2 * LIMIT_DOCUMENT_BYTES, 2 * LIMIT_DOCUMENT_BYTES);
    error = file_open(dir, "hts-cache/new.zip", O_RDONLY, 0, &cache);
    error = error ? read_tree(&folder) : read_cache(&folder, cache);
    *left_out += folder.left_out;
    if (!error && folder.left_out > 0)
        message_note("%s: left out %zu file%s; tiptoe update fetches those that the site has", label,
                     folder.left_out, message_plural(folder.left_out));
    if (!error && folder.converted > 0)
        message_note("%s: restored links in %zu page%s; tiptoe update fetches the originals", label,
                     folder.converted, message_plural(folder.converted));
    page_release(&folder.page);
    body_release(&folder.body);
    url_release(&folder.url);
    buf_release(&folder.document);
    buf_release(&folder.text);
    buf_release(&folder.path);
    return error;
}
