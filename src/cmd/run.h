/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_CMD_RUN_H
#define TIPTOE_CMD_RUN_H

#include <stdbool.h>

#include "cmd/options.h"
#include "mirror/folder.h"

struct url;
struct sources;

/* The differences between runs. */
struct run {
    const char *path; /* of the mirror */
    enum folder_use use;
    const struct url *start;       /* NULL: the mirror's own */
    bool moves;                    /* START replaces that of the mirror */
    bool revisit;                  /* a finished mirror is visited again */
    struct span urls;              /* other pages, as of run_read_urls */
    const struct sources *sources; /* to be imported; NULL: none */
    bool is_dry;                   /* set by run_crawl: the mirror is temporary */
    const char
        *made; /* set by run_crawl: the first folder that it makes, and removes again if it is of no use */
};

/* Opens the mirror of RUN and crawls. Options that GIVEN (of run_option_rows) lacks are the mirror's; those
 * it has are kept with the mirror. Returns an enum exit_status. */
int run_crawl(struct run run, const struct options *given) __attribute__((nonnull));

/* Crawls with the mirror that the first operand names, for the commands resume and update (REVISIT). Returns
 * an enum exit_status. */
int run_again(const struct options *given, bool revisit) __attribute__((nonnull));

/* Reads the URL of a start page, or a host name without a scheme, into URL. Returns 0, or an enum exit_status
 * after an error message. */
int run_read_start(struct url *url, const char *text) __attribute__((nonnull, warn_unused_result));

/* Adds the other pages that the user wants to URLS, in canonical form, one a line: the operands of GIVEN from
 * FROM on, and those of --urls. 0, or an exit status after an error message. */
enum { RUN_URLS_MAX = 256 * 1024 * 1024 };
int run_read_urls(struct buf *urls, const struct options *given, size_t from)
    __attribute__((nonnull, warn_unused_result));

/* True, with an error message, if GIVEN has --moved-to, which only update accepts. */
bool run_refuses_move(const struct options *given) __attribute__((nonnull));

/* Adds the name of the mirror's folder: OUTPUT, or the host of START, with its port in the way of
 * site/_hosts/. */
void run_name_folder(struct buf *folder, const char *output, const struct url *start)
    __attribute__((nonnull(1, 3)));

#endif
