/* SPDX-License-Identifier: MIT */
/* Tasks stand in one list: ended ones leave it at the front, and the lock guards which is the next to be
 * begun. The second thread is woken when there is enough to do, so a caller that adds little and wants it at
 * once, as a crawl at its usual pace, never wakes it. */
#include "config.h"

#include "base/worker.h"

#include <pthread.h>
#include <signal.h>
#include <stdbool.h>

#include "base/alloc.h"
#include "base/die.h"

enum {
    WAKE_ABOVE = 128 * 1024, /* waking costs as much as deflating 2 KB */
    HELD_MAX = 512 * 1024
};

struct worker {
    struct task *first, *last; /* of those without their end */
    size_t added, ended;       /* tasks so far */
    size_t held;               /* what those in between cost */
    pthread_t thread;
    bool started;

    pthread_mutex_t lock; /* for these, and for every task's NEXT: */
    pthread_cond_t wanted, idle;
    struct task *next; /* that nobody has begun */
    size_t begun;      /* tasks so far */
    size_t waiting;    /* what those that are not begun cost */
    bool busy, asleep, leaving;
};

static void check(int failure)
{
    if (failure)
        die("threads: the lock fails");
}

struct worker *worker_new(void)
{
    struct worker *worker = MEM_NEW(struct worker);

    check(pthread_mutex_init(&worker->lock, NULL));
    check(pthread_cond_init(&worker->wanted, NULL));
    check(pthread_cond_init(&worker->idle, NULL));
    return worker;
}

void worker_free(struct worker *worker)
{
    if (!worker)
        return;
    if (worker->started) {
        check(pthread_mutex_lock(&worker->lock));
        worker->leaving = true;
        check(pthread_cond_signal(&worker->wanted));
        check(pthread_mutex_unlock(&worker->lock));
        check(pthread_join(worker->thread, NULL));
    }
    (void)pthread_cond_destroy(&worker->idle);
    (void)pthread_cond_destroy(&worker->wanted);
    (void)pthread_mutex_destroy(&worker->lock);
    free(worker);
}

/* The next task that nobody has; NULL when there is none. With the lock held. */
static struct task *take(struct worker *worker)
{
    struct task *task = worker->next;

    if (!task)
        return NULL;
    worker->next = task->next;
    worker->begun++;
    worker->waiting -= task->cost;
    return task;
}

static void *help(void *context)
{
    struct worker *worker = context;

    check(pthread_mutex_lock(&worker->lock));
    while (!worker->leaving) {
        struct task *task = take(worker);

        worker->busy = task != NULL;
        if (task) {
            check(pthread_mutex_unlock(&worker->lock));
            task->run(task->context, WORKER_HELPER);
            check(pthread_mutex_lock(&worker->lock));
            continue;
        }
        check(pthread_cond_signal(&worker->idle));
        worker->asleep = true;
        check(pthread_cond_wait(&worker->wanted, &worker->lock));
        worker->asleep = false;
    }
    check(pthread_mutex_unlock(&worker->lock));
    return NULL;
}

/* Signals are for the thread that crawls. Where there can be no other thread it does all. */
static void start_helper(struct worker *worker)
{
    sigset_t all, before;

    (void)sigfillset(&all);
    check(pthread_sigmask(SIG_SETMASK, &all, &before));
    worker->started = pthread_create(&worker->thread, NULL, help, worker) == 0;
    check(pthread_sigmask(SIG_SETMASK, &before, NULL));
}

/* Ends the first tasks, until COUNT have been ended. */
static void end_until(struct worker *worker, size_t count)
{
    while (worker->ended < count) {
        struct task *task = worker->first;

        worker->first = task->next;
        worker->ended++;
        worker->held -= task->cost;
        task->end(task->context);
    }
}

/* Puts TASK at the end of the list; how many tasks were run so far. */
static size_t append(struct worker *worker, struct task *task)
{
    size_t run;
    bool wake;

    task->next = NULL;
    check(pthread_mutex_lock(&worker->lock));
    if (worker->first)
        worker->last->next = task;
    else
        worker->first = task;
    worker->last = task;
    if (!worker->next)
        worker->next = task;
    worker->waiting += task->cost;
    wake = worker->asleep && worker->waiting > WAKE_ABOVE;
    if (wake)
        worker->asleep = false;
    run = worker->begun - (worker->busy ? 1 : 0);
    check(pthread_mutex_unlock(&worker->lock));
    if (wake)
        check(pthread_cond_signal(&worker->wanted));
    return run;
}

void worker_add(struct worker *worker, struct task *task)
{
    worker->added++;
    worker->held += task->cost;
    end_until(worker, append(worker, task));
    if (!worker->started && worker->held > WAKE_ABOVE)
        start_helper(worker);
    if (worker->held > HELD_MAX)
        worker_finish(worker);
}

void worker_finish(struct worker *worker)
{
    struct task *task;

    if (worker->ended == worker->added)
        return;
    check(pthread_mutex_lock(&worker->lock));
    while ((task = take(worker))) {
        check(pthread_mutex_unlock(&worker->lock));
        task->run(task->context, WORKER_CALLER);
        check(pthread_mutex_lock(&worker->lock));
    }
    while (worker->busy)
        check(pthread_cond_wait(&worker->idle, &worker->lock));
    check(pthread_mutex_unlock(&worker->lock));
    end_until(worker, worker->added);
}
