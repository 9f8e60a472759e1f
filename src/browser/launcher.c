/* SPDX-License-Identifier: MIT */
/* The process between tiptoe and the browser, which owns the browser's processes and its profile. All that
 * descends from the browser is in the launcher's session or, when its parent has ended, a child of the
 * launcher (PR_SET_CHILD_SUBREAPER); so when it has no child left, there is no such process. */
#include "config.h"

#include "browser/launcher.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/file.h"
#include "sandbox/filter.h"

enum { WATCH_MS = 100, MEMORY_MOST_KB = 1024 * 1024, FILE_MOST_BYTES = 256 * 1024 * 1024 };

/* clang-format off */
static const char *const arguments[] = {
    "--remote-debugging-pipe", "--user-data-dir=.", "--no-first-run", "--no-default-browser-check", "--no-pings",
    "--disable-gpu", "--disable-software-rasterizer", "--disable-dev-shm-usage", "--disable-extensions",
    "--disable-sync", "--disable-background-networking", "--disable-component-update", "--disable-default-apps",
    "--disable-breakpad", "--disable-crash-reporter", "--disable-domain-reliability",
    "--disable-client-side-phishing-detection", "--disable-notifications", "--disable-hang-monitor",
    "--disable-background-timer-throttling", "--disable-renderer-backgrounding",
    "--disable-backgrounding-occluded-windows", "--block-new-web-contents", "--hide-scrollbars", "--mute-audio", "--password-store=basic",
    ("--disable-features=HttpsUpgrades,HttpsFirstBalancedModeAutoEnable,OptimizationHints,MediaRouter,Translate,"
     "PaintHolding,BackForwardCache,AcceptCHFrame,Prerender2"),
    "--force-webrtc-ip-handling-policy=disable_non_proxied_udp", "--proxy-server=127.0.0.1:1",
    "--proxy-bypass-list=<-loopback>", "--js-flags=--max-old-space-size=512", "about:blank",
};
/* clang-format on */

/* Sets TMP to the folder for temporary files of the mirror, and removes the profile that it has. */
static bool remove_profile(const struct launcher *launcher, int *tmp)
{
    char path[64];

    if (file_open_dir(launcher->dir, "tmp", tmp))
        return false;
    (void)snprintf(path, sizeof path, "/proc/self/fd/%d/browser", *tmp);
    file_remove_all(path);
    return true;
}

/* Makes an empty profile, and works in it. */
static bool enter_profile(const struct launcher *launcher)
{
    int tmp FILE_LOCAL, profile FILE_LOCAL;

    return remove_profile(launcher, &tmp) && mkdirat(tmp, "browser", S_IRWXU) == 0 &&
           file_open_dir(tmp, "browser", &profile) == 0 && fchdir(profile) == 0;
}

/* Becomes the browser: in its profile, with its messages at descriptors 3 and 4, no other open file, few
 * variables and no network. */
static void become_browser(const struct launcher *launcher)
{
    enum { FROM = 3, TO, FIRST_CLOSED };
    const char *words[COUNT_OF(arguments) + 2] = {launcher->program};
    const struct rlimit no_core = {0, 0}, file = {FILE_MOST_BYTES, FILE_MOST_BYTES};
    char home[4096], variable[sizeof home + sizeof "TMPDIR="], temporary[sizeof variable];
    const char *const variables[] = {variable, temporary, "LANG=C.UTF-8", "TZ=UTC", NULL};
    int stream = fcntl(launcher->stream, F_DUPFD, FIRST_CLOSED);

    memcpy(words + 1, arguments, sizeof arguments);
    if (!getcwd(home, sizeof home) || dup2(stream, FROM) < 0 || dup2(stream, TO) < 0 ||
        close_range(FIRST_CLOSED, ~0U, 0) < 0)
        return;
    (void)snprintf(variable, sizeof variable, "HOME=%s", home);
    (void)snprintf(temporary, sizeof temporary, "TMPDIR=%s", home);
    (void)setrlimit(RLIMIT_CORE, &no_core);
    (void)setrlimit(RLIMIT_FSIZE, &file);
    (void)signal(SIGTERM, SIG_DFL);
    (void)prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (filter_enter_offline())
        (void)execvpe(launcher->program, (char *const *)(uintptr_t)words,
                      (char *const *)(uintptr_t)variables);
}

