/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_BASE_WORKER_H
#define TIPTOE_BASE_WORKER_H

#include <stddef.h>

/* A second thread for work whose outcome is wanted later only. Tasks are begun in the order in which they
 * were added, by that thread where there is enough to do, or by the caller when it wants the end. */
struct worker;

enum { WORKER_CALLER, WORKER_HELPER, WORKER_THREADS };

/* One piece of work. RUN is called by the thread of that number, which alone has CONTEXT then; END by the
 * caller, after those of all that were added before. */
struct task {
    void (*run)(void *context, size_t thread);
    void (*end)(void *context);
    void *context;
    size_t cost;       /* bytes whose deflating takes as long; what CONTEXT holds is less */
    struct task *next; /* the worker's */
};

/* Never NULL. The thread is started when it is first needed. */
struct worker *worker_new(void) __attribute__((returns_nonnull));

/* Nothing that was added may be left. NULL is fine. */
void worker_free(struct worker *worker);

/* Adds TASK, which stays where it is until its end. Ends others that were run, and all, this one among them,
 * where they cost more than 512 KB. END may not call the worker. */
void worker_add(struct worker *worker, struct task *task) __attribute__((nonnull));

/* Runs what nobody has begun, waits for the rest, and ends all. */
void worker_finish(struct worker *worker) __attribute__((nonnull));

#endif
