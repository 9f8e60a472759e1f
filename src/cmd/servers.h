/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_CMD_SERVERS_H
#define TIPTOE_CMD_SERVERS_H

#include "base/buf.h"
#include "base/json.h"

struct frontier;

/* The origins of a mirror that count as one server (crawl/gates.h). */

/* Adds them to TEXT, a line for each server of several origins. */
void servers_describe(struct frontier *frontier, struct buf *text) __attribute__((nonnull));

/* Adds the members "share_pace", if the mirror has a shared folder, and "servers". */
void servers_add(struct frontier *frontier, struct json_writer *json) __attribute__((nonnull));

#endif
