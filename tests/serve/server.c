/* SPDX-License-Identifier: MIT */
/* The HTTP server: methods, names, conditions, ranges, and the header fields of its answers. The test is its
 * own client: it sends a whole request, lets the server work, and reads the answer. */
#include "config.h"

#include "serve/server.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/buf.h"
#include "tap.h"

#define BODY     "0123456789"
#define MODIFIED "Sun, 06 Nov 1994 08:49:37 GMT"

enum { ANSWER_MAX = 100 * 1024 };

#define ADDRESS (INADDR_LOOPBACK + 0x10203)

static struct server_options options;
static struct server *server;
static struct server_answer next; /* the answer that the server gets */
static char target[1000];         /* of the last request that reached its owner */
static size_t came_at;            /* and its address */
static bool wants_page;
static int asked;
static int slow[2]; /* …/slow is answered once there is a byte in it */
static struct buf got;

static bool give_answer(void *context, size_t thread, const struct server_request *request,
                        struct server_answer *answer)
{
    static int calls;

    bool is_slow = span_is(request->target, "/slow") || span_is(request->target, "/_tiptoe/slow");
    char byte;

    (void)context;
    if (thread == 0 && (calls++ % 2 || is_slow))
        return false; /* every second one is answered by another thread */
    if (is_slow)
        (void)!read(slow[0], &byte, 1);
    asked++;
    (void)snprintf(target, sizeof target, "%.*s", (int)request->target.len, request->target.at);
    wants_page = request->wants_page;
    came_at = request->address;
    *answer = next;
    return true;
}

/* A file with BODY; the server closes it. */
static int body_file(void)
{
    char name[] = "/tmp/tiptoe-server-XXXXXX";
    int fd = mkstemp(name);

    if (fd < 0 || unlink(name) != 0 || write(fd, BODY, strlen(BODY)) != (ssize_t)strlen(BODY))
        return -1;
    return fd;
}

static void answer_with(int status, bool file)
{
    next = (struct server_answer){.status = status,
                                  .type = span_of("text/plain"),
                                  .tag = span_of("abc"),
                                  .modified = span_of(MODIFIED),
                                  .body = span_of(file ? "" : BODY),
                                  .fd = file ? body_file() : -1,
                                  .size = file ? strlen(BODY) : 0};
}

static unsigned port_of(const struct server *one)
{
    return (unsigned)strtoul(strchr(server_authority(one, 0), ':') + 1, NULL, 10);
}

static int connect_to(uint32_t to)
{
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port_of(server))};
    int fd = socket(AF_INET, SOCK_STREAM, 0);

    address.sin_addr.s_addr = htonl(to);
    if (fd >= 0 && connect(fd, (const struct sockaddr *)&address, sizeof address) != 0) {
        close(fd);
        return -1;
    }
    return fd;
}

/* Sends TEXT and reads until the server closes the connection. */
static void exchange_at(uint32_t to, const char *text)
{
    int fd = connect_to(to);

    buf_clear(&got);
    if (fd < 0 || send(fd, text, strlen(text), 0) != (ssize_t)strlen(text)) {
        ok(false, "a request is sent");
        return;
    }
    for (;;) {
        char part[4096];
        ssize_t len;

        server_turn(server, fd); /* also wakes up when the answer or the end has arrived */
        while ((len = recv(fd, part, sizeof part, MSG_DONTWAIT)) > 0)
            (void)buf_add(&got, part, (size_t)len);
        if (len == 0)
            break;
    }
    close(fd);
}

static void exchange(const char *text)
{
    exchange_at(ADDRESS, text);
}

/* Sends a request for /a with the further header lines LINES. */
static void request(const char *method, const char *lines)
{
    char text[2000];

    (void)snprintf(text, sizeof text, "%s /a HTTP/1.1\r\nHost: %s\r\nConnection: close\r\n%s\r\n", method,
                   server_authority(server, 0), lines);
    exchange(text);
}

static int status(void)
{
    return strncmp(buf_text(&got), "HTTP/1.1 ", 9) == 0 ? atoi(buf_text(&got) + 9) : 0;
}

static bool has(const char *line)
{
    return strstr(buf_text(&got), line) != NULL;
}

static const char *body(void)
{
    const char *end = strstr(buf_text(&got), "\r\n\r\n");

    return end ? end + 4 : "(no body)";
}

