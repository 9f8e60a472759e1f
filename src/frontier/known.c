/* SPDX-License-Identifier: MIT */
/* Known texts: one open-addressing table in the order of the hashes. An entry's home is its hash scaled to
 * the number of homes, so entries have the order of their hashes at every size. The table therefore grows in
 * place by an eighth, with one sweep up and one down, and needs no second table. If an entry's home is taken,
 * the entry follows it in order (linear probing with sorted runs), and a search ends at the first greater
 * hash. A few slots after the last home hold the last run. The very last slot is always empty, so that every
 * search ends. And tables of unique texts, which many rows share. */
#include "config.h"

#include <errno.h>
#include <sys/mman.h>

#include "base/alloc.h"
#include "base/error.h"
#include "base/hash.h"
#include "frontier/db.h"
#include "frontier/inside.h"

/* Four-byte fields, so that an entry takes 12 bytes instead of 16. */
struct entry {
    uint32_t high, low;
    uint32_t word; /* 0: the slot is empty */
};

struct known {
    uint64_t key[2];
    struct entry *slots;
    size_t homes;
    size_t count;
};

enum { HOMES_AT_FIRST = 1024, SLOTS_BEHIND = 128 };

static inline uint64_t hash_of(const struct entry *entry)
{
    return (uint64_t)entry->high << 32 | entry->low;
}

static inline size_t home_of(uint64_t hash, size_t homes)
{
    return (size_t)(((unsigned __int128)hash * homes) >> 64);
}

/* Returns the size of the table, a mapping of its own: the kernel grows a mapping without copying it, realloc
 * may copy. */
static size_t map_bytes(size_t homes)
{
    return (homes + SLOTS_BEHIND) * sizeof(struct entry);
}

size_t known_bytes(const struct known *known)
{
    return sizeof *known + map_bytes(known->homes);
}

uint64_t known_count(const struct known *known)
{
    return known->count;
}

static struct entry *map_slots(size_t homes)
{
    return mmap(NULL, map_bytes(homes), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
}

struct known *known_new(void)
{
    struct known *known = MEM_NEW(struct known);

    random_fill(known->key, sizeof known->key);
    known->homes = HOMES_AT_FIRST;
    known->slots = map_slots(known->homes);
    if (known->slots == MAP_FAILED)
        die("out of memory for known URLs");
    return known;
}

void known_free(struct known *known)
{
    if (!known)
        return;
    munmap(known->slots, map_bytes(known->homes));
    free(known);
}

uint64_t known_hash(const struct known *known, struct span text)
{
    return siphash13(known->key, text);
}

/* Returns the slot that has HASH, or the slot where it belongs. */
static inline struct entry *find_slot(const struct known *known, uint64_t hash)
{
    struct entry *entry = known->slots + home_of(hash, known->homes);

    while (entry->word && hash_of(entry) < hash)
        entry++;
    return entry;
}

uint32_t *known_find(const struct known *known, uint64_t hash)
{
    struct entry *entry = find_slot(known, hash);

    return entry->word && hash_of(entry) == hash ? &entry->word : NULL;
}

/* Moves all entries, in order, to the end of SLOTS slots; returns where they start. */
static struct entry *pack_entries(struct entry *slots, size_t used, size_t all)
{
    struct entry *to = slots + all;

    for (struct entry *from = slots + used; from-- > slots;)
        if (from->word)
            *--to = *from;
    memset(slots, 0, (size_t)((char *)to - (char *)slots));
    return to;
}

/* Moves the packed entries to their homes. An entry never passes the next one that is still packed, unless
 * the last run does not fit after the last home. With random hashes, that is less likely than a broken
 * machine. */
static void spread_entries(struct entry *slots, struct entry *packed, size_t homes)
{
    struct entry *end = slots + homes + SLOTS_BEHIND, *free_slot = slots;

    for (; packed < end; packed++) {
        struct entry entry = *packed;
        struct entry *to = slots + home_of(hash_of(&entry), homes);

        packed->word = 0;
        if (to < free_slot)
            to = free_slot;
        if (to > packed || to == end - 1)
            die("known URLs: hashes are not random");
        *to = entry;
        free_slot = to + 1;
    }
}

/* Gives the table TO homes instead of FROM. Where mremap is missing or refused, copies it. */
static struct entry *grow_slots(struct entry *slots, size_t from, size_t to)
{
    struct entry *grown = mremap(slots, map_bytes(from), map_bytes(to), MREMAP_MAYMOVE);

