/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_FETCH_RECEIVE_H
#define TIPTOE_FETCH_RECEIVE_H

struct transfer;

/* Sets libcurl's callbacks on the handle of TRANSFER, which then fill in its answer. */
void receive_attach(struct transfer *transfer) __attribute__((nonnull));

#endif
