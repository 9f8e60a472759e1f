/* SPDX-License-Identifier: MIT */
/* The name that a run tells to a site. */
#include "config.h"

#include "crawl/agent.h"

#include "judge/settings.h"

void agent_text(struct buf *out, const struct settings *settings)
{
    if (settings->user_agent)
        (void)buf_add_text(out, settings->user_agent);
    else if (settings->contact)
        (void)buf_add_format(out, "%s/%s (+%s)", PACKAGE_NAME, PACKAGE_VERSION, settings->contact);
    else
        (void)buf_add_format(out, "%s/%s", PACKAGE_NAME, PACKAGE_VERSION);
}
