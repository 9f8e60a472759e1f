/* SPDX-License-Identifier: MIT */
/* A damaged mirror.db: the input is a list of changes, three bytes of offset and one of value each, to a
 * database with a few rows. After any change, opening and reading it gives values or errors. Opening costs as
 * much as a hundred readings, because it prepares all statements. So most inputs damage a database that is
 * open already, as another program would; SQLite reads the file again when its change counter differs. */
#include "config.h"

#include <fcntl.h>
#include <stdio.h>
#include <sys/mman.h>

#include "base/alloc.h"
#include "base/buf.h"
#include "base/file.h"
#include "frontier/frontier.h"
#include "frontier/inside.h"
#include "frontier/links.h"
#include "frontier/row.h"
#include "fuzz.h"

static void fill(const char *path)
{
    struct frontier *frontier = frontier_new();
    struct frontier_ids links = {0};
    struct frontier_robots robots = {.status = 200, .body = span_of("User-agent: *\nDisallow: /x\n")};
    char url[60];
    int64_t run, origin, holder;

    demand(frontier_open(frontier, path, FRONTIER_CREATE) == 0);
    demand(frontier_begin_run(frontier, "fuzz", 1, &run) == 0);
    demand(frontier_origin(frontier, span_of("https://example.org"), &origin) == 0);
    demand(frontier_set_robots(frontier, origin, &robots) == 0);
    for (int i = 1; i <= 20; i++) {
        struct frontier_new new = {.origin = origin,
                                   .kind = FRONTIER_PAGE,
                                   .roles = FRONTIER_AS_PAGE,
                                   .referrer = i / 2,
                                   .via = span_of("a href"),
                                   .reason = i % 7 ? FRONTIER_NO_REASON : FRONTIER_BY_ROBOTS,
                                   .rule = span_of(i % 7 ? "" : "line 2: Disallow: /x")};

        snprintf(url, sizeof url, "https://example.org/page/%d", i);
        new.url = span_of(url);
        demand(frontier_add(frontier, &new, &(int64_t){0}) == 0);
        frontier_ids_add(&links, i);
    }
    for (int i = 1; i <= 6; i++) {
        struct frontier_visit visit = {.url = i,
                                       .state = i == 3 ? FRONTIER_REDIRECTED : FRONTIER_DONE,
                                       .status = 200,
                                       .document = true,
                                       .title = span_of("A title"),
                                       .redirect_to = i == 3 ? 4 : 0};

        snprintf(url, sizeof url, "page/%d.html", i);
        demand(frontier_claim_path(frontier, i, span_of(url), span_of(url), &holder) == 0);
        demand(frontier_finish(frontier, &visit) == 0);
        demand(frontier_set_links(frontier, i, &links) == 0);
    }
    demand(frontier_retry(frontier, 9, 1, 5) == 0);
    demand(frontier_commit(frontier) == 0);
    frontier_ids_release(&links);
    frontier_free(frontier);
}

/* Reads everything. */
static void read_all(struct frontier *frontier)
{
    struct frontier_origin origin;
    struct frontier_robots robots;
    struct frontier_archive archive;
    struct frontier_target target;
    struct frontier_stats stats;
    struct frontier_ids links = {0};
    struct frontier_row row;
    struct frontier_run run;
    struct span text;
    struct frontier_document document = {.id = 0};

    frontier_stats(frontier, &stats);
    (void)!frontier_last_run(frontier, &run);
    (void)!frontier_archives(frontier, 0, &archive);
    (void)!frontier_setting(frontier, "x", &text);
    (void)!frontier_get_by_url(frontier, span_of("https://example.org/page/20"), &row);
    for (int64_t id = 1; id <= frontier_origin_count(frontier) && id < 30; id++) {
        frontier_get_origin(frontier, id, &origin);
        (void)!frontier_origin_text(frontier, id, &text);
        (void)!frontier_robots(frontier, id, &robots);
    }
    for (int64_t id = 1; id <= 20; id++) {
        (void)!frontier_get(frontier, id, &row);
        (void)!frontier_target(frontier, id, &target);
        (void)!frontier_links(frontier, id, &links);
    }
    for (int i = 0; i < 30 && frontier_documents(frontier, document.id, &document) == 0; i++)
        continue;
    frontier_ids_release(&links);
}

/* Walks over the queue, then empties it. */
static void work(struct frontier *frontier)
{
    struct frontier_item item;
    int64_t run;

    if (frontier_begin_run(frontier, "fuzz", 2, &run) != 0)
        return;
    for (int i = 0; i < 30; i++) {
        struct frontier_visit visit = {.state = FRONTIER_DONE, .status = 200};

        if (frontier_origin_count(frontier) < 1 || frontier_next(frontier, 1, FRONTIER_PAGE, 9, &item) != 0)
            break;
        visit.url = item.id;
        if (frontier_finish(frontier, &visit) != 0)
            break;
    }
    (void)!frontier_commit(frontier);
}

enum { DAMAGE_MAX = 400, OPENED_OF = 1024, COUNTER_AT = 24, VERSIONS_AT = 18 };

