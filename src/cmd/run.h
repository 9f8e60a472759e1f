/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_CMD_RUN_H
#define TIPTOE_CMD_RUN_H

#include "cmd/command.h"
#include "judge/settings.h"
#include "report/standing.h"

struct browser;
struct frontier;
struct sources;

/* The commands that crawl. First run_options.c: their options. */

#define INTO(member) OPTION_INTO(struct settings, member)
#define KEPT         .scope = OPTION_OF_MIRROR
#define KEPT_BY_USER .scope = OPTION_OF_USER

/* The options of the commands that crawl. */
extern const struct option_row run_option_rows[];

/* Those of requests and of updates that no mirror keeps: a command without requests refuses them. */
#define RUN_OPTIONS_OF_REQUESTS                                                                              \
    "moved-to dry-run header auth proxy trust-sitemap withdraw-most delete delete-most"

/* Checks of rows, see `check` in command.h: a host whose address may be private, and a file of cookies. */
const char *check_private_host(char *const *texts, size_t index) NONNULL;
const char *check_cookies(char *const *texts, size_t index) NONNULL;

/* The most bytes of a file of cookies. */
enum { COOKIES_MAX = 16 * 1024 * 1024 };

/* Sets --cookies to the database of the browser that --cookies-from-browser names: of the profile that was
 * used last. 0, or ERROR_INVALID with a sentence in WHY. Before the sandbox. */
int run_options_find_cookies(struct options *given, struct buf *why) CHECKED;

/* Reads GIVEN, made from run_option_rows and accepted by options_check, into SETTINGS, which then borrows
 * from it. */
void settings_read(struct settings *settings, struct options *given) NONNULL;
void settings_release(struct settings *settings) NONNULL;

/* kept.c. The settings files: defaults for all mirrors, a line "OPTION VALUE" each, with comments after #.
 * They are $XDG_CONFIG_HOME/tiptoe/config, then tiptoe/config in the system's folder of such files; or only
 * the one that $TIPTOE_CONFIG names, none if that is empty. They may have each option that a mirror keeps. A
 * value of an option that the command line sets is not looked at. */

/* Sets PATH to the settings file of the user; ERROR_NOT_FOUND for one without a home. */
int kept_name_settings(struct buf *path) CHECKED;

/* Sets what GIVEN, made from run_option_rows, lacks from the settings files; nothing with --no-config.
 * Returns 0, or an error with a sentence in WHY that names the file and the line. Before the sandbox. */
int kept_load_defaults(struct options *given, struct buf *why) CHECKED;

/* Options that a mirror keeps for its next runs, in mirror.db. A mirror may be a stranger's, so those of
 * scope OPTION_OF_USER, which name files and open addresses, are used only if this user has given them on
 * this machine: they are noted in a file of $XDG_STATE_HOME/tiptoe, a line "NAME VALUE" each. The file is
 * called by the random number in control/id of the mirror. */

enum { KEPT_NOTED_MAX = 256 * 1024 };

/* Notes what GIVEN has for the mirror in DIR, and adds all that is noted for it to NOTED, which has
 * KEPT_NOTED_MAX. Before the sandbox. Without a place for notes, a message says so. */
void kept_note(struct buf *noted, const char *dir, const struct options *given) NONNULL;

/* Allows the files that are NOTED. */
void kept_allow(struct sandbox *sandbox, const struct options *given, struct span noted) NONNULL;

/* Adds to OPTIONS what the mirror keeps and the command line does not set. ERROR_INVALID with a sentence in
 * WHY as options_restore, and for options that are not NOTED or name a file that could block. */
int kept_load(struct frontier *frontier, struct options *options, struct span noted, struct buf *why) CHECKED;

/* Keeps OPTIONS. Those of settings files are kept only for what reads them in mirror.db: kept_load ignores
 * them. */
int kept_save(struct frontier *frontier, const struct options *options) CHECKED;

/* Adds a line "NAME VALUE (SOURCE)" to OUT for each option of the last run that has a value. */
void kept_describe(struct frontier *frontier, struct buf *out) NONNULL;

/* Returns true for the first call with NAME by this user on this machine. Before the sandbox. */
bool kept_is_first(const char *name) NONNULL;

/* run.c: the differences between runs. */
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
