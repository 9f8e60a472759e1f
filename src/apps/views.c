/* SPDX-License-Identifier: MIT */
/* Views of sites that programs generate, one row each, if neither what they show (judge/evidence.h) nor a
 * word (judge/scope.c) tells that the site has the same elsewhere, and the program does not say NOFOLLOW, as
 * gitweb, MoinMoin, the wiki of Trac and the buttons of DokuWiki do. A row is safe if a site without the
 * program cannot lose content by it: parameters and paths are those that only the program writes. A
 * repository keeps each commit with its changes once, and each file as of HEAD; a wiki keeps each page as it
 * is. Images and other parts of pages are never left out, except calls that have no content. */
#include "config.h"

#include "apps/app.h"

/* A Git object has this many hexadecimal digits, with SHA-1 or SHA-256. */
enum { SHA1_DIGITS = 40, SHA256_DIGITS = 64 };

static const struct view views[] = {
    {"cgit", "the changes of a commit in another form", "*/patch/* */rawdiff/* */diff/*", "id=#", false},
    {"cgit", "a file, a folder or a log as of a commit",
     "*/tree/* */plain/* */blame/* */log/* */stats/* */atom/* */refs/*", "id=#", false},
    {"cgit", "a file, a log or a commit as of a branch other than HEAD, or a tag",
     "*/tree/* */plain/* */blame/* */log/* */stats/* */atom/* */refs/* */diff/* */commit/*", "h=* !w=*",
     false},
    {"cgit", "the changes of a commit to one path", "*/commit/?*", "id=#", false},
    {"cgit", "a snapshot of a commit", "*/snapshot/*-#.tar* */snapshot/*-#.zip", NULL, false},
    {"Gitea", "a file, a folder or a log as of a commit",
     "*/src/commit/#* */raw/commit/#/* */blame/commit/#/* */commits/commit/#*", NULL, false},
    {"Gitea or GitLab", "the changes of a commit in another form",
     "*/commit/#.patch */commit/#.diff */compare/#...#", NULL, false},
    {"GitLab", "a file, a folder or a log as of a commit",
     "*/-/blob/#/* */-/tree/#* */-/raw/#/* */-/blame/#/* */-/commits/#* */-/archive/#/*", NULL, false},
    {"ViewVC", "the difference between two versions", "*/viewvc* */viewcvs* */cvsweb*", "r1=*", false},
    {"ViewVC", "a file by its authors", "*/viewvc* */viewcvs* */cvsweb*", "annotate=*", false},
    {"ViewVC", "a file or folder as of a commit", "*/viewvc* */viewcvs* */cvsweb*", "pathrev=*", false},
    {"ViewVC", "a file or folder as of a commit", "*/viewvc* */viewcvs* */cvsweb*",
     "view=markup|co revision=*", false},
    {"Trac", "a file or folder as of a change", "*/browser/* */log/*", "rev=*", false},
    {"Trac", "the difference between two versions", "*/changeset*", "old=* new=*", false},
    {"Trac", "a page in another form", "*/changeset/* */ticket/* */report/* */query",
     "format=diff|zip|tab|csv|rss", false},
    {"DokuWiki", "a call that runs tasks of the server", "*/lib/exe/taskrunner.php */lib/exe/indexer.php",
     NULL, true},
    {"DokuWiki", "a page in another form", "*", "do=export_*", false},
    {"DokuWiki", "a page in another form", "*/_export/?*/?*", NULL, false},
    {"MediaWiki", "old versions, or editing, of a page", "*",
     "title=* action=history|raw|info|protect|purge|submit|rollback|formedit|render|markpatrolled", false},
    {"MediaWiki", "a special page of each page",
     "*/Special:Export* */Special:WhatLinksHere* */Special:RecentChanges* */Special:CiteThisPage* "
     "*/Special:PermanentLink* */Special:Diff/* */Special:History/* */Special:MobileDiff/* "
     "*/Special:UserLogin* */Special:CreateAccount* */Special:Random* */Special:DownloadAsPdf*",
     NULL, false},
    {"MediaWiki", "a special page of each page", "*",
     "title=Special:Export*|Special:WhatLinksHere*|Special:RecentChanges*|Special:CiteThisPage*|"
     "Special:PermanentLink*|Special:Diff/*|Special:History/*|Special:MobileDiff/*|Special:UserLogin*|"
     "Special:CreateAccount*|Special:Random*|Special:DownloadAsPdf*|Special:Log*|Special:Book*",
     false},
    {"TWiki", "old versions, or editing, of a page",
     "*/bin/edit/* */bin/attach/* */bin/rdiff/* */bin/rename/* */bin/compare/* */bin/viewauth/*", NULL,
     false},
    {"TWiki", "an old version of a page", "*/bin/view/*", "rev=*", false},
    {"TWiki", "a page in another form", "*/bin/view/*", "raw=*", false},
};

