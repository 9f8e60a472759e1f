/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_FETCH_RECEIVE_H
#define TIPTOE_FETCH_RECEIVE_H

#include <stdbool.h>

struct transfer;

/* Sets libcurl's callbacks on the handle of TRANSFER, which then fill in its answer. */
void receive_attach(struct transfer *transfer) __attribute__((nonnull));

/* Returns true if the version and cipher suite of the TLS connections of this libcurl can be read. libcurl
 * only knows an object of its TLS library. It is read only if the library is the OpenSSL that this program
 * has: others have objects of other forms. */
bool receive_knows_tls(void);

#endif