/* Conditions and ranges: status, body, and a header line of the answer. */
static const struct {
    const char *method, *lines;
    int given, status; /* of the owner's answer, and of ours */
    const char *body, *header;
} cases[] = {
    {"GET", "", 200, 200, BODY, "Accept-Ranges: bytes\r\n"},
    {"HEAD", "", 200, 200, "", "Content-Length: 10\r\n"},
    {"GET", "If-None-Match: \"abc\"\r\n", 200, 304, "", "ETag: \"abc\"\r\n"},
    {"GET", "If-None-Match: \"abd\"\r\n", 200, 200, BODY, "ETag: \"abc\"\r\n"},
    {"GET", "If-None-Match: \"abd\"\r\nIf-Modified-Since: " MODIFIED "\r\n", 200, 200, BODY,
     "Last-Modified: " MODIFIED},
    {"GET", "If-Modified-Since: " MODIFIED "\r\n", 200, 304, "", "Last-Modified: " MODIFIED},
    {"GET", "If-Modified-Since: Sun, 06 Nov 1994 08:49:36 GMT\r\n", 200, 200, BODY, ""},
    {"GET", "If-None-Match: \"abc\"\r\n", 404, 404, BODY, ""},
    {"GET", "Range: bytes=2-5\r\n", 200, 206, "2345", "Content-Range: bytes 2-5/10\r\n"},
    {"GET", "Range: bytes=9-\r\n", 200, 206, "9", "Content-Range: bytes 9-9/10\r\n"},
    {"GET", "Range: bytes=0-0\r\n", 200, 206, "0", "Content-Range: bytes 0-0/10\r\n"},
    {"GET", "Range: bytes=10-\r\n", 200, 416, "", "Content-Range: bytes */10\r\n"},
    {"GET", "Range: bytes=2-5\r\n", 404, 404, BODY, ""},
    {"HEAD", "Range: bytes=2-5\r\n", 200, 200, "", "Content-Length: 10\r\n"},
    {"GET", "Range: bytes=2-5\r\nIf-Range: \"abc\"\r\n", 200, 206, "2345", ""},
    {"GET", "Range: bytes=2-5\r\nIf-Range: \"abd\"\r\n", 200, 200, BODY, ""},
};

static void test_cases(bool file)
{
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        char label[200];

        answer_with(cases[i].given, file);
        request(cases[i].method, cases[i].lines);
        (void)snprintf(label, sizeof label, "%s %d %.*s from %s", cases[i].method, cases[i].given,
                       (int)strcspn(cases[i].lines, "\r"), cases[i].lines, file ? "a file" : "memory");
        is_int(status(), cases[i].status, label);
        is_str(body(), cases[i].body, label);
        ok(has(cases[i].header), "%s: header", label);
        ok(has("Accept-Ranges:") == (cases[i].given == 200), "%s: ranges are offered only for 200", label);
    }
}

static void test_requests(void)
{
    char text[300];

    answer_with(200, false);
    request("GET", "Accept: text/html\r\nSec-Fetch-Dest: document\r\n");
    ok(wants_page, "a reader opens a page");
    request("GET", "Accept: text/html\r\nSec-Fetch-Dest: image\r\n");
    ok(!wants_page, "an image is not a page");
    (void)snprintf(text, sizeof text,
                   "GET /%%41%%2f?x=%%20+y HTTP/1.1\r\nHost: %s\r\nConnection: close\r\n\r\n",
                   server_authority(server, 0));
    exchange(text);
    is_str(target, "/%41%2f?x=%20+y", "a target is used as sent");
    asked = 0;
    request("POST", "Content-Length: 4\r\n\r\nx=1");
    is_int(status(), 405, "other methods are refused");
    ok(has("Allow: GET, HEAD\r\n") && has("Method not allowed"), "with the methods that are allowed");
    exchange("GET /a HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n");
    is_int(status(), 421, "other names are refused");
    ok(has("Wrong host name"), "with a reason");
    (void)snprintf(text, sizeof text, "GET a HTTP/1.1\r\nHost: %s\r\nConnection: close\r\n\r\n",
                   server_authority(server, 0));
    exchange(text);
    is_int(status(), 400, "other targets are refused");
    is_int(asked, 0, "without a call of the owner");
}

