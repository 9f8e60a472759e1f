/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_CRAWL_REQUEST_LOG_H
#define TIPTOE_CRAWL_REQUEST_LOG_H

struct fetch_result;
struct job;
struct request_log;

/* One JSON object in a line for every request: time, url, status, outcome, bytes, ms, type; pace_ms, pace_by
 * and connections, the pace in force when it was made; challenge, the firewall that answered, if any,
 * and meta_disagreements (if any), the restrictive META terms that only one of the two readers found. */

/* Opens PATH for appending; NULL with errno when that fails. */
struct request_log *request_log_open(const char *path) __attribute__((nonnull));
void request_log_close(struct request_log *log);

/* Adds a line; a NULL log ignores it. A line that cannot be written is lost: the record of each request is in
 * the database. */
void request_log_add(struct request_log *log, const struct job *job, const struct fetch_result *result,
                     unsigned disagreements) __attribute__((nonnull(2, 3)));

#endif
