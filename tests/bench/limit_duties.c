/* SPDX-License-Identifier: MIT */
/* Duties that a mirror needs and the limit lacks, added one by one to measure the minimal cost of each:
 * digests, META read by libxml2, an archive, a row per answer, files that are complete or absent, and paths
 * that stay beneath the output. Each is as simple as possible, with the libraries of tiptoe, and trusts its
 * input. Not included: rules and pace, links as in the HTML standard, names and types, updates. */
#include "config.h"

#include "bench/limit_duties.h"

#include <errno.h>
#include <fcntl.h>
#include <isa-l.h>
#include <libxml/HTMLparser.h>
#include <linux/openat2.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/buf.h"
#include "base/clock.h"
#include "base/digest.h"

enum duty { DIGESTS, META, ARCHIVE, ROWS, RENAME, BENEATH, DUTIES };

static const char *const names[DUTIES] = {
    [DIGESTS] = "digests", /* SHA-256 of each body, and of the request and answer of each page */
    [META] = "meta",       /* META elements in the head, by libxml2, once for equal ones */
    [ARCHIVE] = "archive", /* request and answer of each page as WARC records, answers compressed by ISA-L */
    [ROWS] = "rows",       /* a row per answer */
    [RENAME] = "rename",   /* files are written to tmp/ and renamed at the commit */
    [BENEATH] = "beneath", /* openat2, beneath the output and without symbolic links */
};

enum { SHA256_BYTES = 32, ID_BYTES = 16, ID_SIZE = 37, TEMPORARY_SIZE = 24 };
enum { HEAD_MAX = 16 * 1024, RECORD_MAX = 1 << 30, WRITE_ABOVE = 256 * 1024, STORED_MAX = 65535 };

struct limit_duties {
    enum duty last;
    int output, temporary, archive;
    struct digest digest;

    htmlParserCtxtPtr parser;
    struct buf metas, last_metas; /* of a page, and of the page before */
    bool noindex;                 /* their verdict */

    struct isal_zstream stream;
    unsigned char level_memory[ISAL_DEF_LVL1_DEFAULT];
    struct buf request, record, members; /* members: to be written to the archive */
    uint64_t archived;                   /* bytes of the archive before them */

    sqlite3_stmt *insert;

    struct buf staged; /* the paths of files in tmp/, each with its NUL */
    unsigned next_temporary, first_staged;
};

/* What the duties compute for an answer. */
struct facts {
    int64_t now_us;
    unsigned char payload[SHA256_BYTES], response[SHA256_BYTES], asked[SHA256_BYTES];
    uint64_t offset, len; /* in the archive */
};

static void digest(struct digest *digest, struct span first, struct span then,
                   unsigned char out[SHA256_BYTES])
{
    digest_add(digest, first.at, first.len);
    digest_add(digest, then.at, then.len);
    digest_finish(digest, out);
}

static void make_digests(struct limit_duties *duties, const struct limit_answer *answer, struct facts *facts)
{
    digest(&duties->digest, answer->body, (struct span){0}, facts->payload);
    if (!answer->is_page)
        return;
    buf_clear(&duties->request);
    (void)buf_add_text(&duties->request, "GET ");
    (void)buf_add_span(&duties->request, answer->path);
    (void)buf_add_text(&duties->request, " HTTP/1.1\r\nHost: ");
    (void)buf_add_text(&duties->request, answer->base + strlen("http://"));
    (void)buf_add_text(&duties->request, "\r\nAccept: */*\r\n\r\n");
    digest(&duties->digest, answer->head, answer->body, facts->response);
    digest(&duties->digest, buf_span(&duties->request), (struct span){0}, facts->asked);
}

static void start_element(void *context, const xmlChar *name, const xmlChar **attributes)
{
    struct limit_duties *duties = context;
    const char *about = "", *content = "";

    if (!attributes || strcmp((const char *)name, "meta") != 0)
        return;
    for (; attributes[0]; attributes += 2) {
        if (strcmp((const char *)attributes[0], "name") == 0)
            about = (const char *)attributes[1];
        else if (strcmp((const char *)attributes[0], "content") == 0)
            content = (const char *)attributes[1];
    }
    duties->noindex |= about && content && strcasecmp(about, "robots") == 0 && strcasestr(content, "noindex");
}

/* Adds the META elements in the head of PAGE to OUT. */
static void collect_metas(struct span page, struct buf *out)
{
    const char *end = page.at + page.len, *at = page.at;

    while ((at = memchr(at, '<', (size_t)(end - at)))) {
        struct span tag = span_make(at, (size_t)(end - at));

        if (span_starts_nocase(tag, "</head") || span_starts_nocase(tag, "<body"))
            break;
        tag.len = span_find(tag, '>');
        if (span_starts_nocase(tag, "<meta")) {
            (void)buf_add_span(out, tag);
            (void)buf_add_byte(out, '>');
        }
        at += tag.len;
    }
}