/* Adds TEXT with '#' for each name of an object. */
static void add_shape(struct buf *out, struct span text)
{
    for (size_t at = 0; at < text.len;) {
        size_t len = 0;

        while (at + len < text.len && ascii_is_hex(text.at[at + len]))
            len++;
        if (len == SHA1_DIGITS || len == SHA256_DIGITS)
            (void)buf_add_byte(out, '#');
        else
            (void)buf_add_span(out, span_part(text, at, len > 0 ? len : 1));
        at += len > 0 ? len : 1;
    }
}

/* Returns true if one of PATTERNS, with SEPARATOR between them, matches. */
static bool matches_any(struct span patterns, char separator, struct span text)
{
    while (patterns.len > 0)
        if (span_matches(text, span_take_until(&patterns, separator)))
            return true;
    return false;
}

/* Returns true if QUERY has a parameter as WANTED says: NAME=VALUE|VALUE… */
static bool has_parameter(struct span query, struct span wanted)
{
    struct span name = span_take_until(&wanted, '=');

    while (query.len > 0) {
        struct span parameter = span_take_until_any(&query, "&;");

        query = span_part(query, 1, query.len);
        if (span_equals(span_take_until(&parameter, '='), name) && matches_any(wanted, '|', parameter))
            return true;
    }
    return false;
}

static bool has_parameters(struct span query, const char *wanted)
{
    struct span rest = span_of(wanted);

    while (rest.len > 0) {
        bool is_absent = span_starts(rest, "!");

        if (is_absent)
            rest = span_part(rest, 1, rest.len);
        if (has_parameter(query, span_take_until(&rest, ' ')) == is_absent)
            return false;
    }
    return true;
}

static bool is_view(const struct view *view, struct span path, struct span query, bool has_object)
{
    if (view->query)
        return query.len > 0 && has_parameters(query, view->query) &&
               matches_any(span_of(view->path), ' ', path);
    return (has_object || !strchr(view->path, '#')) && matches_any(span_of(view->path), ' ', path);
}

const struct view *views_find(const struct url *url, bool is_part, struct buf *scratch)
{
    struct span path, query;
    bool has_object;

    buf_clear(scratch);
    add_shape(scratch, url_target(url));
    query = buf_span(scratch);
    path = span_take_until(&query, '?');
    has_object = span_find(path, '#') < path.len;
    for (size_t i = 0; i < COUNT_OF(views); i++)
        if ((views[i].is_part || !is_part) && is_view(&views[i], path, query, has_object))
            return &views[i];
    return NULL;
}

bool parameter_is_token(struct span name)
{
    static const char *const names[] = {
        "phpsessid", "jsessionid", "aspsessionid*", "asp.net_sessionid",
        "cfid",      "cftoken",    "sid",           "sessid",
        "sessionid", "session_id", "session",       "oscsid",
        "zenid",     "s_id",       "utm_?*",        "fbclid",
        "gclid",     "gbraid",     "wbraid",        "dclid",
        "msclkid",   "yclid",      "twclid",        "igshid",
        "mc_cid",    "mc_eid",     "_ga",           "_gl",
    };
    char lower[32];

    for (size_t i = 0; i < name.len && i < sizeof lower; i++)
        lower[i] = ascii_lower(name.at[i]);
    for (size_t i = 0; i < COUNT_OF(names) && name.len <= sizeof lower; i++)
        if (span_matches(span_make(lower, name.len), span_of(names[i])))
            return true;
    return false;
}
