/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_CMD_PROXY_H
#define TIPTOE_CMD_PROXY_H

#include "base/span.h"

/* Returns the proxy of a run from START, the URL of its start page, and reports it: GIVEN, the value of
 * --proxy, or that of the environment by curl's rules if GIVEN is NULL. NULL for none, and for the word
 * "none". */
const char *proxy_choose(const char *given, struct span start);

#endif
