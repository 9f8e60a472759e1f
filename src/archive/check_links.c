/* SPDX-License-Identifier: MIT */
/* Checks links between records: within a capture (WARC-Concurrent-To, whose records share date and URI), to
 * the file's warcinfo, and from revisits to their originals. Records and links become entries with hashes,
 * which are sorted, so that those of one id, capture or origin follow each other. */
#include "config.h"

#include <endian.h>

#include "archive/check_inside.h"
#include "base/alloc.h"
#include "base/error.h"
#include "base/hash.h"
#include "base/sorted.h"

/* A run of entries that is sorted in memory. */
enum { RUN_BYTES = 2 * 1024 * 1024 };

/* Of one key, entries of records come before those of links: a record by its id, an original by its URI and
 * date, and a robots.txt by its origin. */
enum entry_kind {
    ENTRY_RECORD,
    ENTRY_ORIGINAL,
    ENTRY_RULES,
    ENTRY_CONCURRENT,
    ENTRY_WARCINFO,
    ENTRY_REFERS,
    ENTRY_REPEATS,
    ENTRY_RULED
};

/* A record, or its link to the record with this key. */
struct entry {
    uint64_t key;
    uint8_t kind, type; /* of enum entry_kind; of a record */
    uint8_t unused[2];
    uint32_t file; /* big-endian, as the offset: among equal entries, the first one comes first */
    uint64_t offset;
    uint32_t url, date;
    uint32_t payloads[WARC_DIGEST_KINDS]; /* starts of the digests; 0: none, or any */
};

/* A finding, whose numbers are big-endian: they are sorted as the files are. */
struct place {
    uint64_t file, offset, message;
};

enum message {
    LINK_NO_RECORD,
    LINK_OTHER_DATE,
    LINK_OTHER_URL,
    LINK_NO_INFO,
    LINK_NO_ORIGINAL,
    LINK_NO_RESPONSE,
    LINK_OTHER_PAYLOAD,
    LINK_NOTHING_REPEATED,
    LINK_SAME_ID,
    LINK_NO_RULES
};

static const struct {
    enum warc_severity severity;
    const char *code, *text;
} messages[] = {
    [LINK_NO_RECORD] = {WARC_ERROR, "link", "WARC-Concurrent-To names a record that is not in these files"},
    [LINK_OTHER_DATE] = {WARC_ERROR, "link",
                         "WARC-Date differs from that of the record that WARC-Concurrent-To names"},
    /* wget links its log and its command line as one capture */
    [LINK_OTHER_URL] = {WARC_WARNING, "link",
                        "WARC-Target-URI differs from that of the record that WARC-Concurrent-To names"},
    [LINK_NO_INFO] = {WARC_ERROR, "link", "WARC-Warcinfo-ID names no warcinfo record of these files"},
    [LINK_NO_ORIGINAL] = {WARC_WARNING, "link", "WARC-Refers-To names a record that is not in these files"},
    [LINK_NO_RESPONSE] = {WARC_ERROR, "link", "WARC-Refers-To names a record that is not a response"},
    [LINK_OTHER_PAYLOAD] = {WARC_ERROR, "link",
                            "WARC-Payload-Digest differs from that of the record that is repeated"},
    [LINK_NOTHING_REPEATED] = {WARC_WARNING, "link",
                               "no response in these files has the URI and date to which the revisit refers"},
    [LINK_SAME_ID] = {WARC_ERROR, "id", "another record has the same WARC-Record-ID"},
    [LINK_NO_RULES] = {WARC_WARNING, "robots",
                       "these files have answers of this record's host, but not its robots.txt"},
};

struct warc_links {
    struct sorted *entries, *places;
    uint64_t last_ruled; /* the key of the last link of that kind */
    LIST(char *) labels;
    int error; /* the first one of sorting */
};

/* Hashes without a key: an intended collision only hides a finding in the file of the person who made it. */
static uint64_t hash_text(struct span text)
{
    static const uint64_t key[2];

    return siphash13(key, text);
}

static uint64_t capture_key(uint64_t url, uint64_t date)
{
    return url * 0x9e3779b97f4a7c15 ^ date;
}

static bool is_original(uint8_t type)
{
    return type == WARC_TYPE_RESPONSE || type == WARC_TYPE_RESOURCE;
}

struct warc_links *warc_links_new(int spool_dir)
{
    struct warc_links *links = MEM_NEW(struct warc_links);

    links->entries = sorted_new(spool_dir, RUN_BYTES, sizeof(struct entry));
    links->places = sorted_new(spool_dir, RUN_BYTES, sizeof(struct place));
    return links;
}

