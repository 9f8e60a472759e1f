/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_JUDGE_SESSION_H
#define TIPTOE_JUDGE_SESSION_H

#include <stdbool.h>

#include "url/url.h"

/* Whether a request of URL would end a session, or leads to a page that begins one. */
bool session_ends_at(const struct url *url) __attribute__((nonnull));
bool session_begins_at(const struct url *url) __attribute__((nonnull));

/* Whether HTML asks for a password. */
bool session_asks(struct span html);

#endif