static bool may_be_stored(struct limit_duties *duties, struct span page)
{
    const int options = HTML_PARSE_NONET | HTML_PARSE_NOERROR | HTML_PARSE_NOWARNING | HTML_PARSE_IGNORE_ENC;
    struct buf *metas = &duties->metas;

    buf_clear(metas);
    collect_metas(page, metas);
    if (span_equals(buf_span(metas), buf_span(&duties->last_metas)))
        return !duties->noindex;
    buf_clear(&duties->last_metas);
    (void)buf_add_span(&duties->last_metas, buf_span(metas));
    duties->noindex = false;
    (void)htmlCtxtReadMemory(duties->parser, buf_text(metas), (int)metas->len, NULL, "UTF-8", options);
    return !duties->noindex;
}

/* A UUID of version 4 (RFC 9562). */
static void make_id(unsigned char random[ID_BYTES], char id[ID_SIZE])
{
    static const char digits[] = "0123456789abcdef";

    random[6] = (random[6] & 0x0f) | 0x40;
    random[8] = (random[8] & 0x3f) | 0x80;
    for (size_t i = 0; i < ID_BYTES; i++) {
        if (i == 4 || i == 6 || i == 8 || i == 10)
            *id++ = '-';
        *id++ = digits[random[i] >> 4];
        *id++ = digits[random[i] & 15];
    }
    *id = '\0';
}

static void add_hex(struct buf *to, const char *name, const unsigned char bytes[SHA256_BYTES])
{
    char text[DIGEST_TEXT_SIZE];

    digest_text(DIGEST_SHA256, bytes, text);
    (void)buf_add_text(to, name);
    (void)buf_add_text(to, text);
}

static void add_number(struct buf *to, uint32_t number)
{
    for (int i = 0; i < 4; i++)
        (void)buf_add_byte(to, (char)(number >> 8 * i & 0xff));
}

static void deflate_record(struct limit_duties *duties)
{
    struct isal_zstream *stream = &duties->stream;
    size_t room = duties->record.len + duties->record.len / 8 + 1024;
    char *to = buf_reserve(&duties->members, room);

    if (!to)
        die("limit: a record is too large");
    isal_deflate_reset(stream);
    stream->level = 1;
    stream->level_buf = duties->level_memory;
    stream->level_buf_size = sizeof duties->level_memory;
    stream->gzip_flag = IGZIP_GZIP;
    stream->end_of_stream = 1;
    stream->next_in = (unsigned char *)duties->record.at;
    stream->avail_in = (uint32_t)duties->record.len;
    stream->next_out = (unsigned char *)to;
    stream->avail_out = (uint32_t)room;
    if (isal_deflate(stream) != COMP_OK || stream->avail_in > 0)
        die("limit: ISA-L does not deflate");
    buf_grew(&duties->members, room - stream->avail_out);
}

/* A record of less than 64 KB as a gzip member with one stored block. */
static void store_record(struct limit_duties *duties)
{
    static const char head[] = "\x1f\x8b\x08\0\0\0\0\0\0\xff\1";
    struct span record = buf_span(&duties->record);
    uint32_t len = (uint32_t)record.len;

    if (len > STORED_MAX)
        die("limit: a request is too large");
    (void)buf_add(&duties->members, head, sizeof head - 1);
    add_number(&duties->members, len | (~len & 0xffff) << 16);
    (void)buf_add_span(&duties->members, record);
    add_number(&duties->members, crc32_gzip_refl(0, (const unsigned char *)record.at, record.len));
    add_number(&duties->members, len);
}

static void write_members(struct limit_duties *duties)
{
    if (write(duties->archive, duties->members.at, duties->members.len) != (ssize_t)duties->members.len)
        die("limit: cannot write the archive: %s", strerror(errno));
    duties->archived += duties->members.len;
    buf_clear(&duties->members);
}

static void start_record(struct buf *record, const char *type, const char *id,
                         const struct limit_answer *answer, const char *date)
{
    buf_clear(record);
    (void)buf_add_text(record, "WARC/1.1\r\nWARC-Type: ");
    (void)buf_add_text(record, type);
    (void)buf_add_text(record, "\r\nWARC-Record-ID: <urn:uuid:");
    (void)buf_add_text(record, id);
    (void)buf_add_text(record, ">\r\nWARC-Target-URI: ");
    (void)buf_add_text(record, answer->base);
    (void)buf_add_span(record, answer->path);
    (void)buf_add_text(record, "\r\nWARC-Date: ");
    (void)buf_add_text(record, date);
    (void)buf_add_text(record, "\r\nContent-Type: application/http;msgtype=");
    (void)buf_add_text(record, type);
}

