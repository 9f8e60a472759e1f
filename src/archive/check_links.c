/* SPDX-License-Identifier: MIT */
/* Links between records: of a capture (WARC-Concurrent-To, which share date and URI), to the file's warcinfo,
 * and from revisits to what they repeat. Kept as hashes, and compared when all files have been read. */
#include "config.h"

#include <stdlib.h>

#include "archive/check_inside.h"
#include "base/alloc.h"

/* A record as others may refer to it. */
struct known {
    uint64_t id, url, date;
    uint64_t offset;
    uint32_t file;
    uint8_t type;
};

enum claim_kind { CLAIM_CONCURRENT, CLAIM_WARCINFO, CLAIM_REFERS, CLAIM_REPEATS };

/* What a record says of another: of its id, or (CLAIM_REPEATS) of its URI and date. */
struct claim {
    uint64_t id, url, date;
    uint64_t offset;
    uint32_t file;
    uint8_t kind;
};

struct warc_links {
    struct known *known;
    size_t known_count, known_room;
    struct claim *claims;
    size_t claim_count, claim_room;
    char **labels;
    size_t label_count, label_room;
};

/* FNV-1a: a made-up collision hides a finding in a file that its own maker damaged. */
static uint64_t hash(struct span text)
{
    uint64_t sum = 0xcbf29ce484222325;

    for (size_t i = 0; i < text.len; i++)
        sum = (sum ^ (unsigned char)text.at[i]) * 0x100000001b3;
    return sum;
}

static void *grow(void *items, size_t count, size_t *room, size_t size)
{
    if (count < *room)
        return items;
    *room = *room > 0 ? *room * 2 : 1024;
    return mem_grow(items, *room, size);
}

struct warc_links *warc_links_new(void)
{
    return MEM_NEW(struct warc_links);
}

void warc_links_free(struct warc_links *links)
{
    if (!links)
        return;
    for (size_t i = 0; i < links->label_count; i++)
        free(links->labels[i]);
    free(links->labels);
    free(links->known);
    free(links->claims);
    free(links);
}

/* The number of the file at hand. */
static uint32_t file_number(struct warc_check *check)
{
    struct warc_links *links = check->links;

    if (links->label_count < check->result.files) {
        links->labels = grow(links->labels, links->label_count, &links->label_room, sizeof *links->labels);
        links->labels[links->label_count++] = mem_copy_text(buf_text(&check->label), check->label.len);
    }
    return (uint32_t)links->label_count - 1;
}

static void claim(struct warc_check *check, enum claim_kind kind, uint64_t id, uint64_t url, uint64_t date)
{
    struct warc_links *links = check->links;

    links->claims = grow(links->claims, links->claim_count, &links->claim_room, sizeof *links->claims);
    links->claims[links->claim_count++] = (struct claim){.id = id,
                                                         .url = url,
                                                         .date = date,
                                                         .offset = check->subject.found->offset,
                                                         .file = file_number(check),
                                                         .kind = (uint8_t)kind};
}

static void claim_id(struct warc_check *check, const char *name, size_t index, enum claim_kind kind,
                     const struct known *self)
{
    struct span value;

    if (warc_walk_field(check->subject.head, name, index, &value))
        claim(check, kind, hash(value), self->url, self->date);
}

void warc_links_add(struct warc_check *check)
{
    struct warc_links *links = check->links;
    const struct warc_subject *subject = &check->subject;
    struct span id = {0}, date = {0}, url, refers_date;
    struct known self = {.url = hash(subject->url),
                         .offset = subject->found->offset,
                         .file = file_number(check),
                         .type = (uint8_t)subject->type};

    (void)warc_walk_field(subject->head, "WARC-Record-ID", 0, &id);
    (void)warc_walk_field(subject->head, "WARC-Date", 0, &date);
    self.id = hash(id);
    self.date = hash(date);
    links->known = grow(links->known, links->known_count, &links->known_room, sizeof *links->known);
    links->known[links->known_count++] = self;
    for (size_t i = 0; i < 16; i++)
        claim_id(check, "WARC-Concurrent-To", i, CLAIM_CONCURRENT, &self);
    claim_id(check, "WARC-Warcinfo-ID", 0, CLAIM_WARCINFO, &self);
    if (subject->type != WARC_TYPE_REVISIT)
        return;
    claim_id(check, "WARC-Refers-To", 0, CLAIM_REFERS, &self);
    if (warc_walk_field(subject->head, "WARC-Refers-To-Target-URI", 0, &url) &&
        warc_walk_field(subject->head, "WARC-Refers-To-Date", 0, &refers_date))
        claim(check, CLAIM_REPEATS, 0, hash(span_trim(url, "<>")), hash(refers_date));
}

