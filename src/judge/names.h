/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_JUDGE_NAMES_H
#define TIPTOE_JUDGE_NAMES_H

#include "url/url.h"

struct fetch_result;
struct frontier_item;
struct site;

/* The other names of the site. Its URLs have one name in the mirror: that of the start page. A name that the
 * user declares (--alias) is the site's; its twin, the same name with or without "www.", is a candidate that
 * a URL of it proves. Links with any of these names are links to the site's own URLs. */

/* A twin is given up after so many URLs that prove nothing. */
enum { TWIN_TRIES = 3 };

enum twin_state { TWIN_UNKNOWN, TWIN_IS_SITE, TWIN_IS_OTHER };

/* The twin of the site's host. Zeroed: it has none. */
struct twin {
    char *host; /* NULL: none, because the site's host is an address or has a port */
    enum twin_state state;
    bool is_preferred; /* the site redirects to it, so that requests have its name */
    unsigned tries;
    int64_t probe;       /* the URL of the twin that is to prove it; 0: none is queued */
    int64_t counterpart; /* that of the site, whose body is to be compared with PROBED; 0: none */
    unsigned char probed[32];
};

/* Sets the names of SITE, by its settings and by what earlier runs found. URLs that were refused and are of
 * the site now become redirects to it. */
int names_open(struct site *site) CHECKED;
void names_close(struct site *site) NONNULL;

/* Parses TEXT, an absolute URL, as site->found. A URL with another name of the site gets the site's name. */
enum url_result names_parse(struct site *site, struct span text) CHECKED;

/* Returns whether URL is to be requested, although it is outside the site, because it may prove that its host
 * is a name of the site. names_probe notes its id. */
bool names_may_probe(struct site *site, const struct url *url) NONNULL;
void names_probe(struct site *site, int64_t id) NONNULL;

/* Refuses the probe with this id, as any URL outside the site: it has been answered, or never will be. */
int names_refuse_probe(struct site *site, int64_t id) CHECKED;

/* Takes the answer to the probe ITEM at URL, which redirects to LOCATION unless that is NULL. The probe
 * itself is refused before. */
int names_take_probe(struct site *site, const struct frontier_item *item, const struct url *url,
                     const struct url *location, const struct fetch_result *result)
    __attribute__((nonnull(1, 2, 3, 5), warn_unused_result));

/* Takes the DIGEST of the body of the URL with this id, which may be the counterpart of a probe. */
int names_compare(struct site *site, int64_t id, struct span digest) CHECKED;

/* Sets OUT to URL with the name by which the site is requested; false: with its own. */
bool names_requested(const struct site *site, const struct url *url, struct buf *out) NONNULL;

/* Takes the redirect from REQUESTED, by which URL was requested, to LOCATION. PREFERS: it only shows that the
 * site prefers another of its names, so that URL is to be requested by that. */
int names_take_redirect(struct site *site, const struct url *url, struct span requested,
                        const struct url *location, bool *prefers) CHECKED;

#endif
