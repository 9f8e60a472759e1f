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
    uint64_t payloads[WARC_DIGEST_KINDS]; /* starts of the digests; 0: none, so no revisit can name it */
    uint64_t offset;
    uint32_t file;
    uint8_t type;
};

enum claim_kind {
    CLAIM_CONCURRENT,
    CLAIM_WARCINFO,
    CLAIM_REFERS,
    CLAIM_REPEATS,
    CLAIM_RULES, /* the record has the robots.txt with this id; sorts before */
    CLAIM_RULED  /* one that needs it */
};

/* A reference to another record, by its id or (CLAIM_REPEATS) by its URI and date. The id of a robots.txt is
 * its URL. */
struct claim {
    uint64_t id, url, date;
    uint64_t payload; /* of a revisit: the start of its payload digest; 0: none */
    uint64_t offset;
    uint32_t file;
    uint8_t kind, payload_kind;
};

struct warc_links {
    struct known *known;
    size_t known_count, known_room;
    struct claim *claims;
    size_t claim_count, claim_room;
    uint64_t last_ruled; /* the id of the last claim of that kind */
    uint64_t last_info;  /* the id of the last warcinfo record */
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

static bool is_answer(const struct warc_subject *subject)
{
    return subject->type == WARC_TYPE_RESPONSE || subject->type == WARC_TYPE_REVISIT;
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
static struct claim *add_claim(struct warc_check *check, enum claim_kind kind, uint64_t id)
{
    struct warc_links *links = check->links;
    struct claim *claim;

    links->claims = mem_extend(links->claims, links->claim_count, &links->claim_room, sizeof *links->claims);
    claim = &links->claims[links->claim_count++];
    *claim = (struct claim){
        .id = id, .offset = check->subject.found->offset, .file = file_number(check), .kind = (uint8_t)kind};
    return claim;
}

/* Whether a claim is true because of a record just before, as most are; then it need not be remembered. */
static bool is_settled(const struct warc_links *links, enum claim_kind kind, uint64_t id,
                       const struct known *self)
{
    enum { LOOK_BACK = 4 };

    if (kind == CLAIM_WARCINFO)
        return id == links->last_info;
    for (size_t i = 0; i < LOOK_BACK && i < links->known_count && kind == CLAIM_CONCURRENT; i++) {
        const struct known *known = &links->known[links->known_count - 1 - i];

        if (known->id == id && known->date == self->date && known->url == self->url)
            return true;
    }
    return false;
}

/* Adds a claim by the id in a field; NULL if there is none, or it is settled. */
static struct claim *claim_id(struct warc_check *check, const char *name, size_t index, enum claim_kind kind,
                              const struct known *self)
{
    struct claim *claim;
    struct span value;

    if (!warc_walk_field(check->subject.head, name, index, &value) ||
        is_settled(check->links, kind, hash_text(value), self))
        return NULL;
    claim = add_claim(check, kind, hash_text(value));
    claim->url = self->url;
    claim->date = self->date;
    return claim;
}

static uint64_t digest_start(const unsigned char *digest)
{
    uint64_t start;

    memcpy(&start, digest, sizeof start);
    return start;
}

/* The payload digest that the record states; 0: none that can be compared. */
static uint64_t stated_payload(const struct warc_check *check, enum digest_kind *kind)
{
    unsigned char digest[DIGEST_MAX_BYTES];
    struct span text;

    return warc_walk_field(check->subject.head, "WARC-Payload-Digest", 0, &text) &&
                   digest_parse(text, kind, digest)
               ? digest_start(digest)
               : 0;
}

static bool is_original(uint8_t type)
{
    return type == WARC_TYPE_RESPONSE || type == WARC_TYPE_RESOURCE;
}

/* Revisits repeat the digest that their original states, even if it is wrong. */
static void note_payload(struct warc_check *check, struct known *self)
{
    enum digest_kind kind = DIGEST_SHA256;
    uint64_t stated;

    if (!is_original(self->type) || check->subject.found->faults & (WARC_CUT | WARC_NO_LENGTH | WARC_BAD_END))
        return;
    stated = stated_payload(check, &kind);
    for (int i = 0; i < WARC_DIGEST_KINDS; i++)
        self->payloads[i] = digest_start(check->block.results[WARC_PAYLOAD][i]);
    if (stated)
        self->payloads[kind] = stated;
}

/* The digest of empty input under "not modified" has a warning of its own. */
static void add_revisit(struct warc_check *check, const struct known *self)
{
    struct span url, date;
    struct claim *refers = claim_id(check, "WARC-Refers-To", 0, CLAIM_REFERS, self), *repeats;
    enum digest_kind kind = DIGEST_SHA256;
    uint64_t payload = check->subject.repeats_nothing ? 0 : stated_payload(check, &kind);

    if (refers) {
        refers->payload = payload;
        refers->payload_kind = (uint8_t)kind;
    }
    if (!warc_walk_field(check->subject.head, "WARC-Refers-To-Target-URI", 0, &url) ||
        !warc_walk_field(check->subject.head, "WARC-Refers-To-Date", 0, &date))
        return;
    payload = refers ? 0 : payload;
    repeats = add_claim(check, CLAIM_REPEATS, 0);
    repeats->url = hash_text(span_trim(url, "<>"));
    repeats->date = hash_text(date);
    repeats->payload = payload;
    repeats->payload_kind = (uint8_t)kind;
}

/* An answer of a host needs the host's robots.txt. Answers of one host usually follow each other. */
static void add_rules(struct warc_check *check)
{
    struct warc_links *links = check->links;
    struct url *url = &check->url;
    struct span origin;
    uint64_t id;

    if (url_parse(url, check->subject.url, NULL, NULL) != URL_OK)
        return;
    origin = url_origin(url);
    id = hash_text(origin);
    if (span_is(url_path(url), "/robots.txt"))
        (void)add_claim(check, CLAIM_RULES, id);
    else if (id != links->last_ruled && is_answer(&check->subject))
        (void)add_claim(check, CLAIM_RULED, links->last_ruled = id);
}

void warc_links_add(struct warc_check *check)
{
    struct warc_links *links = check->links;
    const struct warc_subject *subject = &check->subject;
    struct span id = {0}, date = {0};
    struct known self = {.url = hash_text(subject->url),
                         .offset = subject->found->offset,
                         .file = file_number(check),
                         .type = (uint8_t)subject->type};

    (void)warc_walk_field(subject->head, "WARC-Record-ID", 0, &id);
    (void)warc_walk_field(subject->head, "WARC-Date", 0, &date);
    self.id = hash_text(id);
    self.date = hash_text(date);
    if (self.type == WARC_TYPE_WARCINFO)
        links->last_info = self.id;
    note_payload(check, &self);
    links->known = mem_extend(links->known, links->known_count, &links->known_room, sizeof *links->known);
    links->known[links->known_count++] = self;
    for (size_t i = 0; i < 16; i++)
        (void)claim_id(check, "WARC-Concurrent-To", i, CLAIM_CONCURRENT, &self);
    (void)claim_id(check, "WARC-Warcinfo-ID", 0, CLAIM_WARCINFO, &self);
    if (subject->type == WARC_TYPE_REVISIT)
        add_revisit(check, &self);
    add_rules(check);
}

static int compare_ids(const void *a, const void *b)
{
    const struct known *left = a, *right = b;

    return left->id != right->id ? (left->id < right->id ? -1 : 1) : 0;
}

/* Responses and resources come before other records of the same capture. */
static int compare_captures(const void *a, const void *b)
{
    const struct known *left = a, *right = b;

    if (left->url != right->url)
        return left->url < right->url ? -1 : 1;
    if (left->date != right->date)
        return left->date < right->date ? -1 : 1;
    return (int)is_original(right->type) - (int)is_original(left->type);
}

static int compare_rules(const void *a, const void *b)
{
    const struct claim *left = a, *right = b;

    if (left->kind != right->kind && (left->kind < CLAIM_RULES || right->kind < CLAIM_RULES))
        return left->kind < right->kind ? -1 : 1;
    if (left->id != right->id)
        return left->id < right->id ? -1 : 1;
    if (left->kind != right->kind)
        return left->kind < right->kind ? -1 : 1;
    if (left->file != right->file)
        return left->file < right->file ? -1 : 1;
    return left->offset != right->offset ? (left->offset < right->offset ? -1 : 1) : 0;
}

static void say_at(struct warc_check *check, const struct claim *claim, enum warc_severity severity,
                   const char *code, const char *text)
{
    warc_check_say(check, check->links->labels[claim->file], claim->offset, severity, code, span_of(text));
}

static bool has_payload(const struct known *known, const struct claim *claim)
{
    return claim->payload == 0 || known->payloads[claim->payload_kind] == 0 ||
           known->payloads[claim->payload_kind] == claim->payload;
}

static const char other_payload[] = "WARC-Payload-Digest differs from that of the record that is repeated";

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
    else if (link->kind == CLAIM_REFERS && !is_original(found->type))
        text = "WARC-Refers-To names a record that is not a response";
    else if (link->kind == CLAIM_REFERS && !has_payload(found, link))
        text = other_payload;
    if (text)
        say_at(check, link, severity, "link", text);
}

/* Needs the known records in the order of captures. */
static void check_repeats(struct warc_check *check, const struct claim *link)
{
    const struct warc_links *links = check->links;
    struct known key = {.url = link->url, .date = link->date, .type = WARC_TYPE_RESPONSE};
    const struct known *end = links->known + links->known_count, *found;

    found = bsearch(&key, links->known, links->known_count, sizeof *links->known, compare_captures);
    if (!found) {
        say_at(check, link, WARC_WARNING, "link",
               "no response in these files has the URI and date to which the revisit refers");
        return;
    }
    while (found > links->known && compare_captures(found - 1, &key) == 0)
        found--;
    for (; found < end && compare_captures(found, &key) == 0; found++) {
        if (has_payload(found, link))
            return;
    }
    say_at(check, link, WARC_ERROR, "link", other_payload);
}

/* Needs the claims in the order of rules. Each host without robots.txt is reported once. */
static void check_rules(struct warc_check *check)
{
    const struct claim *claims = check->links->claims;

    for (size_t i = 0; i < check->links->claim_count; i++) {
        bool is_first = i == 0 || claims[i - 1].kind < CLAIM_RULES || claims[i - 1].id != claims[i].id;

        if (claims[i].kind == CLAIM_RULED && is_first)
            say_at(check, &claims[i], WARC_WARNING, "robots",
                   "these files have answers of this record's host, but not its robots.txt");
    }
}

static void check_ids(struct warc_check *check)
{
    const struct warc_links *links = check->links;

    for (size_t i = 1; i < links->known_count; i++) {
        const struct known *known = &links->known[i];

        if (known->id == known[-1].id)
            warc_check_say(check, links->labels[known->file], known->offset, WARC_ERROR, "id",
                           span_of("another record has the same WARC-Record-ID"));
    }
}

void warc_check_links(struct warc_check *check)
{
    struct warc_links *links = check->links;

    if (links->known_count == 0)
        return;
    qsort(links->known, links->known_count, sizeof *links->known, compare_ids);
    check_ids(check);
    for (size_t i = 0; i < links->claim_count; i++) {
        if (links->claims[i].kind < CLAIM_REPEATS)
            check_claim(check, &links->claims[i]);
    }
    qsort(links->known, links->known_count, sizeof *links->known, compare_captures);
    for (size_t i = 0; i < links->claim_count; i++) {
        if (links->claims[i].kind == CLAIM_REPEATS)
            check_repeats(check, &links->claims[i]);
    }
    if (links->claim_count == 0)
        return;
    qsort(links->claims, links->claim_count, sizeof *links->claims, compare_rules);
    check_rules(check);
}
