/* SPDX-License-Identifier: MIT */
/* Which page of an archive is the start page, by what its records say. */
#include "config.h"

#include <sys/mman.h>
#include <unistd.h>

#include "base/error.h"
#include "import/sources.h"
#include "tap.h"

enum { TEXT_MAX = 16 * 1024 };

#define PAGE(url)         "response " url "|HTTP/1.1 200 OK\nContent-Type: text/html\n\n"
#define ASK(url, more)    "request " url "|GET / HTTP/1.1\n" more "\n"
#define META(url, fields) "metadata " url "|" fields
#define INFO(url)         "resource urn:pageinfo:" url "|{}"
#define A                 "http://a.org/a"
#define B                 "http://a.org/b"
#define C                 "http://a.org/c"
#define IMAGE             "response " C "|HTTP/1.1 200 OK\nContent-Type: image/png\n\n"
#define MOVED             "response " C "|HTTP/1.1 301 Moved\nLocation: /b\n\n"

/* Up to six records: "TYPE URL|BLOCK". */
static const struct {
    const char *label, *records[6], *start;
} cases[] = {
    {"no records", {0}, NULL},
    {"HTML", {IMAGE, PAGE(B), PAGE(A)}, B},
    {"XHTML", {"response " B "|HTTP/1.1 200 OK\nContent-Type: application/xhtml+xml\n\n"}, B},
    {"an image", {MOVED, IMAGE}, C},
    {"a file that was the answer to POST", {"request " C "|POST / HTTP/1.1\n\n", IMAGE}, NULL},
    {"robots.txt", {PAGE("http://a.org/robots.txt")}, NULL},
    {"another status", {"response " B "|HTTP/1.1 203 Other\nContent-Type: text/html\n\n"}, NULL},
    {"another scheme", {PAGE("gopher://a.org/b")}, NULL},
    {"a redirect", {MOVED}, NULL},
    {"pageinfo", {PAGE(A), PAGE(B), INFO(B)}, B},
    {"pageinfo of several, before their pages", {INFO(C), INFO(B), INFO(A), PAGE(A), PAGE(B)}, A},
    {"pageinfo of a page that is not there", {INFO(C), PAGE(A)}, A},
    {"pageinfo of an image", {INFO(C), IMAGE, PAGE(A)}, A},
    {"pageinfo before a seed", {PAGE(A), PAGE(B), META(A, "hopsFromSeed: 0\n"), INFO(B)}, B},
    {"hopsFromSeed 0",
     {PAGE(A), META(A, "via: " B "\nhopsFromSeed: L\n"), PAGE(B), META(B, "hopsFromSeed: 0\n")},
     B},
    {"no via", {PAGE(A), META(A, "via: " B "\nhopsFromSeed: L\n"), PAGE(B), META(B, "fetchTimeMs: 1\n")}, B},
    {"no via at all", {PAGE(A), PAGE(B), META(B, "fetchTimeMs: 1\n")}, A},
    {"a seed that moved",
     {PAGE(B), META(B, "via: " C "\nhopsFromSeed: R\n"), MOVED, META(C, "fetchTimeMs: 1\n")},
     C},
    {"a seed before a Referer",
     {PAGE(A), PAGE(B), ASK(A, ""), ASK(B, "Referer: " A "\n"), META(B, "hopsFromSeed: 0\n")},
     B},
    {"robots.txt as a seed",
     {PAGE("http://a.org/robots.txt"), META("http://a.org/robots.txt", "hopsFromSeed: 0\n"), PAGE(B)},
     B},
    {"a frame with Referer", {PAGE(A), ASK(A, "Referer: " B "\n"), PAGE(B), ASK(B, "")}, B},
    {"a frame without Referer", {PAGE(A), ASK(A, ""), PAGE(B), ASK(B, ""), ASK(C, "Referer: " B "\n")}, B},
    {"a page that names itself", {PAGE(A), ASK(A, "Referer: " A "\n"), PAGE(B), ASK(B, "")}, B},
    {"a POST", {PAGE(A), ASK(A, ""), PAGE(B), "request " B "|POST / HTTP/1.1\nReferer: " A "\n\n"}, A},
};

static void add_record(struct buf *text, struct span record)
{
    struct span type = span_take_until(&record, ' '), url = span_take_until(&record, '|');

    (void)buf_add_format(text,
                         "WARC/1.1\r\nWARC-Type: %.*s\r\nWARC-Target-URI: <%.*s>\r\nContent-Type: "
                         "application/warc-fields\r\nContent-Length: %zu\r\n\r\n%.*s\r\n\r\n",
                         (int)type.len, type.at, (int)url.len, url.at, record.len, (int)record.len,
                         record.at);
}