void warc_links_free(struct warc_links *links)
{
    if (!links)
        return;
    sorted_free(links->entries);
    sorted_free(links->places);
    for (size_t i = 0; i < links->labels.count; i++)
        free(links->labels.items[i]);
    free(links->labels.items);
    free(links);
}

static uint32_t file_number(struct warc_check *check)
{
    struct warc_links *links = check->links;

    if (links->labels.count < check->result.files)
        *LIST_ADD(links->labels) = mem_copy_text(buf_text(&check->label), check->label.len);
    return (uint32_t)links->labels.count - 1;
}

static void add_entry(struct warc_links *links, const struct entry *record, enum entry_kind kind,
                      uint64_t key)
{
    struct entry entry = *record;

    entry.kind = (uint8_t)kind;
    entry.type = kind < ENTRY_CONCURRENT ? record->type : 0;
    entry.key = key;
    if (!links->error)
        links->error = sorted_add(links->entries, span_make((const char *)&entry, sizeof entry));
}

/* Adds the link by the id in a field; false without a field. */
static bool add_link(struct warc_check *check, const char *name, size_t index, enum entry_kind kind,
                     const struct entry *self)
{
    struct span value;

    if (!head_value(check->subject.head, name, index, &value))
        return false;
    add_entry(check->links, self, kind, hash_text(value));
    return true;
}

static uint32_t digest_start(const unsigned char *digest)
{
    uint32_t start;

    memcpy(&start, digest, sizeof start);
    return start;
}

/* Keeps the payload digests of the record: the one that it states, others as computed. Revisits repeat the
 * digest that their original states, even if it is wrong. The digest of empty input under "not modified" has
 * a warning of its own. */
static void note_payload(struct warc_check *check, struct entry *self)
{
    bool is_revisit = self->type == WARC_TYPE_REVISIT;
    unsigned char digest[DIGEST_MAX_BYTES];
    enum digest_kind kind;
    struct span text;

    if (!is_original(self->type) && !is_revisit)
        return;
    if (is_revisit ? check->subject.repeats_nothing
                   : check->subject.found->faults & (WARC_CUT | WARC_NO_LENGTH | WARC_BAD_END))
        return;
    for (int i = 0; i < WARC_DIGEST_KINDS && !is_revisit; i++)
        self->payloads[i] = digest_start(check->block.results[WARC_PAYLOAD][i]);
    if (head_value(check->subject.head, "WARC-Payload-Digest", 0, &text) && digest_parse(text, &kind, digest))
        self->payloads[kind] = digest_start(digest);
}

static void add_revisit(struct warc_check *check, const struct entry *self)
{
    struct entry repeats = *self;
    struct span url, date;

    if (add_link(check, "WARC-Refers-To", 0, ENTRY_REFERS, self))
        memset(repeats.payloads, 0, sizeof repeats.payloads); /* compared with that record */
    if (head_value(check->subject.head, "WARC-Refers-To-Target-URI", 0, &url) &&
        head_value(check->subject.head, "WARC-Refers-To-Date", 0, &date))
        add_entry(check->links, &repeats, ENTRY_REPEATS,
                  capture_key(hash_text(span_trim(url, "<>")), hash_text(date)));
}

/* Answers of a host need its robots.txt. Answers of one host usually follow each other. */
static void add_rules(struct warc_check *check, const struct entry *self)
{
    struct warc_links *links = check->links;
    struct url *url = &check->url;
    uint64_t key;

    if (url_parse(url, check->subject.url, NULL, NULL) != URL_OK)
        return;
    key = hash_text(url_origin(url));
    if (span_is(url_path(url), "/robots.txt"))
        add_entry(links, self, ENTRY_RULES, key);
    else if (key != links->last_ruled &&
             (self->type == WARC_TYPE_RESPONSE || self->type == WARC_TYPE_REVISIT))
        add_entry(links, self, ENTRY_RULED, links->last_ruled = key);
}

void warc_links_add(struct warc_check *check)
{
    struct warc_links *links = check->links;
    const struct warc_subject *subject = &check->subject;
    uint64_t url_hash = hash_text(subject->url);
    uint64_t date_hash = hash_text(warc_walk_value(subject->head, "WARC-Date"));
    struct entry self = {.file = htobe32(file_number(check)),
                         .offset = htobe64(subject->found->offset),
                         .type = (uint8_t)subject->type};

    self.key = hash_text(warc_walk_value(subject->head, "WARC-Record-ID"));
    self.url = (uint32_t)url_hash;
    self.date = (uint32_t)date_hash;
    note_payload(check, &self);
    add_entry(links, &self, ENTRY_RECORD, self.key);
    if (is_original(self.type))
        add_entry(links, &self, ENTRY_ORIGINAL, capture_key(url_hash, date_hash));
    for (size_t i = 0; i < 16 && add_link(check, "WARC-Concurrent-To", i, ENTRY_CONCURRENT, &self); i++)
        continue;
    (void)add_link(check, "WARC-Warcinfo-ID", 0, ENTRY_WARCINFO, &self);
    if (subject->type == WARC_TYPE_REVISIT)
        add_revisit(check, &self);
    add_rules(check, &self);
}

