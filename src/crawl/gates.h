/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_CRAWL_GATES_H
#define TIPTOE_CRAWL_GATES_H

#include "base/span.h"

struct crawl;
struct job;
struct origin;
struct sockaddr;

/* The servers for which several origins, or several processes, take turns. A gate is one server: one address,
 * for the names of one registrable domain; with --share-pace for all names and in all processes, and then
 * each origin has a gate of its own too. Connections through a proxy have no address. */
struct gates;

/* Opens the gates of a run, with the servers that the mirror remembers. Returns 0, or a negative enum error
 * with crawl->culprit. */
int gates_open(struct crawl *crawl) CHECKED;
void gates_close(struct gates *gates);

/* Takes the turns that a request to ORIGIN needs, as far as its server is known. Returns NOW_MS or earlier:
 * they are ORIGIN's until job_start or gates_leave; or else the time of the next attempt. */
int64_t gates_take(struct crawl *crawl, struct origin *origin, int64_t now_ms) NONNULL;

/* Gives back the turns of ORIGIN, if no request took them. */
void gates_leave(struct crawl *crawl, struct origin *origin) NONNULL;

/* Tells other processes that share the pace of a pause of WAIT_MS that ORIGIN requested; they keep it for
 * --max-wait at most. */
void gates_pause(struct crawl *crawl, const struct origin *origin, int64_t wait_ms) NONNULL;

/* Gives JOB the turns of its origin. */
void gates_enter(struct job *job) NONNULL;

/* Returns whether the request of JOB may connect to ADDRESS: for fetch_options.may_connect. */
bool gates_may_connect(void *job, const struct sockaddr *address) NONNULL;

/* Notes that the request of JOB was sent to PEER, and arrives by its latest_ms; or that its answer arrived at
 * ARRIVED_MS. */
void gates_sent(struct job *job, const char *peer) NONNULL;
void gates_arrived(struct job *job, int64_t arrived_ms) NONNULL;

/* Gives back the turns of JOB, which ended. */
void gates_ended(struct job *job, int64_t now_ms) NONNULL;

/* Returns the registrable domain of the host of the origin with this text, which the caller frees; "" for a
 * text that is not an origin. */
char *gates_domain(struct span origin) __attribute__((returns_nonnull));

/* Returns the address of ORIGIN's server; "": unknown. */
const char *gates_address(const struct origin *origin) __attribute__((nonnull, returns_nonnull));

#endif
