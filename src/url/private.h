/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_URL_PRIVATE_H
#define TIPTOE_URL_PRIVATE_H

#include <stdbool.h>

#include "base/span.h"

/* Whether HOST, as canonical URLs have it, is this machine or one of its private neighbours: a user who names
 * it means to visit such. */
bool url_host_is_private(struct span host);

#endif