static void end_record(struct buf *record, struct span block, struct span body)
{
    (void)buf_add_text(record, "\r\nContent-Length: ");
    (void)buf_add_decimal(record, block.len + body.len);
    (void)buf_add_text(record, "\r\n\r\n");
    (void)buf_add_span(record, block);
    (void)buf_add_span(record, body);
    (void)buf_add_text(record, "\r\n\r\n");
}

static void archive_page(struct limit_duties *duties, const struct limit_answer *answer, struct facts *facts)
{
    struct buf *record = &duties->record;
    char response[ID_SIZE], request[ID_SIZE], date[CLOCK_TEXT_SIZE];
    unsigned char random[2 * ID_BYTES];

    if (getrandom(random, sizeof random, 0) != (ssize_t)sizeof random)
        die("limit: no random bytes");
    clock_format(facts->now_us, 6, date);
    make_id(random, response);
    make_id(random + ID_BYTES, request);
    facts->offset = duties->archived + duties->members.len;
    start_record(record, "response", response, answer, date);
    add_hex(record, "\r\nWARC-Block-Digest: ", facts->response);
    add_hex(record, "\r\nWARC-Payload-Digest: ", facts->payload);
    end_record(record, answer->head, answer->body);
    deflate_record(duties);
    start_record(record, "request", request, answer, date);
    (void)buf_add_text(record, "\r\nWARC-Concurrent-To: <urn:uuid:");
    (void)buf_add_text(record, response);
    add_hex(record, ">\r\nWARC-Block-Digest: ", facts->asked);
    end_record(record, buf_span(&duties->request), (struct span){0});
    store_record(duties);
    facts->len = duties->archived + duties->members.len - facts->offset;
    if (duties->members.len > WRITE_ABOVE)
        write_members(duties);
}

static void add_row(struct limit_duties *duties, const struct limit_answer *answer, const struct facts *facts)
{
    sqlite3_stmt *insert = duties->insert;

    (void)sqlite3_bind_text(insert, 1, answer->path.at, (int)answer->path.len, SQLITE_STATIC);
    (void)sqlite3_bind_int64(insert, 2, facts->now_us / 1000);
    (void)sqlite3_bind_text(insert, 3, answer->type, -1, SQLITE_STATIC);
    (void)sqlite3_bind_int64(insert, 4, (int64_t)answer->body.len);
    (void)sqlite3_bind_blob(insert, 5, facts->payload, SHA256_BYTES, SQLITE_STATIC);
    (void)sqlite3_bind_int64(insert, 6, (int64_t)facts->offset);
    (void)sqlite3_bind_int64(insert, 7, (int64_t)facts->len);
    if (sqlite3_step(insert) != SQLITE_DONE)
        die("limit: cannot add a row for an answer");
    (void)sqlite3_reset(insert);
}

bool limit_duties_take(struct limit_duties *duties, const struct limit_answer *answer)
{
    struct facts facts = {.now_us = clock_wall_us()};

    make_digests(duties, answer, &facts);
    if (duties->last >= META && answer->is_page && !may_be_stored(duties, answer->body))
        return false;
    if (duties->last >= ARCHIVE && answer->is_page)
        archive_page(duties, answer, &facts);
    if (duties->last >= ROWS)
        add_row(duties, answer, &facts);
    return true;
}

static int open_at(const struct limit_duties *duties, int dir, const char *path, int flags)
{
    struct open_how how = {
        .flags = (uint64_t)(flags | O_CLOEXEC),
        .mode = flags & O_CREAT ? 0666 : 0,
        .resolve = RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS,
    };

    if (duties->last < BENEATH)
        return openat(dir, path, flags | O_CLOEXEC, 0666);
    return (int)syscall(SYS_openat2, dir, path, &how, sizeof how);
}

static void name_temporary(unsigned number, char name[TEMPORARY_SIZE])
{
    (void)snprintf(name, TEMPORARY_SIZE, "%u", number);
}

int limit_duties_open(struct limit_duties *duties, const char *path)
{
    char name[TEMPORARY_SIZE];
    int fd;

    if (duties->last < RENAME)
        return -1;
    (void)buf_add(&duties->staged, path, strlen(path) + 1);
    name_temporary(duties->next_temporary++, name);
    fd = open_at(duties, duties->temporary, name, O_WRONLY | O_CREAT | O_EXCL);
    if (fd < 0)
        die("limit: cannot make tmp/%s: %s", name, strerror(errno));
    return fd;
}

