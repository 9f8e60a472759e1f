/* SPDX-License-Identifier: MIT */
/* Checks links between records: within a capture (WARC-Concurrent-To, whose records share date and URI), to
 * the file's warcinfo, and from revisits to their originals. They are stored as hashes, and compared after
 * the last file. */
#include "config.h"

#include <stdlib.h>

#include "archive/check_inside.h"
#include "base/alloc.h"

/* A record to which others may refer. */
struct known {
    uint64_t id, url, date;
    uint64_t offset;
    uint32_t file;
    uint8_t type;
};

enum claim_kind { CLAIM_CONCURRENT, CLAIM_WARCINFO, CLAIM_REFERS, CLAIM_REPEATS };

/* A reference to another record, by its id or (CLAIM_REPEATS) by its URI and date. */
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

/* FNV-1a. An intended collision only hides a finding in the file of the person who made it. */
static uint64_t hash_text(struct span text)
{
    uint64_t sum = 0xcbf29ce484222325;

    for (size_t i = 0; i < text.len; i++)
        sum = (sum ^ (unsigned char)text.at[i]) * 0x100000001b3;
    return sum;
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

static uint32_t file_number(struct warc_check *check)
{
    struct warc_links *links = check->links;

    if (links->label_count < check->result.files) {
        links->labels =
            mem_extend(links->labels, links->label_count, &links->label_room, sizeof *links->labels);
        links->labels[links->label_count++] = mem_copy_text(buf_text(&check->label), check->label.len);
    }
    return (uint32_t)links->label_count - 1;
}

/* At most as many as fields of the records that are checked, each of some bytes. */
static void add_claim(struct warc_check *check, enum claim_kind kind, uint64_t id, uint64_t url,
                      uint64_t date)
{
    struct warc_links *links = check->links;

    links->claims = mem_extend(links->claims, links->claim_count, &links->claim_room, sizeof *links->claims);
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
        add_claim(check, kind, hash_text(value), self->url, self->date);
}

void warc_links_add(struct warc_check *check)
{
    struct warc_links *links = check->links;
    const struct warc_subject *subject = &check->subject;
    struct span id = {0}, date = {0}, url, refers_date;
    struct known self = {.url = hash_text(subject->url),
                         .offset = subject->found->offset,
                         .file = file_number(check),
                         .type = (uint8_t)subject->type};

    (void)warc_walk_field(subject->head, "WARC-Record-ID", 0, &id);
    (void)warc_walk_field(subject->head, "WARC-Date", 0, &date);
    self.id = hash_text(id);
    self.date = hash_text(date);
    links->known = mem_extend(links->known, links->known_count, &links->known_room, sizeof *links->known);
    links->known[links->known_count++] = self;
    for (size_t i = 0; i < 16; i++)
        claim_id(check, "WARC-Concurrent-To", i, CLAIM_CONCURRENT, &self);
    claim_id(check, "WARC-Warcinfo-ID", 0, CLAIM_WARCINFO, &self);
    if (subject->type != WARC_TYPE_REVISIT)
        return;
    claim_id(check, "WARC-Refers-To", 0, CLAIM_REFERS, &self);
    if (warc_walk_field(subject->head, "WARC-Refers-To-Target-URI", 0, &url) &&
        warc_walk_field(subject->head, "WARC-Refers-To-Date", 0, &refers_date))
        add_claim(check, CLAIM_REPEATS, 0, hash_text(span_trim(url, "<>")), hash_text(refers_date));
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
    warc_say_at(check, check->links->labels[file], offset, severity, code, span_of(text));
}

/* Needs the known records in the order of ids. */
static void check_claim(struct warc_check *check, const struct claim *link)
{
    const struct warc_links *links = check->links;
    struct known key = {.id = link->id};
    const struct known *found =
        bsearch(&key, links->known, links->known_count, sizeof *links->known, compare_ids);
    const char *text = NULL;
    enum warc_severity severity = WARC_ERROR;

    if (link->kind == CLAIM_CONCURRENT && !found)
        text = "WARC-Concurrent-To names a record that is not in these files";
    else if (link->kind == CLAIM_CONCURRENT && found->date != link->date)
        text = "WARC-Date differs from that of the record that WARC-Concurrent-To names";
    else if (link->kind == CLAIM_CONCURRENT && found->url != link->url)
        text = "WARC-Target-URI differs from that of the record that WARC-Concurrent-To names",
        severity = WARC_WARNING; /* wget links its log and its command line as one capture */
    else if (link->kind == CLAIM_WARCINFO && (!found || found->type != WARC_TYPE_WARCINFO))
        text = "WARC-Warcinfo-ID names no warcinfo record of these files";
    else if (link->kind == CLAIM_REFERS && !found)
        text = "WARC-Refers-To names a record that is not in these files", severity = WARC_WARNING;
    else if (link->kind == CLAIM_REFERS && found->type != WARC_TYPE_RESPONSE &&
             found->type != WARC_TYPE_RESOURCE)
        text = "WARC-Refers-To names a record that is not a response";
    if (text)
        say_at(check, link->file, link->offset, severity, "link", text);
}

/* Needs the known records in the order of URIs and dates. */
static void check_repeats(struct warc_check *check, const struct claim *link)
{
    const struct warc_links *links = check->links;
    struct known key = {.url = link->url, .date = link->date};

    if (!bsearch(&key, links->known, links->known_count, sizeof *links->known, compare_captures))
        say_at(check, link->file, link->offset, WARC_WARNING, "link",
               "no record in these files has the URI and date to which the revisit refers");
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