static void test_fields(void)
{
    answer_with(200, false);
    request("GET", "");
    ok(has("Content-Security-Policy: default-src 'self' data: blob: 'unsafe-inline' 'unsafe-eval'; base-uri "
           "'self'; "
           "form-action 'self'; frame-ancestors 'self'\r\n") &&
           has("Cross-Origin-Opener-Policy: same-origin\r\n") &&
           has("Cross-Origin-Resource-Policy: same-origin\r\n") && has("Referrer-Policy: no-referrer\r\n") &&
           has("X-Robots-Tag: noindex\r\n") && has("X-DNS-Prefetch-Control: off\r\n"),
       "a page cannot send requests to other hosts");
    ok(!has("nosniff") && !has("Location:") && !has("Refresh:") && !has("Content-Range:"),
       "fields without a value are absent");
    next.ours = true;
    next.type = span_of("text/html\r\nX-Evil: 1\x7f");
    next.modified = span_of("yesterday");
    next.tag = span_of("");
    request("GET", "");
    ok(has("Content-Security-Policy: default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; "
           "form-action "
           "'self'; frame-ancestors 'self'\r\n") &&
           has("X-Content-Type-Options: nosniff\r\n"),
       "the server's own pages load nothing");
    ok(has("Content-Type: text/html  X-Evil: 1 \r\n"), "a value cannot add a line");
    ok(!has("Last-Modified:") && !has("ETag:"), "an invalid date and an empty tag are omitted");
    answer_with(302, false);
    next.location = span_of("/b");
    next.refresh = span_of("1; url=/c");
    request("GET", "");
    is_int(status(), 302, "a redirect");
    ok(has("Location: /b\r\n") && has("Refresh: 1; url=/c\r\n"), "redirects are kept");
    answer_with(200, false);
    next.body = span_of("");
    request("GET", "");
    ok(status() == 200 && has("Content-Length: 0\r\n"), "an empty body");
}

/* A tag of 77 bytes and its quotes fit; a longer one is omitted. */
static void test_tags(void)
{
    char tag[80];

    memset(tag, 't', sizeof tag);
    for (size_t len = 76; len <= 79; len++) {
        answer_with(200, false);
        next.tag = span_make(tag, len);
        request("GET", "");
        ok(has("ETag: \"ttt") == (len < 78), "a tag of %zu bytes", len);
        ok(!has("ETag:") || has("ttt\"\r\n"), "with both quotes");
    }
}

#define HOST "Host: 127.1.2.4:@\r\n"

/* Heads that programs read differently, and others that are not answered; @ is the port. */
static const struct {
    const char *text;
    int status;
} heads[] = {
    {"GET /a HTTP/1.1\r\n" HOST HOST "Connection: close\r\n\r\n", 400},
    {"GET /a HTTP/1.1\r\nConnection: close\r\n\r\n", 400},
    {"GET /a HTTP/1.1\n" HOST "Connection: close\r\n\r\n", 400},
    {"GET /a HTTP/1.1\r\n" HOST "Accept: x\nConnection: close\r\n\r\n", 400},
    {"GET /a HTTP/1.1\r\n" HOST "\n", 400},
    {"GET /a HTTP/1.1\r\n" HOST "Accept: x\r\n y\r\nConnection: close\r\n\r\n", 400},
    {"GET /a HTTP/1.1\r\n" HOST "Accept: x\r\n\ty\r\nConnection: close\r\n\r\n", 400},
    {"GET /a HTTP/1.1\r\nHost : 127.1.2.4:@\r\nConnection: close\r\n\r\n", 400},
    {"GET /a HTTP/1.1\r\n" HOST "no colon\r\n\r\n", 400},
    {"GET /a HTTP/1.1\r\n" HOST "Content-Length: 1\r\nContent-Length: 0\r\n\r\n", 400},
    {"GET /a HTTP/1.1\r\n" HOST "Content-Length: x\r\n\r\n", 400},
    {"GET /a\tb HTTP/1.1\r\n" HOST "\r\n", 400},
    {"GET /a\r\n" HOST "\r\n", 400},
    {"GET /a HTTP/2.0\r\n" HOST "\r\n", 505},
    {"GET /a HTTP/1.1\r\n" HOST "Content-Length: 1000000000\r\n\r\n", 413},
    {"GET /a HTTP/1.1\r\n" HOST "Transfer-Encoding: chunked\r\n\r\n", 413},
    {"POST /a HTTP/1.1\r\n" HOST "Content-Length: 1000000000\r\n\r\n", 405},
    {"GET /a HTTP/1.1\r\n" HOST "Service-Worker: script\r\nConnection: close\r\n\r\n", 403},
    {"GET /a HTTP/1.1\r\nHost: 127.0.0.1:@\r\nConnection: close\r\n\r\n", 421},
    {"GET /a HTTP/1.1\r\nHost: localhost:@\r\nConnection: close\r\n\r\n", 421},
    {"\r\nGET /a HTTP/1.0\r\n" HOST "\r\n", 200},
};

