/* SPDX-License-Identifier: MIT */
/* Every task runs once, in either thread, and ends in order in the caller's thread. */
#include "config.h"

#include "base/worker.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <unistd.h>

#include "tap.h"

enum { TASKS = 3000, HELD_MOST = 2 * 1024 * 1024, WAIT_MOST_MS = 60000 };

struct piece {
    struct task task;
    size_t number, runs, thread;
    pthread_t runner;
    bool ended;
};

static struct piece pieces[TASKS];
static size_t ended, held, most_held, wrong;
static pthread_t caller;
static atomic_size_t helped; /* tasks that ran in the other thread */

static void run(void *context, size_t thread)
{
    struct piece *piece = context;

    piece->runs++;
    piece->thread = thread;
    piece->runner = pthread_self();
    helped += thread == WORKER_HELPER;
    if (piece->number % 500 == 0)
        (void)usleep(2000);
}

static void end(void *context)
{
    struct piece *piece = context;
    bool own = pthread_equal(piece->runner, caller) != 0;

    wrong += piece->number != ended++ || piece->runs != 1 || piece->ended ||
             !pthread_equal(pthread_self(), caller) || piece->thread != (own ? WORKER_CALLER : WORKER_HELPER);
    piece->ended = true;
    held -= piece->task.cost;
}

static void add(struct worker *worker, size_t number, size_t cost)
{
    pieces[number] = (struct piece){.number = number};
    pieces[number].task = (struct task){.run = run, .end = end, .context = &pieces[number], .cost = cost};
    held += cost;
    worker_add(worker, &pieces[number].task);
    if (held > most_held)
        most_held = held;
}

static size_t run_by(size_t thread, size_t from, size_t to)
{
    size_t count = 0;

    for (size_t i = from; i < to; i++)
        count += pieces[i].thread == thread;
    return count;
}

static void test_little(void)
{
    struct worker *worker = worker_new();

    ended = 0;
    worker_finish(worker);
    for (size_t i = 0; i < 10; i++)
        add(worker, i, 100);
    is_int((long long)ended, 0, "nothing runs before the end");
    worker_finish(worker);
    is_int((long long)ended, 10, "all tasks run");
    is_int((long long)run_by(WORKER_CALLER, 0, 10), 10, "in the caller, if there is little to do");
    worker_free(worker);
    worker_free(NULL);
}

static void test_helper(void)
{
    struct worker *worker = worker_new();

    ended = 0;
    helped = 0;
    add(worker, 0, HELD_MOST / 4);
    add(worker, 1, HELD_MOST / 4);
    for (int i = 0; i < WAIT_MOST_MS && helped < 2; i++)
        (void)usleep(1000);
    is_int((long long)helped, 2, "if there is much to do, the other thread runs it while the caller waits");
    worker_finish(worker);
    is_int((long long)ended, 2, "and the caller ends it");
    worker_free(worker);
}

static void test_much(void)
{
    struct worker *worker = worker_new();

    ended = 0;
    for (size_t i = 0; i < TASKS; i++) {
        add(worker, i, i % 97 * 1000);
        if (i % 200 == 199)
            worker_finish(worker);
        wrong += i % 200 == 199 && ended != i + 1;
    }
    is_int((long long)ended, TASKS, "all are done");
    ok(most_held <= HELD_MOST, "the waiting tasks are bounded");
    ended = 0;
    add(worker, 0, 2 * HELD_MOST);
    is_int((long long)held, 0, "nothing larger waits");
    worker_free(worker);
}

int main(void)
{
    caller = pthread_self();
    test_little();
    test_helper();
    test_much();
    is_int((long long)wrong, 0, "each ran once and ended in its turn");
    return done();
}
