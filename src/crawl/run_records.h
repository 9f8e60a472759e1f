/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_CRAWL_RUN_RECORDS_H
#define TIPTOE_CRAWL_RUN_RECORDS_H

#include "base/buf.h"
#include "base/json.h"

struct crawl;
struct fetch_result;
struct frontier_load;
struct job;
struct request_log;

/* Adds the account of what the run costs the sites, crawl->load, to the batch that is committed next. */
int load_keep(struct crawl *crawl) CHECKED;

/* Adds the account in English to OUT, each line with a line end. */
void load_describe(const struct frontier_load *load, struct buf *out) NONNULL;

/* Adds the account as members of an object. */
void load_add_members(struct json_writer *json, const struct frontier_load *load) NONNULL;

/* One JSON object in a line for every request: time, url, status, outcome, bytes, ms, type; pace_ms, pace_by
 * and connections, the pace in force when it was made; challenge, the firewall that answered, if any,
 * and meta_disagreements (if any), the restrictive META terms that only one of the two readers found. */

/* Opens PATH for appending; NULL with errno when that fails. */
struct request_log *request_log_open(const char *path) NONNULL;
void request_log_close(struct request_log *log);

/* Adds a line; a NULL log ignores it. A line that cannot be written is lost: the record of each request is in
 * the database. */
void request_log_add(struct request_log *log, const struct job *job, const struct fetch_result *result,
                     unsigned disagreements) __attribute__((nonnull(2, 3)));

/* Adds the decisions of the run to the archive, with --archive all, at the end of a pass that archived
 * something: for people who read the archive without the mirror. Resource records hold the runs and the URLs
 * that were refused, each with its rule. */
int run_records_add(struct crawl *crawl) CHECKED;

#endif
