/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_JUDGE_JUDGE_H
#define TIPTOE_JUDGE_JUDGE_H

#include "base/span.h"
#include "frontier/names.h"
#include "markup/link.h"
#include "robots/robots.h"
#include "url/url.h"

struct fetch_result;
struct frontier_ids;
struct frontier_item;
struct origin;
struct site;

/* Judges ITEM of ORIGIN, whose rules are known, now that its turn has come: rules, options and limits may
 * have changed since it was queued. URL is ITEM's. IS_START: it is the start page, or where its redirects
 * lead, so that the scope does not apply. FRONTIER_NO_REASON: it may be requested. RULE is borrowed until the
 * next verdict. */
enum frontier_reason judge_turn(struct site *site, const struct origin *origin,
                                const struct frontier_item *item, const struct url *url, bool is_start,
                                struct span *rule) NONNULL;

/* Judges ITEM by --max-pages and --max-bytes alone. They count over all runs of a mirror, so that an
 * interrupted run ends where an uninterrupted one would have ended. Requisites of stored pages do not count
 * as pages. RULE is the option as a user writes it, borrowed until the next verdict. */
enum frontier_reason judge_by_limits(struct site *site, const struct frontier_item *item,
                                     const struct url *url, struct span *rule) NONNULL;

/* Returns whether ITEM, whose URL is URL, counts for --max-pages. */
bool judge_counts_as_page(struct site *site, const struct frontier_item *item, const struct url *url) NONNULL;

/* Returns whether the queued guess ITEM may still be requested. One of a shape that pays may; otherwise it is
 * refused if the first ones of its shape, or most guesses before it, did not exist. */
enum frontier_reason judge_guess(struct site *site, const struct frontier_item *item, const struct url *url)
    NONNULL;

/* Sets IS_PAGE to whether the HTML that a guess returned is a page of the site, by its name and as a whole
 * document; the guess is then a page in the frontier too. Anything else is stored as received, and its links
 * are not followed: the links of a fragment are relative to the page that a script puts it into, and many
 * sites answer with a page where a file is missing. Returns 0 or the frontier's error. */
int judge_guessed_page(struct site *site, const struct frontier_item *item, const struct url *url,
                       struct span html, bool *is_page) CHECKED;

/* Returns whether a page that --max-pages refuses now may be allowed later, because a request in flight may
 * not return a page. */
bool judge_may_allow_later(const struct site *site) NONNULL;

/* Returns what --max-bytes leaves for the next request, whatever it is for; UINT64_MAX without it. */
uint64_t judge_bytes_left(const struct site *site) NONNULL;

/* Returns the option that a body exceeded, as a user writes it; borrowed until the next verdict. */
struct span judge_limit_rule(struct site *site, enum frontier_reason reason) NONNULL;

/* rules.c: the robots.txt of each origin, requested before anything else of it, kept with its answer in
 * mirror.db, requested again when its lifetime is over, and then applied to what is queued already. */

/* Returns whether the rules of ORIGIN are known and still hold. Takes over what mirror.db has, and forgets
 * what has expired. */
bool rules_are_known(struct site *site, struct origin *origin, int64_t now_ms) NONNULL;

/* Expires the rules of all origins, if no request could start for a long time: STOPPED_MS. */
void rules_expire(struct site *site, int64_t stopped_ms, int64_t now_ms) NONNULL;

/* Sets the validators of ORIGIN's robots.txt in mirror.db, for a conditional request; they are borrowed
 * until its next use, and stay as they are without a saved robots.txt. */
int rules_validators(struct site *site, const struct origin *origin, struct span *etag,
                     struct span *last_modified) CHECKED;

/* Sets HOST to the origin whose pace the next request for ORIGIN's robots.txt counts for; origin->rules_url
 * is then the URL to request. */
int rules_host(struct site *site, struct origin *origin, struct origin **host) CHECKED;

/* Takes the answer to a request for ORIGIN's robots.txt at URL. IS_CHALLENGE: a firewall gave it. */
int rules_answered(struct site *site, struct origin *origin, struct span url,
                   const struct fetch_result *result, bool is_challenge) CHECKED;

/* Judges URL by the known rules of ORIGIN. RULE is borrowed until the next verdict. */
enum frontier_reason rules_judge(struct site *site, const struct origin *origin, struct span url,
                                 struct span *rule) NONNULL;

/* Makes BODY the rules of ORIGIN: verdicts, delay, usage preferences. The first time for the site's own
 * origin, tells the user whether it disallows mirroring tools by name. */
void rules_apply(struct site *site, struct origin *origin, enum robots_class class, struct span body,
                 bool truncated) NONNULL;

/* Gives the pace of ORIGIN the delay of the robots.txt that mirror.db has of it, however old, until its rules
 * are read: for the request that reads them. Works once. */
int rules_recall_delay(struct site *site, struct origin *origin) CHECKED;

/* Updates the pace by rules that hold at certain hours only. It is cheap to call often. */
void rules_follow_clock(struct site *site, struct origin *origin, int64_t now_ms) NONNULL;

