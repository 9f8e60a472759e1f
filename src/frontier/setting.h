/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_FRONTIER_SETTING_H
#define TIPTOE_FRONTIER_SETTING_H

#include <stdint.h>

#include "base/span.h"

struct frontier;

/* Settings: options of the run and other small values, kept for the next run. */

/* Finds a setting. VALUE is borrowed until the next frontier_setting. ERROR_NOT_FOUND if it was never set.
 * [read] */
int frontier_setting(struct frontier *frontier, const char *name, struct span *value)
    __attribute__((nonnull, warn_unused_result));
int frontier_set_setting(struct frontier *frontier, const char *name, struct span value)
    __attribute__((nonnull, warn_unused_result));

/* Returns the id of the last script that was found to request searches of the site from a service, and sets
 * SERVICE to the name of that service; 0 if no script does. SERVICE is borrowed until the next
 * frontier_setting. [read] */
int64_t frontier_search_script(struct frontier *frontier, struct span *service) __attribute__((nonnull));

/* Sets SERVICE as above if the site is still known to have that script. ERROR_NOT_FOUND otherwise. [read] */
int frontier_search_service(struct frontier *frontier, struct span *service)
    __attribute__((nonnull, warn_unused_result));

/* Records the script ID and its service; 0: no script asks one. */
int frontier_set_search_script(struct frontier *frontier, int64_t id, const char *service)
    __attribute__((nonnull, warn_unused_result));

#endif
