/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_BASE_WORKER_H
#define TIPTOE_BASE_WORKER_H

#include <stddef.h>

/* A second thread for work whose result is needed later. Tasks start in the order in which they were added:
 * in that thread if there is enough to do, else in the caller, in worker_finish. */
struct worker;

enum { WORKER_CALLER, WORKER_HELPER, WORKER_THREADS };

/* One piece of work. RUN is called in the thread with that number, which owns CONTEXT during the call. END is
 * called in the caller's thread, after the END of all earlier tasks. */
struct task {
    void (*run)(void *context, size_t thread);
    void (*end)(void *context);
    void *context;
    size_t cost;       /* the bytes that deflate in the same time; at least the bytes that CONTEXT holds */
    struct task *next; /* for the worker */
};

/* Creates a worker, whose thread starts when it is first needed. */
struct worker *worker_new(void) __attribute__((returns_nonnull));

/* Tries to start a thread. Returns 0, or the errno of the refusal. */
int worker_try_thread(void);

/* Frees the worker; call worker_finish before. Accepts NULL. */
void worker_free(struct worker *worker);

/* Adds TASK, which must stay in place until its END. Calls END of tasks that have run; if the tasks without
 * their END cost more than 2 MB together, finishes all of them, also the new one. END must not call the
 * worker. */
void worker_add(struct worker *worker, struct task *task) NONNULL;

/* Runs the tasks that have not started, waits for the others, and calls END of all. */
void worker_finish(struct worker *worker) NONNULL;

#endif
