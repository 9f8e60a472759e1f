/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_TESTS_SERVER_RULE_H
#define TIPTOE_TESTS_SERVER_RULE_H

#include "site.h"

/* Reads the property NAME with its VALUE into the last rule of SITE. Returns NULL or the error. */
const char *rule_read(struct site *site, struct span name, struct span value) __attribute__((nonnull));

/* Adds a piece of body: TEXT, which must live as long as the site. */
const char *rule_add_text(struct rule *rule, struct span text, uint64_t count) __attribute__((nonnull));

/* Copies TEXT for the life of the site; site_keep_unescaped also resolves \n \r \t \\ and \xHH. */
struct span site_keep_unescaped(struct site *site, struct span text) __attribute__((nonnull));
struct span site_keep(struct site *site, struct span text) __attribute__((nonnull));

#endif
