/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_JUDGE_SCOPE_H
#define TIPTOE_JUDGE_SCOPE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/span.h"
#include "url/url.h"

/* Is this URL one of the site's? Whether it may be asked for is robots.txt's to say, not ours. */

enum scope_reach { SCOPE_HOST, SCOPE_DOMAIN, SCOPE_PATH };
enum scope_requisites { REQUISITES_ALL, REQUISITES_SITE, REQUISITES_NONE };

/* The user's options. Patterns: '*' stands for any run of characters, '?' for one; a pattern that starts with
 * '/' is held against path and query, any other against the whole URL. Borrowed for the life of the scope. */
struct scope_options {
    enum scope_reach reach;
    enum scope_requisites requisites;
    const char *const *includes;
    size_t include_count;
    const char *const *excludes;
    size_t exclude_count;
    int max_depth; /* links from the start page; negative for the ceiling of limits.h alone */
};

enum scope_verdict {
    SCOPE_IN,
    SCOPE_OTHER_SITE,    /* another host, domain or path */
    SCOPE_EXCLUDED,      /* an --exclude matches */
    SCOPE_NOT_INCLUDED,  /* no --include matches */
    SCOPE_TOO_DEEP,      /* --depth or the ceiling */
    SCOPE_NO_REQUISITES, /* a page requisite, and --requisites leaves it out */
    SCOPE_TRAP           /* the path repeats itself or has no end, and no --include names it */
};

/* What a URL would be for. */
enum scope_use {
    SCOPE_AS_PAGE,
    SCOPE_AS_REQUISITE,
    SCOPE_AS_CANDIDATE /* a guess: of the site alone, and not where requisites are left out */
};

struct scope;

/* A scope around START, whose text is copied. */
struct scope *scope_new(const struct scope_options *options, const struct url *start)
    __attribute__((nonnull));
void scope_free(struct scope *scope);

/* Decides on a URL DEPTH links away from the start page. Where an option or pattern decided, RULE becomes its
 * text as the user would write it (borrowed from the scope until its next verdict); else it becomes empty. */
enum scope_verdict scope_judge(struct scope *scope, const struct url *url, enum scope_use use, int depth,
                               struct span *rule) __attribute__((nonnull));

/* Whether an --include names URL: one that matches it and has more than wildcards and slashes. That is the
 * user's word that what looks like a trap is none. */
bool scope_names(const struct scope *scope, const struct url *url) __attribute__((nonnull));

/* Whether TEXT matches PATTERN, in time linear in their product. */
bool scope_pattern_matches(struct span pattern, struct span text);

#endif
