/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_CMD_RUN_H
#define TIPTOE_CMD_RUN_H

#include "cmd/options.h"
#include "mirror/folder.h"
#include "report/standing.h"

struct browser;
struct url;
struct sources;
struct turns;

/* The differences between runs. */
struct run {
    const char *path; /* of the mirror */
    enum folder_use use;
    const struct url *start;       /* NULL: the mirror's own */
    bool moves;                    /* START replaces that of the mirror */
    bool revisit;                  /* a finished mirror is visited again */
    struct span urls;              /* other pages, in canonical form, one a line */
    const struct sources *sources; /* to be imported; NULL: none */
    struct browser *browser;       /* opens pages instead of requests (render/); NULL: none */
    struct turns *turns;           /* of --render auto, if the mirror says so; NULL: none */
    const char *auth;              /* of run_read_auth, or NULL */
    bool is_dry;                   /* set by run_crawl: the mirror is temporary */
    bool is_new;                   /* set by run_crawl: its folder is removed again if it is of no use */
};

/* Sets the credentials of RUN, in AUTH, to what --auth says: USER:PASSWORD, the first line of @FILE, or USER,
 * who types the password: every user can see the arguments of a program. Returns an enum exit_status. */
int run_read_auth(struct run *run, const struct options *given, struct buf *auth) NONNULL;

/* Opens the mirror of RUN and crawls. Options that GIVEN (of run_option_rows) lacks are the mirror's; those
 * it has are kept with the mirror. Returns an enum exit_status. */
int run_crawl(struct run run, const struct options *given) NONNULL;

/* Crawls in the same way, and where --render auto is in force, by turns with the browser (cmd/render.c). */
int run_rendering(struct run run, const struct options *given) NONNULL;

/* Reads TEXT, the URL of a start page, or a host name without a scheme, into URL. Returns 0, or an enum
 * exit_status after an error message. (cmd/mirror.c) */
int run_read_start(struct url *url, struct span text) NONNULL;

/* Adds the name of the mirror's folder: OUTPUT, or the host of START, with its port in the way of
 * site/_hosts/. */
void run_name_folder(struct buf *folder, const char *output, const struct url *start)
    __attribute__((nonnull(1, 3)));

/* Prints the condition of MIRROR, which STANDING has, as REPORT_LINES or REPORT_JSON. (cmd/status.c) */
void status_print(const struct mirror *mirror, const struct standing *standing, enum report_format format)
    NONNULL;

#endif
