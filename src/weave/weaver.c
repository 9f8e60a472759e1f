/* SPDX-License-Identifier: MIT */
/* Opens and closes a weaver, the memory that reads and weaves the documents of a mirror. */
#include "config.h"

#include "weave/weaver.h"

#include "base/limits.h"
#include "frontier/frontier.h"
#include "mirror/mirror.h"
#include "site/path.h"
#include "weave/document.h"

int weaver_open(struct weaver *weaver, struct mirror *mirror)
{
    *weaver = (struct weaver){.mirror = mirror};
    references_init(&weaver->references, mirror->frontier, mirror->name_max);
    weaver->references.site_dir = mirror->folder.site_dir;
    weaver->references.for_disk = span_is(frontier_setting_text(mirror->frontier, "for"), "disk");
    weaver->references.for_server = span_is(frontier_setting_text(mirror->frontier, "for"), "server");
    page_init(&weaver->page);
    link_list_init(&weaver->links);
    link_list_init(&weaver->header);
    body_init(&weaver->woven, mirror->folder.tmp_dir, LIMIT_BODY_IN_MEMORY, UINT64_MAX);
    buf_init(&weaver->page_url, LIMIT_URL_BYTES + 1);
    buf_init(&weaver->adapted, LIMIT_BODY_IN_MEMORY * 2);
    url_init(&weaver->url);
    url_init(&weaver->script_page);
    url_init(&weaver->holder);
    buf_init(&weaver->path, PATH_BUFFER_MAX);
    buf_init(&weaver->key, PATH_BUFFER_MAX);
    return mirror_locate(mirror, &weaver->url);
}

void weaver_close(struct weaver *weaver)
{
    references_release(&weaver->references);
    page_release(&weaver->page);
    link_list_release(&weaver->links);
    link_list_release(&weaver->header);
    body_release(&weaver->woven);
    buf_release(&weaver->page_url);
    buf_release(&weaver->adapted);
    url_release(&weaver->url);
    url_release(&weaver->script_page);
    url_release(&weaver->holder);
    buf_release(&weaver->path);
    buf_release(&weaver->key);
}

static int mend(void *context, const struct frontier_row *row, bool *damaged)
{
    return document_mend(context, row, damaged);
}

static int remake(void *context, const struct frontier_row *row, struct span *woven)
{
    return document_remake(context, row, NULL, woven, NULL);
}

struct documents weaver_documents(struct weaver *weaver)
{
    return (struct documents){weaver, mend, remake};
}
