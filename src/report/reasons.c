/* SPDX-License-Identifier: MIT */
/* Why something is not in the mirror, in the order it is told. */
#include "config.h"

#include "report/reasons.h"

static const struct reason_words list[] = {
    {FRONTIER_REFUSED, FRONTIER_BY_ROBOTS, "not asked for: robots.txt disallows it"},
    {FRONTIER_WITHHELD, FRONTIER_BY_NOINDEX, "not stored: the site says NOINDEX"},
    {FRONTIER_WITHHELD, FRONTIER_BY_NOARCHIVE, "not stored: the site says NOARCHIVE"},
    {FRONTIER_REFUSED, FRONTIER_BY_NOFOLLOW, "not asked for: only links with rel=nofollow lead to them"},
    {FRONTIER_REFUSED, FRONTIER_BY_PATTERN, "left out by --include or --exclude"},
    {FRONTIER_REFUSED, FRONTIER_BY_DEPTH, "left out by --depth"},
    {FRONTIER_REFUSED, FRONTIER_BY_REQUISITES, "left out by --requisites"},
    {FRONTIER_REFUSED, FRONTIER_BY_MAX_PAGES, "left out by --max-pages"},
    {FRONTIER_REFUSED, FRONTIER_BY_MAX_BYTES, "left out by --max-bytes"},
    {FRONTIER_FAILED, FRONTIER_BY_MAX_FILE_SIZE, "left out: larger than --max-file-size"},
    {FRONTIER_FAILED, FRONTIER_BY_MAX_BYTES, "left out in the middle by --max-bytes"},
    {FRONTIER_REFUSED, FRONTIER_BY_IMPORT, "not in the imported archive"},
    {FRONTIER_REFUSED, FRONTIER_BY_TRAP, "left out: addresses without end that show nothing new (a trap)"},
    {FRONTIER_GONE, FRONTIER_BY_STATUS, "failed: not found on the server"},
    {FRONTIER_FAILED, FRONTIER_BY_STATUS, "failed: the server answered with an error"},
    {FRONTIER_FAILED, FRONTIER_BY_CHALLENGE, "failed: a firewall answered in place of the site"},
    {FRONTIER_FAILED, FRONTIER_BY_BLOCK, "not asked for: their host had begun to refuse"},
    {FRONTIER_FAILED, FRONTIER_BY_NETWORK, "failed: no connection, or no whole answer"},
    {FRONTIER_FAILED, FRONTIER_BY_REDIRECTS, "failed: redirects in a circle, or too many of them"},
    {FRONTIER_FAILED, FRONTIER_BY_LOCATION, "failed: redirects to nowhere"},
    {FRONTIER_FAILED, FRONTIER_BY_CONTENT, "failed: the content coding is broken, or the body has no end"},
    {FRONTIER_FAILED, FRONTIER_BY_NAME, "failed: no file can be named for them"},
    {FRONTIER_FAILED, FRONTIER_BY_ROBOTS_UNREACHABLE,
     "not asked for: robots.txt of their host cannot be read"},
    {FRONTIER_REFUSED, FRONTIER_BY_SCOPE, "not asked for: of another site", .is_usual = true},
    {FRONTIER_REFUSED, FRONTIER_BY_GUESSES, "not asked for: most guesses before led nowhere",
     .is_usual = true},
    {FRONTIER_REFUSED, FRONTIER_BY_LENGTH, "not asked for: the address is too long", .is_usual = true},
};

const struct reason_words *reasons_words(size_t i)
{
    return i < sizeof list / sizeof list[0] ? &list[i] : NULL;
}

const char *reasons_text(int state, int reason)
{
    for (size_t i = 0; i < sizeof list / sizeof list[0]; i++) {
        if ((int)list[i].state == state && (int)list[i].reason == reason)
            return list[i].text;
    }
    return frontier_state_name(state);
}