    if (grown != MAP_FAILED || (errno != ENOSYS && errno != EPERM))
        return grown;
    grown = map_slots(to);
    if (grown != MAP_FAILED) {
        memcpy(grown, slots, map_bytes(from));
        (void)munmap(slots, map_bytes(from));
    }
    return grown;
}

static void grow_table(struct known *known, size_t homes)
{
    struct entry *slots = grow_slots(known->slots, known->homes, homes);

    if (slots == MAP_FAILED)
        die("out of memory for known URLs (%zu)", known->count);
    if (known->count > 0)
        spread_entries(slots, pack_entries(slots, known->homes + SLOTS_BEHIND, homes + SLOTS_BEHIND), homes);
    known->slots = slots;
    known->homes = homes;
}

static bool is_full(const struct known *known, size_t count)
{
    return count >= known->homes / 20 * 17;
}

void known_expect(struct known *known, size_t count)
{
    if (is_full(known, count))
        grow_table(known, count / 17 * 20 + HOMES_AT_FIRST);
}

/* Inserts an entry; false if the run at the end of the table is full. */
static bool insert_entry(struct known *known, uint64_t hash, uint32_t word)
{
    struct entry *at = find_slot(known, hash), *hole = at;

    while (hole->word)
        hole++;
    if (hole == known->slots + known->homes + SLOTS_BEHIND - 1)
        return false;
    memmove(at + 1, at, (size_t)((char *)hole - (char *)at));
    *at = (struct entry){.high = (uint32_t)(hash >> 32), .low = (uint32_t)hash, .word = word};
    known->count++;
    return true;
}

void known_add(struct known *known, uint64_t hash, uint32_t id, unsigned flags)
{
    if (id == 0 || id > KNOWN_ID_MAX || flags > KNOWN_FLAGS)
        die("known URLs: id %u, flags %u", id, flags);
    if (is_full(known, known->count))
        grow_table(known, known->homes + known->homes / 8);
    while (!insert_entry(known, hash, id << KNOWN_FLAG_BITS | flags))
        grow_table(known, known->homes + known->homes / 8);
}

void known_add_all(struct known *known, const struct known_text *texts, size_t count)
{
    for (size_t i = 0; i < count; i++)
        __builtin_prefetch(known->slots + home_of(texts[i].hash, known->homes), 1);
    for (size_t i = 0; i < count; i++)
        known_add(known, texts[i].hash, texts[i].id, texts[i].flags);
}

void intern_init(struct intern *intern, int add_statement)
{
    *intern = (struct intern){.texts = known_new(), .add = add_statement};
}

void intern_release(struct intern *intern)
{
    known_free(intern->texts);
    *intern = (struct intern){0};
}

bool intern_put(struct intern *intern, int64_t id, struct span text)
{
    if (id != intern->count + 1 || id > KNOWN_ID_MAX)
        return false;
    known_add(intern->texts, known_hash(intern->texts, text), (uint32_t)id, 0);
    intern->count = id;
    return true;
}

int intern_load(struct intern *intern, struct db *db, int all_statement)
{
    struct query *use QUERY_LOCAL = db_use(db, (size_t)all_statement);
    int got;

    while ((got = db_step(db, use)) > 0)
        if (!intern_put(intern, db_int64(use, 0), db_column(use, 1))) {
            got = db_fail(db, ERROR_CORRUPT, "rows are missing from a table of texts");
            break;
        }
    return got;
}

int intern_id(struct intern *intern, struct db *db, struct span text, int64_t *id)
{
    const uint32_t *word = text.len > 0 ? known_find(intern->texts, known_hash(intern->texts, text)) : NULL;
    int error = 0;

    *id = word ? *word >> KNOWN_FLAG_BITS : 0;
    if (word || text.len == 0)
        return 0;
    if (intern->count >= KNOWN_ID_MAX)
        return db_fail(db, ERROR_TOO_LARGE, "more texts than ids");
    *id = intern->count + 1;
    error = db_run_with(db, (size_t)intern->add, VALUES(with_int(":id", *id), with_text(":text", text)));
    if (!error && !intern_put(intern, *id, text))
        die("frontier: ids are not in order");
    return error;
}

struct db_value intern_value(const char *name, struct intern *intern, struct db *db, struct span text)
{
    int64_t id;
    int error = intern_id(intern, db, text, &id);

    return error ? (struct db_value){.name = name, .kind = DB_ERROR, .number = error} : with_id(name, id);
}
