/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_CMD_STATUS_H
#define TIPTOE_CMD_STATUS_H

#include "report/standing.h"

/* Prints the progress of MIRROR to standard output, as JSON or as lines. MAX_AGE_MS is that of standing_read.
 */
void status_print(const struct mirror *mirror, int64_t max_age_ms, enum report_format format) NONNULL;

#endif