static int compare_ids(const void *a, const void *b)
{
    const struct known *left = a, *right = b;

    return left->id != right->id ? (left->id < right->id ? -1 : 1) : 0;
}

static int compare_captures(const void *a, const void *b)
{
    const struct known *left = a, *right = b;

    if (left->url != right->url)
        return left->url < right->url ? -1 : 1;
    return left->date != right->date ? (left->date < right->date ? -1 : 1) : 0;
}

static void say_at(struct warc_check *check, uint32_t file, uint64_t offset, enum warc_severity severity,
                   const char *code, const char *text)
{
    struct warc_finding finding = {.severity = severity,
                                   .file = check->links->labels[file],
                                   .offset = offset,
                                   .code = code,
                                   .text = span_of(text)};

    *(severity == WARC_ERROR ? &check->result.errors : &check->result.warnings) += 1;
    check->say(check->context, &finding);
}

/* Known is in the order of ids. */
static void check_claim(struct warc_check *check, const struct claim *link)
{
    const struct warc_links *links = check->links;
    struct known key = {.id = link->id};
    const struct known *found =
        bsearch(&key, links->known, links->known_count, sizeof *links->known, compare_ids);
    const char *text = NULL;
    enum warc_severity severity = WARC_ERROR;

    if (link->kind == CLAIM_CONCURRENT && !found)
        text = "WARC-Concurrent-To names a record that is not there";
    else if (link->kind == CLAIM_CONCURRENT && found->date != link->date)
        text = "it has another WARC-Date than the record that its WARC-Concurrent-To names";
    else if (link->kind == CLAIM_CONCURRENT && found->url != link->url)
        text = "it has another WARC-Target-URI than the record that its WARC-Concurrent-To names",
        severity = WARC_WARNING; /* wget puts its own log into one capture with its command line */
    else if (link->kind == CLAIM_WARCINFO && (!found || found->type != WARC_TYPE_WARCINFO))
        text = "WARC-Warcinfo-ID names no warcinfo record of these files";
    else if (link->kind == CLAIM_REFERS && !found)
        text = "WARC-Refers-To names a record that is not in these files", severity = WARC_WARNING;
    else if (link->kind == CLAIM_REFERS && found->type != WARC_TYPE_RESPONSE &&
             found->type != WARC_TYPE_RESOURCE)
        text = "WARC-Refers-To names a record that is no response";
    if (text)
        say_at(check, link->file, link->offset, severity, "link", text);
}

/* Known is in the order of URIs and dates. */
static void check_repeats(struct warc_check *check, const struct claim *link)
{
    const struct warc_links *links = check->links;
    struct known key = {.url = link->url, .date = link->date};

    if (!bsearch(&key, links->known, links->known_count, sizeof *links->known, compare_captures))
        say_at(check, link->file, link->offset, WARC_WARNING, "link",
               "no record of these files has the URI and date that the revisit refers to");
}

void warc_check_links(struct warc_check *check)
{
    struct warc_links *links = check->links;

    if (links->known_count == 0)
        return;
    qsort(links->known, links->known_count, sizeof *links->known, compare_ids);
    for (size_t i = 1; i < links->known_count; i++) {
        if (links->known[i].id == links->known[i - 1].id)
            say_at(check, links->known[i].file, links->known[i].offset, WARC_ERROR, "id",
                   "another record has the same WARC-Record-ID");
    }
    for (size_t i = 0; i < links->claim_count; i++) {
        if (links->claims[i].kind != CLAIM_REPEATS)
            check_claim(check, &links->claims[i]);
    }
    qsort(links->known, links->known_count, sizeof *links->known, compare_captures);
    for (size_t i = 0; i < links->claim_count; i++) {
        if (links->claims[i].kind == CLAIM_REPEATS)
            check_repeats(check, &links->claims[i]);
    }
}
