/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_EXPORT_REVISIT_REWRITER_H
#define TIPTOE_EXPORT_REVISIT_REWRITER_H

#include <stdint.h>

struct capture;
struct mirror;
struct revisit_rewriter;
struct withdrawn;

/* Rewrites revisit records as complete responses. A revisit has no body: it refers to the record of another
 * URL with the same content. If the site has withdrawn that URL since, exports omit its record, and the
 * revisit would refer to nothing. */

/* Indexes the archive of MIRROR. RESTORER is set in any case, and to be closed with revisit_rewriter_close.
 */
int revisit_rewriter_open(struct revisit_rewriter **rewriter, struct mirror *mirror)
    __attribute__((nonnull, warn_unused_result));
void revisit_rewriter_close(struct revisit_rewriter *rewriter);

/* CAPTURE becomes the revisit at OFFSET of the archive file with this id, or NULL unless its original is of a
 * WITHDRAWN URL. Places must come in ascending order. */
int revisit_rewriter_find(struct revisit_rewriter *rewriter, const struct withdrawn *withdrawn, int64_t file,
                          uint64_t offset, const struct capture **capture)
    __attribute__((nonnull, warn_unused_result));

/* Appends the response for CAPTURE to TO, with the id, date and header block of the revisit; its length is
 * added to WRITTEN. The chunks of its body are not those that the server sent: these were never stored. A
 * revisit whose original cannot be read is left out with a warning. */
int revisit_rewriter_write(struct revisit_rewriter *rewriter, const struct capture *capture, int to,
                           uint64_t *written) __attribute__((nonnull, warn_unused_result));

#endif
