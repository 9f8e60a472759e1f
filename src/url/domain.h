/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_URL_DOMAIN_H
#define TIPTOE_URL_DOMAIN_H

#include "base/buf.h"

/* Converts NAME, a host name in UTF-8 (malformed bytes count as U+FFFD), to ASCII as browsers do. Returns
 * false for an invalid name; NAME is then unspecified. The caller checks for bytes that are forbidden in
 * domains. */
bool domain_to_ascii(struct buf *name) CHECKED;

#endif
