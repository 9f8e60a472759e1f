/* SPDX-License-Identifier: MIT */
/* The main program of a fuzz target without a fuzzer. It gives the target every file of its corpus
 * (NAME.corpus beside the source of NAME.t), and every prefix of each file, because parsers break at the end
 * of their input. */
#include "config.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/buf.h"
#include "base/file.h"
#include "tap.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* The number of prefixes of one file, evenly spread; corpus files are small. */
enum { PREFIXES = 1024, FILE_BYTES = 1024 * 1024 };

static unsigned inputs;

/* Copies the input into memory of exactly its size, so that a sanitizer detects a read beyond its end. */
static void run_target(const char *bytes, size_t len)
{
    uint8_t *copy = malloc(len > 0 ? len : 1);

    if (!copy)
        abort();
    if (len > 0)
        memcpy(copy, bytes, len);
    (void)LLVMFuzzerTestOneInput(copy, len);
    free(copy);
    inputs++;
}

static void run_file(int dir, const char *name)
{
    struct buf file;

    buf_init(&file, FILE_BYTES);
    if (!ok(file_read(dir, name, &file) == 0, "%s is read", name))
        return;
    for (size_t i = 0; i < PREFIXES && i < file.len; i++) {
        size_t len = file.len <= PREFIXES ? i : file.len / PREFIXES * i;

        run_target(file.at, len);
    }
    run_target(buf_text(&file), file.len);
    ok(true, "the target survives %s", name);
    buf_release(&file);
}

static int compare_names(const struct dirent **a, const struct dirent **b)
{
    return strcmp((*a)->d_name, (*b)->d_name);
}

static int is_visible(const struct dirent *entry)
{
    return entry->d_name[0] != '.';
}

/* "…/fuzz/url.t" → "TOP/tests/fuzz/url.corpus" */
static void corpus_path(struct buf *path, const char *program)
{
    const char *top = getenv("top_srcdir");
    const char *slash = strrchr(program, '/');
    struct span name = span_of(slash ? slash + 1 : program);

    (void)buf_add_format(path, "%s/tests/fuzz/%.*s.corpus", top ? top : "..", (int)span_find(name, '.'),
                         name.at);
}

int main(int argc, char **argv)
{
    struct dirent **entries;
    struct buf path;
    int dir, count;

    (void)argc;
    buf_init(&path, 4096);
    corpus_path(&path, argv[0]);
    dir = open(buf_text(&path), O_RDONLY | O_DIRECTORY);
    count = dir < 0 ? -1 : scandir(buf_text(&path), &entries, is_visible, compare_names);
    ok(count > 0, "a corpus in %s", buf_text(&path));
    for (int i = 0; i < count; i++) {
        run_file(dir, entries[i]->d_name);
        free(entries[i]);
    }
    if (count >= 0)
        free(entries);
    buf_release(&path);
    printf("# %u inputs, %.0f in a second of processor time\n", inputs,
           inputs / ((double)clock() / CLOCKS_PER_SEC));
    return done();
}
