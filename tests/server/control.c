/* SPDX-License-Identifier: MIT */
/* A test's orders to a running server: serve another site; leave and return; signal a process at a certain
 * request, so that a kill happens at an exact point, and not when a shell's loop sees the log. */
#include "config.h"

#include "control.h"

#include <signal.h>
#include <stdio.h>

#include "base/alloc.h"

static int signal_number(struct span name)
{
    static const struct {
        const char *name;
        int number;
    } names[] = {{"KILL", SIGKILL}, {"TERM", SIGTERM}, {"INT", SIGINT}, {"STOP", SIGSTOP}, {"CONT", SIGCONT}};

    for (size_t i = 0; i < COUNT_OF(names); i++) {
        if (span_is(name, names[i].name))
            return names[i].number;
    }
    die("server: unknown signal %.*s", (int)name.len, name.at);
}

static uint64_t number_word(struct span *line)
{
    struct span word = span_take_until(line, ' ');
    uint64_t number;

    if (!span_to_u64(word, &number))
        die("server: a number is wanted, not %.*s", (int)word.len, word.at);
    return number;
}

/* signal NAME PID N [MS] */
static void add_order(struct server *server, struct span line)
{
    struct order order = {0};

    order.signal = signal_number(span_take_until(&line, ' '));
    order.pid = (int)number_word(&line);
    order.request = server->requests + number_word(&line);
    if (line.len > 0)
        order.delay_us = (int64_t)number_word(&line) * 1000;
    if (order.pid <= 1)
        die("server: process %d gets no signal", order.pid);
    for (size_t i = 0; i < SERVER_ORDERS; i++) {
        if (server->orders[i].request == 0) {
            server->orders[i] = order;
            return;
        }
    }
    die("server: more than %d signals wait", SERVER_ORDERS);
}

void control_ok(void)
{
    printf("ok\n");
    fflush(stdout);
}

static void change_site(struct server *server, struct span path)
{
    char *name = mem_copy_text(path.at, path.len);
    struct site *site = site_load(name);

    free(name);
    if (!site)
        die("server: the new site is not understood");
    site_free(server->site);
    server->site = site;
    control_ok();
}

void control_turned(struct server *server)
{
    if (server->settling > 0 && --server->settling == 0)
        control_ok();
}

void control_line(struct server *server, struct span line)
{
    struct span command = span_take_until(&line, ' ');

    if (span_is(command, "signal"))
        add_order(server, line);
    else if (span_is(command, "site"))
        change_site(server, line);
    else if (span_is(command, "settle"))
        server->settling = 2; /* to accept and to read */
    else if (span_is(command, "leave") || span_is(command, "return"))
        server->away = span_is(command, "leave"); /* the loop does it, and says so */
    else
        die("server: unknown command %.*s", (int)command.len, command.at);
}

void control_request(struct server *server, int64_t now_us)
{
    for (size_t i = 0; i < SERVER_ORDERS; i++) {
        struct order *order = &server->orders[i];

        if (order->request == server->requests)
            order->due_us = now_us + order->delay_us;
    }
    (void)control_tick(server, now_us);
}

int64_t control_tick(struct server *server, int64_t now_us)
{
    int64_t next = INT64_MAX;

    for (size_t i = 0; i < SERVER_ORDERS; i++) {
        struct order *order = &server->orders[i];

        if (order->due_us == 0)
            continue;
        if (order->due_us > now_us) {
            next = order->due_us < next ? order->due_us : next;
            continue;
        }
        (void)kill(order->pid, order->signal); /* the process may have ended */
        *order = (struct order){0};
    }
    return next;
}
