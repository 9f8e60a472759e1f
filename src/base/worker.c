/* SPDX-License-Identifier: MIT */
/* Runs tasks on two threads. All tasks form one list: ended tasks leave it at its start, and the lock guards
 * which task starts next. The second thread wakes when there is enough to do. A caller that adds little and
 * finishes at once, such as a crawl at its usual pace, never wakes it. */
#include "config.h"

#include "base/worker.h"

#include <pthread.h>
#include <signal.h>
#include <stdbool.h>

#include "base/alloc.h"

enum {
    WAKE_ABOVE = 512 * 1024, /* waking costs as much as deflating 2 KB */
    HELD_MAX = 2 * 1024 * 1024
};

struct worker {
    struct task *first, *last; /* of the tasks without their END */
    size_t added, ended;       /* tasks so far */
    size_t held;               /* the cost of the tasks without their END */
    pthread_t thread;
    bool started;

    pthread_mutex_t lock; /* for the members below, and for every task's NEXT */
    pthread_cond_t wanted, idle;
    struct task *next; /* the first that has not started */
    size_t begun;      /* tasks so far */
    size_t waiting;    /* the cost of the tasks that have not started */
    bool busy, asleep, leaving;
};

static void must_succeed(int failure)
{
    if (failure)
        die("threads: the lock fails");
}

struct worker *worker_new(void)
{
    struct worker *worker = MEM_NEW(struct worker);

    must_succeed(pthread_mutex_init(&worker->lock, NULL));
    must_succeed(pthread_cond_init(&worker->wanted, NULL));
    must_succeed(pthread_cond_init(&worker->idle, NULL));
    return worker;
}

void worker_free(struct worker *worker)
{
    if (!worker)
        return;
    if (worker->started) {
        must_succeed(pthread_mutex_lock(&worker->lock));
        worker->leaving = true;
        must_succeed(pthread_cond_signal(&worker->wanted));
        must_succeed(pthread_mutex_unlock(&worker->lock));
        must_succeed(pthread_join(worker->thread, NULL));
    }
    (void)pthread_cond_destroy(&worker->idle);
    (void)pthread_cond_destroy(&worker->wanted);
    (void)pthread_mutex_destroy(&worker->lock);
    free(worker);
}

/* Takes the next task that has not started; NULL without one. The caller holds the lock. */
static struct task *take_task(struct worker *worker)
{
    struct task *task = worker->next;

    if (!task)
        return NULL;
    worker->next = task->next;
    worker->begun++;
    worker->waiting -= task->cost;
    return task;
}

static void *run_helper(void *context)
{
    struct worker *worker = context;

    must_succeed(pthread_mutex_lock(&worker->lock));
    while (!worker->leaving) {
        struct task *task = take_task(worker);

        worker->busy = task != NULL;
        if (task) {
            must_succeed(pthread_mutex_unlock(&worker->lock));
            task->run(task->context, WORKER_HELPER);
            must_succeed(pthread_mutex_lock(&worker->lock));
            continue;
        }
        must_succeed(pthread_cond_signal(&worker->idle));
        worker->asleep = true;
        must_succeed(pthread_cond_wait(&worker->wanted, &worker->lock));
        worker->asleep = false;
    }
    must_succeed(pthread_mutex_unlock(&worker->lock));
    return NULL;
}

/* Starts the helper, which blocks all signals: the crawling thread handles them. If no thread can start, the
 * caller runs all tasks. */
static void start_helper(struct worker *worker)
{
    sigset_t all, before;

    (void)sigfillset(&all);
    must_succeed(pthread_sigmask(SIG_SETMASK, &all, &before));
    worker->started = pthread_create(&worker->thread, NULL, run_helper, worker) == 0;
    must_succeed(pthread_sigmask(SIG_SETMASK, &before, NULL));
}

static void *do_nothing(void *context)
{
    return context;
}

int worker_try_thread(void)
{
    pthread_t thread;
    int number = pthread_create(&thread, NULL, do_nothing, NULL);

    if (number == 0)
        must_succeed(pthread_join(thread, NULL));
    return number;
}

/* Calls END of the first tasks, until COUNT tasks have ended. */
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

/* Adds TASK to the list; returns how many tasks have run so far. */
static size_t append_task(struct worker *worker, struct task *task)
{
    size_t run;
    bool wake;

    task->next = NULL;
    must_succeed(pthread_mutex_lock(&worker->lock));
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
    must_succeed(pthread_mutex_unlock(&worker->lock));
    if (wake)
        must_succeed(pthread_cond_signal(&worker->wanted));
    return run;
}

void worker_add(struct worker *worker, struct task *task)
{
    worker->added++;
    worker->held += task->cost;
    end_until(worker, append_task(worker, task));
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
    must_succeed(pthread_mutex_lock(&worker->lock));
    while ((task = take_task(worker))) {
        must_succeed(pthread_mutex_unlock(&worker->lock));
        task->run(task->context, WORKER_CALLER);
        must_succeed(pthread_mutex_lock(&worker->lock));
    }
    while (worker->busy)
        must_succeed(pthread_cond_wait(&worker->idle, &worker->lock));
    must_succeed(pthread_mutex_unlock(&worker->lock));
    end_until(worker, worker->added);
}
