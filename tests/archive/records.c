/* SPDX-License-Identifier: MIT */
/* records DIRECTORY FILE…: prints the records of WARC files, one to a line, and writes their blocks to
 * DIRECTORY/NUMBER. A line has, separated by tabs: number, type, date, URL, and every field of the head as
 * NAME=VALUE. */
#include "config.h"

#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

#include "archive/walk.h"
#include "base/file.h"

static void print_field(struct span head, const char *name)
{
    struct span value = {0};

    (void)head_value(head, name, 0, &value);
    printf("\t%.*s", (int)value.len, value.len > 0 ? value.at : "");
}

static void print_head(int number, struct span head)
{
    printf("%d", number);
    print_field(head, "WARC-Type");
    print_field(head, "WARC-Date");
    print_field(head, "WARC-Target-URI");
    (void)span_take_until(&head, '\n');
    while (head.len > 0) {
        struct span line = span_trim(span_take_until(&head, '\n'), "\r");
        struct span name = span_take_until(&line, ':');

        if (name.len > 0)
            printf("\t%.*s=%.*s", (int)name.len, name.at, (int)span_trim(line, " ").len,
                   span_trim(line, " ").at);
    }
    putchar('\n');
}

static int write_block(struct warc_walk *walk, int dir, int number)
{
    struct span piece;
    char name[24];
    int fd, error;

    (void)snprintf(name, sizeof name, "%d", number);
    fd = openat(dir, name, O_WRONLY | O_CREAT | O_TRUNC, 0666);
    if (fd < 0)
        return 1;
    while ((error = warc_walk_block(walk, &piece)) == 0 && piece.len > 0) {
        error = file_write(fd, piece.at, piece.len);
        if (error)
            break;
    }
    close(fd);
    return error;
}

int main(int argc, char **argv)
{
    int dir = argc > 2 ? open(argv[1], O_RDONLY | O_DIRECTORY) : -1, number = 0;

    if (dir < 0) {
        (void)fprintf(stderr, "usage: records DIRECTORY FILE…\n");
        return 2;
    }
    for (int i = 2; i < argc; i++) {
        int fd = open(argv[i], O_RDONLY);
        struct warc_walk *walk = warc_walk_new(fd, UINT64_MAX);
        struct warc_found *found;

        while (warc_walk_next(walk, &found) == 0) {
            print_head(++number, buf_span(&found->head));
            if (write_block(walk, dir, number) || warc_walk_end(walk))
                return 1;
        }
        warc_walk_free(walk);
        close(fd);
    }
    close(dir);
    return 0;
}
