/* SPDX-License-Identifier: MIT */
/* Draws the default icon from data/icon.txt as a PNG (RFC 2083) with one bit for each pixel. */
#include "config.h"

#include "export/zim_icon.h"

#define ZLIB_CONST
#include <string.h>
#include <zlib.h>

#include "base/die.h"
#include "base/error.h"
#include "base/file.h"
#include "export/icon_rows.h"
#include "frontier/row.h"
#include "frontier/visit.h"
#include "mirror/mirror.h"
#include "site/path.h"

enum { SIDE = 48, ROW_BYTES = 1 + SIDE / 8, HEAD_BYTES = 24, PACKED_MAX = 1024, CRC_BYTES = 4 };

static const char signature[] = "\x89PNG\r\n\x1a\n\0\0\0\rIHDR";

static void add_number(struct buf *png, unsigned long number)
{
    for (int shift = 24; shift >= 0; shift -= 8)
        (void)buf_add_byte(png, (char)((number >> shift) & 255));
}

static void add_chunk(struct buf *png, const char *name, const void *bytes, size_t len)
{
    uLong crc = crc32(crc32(0, (const Bytef *)name, 4), bytes, (uInt)len);

    add_number(png, len);
    (void)buf_add(png, name, 4);
    (void)buf_add(png, bytes, len);
    add_number(png, crc);
}

static void add_own(struct buf *png)
{
    static const unsigned char head[] = {0, 0, 0, SIDE, 0, 0, 0, SIDE, 1, 0, 0, 0, 0};
    unsigned char rows[SIDE][ROW_BYTES] = {{0}}, packed[PACKED_MAX];
    uLongf len = sizeof packed;

    for (size_t y = 0; y < SIDE; y++) {
        for (size_t x = 0; x < SIDE; x++) {
            if (icon_rows[y][x] == '.')
                rows[y][1 + x / 8] |= (unsigned char)(128 >> x % 8);
        }
    }
    if (compress2(packed, &len, rows[0], sizeof rows, Z_BEST_COMPRESSION) != Z_OK)
        die("zlib cannot compress an icon");
    (void)buf_add(png, signature, 8);
    add_chunk(png, "IHDR", head, sizeof head);
    add_chunk(png, "IDAT", packed, (size_t)len);
    add_chunk(png, "IEND", "", 0);
}

/* Whether a file starts as a PNG of the right size does. */
static bool is_icon(struct span png)
{
    static const unsigned char size[] = {0, 0, 0, SIDE, 0, 0, 0, SIDE};

    return png.len > HEAD_BYTES && memcmp(png.at, signature, sizeof signature - 1) == 0 &&
           memcmp(png.at + sizeof signature - 1, size, sizeof size) == 0;
}

static bool may_be_icon(const struct frontier_visit *visit)
{
    static const char word[] = "icon";

    return visit->state == FRONTIER_DONE && visit->path.len > 0 && visit->path.len <= PATH_BYTES_MAX &&
           span_starts_nocase(visit->content_type, "image/png") &&
           memmem(visit->path.at, visit->path.len, word, sizeof word - 1);
}

int zim_icon(struct mirror *mirror, struct buf *png)
{
    char path[PATH_BYTES_MAX + 1];
    struct frontier_row row;
    int64_t after = 0;
    int error;

    while ((error = frontier_visits(mirror->frontier, after, 0, &row)) == 0) {
        after = row.item.id;
        if (!may_be_icon(&row.visit))
            continue;
        memcpy(path, row.visit.path.at, row.visit.path.len);
        path[row.visit.path.len] = '\0';
        buf_clear(png);
        if (file_read(mirror->folder.site_dir, path, png) == 0 && is_icon(buf_span(png)))
            return 0;
    }
    buf_clear(png);
    add_own(png);
    return error == ERROR_END ? 0 : error;
}