static void fill_port(char *text, size_t size, const char *from)
{
    struct buf filled;

    buf_init(&filled, size);
    for (; *from; from++) {
        if (*from == '@')
            (void)buf_add_format(&filled, "%u", port_of(server));
        else
            (void)buf_add_byte(&filled, *from);
    }
    (void)snprintf(text, size, "%s", buf_text(&filled));
    buf_release(&filled);
}

static void test_heads(void)
{
    char text[1000];

    for (size_t i = 0; i < COUNT_OF(heads); i++) {
        answer_with(200, false);
        asked = 0;
        fill_port(text, sizeof text, heads[i].text);
        exchange(text);
        ok(status() == heads[i].status && asked == (heads[i].status == 200), "head %zu: %d, as wanted %d", i,
           status(), heads[i].status);
    }
}

/* Clients that say nothing, or the beginning of a request, do not keep others waiting. */
static void test_crowd(void)
{
    static int crowd[700];
    size_t count = 0;

    while (count < COUNT_OF(crowd) && (crowd[count] = connect_to(ADDRESS)) >= 0) {
        if (count % 2 && send(crowd[count], "GET / HT", 8, 0) != 8)
            break;
        count++;
        server_turn(server, crowd[0]);
    }
    ok(count > 640, "%zu silent clients", count);
    answer_with(200, false);
    request("GET", "");
    is_int(status(), 200, "another one is answered");
    while (count > 0)
        close(crowd[--count]);
    request("GET", "");
    is_int(status(), 200, "and when they have gone");
}

/* Two requests at once, and one that comes in pieces. */
static void test_pieces(void)
{
    static const char pieces[][20] = {"G", "ET /b HTTP/1.1\r", "\nHo", "st: "};
    char text[1000];
    int fd = connect_to(ADDRESS), ready = open("/dev/null", O_RDONLY);

    answer_with(200, false);
    fill_port(text, sizeof text,
              "GET /a HTTP/1.1\r\n" HOST "\r\nGET /b HTTP/1.1\r\n" HOST "Connection: close\r\n\r\n");
    asked = 0;
    exchange(text);
    is_int(asked, 2, "two requests at once");
    for (size_t i = 0; i < COUNT_OF(pieces); i++) {
        if (send(fd, pieces[i], strlen(pieces[i]), 0) < 0)
            break;
        for (int turn = 0; turn < 3; turn++)
            server_turn(server, ready); /* takes the connection, and reads; does not wait */
    }
    close(fd);
    close(ready);
    is_int(asked, 2, "a part of a request is none");
}

/* Reads an answer with BODY for the client FD. */
static void take_answer(int fd, const char *label)
{
    ssize_t len = -1;

    buf_clear(&got);
    while (!has(BODY) && len != 0) {
        char part[4096];

        server_turn(server, fd);
        len = recv(fd, part, sizeof part, MSG_DONTWAIT);
        if (len > 0)
            (void)buf_add(&got, part, (size_t)len);
    }
    is_int(status(), 200, label);
    close(fd);
}

/* Lets the slow answer of the client FD end. */
static void end_slow(int fd)
{
    if (write(slow[1], "", 1) != 1)
        abort();
    take_answer(fd, "and the slow page");
}

static void open_again(void)
{
    server_close(server);
    server = server_open(&options, give_answer, NULL);
    is_int(server_listen(server, ADDRESS, 0), 0, "listens again");
}

/* A client whose answer takes long; another one is answered meanwhile. */
static void test_slow(void)
{
    static const char *const texts[] = {"GET /slow HTTP/1.1\r\n" HOST "Connection: close\r\n\r\n",
                                        "GET /a HTTP/1.1\r\n" HOST "Connection: close\r\n\r\n"};
    char text[1000];
    int fd = connect_to(ADDRESS);

    if (pipe(slow) != 0)
        abort();
    answer_with(200, false);
    fill_port(text, sizeof text, texts[0]);
    if (send(fd, text, strlen(text), 0) < 0)
        abort();
    fill_port(text, sizeof text, texts[1]);
    for (int i = 0; i < 4; i++) {
        exchange(text);
        is_int(status(), 200, "a client beside a slow page");
    }
    end_slow(fd);
}

