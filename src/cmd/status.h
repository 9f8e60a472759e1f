/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_CMD_STATUS_H
#define TIPTOE_CMD_STATUS_H

#include "report/standing.h"

/* Prints the condition of MIRROR, which STANDING has. FORMAT is REPORT_LINES or REPORT_JSON. */
void status_print(const struct mirror *mirror, const struct standing *standing, enum report_format format)
    NONNULL;

#endif
