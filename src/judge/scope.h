/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_JUDGE_SCOPE_H
#define TIPTOE_JUDGE_SCOPE_H

#include "base/buf.h"
#include "base/span.h"
#include "frontier/names.h"
#include "url/url.h"

/* The URLs that belong to the site. Which of them may be requested, robots.txt decides. */

enum scope_reach { SCOPE_HOST, SCOPE_DOMAIN, SCOPE_PATH };
enum scope_requisites { REQUISITES_ALL, REQUISITES_SITE, REQUISITES_NONE };

/* The user's options. In patterns, '*' matches any characters and '?' one character; a pattern that starts
 * with '/' is compared with path and query, any other with the whole URL. Borrowed for the life of the scope.
 * */
struct scope_options {
    enum scope_reach reach;
    enum scope_requisites requisites;
    struct texts includes, excludes;
    struct texts all_of;                /* patterns of families that are not kept back */
    struct texts aliases;               /* other names of the site: HOST, or HOST:PORT */
    struct texts only_types, not_types; /* items such as "pdf,image/png": extensions or media types */
    struct span forgotten;              /* the setting FRONTIER_FORGOTTEN */
    const struct buf *live_excludes;    /* more excludes, one a line; the text may change. NULL: none */
    bool has_session;                   /* requests carry a session: links that end it are excluded */
    int max_depth;                      /* links from the start page; negative: only LIMIT_DEPTH */
};

struct scope;

/* Makes a scope for the site of START, whose text is copied. */
struct scope *scope_new(const struct scope_options *options, const struct url *start) NONNULL;
void scope_free(struct scope *scope);

/* Moves the site to URL, where the start page is now. A redirect never widens the site: with SCOPE_PATH, a
 * folder nearer to the root than that of the start page leaves the folder as it is. */
void scope_move(struct scope *scope, const struct url *url) NONNULL;

/* Judges a URL that is DEPTH links away from the start page by its ROLES (enum frontier_role), one of which
 * must be within the site. Without a role it is a guess: only of the site, and not where requisites are
 * excluded. RULE becomes the option or pattern that decided, as the user would write it (borrowed from the
 * scope until its next verdict), or empty. */
enum frontier_reason scope_judge(struct scope *scope, const struct url *url, unsigned roles, int depth,
                                 struct span *rule) NONNULL;

/* Returns whether one of RULES, lines of the setting FRONTIER_FORGOTTEN, matches URL, and sets RULE to it. In
 * a URL without '*', a '?' is itself. */
bool scope_is_forgotten(struct span rules, const struct url *url, struct buf *rule) NONNULL;

/* Returns the first of PATTERNS that matches URL; NULL if none does. */
const char *scope_first_match(const struct texts *patterns, const struct url *url) NONNULL;

/* Returns whether an --include names URL: one that matches it and consists of more than wildcards and
 * slashes. The user thereby states that it is not a trap. */
bool scope_names(const struct scope *scope, const struct url *url) NONNULL;

/* Returns whether --all-of matches URL. */
bool scope_wants_all(const struct scope *scope, const struct url *url) NONNULL;

/* Paths in which a part of one to three segments is there so many times in a row are seldom meant. */
enum { SCOPE_REPEATS = 4 };

/* Returns whether a part of the path of the canonical URL is there TIMES times in a row, at most
 * SCOPE_REPEATS.
 */
bool scope_repeats(struct span url, size_t times) __attribute__((pure));

/* Judges an answer of this URL by its Content-Type. RULE becomes the option that decided, as above. */
enum frontier_reason scope_judge_type(struct scope *scope, const struct url *url, struct span content_type,
                                      struct span *rule) NONNULL;

/* Returns the registrable domain of HOST as in a canonical URL, or HOST where it has none. The caller frees
 * it. */
char *scope_registrable(const char *host) __attribute__((nonnull, returns_nonnull));

/* Returns whether URL has the name of a page that begins a session. */
bool scope_is_login(const struct url *url) NONNULL;

/* Returns whether HTML has a field for a password. */
bool scope_asks_password(struct span html);

#endif
