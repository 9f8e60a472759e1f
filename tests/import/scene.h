/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_TESTS_IMPORT_SCENE_H
#define TIPTOE_TESTS_IMPORT_SCENE_H

/* WARC files of another program, and an empty mirror, in a temporary directory. A step that must succeed ends
 * the test if it fails. */
#include <sys/stat.h>
#include <unistd.h>

#include "archive/record.h"
#include "base/file.h"
#include "frontier/frontier.h"
#include "import/sources.h"
#include "mirror/mirror.h"
#include "must.h"
#include "tap.h"

enum { SCENE_FILES = 4, SCENE_TEXT_MAX = 4 << 20 };

struct scene {
    char dir[40];
    struct buf mirror_dir;
    struct buf paths[SCENE_FILES]; /* of the files that were written */
    char *files[SCENE_FILES];      /* the same as texts */
    size_t file_count;
    struct mirror mirror;
    struct buf records, why;
    struct span parts[100]; /* of records */
    size_t part_count;
};

static inline void scene_make(struct scene *scene)
{
    *scene = (struct scene){.dir = "/tmp/tiptoe-import-XXXXXX"};
    if (!mkdtemp(scene->dir))
        exit(1);
    buf_init(&scene->mirror_dir, 1000);
    must(buf_add_format(&scene->mirror_dir, "%s/mirror", scene->dir));
    buf_init(&scene->records, SCENE_TEXT_MAX);
    buf_init(&scene->why, 1000);
    must(mirror_open(&scene->mirror, scene->mirror_dir.at, FOLDER_CREATE, &scene->why));
    if (!buf_reserve(&scene->records, SCENE_TEXT_MAX - 1))
        exit(1);
}

static inline void scene_remove(struct scene *scene)
{
    mirror_close(&scene->mirror);
    buf_release(&scene->records);
    buf_release(&scene->why);
    buf_release(&scene->mirror_dir);
    for (size_t i = 0; i < SCENE_FILES; i++)
        buf_release(&scene->paths[i]);
    file_remove_all(scene->dir);
}

/* Adds a record to the next file, verbatim. */
static inline void scene_add_text(struct scene *scene, struct span text)
{
    size_t at = scene->records.len;

    must(buf_add_span(&scene->records, text));
    scene->parts[scene->part_count++] = span_make(scene->records.at + at, text.len);
}

/* Adds the record of an answer to the next file. */
static inline void scene_add(struct scene *scene, const char *url, const char *date, const char *http)
{
    struct buf text;

    buf_init(&text, SCENE_TEXT_MAX);
    must(buf_add_format(&text,
                        "WARC/1.0\r\nWARC-Type: response\r\nWARC-Record-ID: <urn:x:%zu>\r\n"
                        "WARC-Target-URI: %s\r\nWARC-Date: %s\r\n"
                        "Content-Type: application/http; msgtype=response\r\n"
                        "Content-Length: %zu\r\n\r\n%s\r\n\r\n",
                        scene->part_count, url, date, strlen(http), http));
    scene_add_text(scene, buf_span(&text));
    buf_release(&text);
}

enum form {
    FORM_PLAIN,
    FORM_MEMBERS, /* one gzip member for each record */
    FORM_WHOLE    /* one gzip member */
};

/* Writes the records that were added as the file NAME. */
static inline void scene_write(struct scene *scene, const char *name, enum form form)
{
    struct buf *path = &scene->paths[scene->file_count];
    struct gzip_maker *maker = gzip_maker_new();
    struct member_file file;
    FILE *out;

    buf_init(path, 1000);
    must(buf_add_format(path, "%s/%s", scene->dir, name));
    out = fopen(path->at, "w");
    if (!out)
        exit(1);
    member_file_init(&file, fileno(out), 0);
    if (form == FORM_PLAIN)
        must(member_file_add(&file, buf_span(&scene->records)));
    else if (form == FORM_WHOLE)
        must(member_add(maker, &(struct member){.before = {buf_span(&scene->records)}}, &file));
    for (size_t i = 0; form == FORM_MEMBERS && i < scene->part_count; i++)
        must(member_add(maker, &(struct member){.before = {scene->parts[i]}}, &file));
    must(member_file_write(&file));
    member_file_release(&file);
    gzip_maker_free(maker);
    (void)fclose(out);
    buf_clear(&scene->records);
    scene->part_count = 0;
    scene->files[scene->file_count++] = path->at;
}

/* The start page of the first COUNT files. */
static inline int scene_find_start(struct scene *scene, size_t count, struct buf *url)
{
    struct sources sources;
    int error = sources_open(&sources, scene->files, count, NULL, NULL, &scene->why);

    if (!error)
        error = start_find(&sources, url, &scene->why);
    sources_release(&sources);
    return error;
}

/* Imports all files that were written. */
static inline int scene_adopt(struct scene *scene)
{
    buf_clear(&scene->why);
    struct sources sources;
    int error = sources_open(&sources, scene->files, scene->file_count, NULL, NULL, &scene->why);

    if (!error)
        error = adopt(&scene->mirror, &sources, &scene->why);
    sources_release(&sources);
    return error;
}

/* Whether the setting NAME is VALUE. */
static inline bool scene_has(struct scene *scene, const char *name, const char *value)
{
    struct span seen = {0};
    int error = frontier_setting(scene->mirror.frontier, name, &seen);

    if (error || !span_is(seen, value))
        tap_show(name, seen);
    return !error && span_is(seen, value);
}

#endif