static void note(struct warc_check *check, const struct entry *entry, enum message message)
{
    struct warc_links *links = check->links;
    struct place place = {htobe64(be32toh(entry->file)), entry->offset, htobe64(message)};

    if (!links->error)
        links->error = sorted_add(links->places, span_make((const char *)&place, sizeof place));
}

/* Sets RECORD, of LEN bytes, to the next one of FROM. */
static bool next(struct warc_links *links, struct sorted *from, void *record, size_t len)
{
    struct span bytes;
    int error = links->error ? links->error : sorted_next(from, &bytes);

    if (!error)
        memcpy(record, bytes.at, len);
    else if (error != ERROR_END)
        links->error = error;
    return !error;
}

static bool has_payload(const struct entry *record, const struct entry *link)
{
    for (int i = 0; i < WARC_DIGEST_KINDS; i++)
        if (link->payloads[i] && record->payloads[i] && link->payloads[i] != record->payloads[i])
            return false;
    return true;
}

/* The first records of one key. Any of them can be the one that is repeated. */
struct group {
    struct entry records[64];
    size_t count;
};

static bool has_repeated(const struct group *group, const struct entry *link)
{
    for (size_t i = 0; i < group->count; i++)
        if (i == COUNT_OF(group->records) || has_payload(&group->records[i], link))
            return true;
    return false;
}

/* Checks LINK by an id. FOUND is the record to which it refers, or NULL. */
static void check_id(struct warc_check *check, const struct entry *link, const struct entry *found)
{
    if (link->kind == ENTRY_CONCURRENT && !found)
        note(check, link, LINK_NO_RECORD);
    else if (link->kind == ENTRY_CONCURRENT && found->date != link->date)
        note(check, link, LINK_OTHER_DATE);
    else if (link->kind == ENTRY_CONCURRENT && found->url != link->url)
        note(check, link, LINK_OTHER_URL);
    else if (link->kind == ENTRY_WARCINFO && (!found || found->type != WARC_TYPE_WARCINFO))
        note(check, link, LINK_NO_INFO);
    else if (link->kind == ENTRY_REFERS && !found)
        note(check, link, LINK_NO_ORIGINAL);
    else if (link->kind == ENTRY_REFERS && !is_original(found->type))
        note(check, link, LINK_NO_RESPONSE);
    else if (link->kind == ENTRY_REFERS && !has_payload(found, link))
        note(check, link, LINK_OTHER_PAYLOAD);
}

/* Checks LINK to the records of GROUP. */
static void check_link(struct warc_check *check, const struct entry *link, const struct group *group)
{
    const struct entry *found = group->count > 0 ? group->records : NULL;

    if (link->kind == ENTRY_REPEATS && !has_repeated(group, link))
        note(check, link, found ? LINK_OTHER_PAYLOAD : LINK_NOTHING_REPEATED);
    else if (link->kind == ENTRY_RULED && !found)
        note(check, link, LINK_NO_RULES);
    else
        check_id(check, link, found);
}

int warc_check_links(struct warc_check *check)
{
    struct group group = {.count = 0};
    struct warc_links *links = check->links;
    struct entry entry;
    struct place place;
    bool is_kept;

    while (next(links, links->entries, &entry, sizeof entry)) {
        if (group.count > 0 && group.records[0].key != entry.key)
            group.count = 0;
        if (entry.kind == ENTRY_RECORD && group.count > 0)
            note(check, &entry, LINK_SAME_ID);
        if (entry.kind >= ENTRY_CONCURRENT)
            check_link(check, &entry, &group);
        is_kept = entry.kind < ENTRY_CONCURRENT || entry.kind == ENTRY_RULED; /* one finding for an origin */
        if (is_kept && group.count++ < COUNT_OF(group.records))
            group.records[group.count - 1] = entry;
    }
    while (next(links, links->places, &place, sizeof place)) {
        uint64_t message = be64toh(place.message);

        warc_check_say(check, links->labels.items[be64toh(place.file)], be64toh(place.offset),
                       messages[message].severity, messages[message].code, span_of(messages[message].text));
    }
    return links->error;
}
