/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_EXPORT_RESTORER_H
#define TIPTOE_EXPORT_RESTORER_H

#include <stdint.h>

struct capture_entry;
struct mirror;
struct restorer;
struct withdrawn;

/* Revisit records as the responses that they stand for: one page may have the same content as another, which
 * the site has withdrawn since. The body is then only in the record of that other page, which exports omit.
 */

/* Indexes the archive of MIRROR. RESTORER is set in any case, and to be closed with restorer_close. */
int restorer_open(struct restorer **restorer, struct mirror *mirror)
    __attribute__((nonnull, warn_unused_result));
void restorer_close(struct restorer *restorer);

/* CAPTURE becomes the revisit at OFFSET of the archive file with this id, or NULL unless its original is of a
 * WITHDRAWN URL. Places must come in ascending order. */
int restorer_find(struct restorer *restorer, const struct withdrawn *withdrawn, int64_t file, uint64_t offset,
                  const struct capture_entry **capture) __attribute__((nonnull, warn_unused_result));

/* Appends the response for CAPTURE to TO, with the id, date and header block of the revisit; its length is
 * added to WRITTEN. The chunks of its body are not those that the server sent: these were never stored. A
 * revisit whose original cannot be read is left out with a warning. */
int restorer_write(struct restorer *restorer, const struct capture_entry *capture, int to, uint64_t *written)
    __attribute__((nonnull, warn_unused_result));

#endif
