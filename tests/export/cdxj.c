/* SPDX-License-Identifier: MIT */
/* Keys that warcio.js 2.4.11 computed from the same URLs, and an index of records. */
#include "config.h"

#include "export/cdxj.h"
#include "export/parts.h"

#include <sys/mman.h>
#include <unistd.h>

#include "base/error.h"
#include "base/file.h"
#include "tap.h"

static const struct {
    const char *url, *key;
} keys[] = {
    {"http://www.Example.org:8080/A/b?z=1&a=%2F%20x&a", "org,example:8080)/a/b?a&a=%2f%20x&z=1"},
    {"https://example.org/?", "org,example)/"},
    {"https://www2.example.org:443", "org,example)/"},
    {"https://www.www.example.org/", "org,example,www)/"},
    {"https://wwwexample.org/", "org,wwwexample)/"},
    {"http://127.0.0.1/x?a=b;c", "1,0,0,127)/x?a=b;c"},
    {"http://x.org/%E2%82?q=%ff+a&&b='", "org,x)/%e2%82?&b=%27&q=%ff+a"},
    {"urn:x:Y", "urn:x:Y"},
    {"urn:a b\x06", "urn:a%20b%06"},
};

static const char records[] =
    "WARC/1.1\r\nWARC-Type: warcinfo\r\nWARC-Record-ID: <urn:uuid:1>\r\nWARC-Date: 2026-11-20T15:44:00Z\r\n"
    "Content-Length: 0\r\n\r\n\r\n\r\n"
    "WARC/1.1\r\nWARC-Type: response\r\nWARC-Record-ID: <urn:uuid:2>\r\nWARC-Date: "
    "2026-11-20T15:44:00.5Z\r\nWARC-Target-URI: http://b.org/\r\nWARC-Payload-Digest: sha1:X\r\n"
    "Content-Type: application/http\r\nContent-Length: 59\r\n\r\n"
    "HTTP/1.1 404 No\r\nContent-Type: text/html; charset=x\r\n\r\nhello\r\n\r\n"
    "WARC/1.1\r\nWARC-Type: request\r\nWARC-Record-ID: <urn:uuid:3>\r\nWARC-Date: 2026-11-20T15:44:00Z\r\n"
    "WARC-Target-URI: http://b.org/\r\nContent-Type: application/http\r\nContent-Length: "
    "18\r\n\r\nGET / HTTP/1.1\r\n\r\n\r\n\r\n"
    "WARC/1.1\r\nWARC-Type: revisit\r\nWARC-Record-ID: <urn:uuid:4>\r\nWARC-Date: 2026-11-20\r\n"
    "WARC-Target-URI: <http://a.org/>\r\nContent-Type: application/http\r\nContent-Length: "
    "19\r\n\r\nHTTP/1.1 200 OK\r\n\r\n\r\n\r\n"
    "WARC/1.1\r\nWARC-Type: resource\r\nWARC-Record-ID: <urn:uuid:5>\r\nWARC-Date: 2026-11-20T15:44:00Z\r\n"
    "WARC-Target-URI: urn:log\r\nContent-Type: text/plain\r\nContent-Length: 1\r\n\r\nx\r\n\r\n"
    "WARC/1.1\r\nWARC-Type: response\r\nWARC-Record-ID: <urn:uuid:7>\r\nWARC-Date: 2026-11-20T15:44:00Z\r\n"
    "WARC-Target-URI: http://c.org/a b\r\nContent-Type: application/http\r\nContent-Length: 81\r\n\r\n"
    "HTTP/1.1 20x OK\r\nContent-Type: a b\r\nTransfer-Encoding: "
    "chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n\r\n\r\n"
    "WARC/1.1\r\nWARC-Type: revisit\r\nWARC-Record-ID: <urn:uuid:8>\r\nWARC-Date: 2026-11-21\r\n"
    "WARC-Target-URI: http://b.org/\r\nContent-Length: 0\r\n\r\n\r\n\r\n"
    "WARC/1.1\r\nWARC-Type: response\r\nWARC-Record-ID: <urn:uuid:6>\r\nWARC-Date: 2026-11-20T15:44:00Z\r\n"
    "WARC-Target-URI: http://cut.org/\r\nContent-Type: application/http\r\nContent-Length: "
    "900\r\n\r\nHTTP/1.1 "
    "200 OK\r\n\r\n";

static const char *const lines[] = {
    "org,a)/ 20261120000000 {\"url\":\"http://a.org/\",\"mime\":\"warc/revisit\",\"status\":\"200\","
    "\"length\":\"194\",\"offset\":\"595\",\"filename\":\"f.warc\"}\n",
    "org,b)/ 20261120154400 {\"url\":\"http://b.org/\",\"mime\":\"text/html\",\"status\":\"404\","
    "\"digest\":\"sha1:X\",\"length\":\"275\",\"offset\":\"119\",\"filename\":\"f.warc\"}\n",
    "org,b)/ 20261121000000 {\"url\":\"http://b.org/\",\"mime\":\"warc/revisit\","
    "\"length\":\"140\",\"offset\":\"1229\",\"filename\":\"f.warc\"}\n",
    "org,c)/a%20b 20261120154400 {\"url\":\"http://c.org/a b\",\"mime\":\"a b\",\"status\":\"20x\","
    "\"digest\":\"sha256:2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824\",\"length\":"
    "\"268\","
    "\"offset\":\"961\",\"filename\":\"f.warc\"}\n",
    "urn:log 20261120154400 "
    "{\"url\":\"urn:log\",\"mime\":\"text/"
    "plain\",\"status\":\"200\",\"digest\":\"sha256:"
    "2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881\",\"length\":\"172\","
    "\"offset\":\"789\",\"filename\":\"f.warc\"}\n",
};

static void test_keys(void)
{
    struct surt surt;
    struct buf key;

    surt = (struct surt){0};
    buf_init(&key, 4096);
    for (size_t i = 0; i < COUNT_OF(keys); i++) {
        buf_clear(&key);
        surt_add(&surt, span_of(keys[i].url), &key);
        is_str(buf_text(&key), keys[i].key, keys[i].url);
    }
    buf_release(&key);
    surt_release(&surt);
}

static void test_index(void)
{
    struct cdxj *cdxj = cdxj_new(-1, &(struct withdrawn){.count = 0});
    struct span line;
    int fd = memfd_create("records", MFD_CLOEXEC);

    ok(fd >= 0 && file_write(fd, records, sizeof records - 1) == 0, "a file");
    is_int(cdxj_add_file(cdxj, fd, UINT64_MAX, span_of("f.warc")), 0, "it is read");
    for (size_t i = 0; i < COUNT_OF(lines); i++) {
        is_int(cdxj_next(cdxj, &line), 0, "a line");
        is_span(line, span_of(lines[i]), lines[i]);
    }
    is_int(cdxj_next(cdxj, &line), ERROR_END, "responses, revisits and resources, without the cut record");
    close(fd);
    cdxj_free(cdxj);
}

int main(void)
{
    test_keys();
    test_index();
    return done();
}
