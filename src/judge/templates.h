/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_JUDGE_TEMPLATES_H
#define TIPTOE_JUDGE_TEMPLATES_H

#include "judge/site.h"

struct discovery;
struct frontier_item;

/* Keeps TEXT, a template or a value that VIA describes, and adds its guesses with all of the other kind. A
 * value of PLACE_LISTED is not kept. */
int templates_add(struct site *site, struct discovery *from, enum template_kind kind, struct span text,
                  const char *via) CHECKED;

/* Guesses the files of TEMPLATE, whose value is a number, if the first of them is known. */
int templates_count(struct site *site, struct discovery *from, struct span template) CHECKED;

/* Adds the file after the one of ITEM, which exists at URL, if that was found as one of numbered files. */
int templates_next(struct site *site, const struct frontier_item *item, const struct url *url) CHECKED;

#endif
