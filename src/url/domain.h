/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_URL_DOMAIN_H
#define TIPTOE_URL_DOMAIN_H

#include <stdbool.h>

#include "base/buf.h"

/* Turns NAME, a host name in UTF-8 (or what claims to be), into ASCII as browsers do. False for a name that
 * is not valid; NAME then holds nothing of use. Bytes forbidden in domains are not looked for. */
bool domain_to_ascii(struct buf *name) __attribute__((nonnull, warn_unused_result));

#endif