/* Starts the browser; messages to the one before it are lost. Returns its process, or -1. */
static pid_t start(const struct launcher *launcher)
{
    char rest[4096];
    pid_t browser;

    while (recv(launcher->stream, rest, sizeof rest, MSG_DONTWAIT) > 0)
        continue;
    browser = enter_profile(launcher) ? fork() : -1;
    if (browser == 0) {
        become_browser(launcher);
        _exit(127);
    }
    return browser;
}

/* Returns the number after NAME in TEXT; 0 without one. */
static long number_after(const char *text, const char *name)
{
    const char *found = strstr(text, name);

    return found ? strtol(found + strlen(name), NULL, 10) : 0;
}

/* Returns the memory that PROCESS alone has in kB, or 0 if it does not belong to the browser. END kills it.
 */
static long survey_process(int proc, const char *process, bool end)
{
    char path[64];
    struct buf status BUF_LOCAL(16 * 1024);
    long number = strtol(process, NULL, 10);
    bool in_session = getsid((pid_t)number) == getpid();

    (void)snprintf(path, sizeof path, "%ld/status", number);
    if (number <= 0 || number == getpid() || (!end && !in_session) || file_read(proc, path, &status) ||
        (!in_session && number_after(buf_text(&status), "\nPPid:") != getpid()))
        return 0;
    if (end)
        (void)kill((pid_t)number, SIGKILL);
    return number_after(buf_text(&status), "\nRssAnon:") + number_after(buf_text(&status), "\nRssShmem:");
}

/* Returns the memory of all processes of the browser, or kills them. */
static long survey(bool end)
{
    DIR *proc = opendir("/proc");
    long sum = 0;

    for (struct dirent *entry = NULL; proc && (entry = readdir(proc));)
        sum += survey_process(dirfd(proc), entry->d_name, end);
    if (proc)
        (void)closedir(proc);
    return sum;
}

/* Kills and reaps all processes of the browser. */
static void stop(void)
{
    do {
        (void)survey(true);
    } while (waitpid(-1, NULL, 0) > 0 || errno != ECHILD);
}

/* Returns whether the browser's first process has ended; reaps all that have. */
static bool has_ended(pid_t browser)
{
    bool ended = false;

    for (pid_t child; (child = waitpid(-1, NULL, WNOHANG)) > 0;)
        ended = ended || child == browser;
    return ended;
}

static void tell(const struct launcher *launcher, enum launcher_news news)
{
    char byte = (char)news;

    (void)send(launcher->control, &byte, 1, MSG_NOSIGNAL);
}

void launcher_run(const struct launcher *launcher)
{
    struct pollfd control = {.fd = launcher->control, .events = POLLIN};
    pid_t browser = 0;
    int tmp FILE_LOCAL;
    char order = LAUNCHER_STOP;

    (void)setsid();
    (void)signal(SIGTERM, SIG_IGN); /* as job queues send it to all processes of a job */
    (void)prctl(PR_SET_CHILD_SUBREAPER, 1);
    for (;;) {
        enum launcher_news news = LAUNCHER_DONE;

        if (poll(&control, 1, browser ? WATCH_MS : -1) > 0) {
            if (recv(control.fd, &order, 1, 0) <= 0)
                break;
            stop();
            browser = order == LAUNCHER_START ? start(launcher) : 0;
            tell(launcher, LAUNCHER_DONE);
        }
        if (browser < 0 || (browser && has_ended(browser)))
            news = LAUNCHER_ENDED;
        else if (browser && survey(false) > MEMORY_MOST_KB)
            news = LAUNCHER_TOO_LARGE;
        if (news != LAUNCHER_DONE) {
            stop();
            browser = 0;
            tell(launcher, news);
        }
    }
    stop();
    (void)remove_profile(launcher, &tmp);
    _exit(0);
}
