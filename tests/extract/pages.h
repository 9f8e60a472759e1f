/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_TESTS_EXTRACT_PAGES_H
#define TIPTOE_TESTS_EXTRACT_PAGES_H

#include <dirent.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/file.h"

/* Real pages: the documentation of packages that most test machines have. */
static const char *const pages_folders[] = {"/usr/share/doc/python3/html", "/usr/share/doc/sqlite3"};

enum { PAGES_FOLDERS = COUNT_OF(pages_folders) };

/* A walk through the pages of a folder, in the order of their names. EACH gets one page at a time. */
struct pages {
    void (*each)(void *context, struct span html, const char *name);
    void *context;
    unsigned most; /* pages beyond this are not read */
    unsigned count;
    struct buf file; /* the current page */
};

static void pages_walk(struct pages *pages, int dir)
{
    struct dirent **entries;
    int count = scandirat(dir, ".", &entries, NULL, alphasort), inner;

    for (int i = 0; i < count; i++) {
        const char *name = entries[i]->d_name, *dot = strrchr(name, '.');

        if (entries[i]->d_type == DT_DIR && name[0] != '.' && file_open_dir(dir, name, &inner) == 0) {
            pages_walk(pages, inner);
            close(inner);
        } else if (entries[i]->d_type == DT_REG && dot && strcmp(dot, ".html") == 0 &&
                   pages->count < pages->most) {
            buf_clear(&pages->file);
            if (file_read(dir, name, &pages->file) == 0)
                pages->each(pages->context, buf_span(&pages->file), name);
            pages->count++;
        }
        free(entries[i]);
    }
    if (count >= 0)
        free(entries);
}

/* Walks FOLDER; false if no page is there: the package sqlite3, without its pages, fills the folder of
 * sqlite3-doc. */
static bool pages_start(struct pages *pages, const char *folder)
{
    int dir = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);

    if (dir < 0)
        return false;
    pages->count = 0;
    buf_init(&pages->file, 64 * 1024 * 1024);
    pages_walk(pages, dir);
    buf_release(&pages->file);
    close(dir);
    return pages->count > 0;
}

#endif
