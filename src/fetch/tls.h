/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_FETCH_TLS_H
#define TIPTOE_FETCH_TLS_H

#include <curl/curl.h>
#include <stdbool.h>

#include "answer/result.h"

/* Returns true if tls_describe can read the connections of this libcurl. */
bool tls_is_readable(void);

/* Sets tls_version and tls_cipher of RESULT to those of the connection on which EASY's request for an https
 * URL runs. Needs tls_is_readable. It must be called from a callback of EASY: afterwards the connection may
 * be gone. */
void tls_describe(CURL *easy, struct fetch_result *result) __attribute__((nonnull));

#endif
