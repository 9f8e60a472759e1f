/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_FRONTIER_EVIDENCE_H
#define TIPTOE_FRONTIER_EVIDENCE_H

#include "base/span.h"

struct frontier;

/* A row of the table evidence: each column has a member of its name. */
struct frontier_evidence {
    int64_t id;
    struct span kind;
    int sort;
    struct span name;
    int64_t equal, pages, different, proof, held, last;
};

/* Writes the row with this id. */
int frontier_set_evidence(struct frontier *frontier, const struct frontier_evidence *evidence) CHECKED;

/* Calls EACH for all rows, in the order of ids. Texts are borrowed for the call. */
typedef void frontier_evidence_reader(void *context, const struct frontier_evidence *evidence);
int frontier_walk_evidence(struct frontier *frontier, frontier_evidence_reader *each, void *context) CHECKED;

/* Calls EACH for all URLs with a stored answer, in the order of ids, with what it shows. */
typedef void frontier_page_reader(void *context, int64_t id, struct span url, int64_t shown);
int frontier_walk_pages(struct frontier *frontier, frontier_page_reader *each, void *context) CHECKED;

#endif