/* The start page of a file with the content TEXT, in a package that names PAGES. */
static int find_named(const char *pages, const struct buf *text, struct buf *url, struct buf *why)
{
    struct source file = {.label = (char[]){"a.warc"}, .fd = memfd_create("start", MFD_CLOEXEC)};
    struct sources sources = {.all = &file, .count = 1};
    int error;

    buf_init(&sources.pages, TEXT_MAX);
    (void)buf_add_text(&sources.pages, pages);

    ok(write(file.fd, buf_text(text), text->len) == (ssize_t)text->len, "a file");
    error = start_find(&sources, url, why);
    buf_release(&sources.pages);
    close(file.fd);
    return error;
}

static int find(const struct buf *text, struct buf *url, struct buf *why)
{
    return find_named("", text, url, why);
}

static void test_case(size_t index)
{
    const char *wanted = cases[index].start;
    struct buf text, url, why;

    buf_init(&text, TEXT_MAX);
    buf_init(&url, TEXT_MAX);
    buf_init(&why, TEXT_MAX);
    for (size_t i = 0; i < 6 && cases[index].records[i]; i++)
        add_record(&text, span_of(cases[index].records[i]));
    is_int(find(&text, &url, &why), wanted ? 0 : ERROR_NOT_FOUND, cases[index].label);
    is_str(buf_text(&url), wanted ? wanted : "", "its URL");
    buf_release(&text);
    buf_release(&url);
    buf_release(&why);
}

/* A resource has its type in its own head. */
static void test_resource(void)
{
    struct buf text, url, why;

    buf_init(&text, TEXT_MAX);
    buf_init(&url, TEXT_MAX);
    buf_init(&why, TEXT_MAX);
    (void)buf_add_text(&text, "WARC/1.1\r\nWARC-Type: resource\r\nWARC-Target-URI: " A
                              "\r\nContent-Type: text/html\r\nContent-Length: 1\r\n\r\nx\r\n\r\n");
    is_int(find(&text, &url, &why), 0, "a resource");
    is_str(buf_text(&url), A, "is a page");
    buf_release(&text);
    buf_release(&url);
    buf_release(&why);
}

#define DENIED(url) "response " url "|HTTP/1.1 403 No\nContent-Type: text/html\n\n"
#define ELSEWHERE   "http://frame.org/"

/* The pages that a package names, and the records of its files. */
static const struct {
    const char *label, *pages, *records[4], *start, *why;
} packages[] = {
    {"the first page", B "\n" A "\n", {PAGE(A), PAGE(B)}, B, ""},
    {"the first page that the files have", C "\n" B "\n", {PAGE(A), PAGE(B)}, B, ""},
    {"a page that repeats another one", B "\n", {PAGE(A), "revisit " B "|HTTP/1.1 200 OK\n\n"}, B, ""},
    {"no page that the files have", C "\n", {PAGE(A)}, A, ""},
    {"a page that failed, and another one", C "\n" B "\n", {DENIED(C), PAGE(A), PAGE(B)}, B, ""},
    {"a page that failed",
     C "\n",
     {PAGE(ELSEWHERE), DENIED(C)},
     NULL,
     C ", the page that these files name, was "
       "answered with 403"},
    {"pageinfo of a page that failed",
     "",
     {PAGE(ELSEWHERE), DENIED(C), INFO(C)},
     NULL,
     C ", the page that these files name, was answered with 403"},
};

static void test_packages(void)
{
    for (size_t i = 0; i < COUNT_OF(packages); i++) {
        struct buf text, url, why;

        buf_init(&text, TEXT_MAX);
        buf_init(&url, TEXT_MAX);
        buf_init(&why, TEXT_MAX);
        for (size_t k = 0; k < 4 && packages[i].records[k]; k++)
            add_record(&text, span_of(packages[i].records[k]));
        is_int(find_named(packages[i].pages, &text, &url, &why), packages[i].start ? 0 : ERROR_NOT_FOUND,
               packages[i].label);
        is_str(buf_text(&url), packages[i].start ? packages[i].start : "", "its start page");
        ok(span_starts(buf_span(&why), packages[i].why), "%s", buf_text(&why));
        buf_release(&text);
        buf_release(&url);
        buf_release(&why);
    }
}

/* Answers and requests without a page. */
static void test_no_page(void)
{
    struct buf text, url, why;

    buf_init(&text, TEXT_MAX);
    buf_init(&url, TEXT_MAX);
    buf_init(&why, TEXT_MAX);
    add_record(&text, span_of(IMAGE));
    add_record(&text, span_of("request " C "|POST / HTTP/1.1\n\n"));
    add_record(&text, span_of(MOVED));
    is_int(find(&text, &url, &why), ERROR_NOT_FOUND, "no page");
    ok(strstr(buf_text(&why), "choose the start page with --start URL"), "what to do");
    buf_release(&text);
    buf_release(&url);
    buf_release(&why);
}

int main(void)
{
    for (size_t i = 0; i < COUNT_OF(cases); i++)
        test_case(i);
    test_resource();
    test_packages();
    test_no_page();
    return done();
}
