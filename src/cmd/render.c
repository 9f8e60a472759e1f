/* SPDX-License-Identifier: MIT */
/* `tiptoe render`: opens pages of a mirror in a browser without a network. And --render auto: requests and
 * the browser take turns, each in a process of its own, because the browser must be started before a process
 * gives up its rights, and no browser waits while a site is given its time. */
#include "config.h"

#include <errno.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/limits.h"
#include "browser/browser.h"
#include "cmd/command.h"
#include "cmd/run.h"
#include "judge/settings.h"
#include "term/message.h"

/* Returns whether there is a browser to use; says why not. */
static bool has_browser(const struct options *given)
{
    const char *lack = browser_lack(options_text(given, "browser"));

    if (lack)
        message_error("%s", lack);
    return !lack;
}

static int open_pages(struct run run, const struct options *given)
{
    int status = EXIT_LOCAL;

    if (browser_launch(&run.browser, options_text(given, "browser"), run.path))
        message_error("%s: the browser cannot be started", run.path);
    else
        status = run_crawl(run, given);
    browser_end(run.browser);
    return status;
}

static int render_run(const struct options *given)
{
    struct run run = {.path = given->operands[0], .use = FOLDER_RUN};

    return has_browser(given) ? open_pages(run, given) : EXIT_LOCAL;
}

/* Takes RUN's turn, or the browser's if it OPENS pages, in another process, which gets the signals that reach
 * this one. Terminals send theirs to both. Sets STOPS if there was one. Returns the exit status. */
static int take_turn(struct run run, const struct options *given, bool opens, bool *stops)
{
    sigset_t wanted, before;
    siginfo_t about;
    pid_t child;
    int status;

    (void)sigemptyset(&wanted);
    for (size_t i = 0; i < 4; i++)
        (void)sigaddset(&wanted, (const int[]){SIGCHLD, SIGINT, SIGTERM, SIGHUP}[i]);
    (void)sigprocmask(SIG_BLOCK, &wanted, &before);
    child = fork();
    if (child == 0) {
        (void)prctl(PR_SET_PDEATHSIG, SIGKILL);
        (void)sigprocmask(SIG_SETMASK, &before, NULL);
        _exit(opens ? open_pages(run, given) : run_crawl(run, given));
    }
    while (child > 0 && waitpid(child, &status, WNOHANG) == 0) {
        int signal = sigwaitinfo(&wanted, &about);

        *stops |= signal > 0 && signal != SIGCHLD;
        if (signal > 0 && signal != SIGCHLD && about.si_code != SI_KERNEL)
            (void)kill(child, signal);
    }
    (void)sigprocmask(SIG_SETMASK, &before, NULL);
    if (child < 0)
        message_error("cannot start a process: %s", strerror(errno));
    return child < 0 ? EXIT_LOCAL : WIFEXITED(status) ? WEXITSTATUS(status) : EXIT_STOPPED;
}

/* Returns whether RUN may be one with --render auto. The user has given that now, or earlier on this machine
 * for this mirror; whether it is in force, the mirror says. */
static bool may_render(const struct run *run, const struct options *given)
{
    struct buf noted BUF_LOCAL(KEPT_NOTED_MAX);

    if (options_given(given, "render"))
        return options_flag(given, "render") && !options_flag(given, "dry-run");
    if (open_is_mirror(run->path))
        kept_note(&noted, run->path, given);
    return span_has(buf_span(&noted), "render auto\n");
}

int run_rendering(struct run run, const struct options *given)
{
    struct buf auth BUF_LOCAL(LIMIT_WHY_BYTES);
    struct turns *turns;
    bool stops = false, opens = false;
    int status;

    if (!may_render(&run, given))
        return run_crawl(run, given);
    if (!has_browser(given))
        return EXIT_LOCAL;
    if (run_read_auth(&run, given, &auth))
        return EXIT_USAGE;
    turns = mmap(NULL, sizeof *turns, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (turns == MAP_FAILED)
        return EXIT_LOCAL;
    *turns = (struct turns){.updates = run.revisit, .started_ms = clock_monotonic_ms()};
    run.turns = turns;
    do {
        turns->goes_on = false;
        status = take_turn(run, given, opens, &stops);
        turns->taken++;
        opens = !opens;
        run = (struct run){.path = run.path, .use = FOLDER_RUN, .turns = turns, .auth = run.auth};
    } while (turns->goes_on && !stops);
    if (!turns->goes_on)
        return status;
    message_note("not complete: stopped by a signal; to continue: tiptoe resume %s", run.path);
    return EXIT_STOPPED;
}

const struct command command_render = {
    .name = "render",
    .usage = "[options] [DIR]",
    .summary = "open pages in a browser, and queue what their scripts request",
    .options = run_option_rows,
    .own = "browser render-pages",
    .refused = "output start urls " RUN_OPTIONS_OF_REQUESTS,
    .needs = NEEDS_DIR | NEEDS_MORE,
    .run = render_run,
};
