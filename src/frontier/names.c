/* SPDX-License-Identifier: MIT */
/* The names of the lookup tables. */
#include "config.h"

#include "frontier/names.h"

#include "markup/link.h"

static const char *const states[FRONTIER_STATES] = {
    [FRONTIER_QUEUED] = "queued",     [FRONTIER_DONE] = "done",     [FRONTIER_REDIRECTED] = "redirected",
    [FRONTIER_REFUSED] = "refused",   [FRONTIER_FAILED] = "failed", [FRONTIER_GONE] = "gone",
    [FRONTIER_WITHHELD] = "withheld",
};

static const char *const reasons[FRONTIER_REASONS] = {
    [FRONTIER_NO_REASON] = "none",
    [FRONTIER_BY_ROBOTS] = "robots",
    [FRONTIER_BY_ROBOTS_UNREACHABLE] = "robots unreachable",
    [FRONTIER_BY_SCOPE] = "scope",
    [FRONTIER_BY_PATTERN] = "pattern",
    [FRONTIER_BY_REQUISITES] = "requisites",
    [FRONTIER_BY_DEPTH] = "depth",
    [FRONTIER_BY_MAX_PAGES] = "max pages",
    [FRONTIER_BY_MAX_BYTES] = "max bytes",
    [FRONTIER_BY_MAX_FILE_SIZE] = "max file size",
    [FRONTIER_BY_LENGTH] = "length",
    [FRONTIER_BY_TRAP] = "trap",
    [FRONTIER_BY_NOINDEX] = "noindex",
    [FRONTIER_BY_NOARCHIVE] = "noarchive",
    [FRONTIER_BY_STATUS] = "status",
    [FRONTIER_BY_NETWORK] = "network",
    [FRONTIER_BY_REDIRECTS] = "redirects",
    [FRONTIER_BY_LOCATION] = "location",
    [FRONTIER_BY_CONTENT] = "content",
    [FRONTIER_BY_NAME] = "name",
    [FRONTIER_BY_NOFOLLOW] = "nofollow",
    [FRONTIER_BY_CHALLENGE] = "challenge",
    [FRONTIER_BY_BLOCK] = "blocked",
    [FRONTIER_BY_GUESSES] = "guesses",
    [FRONTIER_BY_IMPORT] = "import",
    [FRONTIER_BY_CUT] = "cut",
};

static const char *name_of(const char *const *names, int count, int number)
{
    return number >= 0 && number < count ? names[number] : "?";
}

const char *frontier_state_name(int state)
{
    return name_of(states, FRONTIER_STATES, state);
}

const char *frontier_reason_name(int reason)
{
    return name_of(reasons, FRONTIER_REASONS, reason);
}

enum frontier_finding frontier_found(struct span via)
{
    if (span_is(via, FRONTIER_VIA_USER))
        return FRONTIER_FOUND_BY_USER;
    if (span_is(via, "redirect"))
        return FRONTIER_FOUND_BY_REDIRECT;
    if (span_starts(via, "sitemap "))
        return FRONTIER_FOUND_BY_SITEMAP;
    return span_is(via, LINK_WHERE_MANIFEST) ? FRONTIER_FOUND_AS_MANIFEST : FRONTIER_FOUND_BY_LINK;
}

bool frontier_is_robots_line(struct span rule)
{
    return span_starts(rule, "line ");
}
