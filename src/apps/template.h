/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_APPS_TEMPLATE_H
#define TIPTOE_APPS_TEMPLATE_H

/* The names of files that scripts make of data. */
#include "apps/app.h"

/* Finds each request of the script TEXT for a file whose name has one value in it, as in
 * fetch(`/api/item-${id}.json`) and fetch('views/' + name + '.html'), each path of JSON from the site's root
 * with one value, whatever function it is for, and each path of a link that has an id or a slug in it, as in
 * href:`/items/${e.id}`. The name has "{}" there. */
void template_read(const struct app_text *text) __attribute__((nonnull));

/* Finds each value of an id or a slug in TEXT, which is data. */
void template_read_values(const struct app_text *text) __attribute__((nonnull));

/* Returns true if a template that was found at TEMPLATE may have a value that was found at VALUE: the ids of
 * chunks only the templates for these, and in the address of a page only the value that it names. */
bool template_takes(const char *template, const char *value) __attribute__((nonnull));

/* Returns the route in FRAGMENT, of a link to an app that shows its pages by them: a value. Empty if it has
 * none. */
struct span template_route(struct span fragment);

#endif
