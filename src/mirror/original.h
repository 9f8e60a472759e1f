/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_MIRROR_ORIGINAL_H
#define TIPTOE_MIRROR_ORIGINAL_H

#include "archive/warc_read.h"
#include "base/digest.h"
#include "site/path.h"

struct frontier_place;
struct frontier_row;
struct frontier_visit;
struct mirror;

/* The original of a stored document, read back from the archive, and what the frontier has of it. The spans
 * are borrowed from it. */
struct original {
    struct warc_record record;
    struct warc_record repeated; /* of a revisit: the record that has its body */
    struct body plain;           /* what had to be decoded */
    struct buf url_text, path_text;
    int64_t id;
    bool is_rendered; /* scripts have made it */
    struct span url, path, content_type;
    struct span refresh; /* the header of that name */
    struct span bytes;   /* decoded */
    struct body *source; /* what these are a span of */
};

/* Follows the name of a local original, which is then empty, and released at the end of its block. */
#define ORIGINAL_LOCAL RELEASED_BY(original_release) = {.plain = {.fd = -1}}

/* The functions that turn originals into the documents of site/. The rooms above the mirror know how; recover
 * and verify only use it. ROW is the frontier's, and invalid afterwards. */
struct documents {
    void *context;
    /* Weaves the document of ROW again and stages its file; a damaged original is reported and noted. */
    int (*mend)(void *context, const struct frontier_row *row, bool *damaged);
    /* Weaves it, or its view FRAGMENT unless that is empty, without writing; WOVEN is borrowed until the next
     * call. */
    int (*remake)(void *context, const struct frontier_row *row, const struct buf *fragment,
                  struct span *woven);
};

/* Reads the original of ROW, of at most PLAIN_MAX bytes when decoded, whose spans are invalid afterwards.
 * ERROR_CORRUPT if its record, or the file that should have it, is damaged or missing. Always to be
 * followed by original_release. Unless FRAGMENT is NULL: the document that its scripts have made, if site/
 * shows that and its record is whole; is_rendered says so. With one that is not empty, "#/about", that of
 * this view of the page, which has a file of its own. */
int original_read(struct original *original, struct mirror *mirror, const struct frontier_row *row,
                  uint64_t plain_max, const struct buf *fragment)
    __attribute__((nonnull(1, 2, 3), warn_unused_result));

/* Sets FRAGMENT, at first empty, to that of the next view of PAGE that has a file, and PATH, unless it is
 * NULL, to that file; ERROR_END at the end. The texts of PAGE, a row of the frontier, may be others' before,
 * and are right again afterwards. */
int original_next_view(struct mirror *mirror, struct frontier_row *page, struct buf *fragment,
                       char path[PATH_BYTES_MAX + 1]) __attribute__((nonnull(1, 2, 3), warn_unused_result));

/* Schedules the removal of the views' files of a page whose file is or was PATH. */
int original_leave_views(struct mirror *mirror, int64_t page, struct span path) CHECKED;

/* Reads the original of a document with this DIGEST, whose record was committed earlier, at PLACE. It has no
 * URL or path. FOUND is false if the document has no record or a damaged one, and after an error; there is
 * then nothing to release. */
int original_find(struct original *original, struct mirror *mirror, const struct frontier_place *place,
                  struct span digest, bool *found) CHECKED;
void original_release(struct original *original) NONNULL;

/* Notes that the original or the file of URL is damaged or missing, and reports it as WHAT, unless that is
 * NULL: the next update requests the URL in full. No revisit record repeats a body that the archive lost. */
int original_note_damage(struct mirror *mirror, int64_t url, const char *what)
    __attribute__((nonnull(1), warn_unused_result));

/* Reads only the head of the record at PLACE, be it a document's or not; its block stays empty and unread. */
int original_head(struct mirror *mirror, const struct frontier_place *place, struct warc_record *record)
    CHECKED;

/* Sets RIGHT to whether site/ has the file of an answer, of the right size unless it is a document, whose
 * size depends on its links. Fails if this process cannot read a file that may be whole. */
int stored_has_size(const struct mirror *mirror, const struct frontier_visit *visit, bool *right) CHECKED;

/* Sets WHOLE in the same way for an answer that is not a document, with its digest. A mirror with an older
 * schema lacks the digest of a file whose body was coded; then only the size is compared. */
int stored_is_whole(const struct mirror *mirror, const struct frontier_visit *visit, bool *whole) CHECKED;

/* Returns whether the file PATH of site/ has exactly these bytes. */
int stored_equals(const struct mirror *mirror, const char *path, struct span content, bool *same) CHECKED;

/* Computes the SHA-256 of the first SIZE bytes of the file open as FD. */
int stored_digest(int fd, uint64_t size, unsigned char bytes[DIGEST_MAX_BYTES]) CHECKED;

#endif
