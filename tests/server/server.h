/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_TESTS_SERVER_SERVER_H
#define TIPTOE_TESTS_SERVER_SERVER_H

#include "expand.h"
#include "log.h"
#include "site.h"

enum { SERVER_ORDERS = 16, SERVER_CONNECTIONS = 512 };

/* A signal to be sent to a process when a certain request comes, or a while after. */
struct order {
    uint64_t request; /* 0: a free place */
    int64_t delay_us;
    int64_t due_us; /* 0: the request has not come */
    int pid;
    int signal;
};

/* What connections and control share. */
struct server {
    struct site *site;
    struct log log;
    unsigned ports[SERVER_PORTS];
    unsigned open[SERVER_PORTS]; /* requests without a whole answer */
    uint64_t requests;
    uint64_t connections;
    struct order orders[SERVER_ORDERS];
    int settling; /* turns of the loop until it is told that the log is whole */
};

#endif
