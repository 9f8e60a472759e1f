/* SPDX-License-Identifier: MIT */
/* Which archive files were imported, and whether they are unchanged since then. */
#include "config.h"

#include "mirror/imported.h"

#include "base/buf.h"
#include "base/digest.h"
#include "base/error.h"
#include "base/file.h"
#include "frontier/frontier.h"
#include "mirror/mirror.h"
#include "mirror/stored.h"

enum { LINE_MAX = 1024 };

int64_t imported_last(struct mirror *mirror)
{
    struct span value;
    uint64_t last;

    if (frontier_setting(mirror->frontier, "imported", &value) || !span_to_u64(value, &last) ||
        last > INT64_MAX)
        return 0;
    return (int64_t)last;
}

bool imported_has(struct mirror *mirror, int64_t archive)
{
    return archive <= imported_last(mirror);
}

int imported_add_digest(const char *name, int fd, struct buf *list)
{
    unsigned char bytes[DIGEST_MAX_BYTES];
    char text[DIGEST_TEXT_SIZE];
    uint64_t size = 0;
    int error = file_size(fd, &size);

    if (!error)
        error = stored_digest(fd, size, bytes);
    if (error)
        return error;
    digest_text(DIGEST_SHA256, bytes, text);
    return buf_add_format(list, "%s %s\n", name, text);
}

int imported_check(struct mirror *mirror, const char *name, int fd, bool *imported, bool *same)
{
    struct span list = {0};
    struct buf now;
    int error = frontier_setting(mirror->frontier, "import-digests", &list);

    *imported = *same = false;
    if (error)
        return error == ERROR_NOT_FOUND ? 0 : error;
    buf_init(&now, LINE_MAX);
    while (list.len > 0 && !*imported && !error) {
        struct span line = span_part(list, 0, span_find(list, '\n') + 1), rest = line;

        list = span_part(list, line.len, list.len);
        if (!span_is(span_take_until(&rest, ' '), name))
            continue;
        *imported = true;
        error = imported_add_digest(name, fd, &now);
        *same = !error && span_equals(line, buf_span(&now));
    }
    buf_release(&now);
    return error;
}
