/* SPDX-License-Identifier: MIT */
/* Finds the file of a URL, by facts of the frontier. */
#include "config.h"

#include "weave/found.h"

#include <stdbool.h>

#include "frontier/queue.h"
#include "frontier/target.h"
#include "weave/guesses.h"

/* Most targets have the file that is expected of them, so that the database has to be searched for them only
 * once. */
int found_file(struct guesses *guesses, struct frontier *frontier, struct span url, struct found *found)
{
    struct frontier_target target;
    struct span guess;
    bool is_fresh;
    int64_t id;
    unsigned flags;
    int error;

    *found = (struct found){.answer = 0};
    if (!frontier_known(frontier, url, &id, &flags) || frontier_is_shut(frontier, flags))
        return 0;
    guess = guesses_find(guesses, frontier, id, url, flags);
    is_fresh = frontier_is_fresh(frontier, flags);
    if (is_fresh || frontier_has_expected_file(frontier, id)) {
        *found = (struct found){.file = guess, .answer = is_fresh ? 0 : id};
        return 0;
    }
    error = frontier_target(frontier, id, &target);
    if (error)
        return error;
    if (target.path.len > 0 || target.state != FRONTIER_QUEUED || target.id != id)
        *found = (struct found){.file = target.path, .answer = target.id, .fragment = target.fragment};
    else
        found->file = guess;
    if (target.id == id && target.path.len > 0 && span_equals(target.path, guess))
        frontier_note_expected_file(frontier, id);
    return 0;
}