/* Sets TEXT to the verdict of known rules as it is kept with a URL, "line 12: Disallow: /x"; returns it. */
struct span rules_text(struct buf *text, uint32_t line, struct span rule) NONNULL;

/* discover.c: each URL that is found is judged by scope and, where the rules of its origin are known, by
 * robots.txt, and gets a row in the frontier, queued or refused with the reason. */

/* A document whose links are followed. */
struct discovery {
    const struct frontier_item *page;
    const struct url *url;        /* its own */
    struct frontier_ids *targets; /* receives the ids of its targets */
    bool stored;                  /* its requisites are fetched too */
    enum referrer_policy referrer;
    bool repeats; /* it is the same as pages on the way to it */
};

/* Adds the start page, unless the mirror has one. */
int discover_start(struct site *site, const struct url *url) CHECKED;

/* Adds the targets of LINKS. */
int discover_links(struct site *site, struct discovery *from, const struct link_list *links) CHECKED;

/* Adds URL, a guess by what VIA says, which is not a link of the page. KIND is its place in the queue. */
int discover_guess(struct site *site, struct discovery *from, enum frontier_kind kind, struct span url,
                   const char *via) CHECKED;

/* Adds TARGET, where FROM redirects to, in the role of FROM; ID becomes the target's. If FROM is a page of
 * the site and TARGET is not, it is a download: a guess that it is a file, which then is a requisite. */
int discover_redirect(struct site *site, const struct frontier_item *from, const struct url *target,
                      int64_t *id) CHECKED;

/* Adds the file after the one of ITEM, which exists at URL, if that was found as one of numbered files. */
int discover_next(struct site *site, const struct frontier_item *item, const struct url *url) CHECKED;

/* Returns whether ITEM is a download, and not another page. */
bool discover_is_download(const struct frontier_item *item) __attribute__((nonnull, pure));

/* Adds URL, a page that a list names; VIA says which one. Its links are DEPTH + 1 links from the start. */
int discover_listed(struct site *site, struct span url, struct span via, int depth) CHECKED;

/* Adds the pages that the user names beside the start page: URLs in canonical form, one a line. They are
 * judged like any other; a warning says how many do not belong to the mirror. */
int discover_named(struct site *site, struct span urls) CHECKED;

/* Adds URL, which the page FROM requests, or links to, once its scripts have run; VIA says which. ROLE is how
 * it uses it. A fragment is ignored. A guess that was refused before is queued. ID becomes the id; 0: URL is
 * malformed. */
int discover_rendered(struct site *site, const struct frontier_item *from, struct span url, unsigned role,
                      const char *via, int64_t *id) CHECKED;

/* Adds URL, which the archive has and no page links to: a page of the site, or a requisite from another host
 * that only scripts request. */
int discover_archived(struct site *site, struct span url, struct span via) CHECKED;

/* families.c: families of URLs, and what their pages bring. A family is a kind of path with a set of
 * parameters, with as many words in a list, or with a date. Its page brings something if it has a text or a
 * file that no page of this kind had, or links to a new URL of no family, and does not repeat another page;
 * or if another page, which was found on it, brings something to its own family. A family whose pages have
 * brought nothing for long has dried up: its URLs are kept back, while one request in twenty is still for one
 * of them, and some more are requested when nothing else is left. It is given up after a number of pages that
 * grows with what it has brought. One page that brings something queues all that was kept back. Evidence
 * about families is in the same table as that about features (judge/evidence.h). */

/* Reads the page BYTES with LINKS of ITEM, whose URL is URL. Returns a number by which it is compared; 0: it
 * needs none. */
int64_t families_read(struct site *site, const struct frontier_item *item, const struct url *url,
                      struct span bytes, const struct link_list *links) NONNULL;

/* Notes that the page that was read last links to URL, which is new. */
void families_note_link(struct site *site, const struct url *url) NONNULL;

/* Counts what ITEM's page, which has been stored or not, has brought to its family. */
int families_weigh(struct site *site, const struct frontier_item *item, const struct url *url) CHECKED;

/* Settles ITEM, whose URL is URL and whose turn has come, if it differs from a stored one in features without
 * effect only: HELD says so. WAITS: it does so from one that is in flight, whose answer decides. */
int families_hold(struct site *site, const struct frontier_item *item, const struct url *url, bool *held,
                  bool *waits) CHECKED;

/* Returns whether ITEM, whose turn has come, is kept back because its family has dried up. RULE then explains
 * it; it is borrowed until the next verdict. Otherwise, WAITS: one of another family, of URLs that may show
 * the same, is in flight; its answer comes first. */
bool families_keep_back(struct site *site, const struct frontier_item *item, const struct url *url,
                        bool *waits, struct span *rule) NONNULL;

/* Queues what was kept back, as there is nothing else to do: a few URLs of each family, so many times in a
 * run, and the last one of each feature without effect. ANY is true if there was one. */
int families_probe(struct site *site, bool *any) CHECKED;

/* Prints families of which URLs were left out, at the end of a run. */
void families_report(struct site *site) NONNULL;

#endif
