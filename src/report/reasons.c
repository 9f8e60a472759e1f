/* SPDX-License-Identifier: MIT */
/* The reasons why URLs are not in the mirror, in the order in which they are printed. */
#include "config.h"

#include "report/reasons.h"

static const struct reason_words list[] = {
    {FRONTIER_REFUSED, FRONTIER_BY_ROBOTS, "not requested: robots.txt disallows it"},
    {FRONTIER_WITHHELD, FRONTIER_BY_NOINDEX, "not stored: the site says NOINDEX"},
    {FRONTIER_WITHHELD, FRONTIER_BY_NOARCHIVE, "not stored: the site says NOARCHIVE"},
    {FRONTIER_WITHHELD, FRONTIER_BY_CONTENT, "not stored: its META robots or X-Robots-Tag could not be read"},
    {FRONTIER_REFUSED, FRONTIER_BY_NOFOLLOW, "not requested: all links to it have rel=nofollow"},
    {FRONTIER_REFUSED, FRONTIER_BY_PATTERN, "left out by --include, --exclude or a type"},
    {FRONTIER_WITHHELD, FRONTIER_BY_PATTERN, "visited for their links only: --only-types or --not-types"},
    {FRONTIER_REFUSED, FRONTIER_BY_DEPTH, "left out by --depth"},
    {FRONTIER_REFUSED, FRONTIER_BY_REQUISITES, "left out by --requisites"},
    {FRONTIER_REFUSED, FRONTIER_BY_MAX_PAGES, "left out by --max-pages"},
    {FRONTIER_REFUSED, FRONTIER_BY_MAX_BYTES, "left out by --max-bytes"},
    {FRONTIER_FAILED, FRONTIER_BY_MAX_FILE_SIZE, "left out: larger than --max-file-size"},
    {FRONTIER_FAILED, FRONTIER_BY_MAX_BYTES, "incomplete because of --max-bytes"},
    {FRONTIER_REFUSED, FRONTIER_BY_IMPORT, "not in the imported archive"},
    {FRONTIER_DONE, FRONTIER_BY_CUT,
     "cut off in the imported archive, and stored as far as it goes; tiptoe resume fetches them whole"},
    {FRONTIER_REFUSED, FRONTIER_BY_TRAP,
     "left out: endless URLs with no new content (crawler trap), such as other views of a page"},
    {FRONTIER_GONE, FRONTIER_BY_STATUS, "failed: not found on the server"},
    {FRONTIER_FAILED, FRONTIER_BY_STATUS, "failed: the server answered with an error"},
    {FRONTIER_FAILED, FRONTIER_BY_CHALLENGE,
     "failed: a firewall, or one page for all, answered instead of the site"},
    {FRONTIER_FAILED, FRONTIER_BY_BLOCK, "not requested: the host refuses requests, or is out of reach"},
    {FRONTIER_FAILED, FRONTIER_BY_NETWORK, "failed: no connection, or an incomplete answer"},
    {FRONTIER_FAILED, FRONTIER_BY_REDIRECTS, "failed: circular redirects, or too many of them"},
    {FRONTIER_FAILED, FRONTIER_BY_LOCATION, "failed: redirect without a valid target"},
    {FRONTIER_FAILED, FRONTIER_BY_CONTENT, "failed: the body cannot be decoded, or is too large"},
    {FRONTIER_FAILED, FRONTIER_BY_NAME, "failed: no file name is possible"},
    {FRONTIER_FAILED, FRONTIER_BY_ROBOTS_UNREACHABLE,
     "not requested: robots.txt of the host could not be fetched"},
    {FRONTIER_REFUSED, FRONTIER_BY_SCOPE, "not requested: outside the mirror's scope", .is_usual = true},
    {FRONTIER_REFUSED, FRONTIER_BY_GUESSES, "not requested: most earlier guesses did not exist",
     .is_usual = true},
    {FRONTIER_REFUSED, FRONTIER_BY_LENGTH, "not requested: the URL is too long", .is_usual = true},
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
