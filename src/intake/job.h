/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_INTAKE_JOB_H
#define TIPTOE_INTAKE_JOB_H

#include <stdbool.h>
#include <stdint.h>

#include "base/buf.h"
#include "frontier/archive.h"
#include "frontier/next.h"
#include "pace/pace.h"
#include "pace/refusal.h"

struct fetch_result;
struct gate;
struct gates;
struct origin;

/* The gates of one request: its origin's, and those of the addresses that a connection was tried to. */
enum { JOB_GATES_MAX = 4 };

/* The purpose of a request. */
enum job_kind { JOB_URL, JOB_ROBOTS, JOB_SITEMAP };

/* One request, from the moment it is made until its answer is taken. */
struct job {
    enum job_kind kind;
    struct origin *asked; /* the origin whose pace it counts for */
    struct origin
        *of; /* JOB_ROBOTS: the origin whose robots.txt it is; another than `asked` after a redirect */
    struct buf url;
    struct frontier_item
        item;        /* JOB_URL; its url is not to be used. JOB_SITEMAP: id and, as depth, the level */
    int64_t voucher; /* JOB_SITEMAP: as the frontier has it */
    bool is_page;    /* JOB_URL: counts for --max-pages */
    int64_t started_ms;
    int64_t latest_ms;      /* when it reached the server at the latest; 0 before it is sent */
    uint64_t max_bytes;     /* JOB_URL: --max-file-size; 0: none */
    struct pace_force pace; /* in force at its start */
    enum refusal refusal;   /* of the answer */
    const char *firewall;   /* that sent it, or "" */
    struct gates *all_gates;
    struct gate *gates[JOB_GATES_MAX]; /* that are its turn until it is sent */
    int gate_count;
    bool is_held;                /* a gate was closed, so that nothing was sent */
    struct frontier_place place; /* where the answer is archived already; archive 0: it is not */
};

/* Sets JOB's refusal and firewall from its answer. */
void job_read_refusal(struct job *job, const struct fetch_result *result) __attribute__((nonnull));

#endif
