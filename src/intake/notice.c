/* SPDX-License-Identifier: MIT */
/* Notes what the mirror lacks without being incomplete: pages that scripts build, search by another service,
 * and the links of pages that say NOFOLLOW. */
#include "config.h"

#include "intake/notice.h"

#include "frontier/setting.h"
#include "intake/intake.h"
#include "judge/site.h"
#include "markup/link.h"

/* Links in the noscript elements of a page that scripts build. A page with more is not read for that. */
enum { SHELL_LINKS_MAX = 3 };

static uint64_t count_pages(const struct link_list *links)
{
    uint64_t count = 0;

    for (size_t i = 0; links && i < links->count; i++)
        count += links->links[i].role == LINK_PAGE && links->links[i].url.len > 0;
    return count;
}

bool notice_shell(struct intake *intake, struct span bytes, struct span type, const struct link_list *links)
{
    return links && !span_starts_nocase(type, "image/") && count_pages(links) <= SHELL_LINKS_MAX &&
           visible_is_shell(&intake->visible, bytes, type);
}

int notice_search(struct intake *intake, int64_t id, const struct link_list *links)
{
    struct frontier *frontier = intake->site->frontier;
    struct span service;

    if (intake->search_script < 0)
        intake->search_script = frontier_search_script(frontier, &service);
    if (!links || (links->search != NULL) == (intake->search_script == id))
        return 0;
    intake->search_script = links->search ? id : 0;
    return frontier_set_search_script(frontier, intake->search_script, links->search ? links->search : "");
}

int notice_closed(struct intake *intake, const struct link_list *links)
{
    uint64_t count = count_pages(links);

    intake->closed_pages += count > 0;
    intake->closed_links += count;
    return 0;
}