/* Strangers without the key, and the owner's first visit, do not wait for a search. */
static void test_strangers(void)
{
    static const struct {
        const char *text;
        int status;
    } beside[] = {
        {"GET /_tiptoe/x HTTP/1.1\r\n" HOST "Connection: close\r\n\r\n", 403},
        {"GET /_tiptoe/x HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n", 421},
        {"GET /_tiptoe/?k=1 HTTP/1.1\r\n" HOST "Connection: close\r\n\r\n", 303},
    };
    char text[1000];
    int fd;

    options.key = "k=1";
    open_again();
    answer_with(200, false);
    fd = connect_to(ADDRESS);
    fill_port(text, sizeof text,
              "GET /_tiptoe/slow HTTP/1.1\r\n" HOST "Cookie: k=1\r\nConnection: close\r\n\r\n");
    if (send(fd, text, strlen(text), 0) < 0)
        abort();
    (void)alarm(60);
    for (size_t i = 0; i < COUNT_OF(beside); i++) {
        fill_port(text, sizeof text, beside[i].text);
        exchange(text);
        is_int(status(), beside[i].status, "a stranger beside a search");
    }
    (void)alarm(0);
    end_slow(fd);
    options.key = NULL;
}

static void test_no_scripts(void)
{
    options.no_scripts = true;
    open_again();
    answer_with(200, false);
    request("GET", "");
    ok(has("script-src 'none'") && has("sandbox allow-same-origin") && !has("allow-scripts"), "no scripts");
}

/* Each address answers under its own name alone, and its owner learns which one it was. */
static void test_addresses(void)
{
    char text[2000];

    is_int(server_listen(server, ADDRESS + 1, port_of(server)), 0, "listens at one more address");
    answer_with(200, false);
    request("GET", "");
    ok(status() == 200 && came_at == 0, "the first of two addresses");
    (void)snprintf(text, sizeof text, "GET /a HTTP/1.1\r\nHost: %s\r\nConnection: close\r\n\r\n",
                   server_authority(server, 1));
    exchange(text);
    ok(status() >= 400, "the name of the other one is refused");
    exchange_at(ADDRESS + 1, text);
    ok(status() == 200 && came_at == 1, "and answered there");
}

/* Ten addresses take few of the files that this machine allows; too many are refused. To be run last. */
static void test_files(void)
{
    const struct rlimit few = {.rlim_cur = 300, .rlim_max = 300};
    char text[1000];
    int fd, more = 1;

    if (setrlimit(RLIMIT_NOFILE, &few) != 0)
        abort();
    open_again();
    while (more < 10 && server_listen(server, ADDRESS + (uint32_t)more, 0) == 0)
        more++;
    is_int(more, 10, "ten addresses");
    fd = connect_to(ADDRESS);
    answer_with(200, false);
    request("GET", "");
    fill_port(text, sizeof text, "GET /a HTTP/1.1\r\n" HOST "\r\n");
    if (send(fd, text, strlen(text), MSG_NOSIGNAL) < 0)
        abort();
    take_answer(fd, "a client beside another one");
    while (more < 20 && server_listen(server, ADDRESS + (uint32_t)more, 0) == 0)
        more++;
    ok(more < 20 && errno == EMFILE, "%d addresses", more);
}

int main(void)
{
    buf_init(&got, ANSWER_MAX);
    options.store = store_new();
    server = server_open(&options, give_answer, NULL);
    if (server_listen(server, ADDRESS, 0) != 0)
        skip_all("no port on a loopback address");
    ok(port_of(server) > 0 && strncmp(server_authority(server, 0), "127.1.2.4:", 10) == 0,
       "any free port of the address");
    ok(server_listen(server, ADDRESS, port_of(server)) != 0, "a port that is in use");
    test_cases(false);
    test_cases(true);
    test_requests();
    test_fields();
    test_tags();
    test_heads();
    test_crowd();
    test_pieces();
    test_slow();
    test_strangers();
    test_no_scripts();
    test_addresses();
    test_files();
    server_close(server);
    server_close(NULL);
    store_free(options.store);
    buf_release(&got);
    return done();
}