/* Where the databases are: in memory where that is possible, because commits are synced. */
static struct {
    char dir[40], path[60], live_path[60];
    struct buf sound; /* the undamaged database */
    char *live;       /* the bytes of the one that is open */
} place;

static void remove_files(const char *base)
{
    static const char *const ends[] = {"", "-wal", "-shm", "-journal"};
    char path[70];

    for (size_t i = 0; i < COUNT_OF(ends); i++) {
        snprintf(path, sizeof path, "%s%s", base, ends[i]);
        unlink(path);
    }
}

static void remove_place(void)
{
    remove_files(place.path);
    remove_files(place.live_path);
    rmdir(place.dir);
}

static void make_place(void)
{
    int fd;

    snprintf(place.dir, sizeof place.dir, "%s/tiptoe-fuzz-XXXXXX",
             access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp");
    demand(mkdtemp(place.dir) != NULL);
    snprintf(place.path, sizeof place.path, "%s/mirror.db", place.dir);
    snprintf(place.live_path, sizeof place.live_path, "%s/live.db", place.dir);
    (void)atexit(remove_place);
    fill(place.path);
    buf_init(&place.sound, 1 << 20);
    fd = open(place.dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    demand(fd >= 0 && file_read(fd, "mirror.db", &place.sound) == 0);
    close(fd);
}

/* Where the change at I of the input is. */
static size_t at(const uint8_t *data, size_t i)
{
    return ((size_t)data[i] << 16 | (size_t)data[i + 1] << 8 | data[i + 2]) % place.sound.len;
}

static void damage(char *bytes, const uint8_t *data, size_t size)
{
    for (size_t i = 0; i + 4 <= size && i < DAMAGE_MAX; i += 4)
        bytes[at(data, i)] = (char)data[i + 3];
}

static int create_file(const char *path, const char *bytes)
{
    int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);

    demand(fd >= 0);
    fill_file(fd, bytes, place.sound.len);
    return fd;
}

static void write_damaged(const uint8_t *data, size_t size)
{
    char *copy = mem_copy_text(place.sound.at, place.sound.len);

    remove_files(place.path);
    damage(copy, data, size);
    close(create_file(place.path, copy));
    free(copy);
}

static void open_damaged(const uint8_t *data, size_t size)
{
    static const enum frontier_mode modes[] = {FRONTIER_READ, FRONTIER_OPEN};

    for (size_t i = 0; i < COUNT_OF(modes); i++) {
        struct frontier *frontier = frontier_new();

        write_damaged(data, size);
        if (frontier_open(frontier, place.path, modes[i]) == 0) {
            read_all(frontier);
            if (modes[i] == FRONTIER_OPEN)
                work(frontier);
        } else {
            demand(frontier_error_text(frontier)[0] != '\0');
        }
        frontier_free(frontier);
    }
}

/* Opens the database that later inputs damage. It has no log: SQLite then looks at the change counter. */
static struct frontier *open_live(void)
{
    struct frontier *frontier = frontier_new();
    int fd;

    place.sound.at[VERSIONS_AT] = place.sound.at[VERSIONS_AT + 1] = 1;
    fd = create_file(place.live_path, place.sound.at);
    place.sound.at[VERSIONS_AT] = place.sound.at[VERSIONS_AT + 1] = 2;
    place.live = mmap(NULL, place.sound.len, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    demand(place.live != MAP_FAILED);
    close(fd);
    demand(frontier_open(frontier, place.live_path, FRONTIER_READ) == 0);
    return frontier;
}

/* Lets the open database have, and then no more, the damage of the input. */
static void damage_live(const uint8_t *data, size_t size, bool undo)
{
    static uint32_t counter;

    for (size_t i = 0; undo && i + 4 <= size && i < DAMAGE_MAX; i += 4)
        place.live[at(data, i)] = place.sound.at[at(data, i)];
    if (!undo)
        damage(place.live, data, size);
    place.live[VERSIONS_AT] = place.live[VERSIONS_AT + 1] = 1;
    counter++;
    memcpy(place.live + COUNTER_AT, &counter, sizeof counter);
}

/* Loads again what opening loads, and reads everything; in one transaction, because a statement is in use. */
static void read_damaged(struct frontier *frontier)
{
    struct query *transaction = db_use(frontier->db, FILE_COUNT);
    bool changed;

    (void)!db_step(frontier->db, transaction);
    origins_release(&frontier->origins);
    frontier->origins = (struct origins){0};
    intern_init(&frontier->origins.texts, ORIGIN_ADD);
    if (origins_load(frontier) == 0 && tally_load(frontier) == 0 && frontier_refresh(frontier, &changed) == 0)
        read_all(frontier);
    db_done(transaction);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct frontier *frontier;
    uint32_t hash = 0;

    for (size_t i = 0; i < size; i++)
        hash = hash * 31 + data[i];
    if (place.sound.len == 0)
        make_place();
    if (hash % OPENED_OF == 0) {
        open_damaged(data, size);
        return 0;
    }
    if (!frontier)
        frontier = open_live();
    damage_live(data, size, false);
    read_damaged(frontier);
    damage_live(data, size, true);
    return 0;
}