/* Opens the directory PARENT below the output; PARENT ends in a slash or is empty. */
static int open_parent(const struct limit_duties *duties, struct span parent)
{
    char path[HEAD_MAX];
    int fd;

    (void)snprintf(path, sizeof path, "%.*s.", (int)parent.len, parent.at);
    fd = open_at(duties, duties->output, path, O_RDONLY | O_DIRECTORY);
    for (char *slash = path; fd < 0 && (slash = strchr(slash, '/')); slash++) {
        *slash = '\0';
        (void)mkdirat(duties->output, path, 0777);
        *slash = '/';
        fd = open_at(duties, duties->output, path, O_RDONLY | O_DIRECTORY);
    }
    if (fd < 0)
        die("limit: cannot open %s: %s", path, strerror(errno));
    return fd;
}

static void rename_staged(struct limit_duties *duties)
{
    struct span rest = buf_span(&duties->staged), last = {0};
    int dir = -1;

    for (unsigned number = duties->first_staged; rest.len > 0; number++) {
        struct span path = span_take_until(&rest, '\0'), parent = path;
        char temporary[TEMPORARY_SIZE];

        while (parent.len > 0 && parent.at[parent.len - 1] != '/')
            parent.len--;
        if (dir < 0 || !span_equals(parent, last)) {
            if (dir >= 0)
                (void)close(dir);
            dir = open_parent(duties, parent);
            last = parent;
        }
        name_temporary(number, temporary);
        if (renameat(duties->temporary, temporary, dir, path.at + parent.len) < 0)
            die("limit: cannot rename to %s: %s", path.at, strerror(errno));
    }
    if (dir >= 0)
        (void)close(dir);
    duties->first_staged = duties->next_temporary;
    buf_clear(&duties->staged);
}

void limit_duties_commit(struct limit_duties *duties)
{
    if (duties->members.len > 0)
        write_members(duties);
    rename_staged(duties);
}

static void prepare_row(struct limit_duties *duties, sqlite3 *db)
{
    if (sqlite3_exec(db,
                     "CREATE TABLE answer (path TEXT NOT NULL, requested_ms INTEGER NOT NULL, type TEXT,"
                     " bytes INTEGER NOT NULL, digest BLOB NOT NULL, archive_offset INTEGER NOT NULL,"
                     " archive_length INTEGER NOT NULL)",
                     NULL, NULL, NULL) != SQLITE_OK ||
        sqlite3_prepare_v3(db, "INSERT INTO answer VALUES (?, ?, ?, ?, ?, ?, ?)", -1,
                           SQLITE_PREPARE_PERSISTENT, &duties->insert, NULL) != SQLITE_OK)
        die("limit: %s", sqlite3_errmsg(db));
}

static void make_parser(struct limit_duties *duties)
{
    duties->parser = htmlNewParserCtxt();
    if (!duties->parser)
        die("out of memory");
    *duties->parser->sax = (xmlSAXHandler){.startElement = start_element};
    duties->parser->userData = duties;
}

struct limit_duties *limit_duties_new(const char *last, int output, sqlite3 *db)
{
    struct limit_duties *duties = MEM_NEW(struct limit_duties);

    while (duties->last < DUTIES && strcmp(names[duties->last], last) != 0)
        duties->last++;
    if (duties->last == DUTIES)
        die("limit: no duty is named %s", last);
    duties->output = output;
    duties->archive = openat(output, "archive.warc.gz", O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    (void)mkdirat(output, "tmp", 0777);
    duties->temporary = openat(output, "tmp", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (duties->archive < 0 || duties->temporary < 0)
        die("limit: cannot make the archive: %s", strerror(errno));
    duties->digest = (struct digest){0};
    make_parser(duties);
    isal_deflate_init(&duties->stream);
    buf_init(&duties->metas, HEAD_MAX);
    buf_init(&duties->last_metas, HEAD_MAX);
    buf_init(&duties->request, HEAD_MAX);
    buf_init(&duties->record, RECORD_MAX);
    buf_init(&duties->members, RECORD_MAX);
    buf_init(&duties->staged, RECORD_MAX);
    prepare_row(duties, db);
    return duties;
}

void limit_duties_end(struct limit_duties *duties)
{
    limit_duties_commit(duties);
    (void)sqlite3_finalize(duties->insert);
    digest_release(&duties->digest);
    htmlFreeParserCtxt(duties->parser);
    buf_release(&duties->metas);
    buf_release(&duties->last_metas);
    buf_release(&duties->request);
    buf_release(&duties->record);
    buf_release(&duties->members);
    buf_release(&duties->staged);
    (void)close(duties->archive);
    (void)close(duties->temporary);
    (void)unlinkat(duties->output, "tmp", AT_REMOVEDIR);
    free(duties);
}
