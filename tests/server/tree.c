/* SPDX-License-Identifier: MIT */
/* Files of a directory, found like a plain web server does. */
#include "config.h"

#include "tree.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

static const struct {
    const char *extension;
    const char *type;
} types[] = {
    {".html", "text/html; charset=utf-8"},
    {".htm", "text/html; charset=utf-8"},
    {".css", "text/css"},
    {".js", "text/javascript"},
    {".mjs", "text/javascript"},
    {".json", "application/json"},
    {".txt", "text/plain; charset=utf-8"},
    {".xml", "text/xml"},
    {".svg", "image/svg+xml"},
    {".png", "image/png"},
    {".jpg", "image/jpeg"},
    {".jpeg", "image/jpeg"},
    {".gif", "image/gif"},
    {".webp", "image/webp"},
    {".ico", "image/x-icon"},
    {".woff2", "font/woff2"},
    {".woff", "font/woff"},
    {".pdf", "application/pdf"},
    {".gz", "application/gzip"},
    {".zip", "application/zip"},
    {".mp4", "video/mp4"},
};

static const char *type_of(struct span path)
{
    for (size_t i = 0; i < COUNT_OF(types); i++) {
        size_t len = strlen(types[i].extension);

        if (path.len > len && span_is_nocase(span_part(path, path.len - len, len), types[i].extension))
            return types[i].type;
    }
    return "application/octet-stream";
}

/* Adds PATH, percent-decoded; false if it would leave the tree or end the name. */
static bool add_decoded(struct buf *disk, struct span path)
{
    size_t from = disk->len - 1; /* the slash before the path */

    for (size_t i = 0; i < path.len; i++) {
        char byte = path.at[i];

        if (byte == '%') {
            int high = i + 2 < path.len ? ascii_hex_value(path.at[i + 1]) : -1;
            int low = i + 2 < path.len ? ascii_hex_value(path.at[i + 2]) : -1;

            if (high < 0 || low < 0)
                return false;
            byte = (char)(high * 16 + low);
            if (byte == '/' || byte == '\0')
                return false;
            i += 2;
        }
        (void)buf_add_byte(disk, byte);
    }
    return !disk->full && !strstr(buf_text(disk) + from, "/../") && !strstr(buf_text(disk) + from, "//");
}

enum tree_kind tree_find(const char *root, struct span path, struct buf *disk, struct tree_file *file)
{
    struct stat info;

    buf_clear(disk);
    (void)buf_add_text(disk, root);
    (void)buf_add_byte(disk, '/');
    if (!add_decoded(disk, path))
        return TREE_MISSING;
    if (disk->at[disk->len - 1] == '/')
        (void)buf_add_text(disk, "index.html");
    if (stat(buf_text(disk), &info) != 0)
        return TREE_MISSING;
    if (S_ISDIR(info.st_mode))
        return TREE_DIRECTORY;
    if (!S_ISREG(info.st_mode))
        return TREE_MISSING;
    *file =
        (struct tree_file){.modified = info.st_mtime, .size = info.st_size, .type = type_of(buf_span(disk))};
    return TREE_FILE;
}

int tree_read(const char *path, struct buf *into)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t got = fd < 0 ? -1 : 1;

    while (got > 0) {
        char *to = buf_reserve(into, 64 * 1024);

        got = to ? read(fd, to, 64 * 1024) : -1;
        if (got > 0)
            buf_grew(into, (size_t)got);
    }
    if (fd >= 0)
        close(fd);
    return got == 0 ? 0 : -1;
}
