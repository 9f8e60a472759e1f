/* SPDX-License-Identifier: MIT */
/* Views of a repository: its pages in another form, or as of another time, whose number multiplies. A commit
 * is mirrored once with its changes, and a file as of HEAD. A view is here if it has texts of its own, so
 * that no evidence shows that it repeats others (judge/families.h), and if the program does not withhold it
 * from robots, as gitweb and wikis do. A row is safe if a site without the program cannot lose content by it:
 * the form is one that only the program writes. */
#include "config.h"

#include "apps/app.h"

/* A Git object has this many hexadecimal digits, with SHA-1 or SHA-256. */
enum { SHA1_DIGITS = 40, SHA256_DIGITS = 64 };

static const struct view views[] = {
    {"cgit", "the changes of a commit in another form", "*/patch/*|*/rawdiff/*|*/diff/*", "id=#|id2=#", NULL},
    {"cgit", "a file, a folder or a log as of a commit",
     "*/tree/*|*/plain/*|*/blame/*|*/log/*|*/stats/*|*/atom/*|*/refs/*", "id=#", NULL},
    /* with a width and a height, it is an image */
    {"cgit", "a file, a log or a commit as of a branch other than HEAD, or a tag",
     "*/tree/*|*/plain/*|*/blame/*|*/log/*|*/stats/*|*/atom/*|*/refs/*|*/diff/*|*/commit/*", "h=*", "w=*"},
    {"cgit", "a log or a diff of one path", "*.git/stats/?*|*.git/diff/?*|*.git/log/?*|*.git/blame/?*", NULL,
     NULL},
    {"cgit", "the changes of a commit to one path", "*/commit/?*", "id=#", NULL},
    {"cgit", "a snapshot of a commit", "*/snapshot/*-#.tar*|*/snapshot/*-#.zip", NULL, NULL},
    {"cgit", "a log in another form", "*/log/*", "showmsg=1", NULL},
    {"Gitea or GitLab", "a file, a folder or a log as of a commit",
     "*/src/commit/#*|*/raw/commit/#/*|*/blame/commit/#/*|*/commits/commit/#*|"
     "*/-/blob/#/*|*/-/tree/#*|*/-/raw/#/*|*/-/blame/#/*|*/-/commits/#*|*/-/archive/#/*",
     NULL, NULL},
    {"Gitea or GitLab", "the changes of a commit in another form",
     "*/commit/#.patch|*/commit/#.diff|*/compare/#...#", NULL, NULL},
    /* a revision as a whole is a page */
    {"ViewVC", "a file in another form or as of a commit, or a difference", "*/viewvc*|*/viewcvs*|*/cvsweb*",
     "view=annotate|view=patch|view=diff|view=query|view=tar|view=graph|annotate=*|r1=*|pathrev=*|revision=*",
     "view=rev*"},
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

/* Returns true if one of PATTERNS, with '|' between them, matches. */
static bool matches_any(const char *patterns, struct span text)
{
    struct span rest = span_of(patterns);

    while (rest.len > 0)
        if (span_matches(text, span_take_until(&rest, '|')))
            return true;
    return false;
}

/* Returns true if one of PATTERNS matches a parameter of QUERY. */
static bool has_parameter(struct span query, const char *patterns)
{
    while (query.len > 0) {
        if (matches_any(patterns, span_take_until_any(&query, "&;")))
            return true;
        query = span_part(query, 1, query.len);
    }
    return false;
}

const struct view *views_find(const struct url *url, struct buf *scratch)
{
    struct span path, query;

    buf_clear(scratch);
    add_shape(scratch, url_target(url));
    query = buf_span(scratch);
    path = span_take_until(&query, '?');
    for (size_t i = 0; i < COUNT_OF(views); i++)
        if ((!views[i].query || has_parameter(query, views[i].query)) && matches_any(views[i].path, path) &&
            !(views[i].unless && has_parameter(query, views[i].unless)))
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
