/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_TESTS_SERVER_SERVER_H
#define TIPTOE_TESTS_SERVER_SERVER_H

#include "expand.h"
#include "log.h"
#include "site.h"

enum { SERVER_ORDERS = 16, SERVER_CONNECTIONS = 512 };

/* A signal for a process when a certain request arrives, or some time later. */
struct order {
    uint64_t request; /* 0: unused */
    int64_t delay_us;
    int64_t due_us; /* 0: the request has not arrived */
    int pid;
    int signal;
};

/* The state that connections and control share. */
struct server {
    struct site *site;
    struct log log;
    unsigned ports[SERVER_PORTS];
    unsigned open[SERVER_PORTS]; /* requests without a complete response */
    uint64_t requests;
    uint64_t crowds[SERVER_PORTS][SERVER_HOLD + 1]; /* the newest request when so many were open */
    uint64_t connections;
    struct order orders[SERVER_ORDERS];
    bool away;    /* as an order says: no connection is accepted */
    int settling; /* iterations of the loop until "settle" is answered */
};

#endif
