/* SPDX-License-Identifier: MIT */
/* Which URLs are views of something else, and which only look like it. */
#include "config.h"

#include "apps/app.h"

#include "base/limits.h"
#include "tap.h"

#define ID "26aee940d6d51428cab08aa8a9e89e16ff05844a"

static const struct {
    const char *url, *program; /* NULL: it is mirrored */
} cases[] = {
    {"http://h/r/commit/?id=" ID, NULL},
    {"http://h/r/commit/src/x.c?id=" ID, "cgit"},
    {"http://h/r/tree/src/x.c", NULL},
    {"http://h/r/tree/src/x.c?h=next", "cgit"},
    {"http://h/r/tree/src/x.jpg?w=20&h=20", NULL},
    {"http://h/r/log/src/x.c", NULL},
    {"http://h/r.git/log/src/x.c", NULL},
    {"http://h/r.git/log/", NULL},
    {"http://h/r/diff/x.c?id2=" ID, NULL},
    {"http://h/r/tree/src/x.c?h=next&id=" ID, "cgit"},
    {"http://h/r/tree/src/x.c?id=oak", NULL},
    {"http://h/r/patch/?id=" ID, "cgit"},
    {"http://h/r/snapshot/r-" ID ".tar.gz", "cgit"},
    {"http://h/r/snapshot/r-1.2.tar.gz", NULL},
    {"http://h/r/log/?ofs=50", NULL},
    {"http://h/o/r/src/commit/" ID "/x.c", "Gitea"},
    {"http://h/o/r/src/branch/main/x.c", NULL},
    {"http://h/o/r/commit/" ID, NULL},
    {"http://h/o/r/commit/" ID ".patch", "Gitea or GitLab"},
    {"http://h/files/" ID "/report.pdf", NULL},
    {"http://h/o/r/-/blob/" ID "/x.c", "GitLab"},
    {"http://h/o/r/-/blob/main/x.c", NULL},
    {"http://h/viewvc/r/x.c?view=markup", NULL},
    {"http://h/viewvc/r/x.c?view=markup&revision=1.3", "ViewVC"},
    {"http://h/viewvc/r/x.c?r1=1.1&r2=1.3", "ViewVC"},
    {"http://h/compare?r1=1.1&r2=1.3", NULL},
    {"http://h/trac/browser/x.c?rev=12", "Trac"},
    {"http://h/trac/browser/x.c", NULL},
    {"http://h/trac/changeset/12", NULL},
    {"http://h/trac/changeset/12?format=diff", "Trac"},
    {"http://h/query?status=new", NULL},
    {"http://h/wiki/Start?action=diff&version=3", NULL},
    {"http://h/doku.php?id=a:b", NULL},
    {"http://h/doku.php?id=a:b&do=export_pdf", "DokuWiki"},
    {"http://h/doku.php?id=a:b&do=index", NULL},
    {"http://h/a/b?do=revisions", NULL},
    {"http://h/forum.php?do=recent", NULL},
    {"http://h/a/b?rev=1700000000", NULL},
    {"http://h/a/b?rev=17", NULL},
    {"http://h/_export/raw/a:b", "DokuWiki"},
    {"http://h/index.php?title=A", NULL},
    {"http://h/index.php?title=A&action=history", "MediaWiki"},
    {"http://h/index.php?title=A&oldid=17", NULL},
    {"http://h/index.php?title=Special:Export/A", "MediaWiki"},
    {"http://h/index.php?title=Special:AllPages&from=B", NULL},
    {"http://h/wiki/Special:WhatLinksHere/A", "MediaWiki"},
    {"http://h/wiki/Special_Exports", NULL},
    {"http://h/shop?action=history", NULL},
    {"http://h/cgi-bin/edit/A", NULL},
    {"http://h/bin/rdiff/Main/A", "TWiki"},
    {"http://h/bin/view/Main/A?rev=4", "TWiki"},
    {"http://h/bin/view/Main/A", NULL},
    {"http://h/bin/view/Main/A?raw=on", "TWiki"},
    {"http://h/viewvc/a.pdf?view=co", NULL},
    {"http://h/viewvc/a.pdf?revision=7&view=co", "ViewVC"},
    {"http://h/r/tree/wp-login.php?id=oak", NULL},
    {"http://h/?p=17", NULL},
};

static const struct {
    const char *url;
    bool is_view;
} parts[] = {
    {"http://h/index.php?title=A.css&action=raw", false},
    {"http://h/lib/exe/taskrunner.php?id=a&17", true},
    {"http://h/lib/exe/fetch.php?media=a.png", false},
};

int main(void)
{
    struct url url;
    struct buf scratch;

    url = (struct url){0};
    buf_init(&scratch, LIMIT_URL_BYTES);
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        const struct view *view;

        is_int(url_parse(&url, span_of(cases[i].url), NULL, NULL), URL_OK, cases[i].url);
        view = views_find(&url, false, &scratch);
        is_str(view ? view->program : "none", cases[i].program ? cases[i].program : "none", cases[i].url);
    }
    for (size_t i = 0; i < COUNT_OF(parts); i++) {
        is_int(url_parse(&url, span_of(parts[i].url), NULL, NULL), URL_OK, parts[i].url);
        is_int(views_find(&url, true, &scratch) != NULL, parts[i].is_view, parts[i].url);
    }
    url_release(&url);
    buf_release(&scratch);
    return done();
}
