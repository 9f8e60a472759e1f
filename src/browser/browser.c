/* SPDX-License-Identifier: MIT */
/* The browser, the launcher that owns its processes and its profile, and the messages to both: to the browser
 * in JSON that ends with NUL, over a socket that it has as its descriptors 3 and 4. When anything is wrong
 * the browser is ended, and the next page is opened in a new one. All that descends from the browser is in
 * the launcher's session or, when its parent has ended, a child of the launcher (PR_SET_CHILD_SUBREAPER); so
 * when it has no child left, there is no such process. */
#include "config.h"

#include "browser/browser.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#ifdef HAVE_JANSSON
#include <jansson.h>
#endif
#include <limits.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/buf.h"
#include "base/clock.h"
#include "base/error.h"
#include "base/file.h"
#include "base/signals.h"
#include "sandbox/filter.h"

#define BROWSER_PROGRAM "chromium-headless-shell"

enum { PIECE_BYTES = 64 * 1024, MESSAGE_MOST_BYTES = 64 * 1024 * 1024 };
enum { ORDER_MS = 30 * 1000, SEND_MS = 30 * 1000, LOOK_MS = 250 };
enum { WATCH_MS = 100, MEMORY_MOST_KB = 1024 * 1024, FILE_MOST_BYTES = 256 * 1024 * 1024 };

/* In tiptoe, and the same in its launcher. Between them are packets of one byte: orders, which are true for a
 * new browser and false for the end of the one that runs, and news, which are an enum page_end: PAGE_SETTLED
 * when an order was carried out, PAGE_CRASHED or PAGE_TOO_LARGE when the browser ended without one. */
struct browser {
    pid_t launcher;
    int control, stream; /* own ends of the sockets for the packets, and for messages to the browser */
    int dir;             /* the launcher's folder of the mirror */
    const char *program; /* as for execvp */
    bool runs;
    enum page_end trouble; /* why it does not run any more */
    struct buf heard;      /* bytes of messages that have not been taken */
    size_t searched;       /* of these, before which there is no end of a message */
    int64_t calls;
    browser_hear *hear;
    bool (*stops)(void *of);
    void *hearer, *of;
};

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
static bool remove_profile(const struct browser *launcher, int *tmp)
{
    char path[64];

    if (file_open_dir(launcher->dir, "tmp", tmp))
        return false;
    (void)snprintf(path, sizeof path, "/proc/self/fd/%d/browser", *tmp);
    file_remove_all(path);
    return true;
}

/* Makes an empty profile, and works in it. */
static bool enter_profile(const struct browser *launcher)
{
    int tmp FILE_LOCAL, profile FILE_LOCAL;

    return remove_profile(launcher, &tmp) && mkdirat(tmp, "browser", S_IRWXU) == 0 &&
           file_open_dir(tmp, "browser", &profile) == 0 && fchdir(profile) == 0;
}

/* Becomes the browser: in its profile, with its messages at descriptors 3 and 4, no other open file, few
 * variables and no network. */
static void become_browser(const struct browser *launcher)
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
static pid_t start(const struct browser *launcher)
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

static void tell(const struct browser *launcher, enum page_end news)
{
    char byte = (char)news;

    (void)send(launcher->control, &byte, 1, MSG_NOSIGNAL);
}

/* Becomes the launcher, which has no terminal. It takes orders until tiptoe's end of CONTROL is closed. There
 * is no process of the browser, and none that it has started, when an order to stop is carried out, when it
 * has ended without one, and at the end. */
__attribute__((noreturn)) static void become_launcher(const struct browser *launcher)
{
    struct pollfd control = {.fd = launcher->control, .events = POLLIN};
    pid_t browser = 0;
    int tmp FILE_LOCAL, null = open("/dev/null", O_RDWR | O_CLOEXEC);
    char starts = false;

    for (int fd = 0; fd <= STDERR_FILENO; fd++)
        (void)dup2(null, fd);
    (void)setsid();
    (void)signal(SIGTERM, SIG_IGN); /* as job queues send it to all processes of a job */
    (void)prctl(PR_SET_CHILD_SUBREAPER, 1);
    for (;;) {
        enum page_end news = PAGE_SETTLED;

        if (poll(&control, 1, browser ? WATCH_MS : -1) > 0) {
            if (recv(control.fd, &starts, 1, 0) <= 0)
                break;
            stop();
            browser = starts ? start(launcher) : 0;
            tell(launcher, PAGE_SETTLED);
        }
        if (browser < 0 || (browser && has_ended(browser)))
            news = PAGE_CRASHED;
        else if (browser && survey(false) > MEMORY_MOST_KB)
            news = PAGE_TOO_LARGE;
        if (news != PAGE_SETTLED) {
            stop();
            browser = 0;
            tell(launcher, news);
        }
    }
    stop();
    (void)remove_profile(launcher, &tmp);
    _exit(0);
}

static bool is_in_path(const char *program)
{
    const char *path = getenv("PATH");
    struct span folders = span_of(path ? path : "/usr/local/bin:/usr/bin:/bin");
    struct buf file BUF_LOCAL(PATH_MAX);

    if (strchr(program, '/'))
        return access(program, X_OK) == 0;
    while (folders.len > 0) {
        struct span folder = span_take_until(&folders, ':');

        buf_clear(&file);
        if (!buf_add_format(&file, "%.*s/%s", (int)folder.len, folder.at, program) &&
            access(buf_text(&file), X_OK) == 0)
            return true;
    }
    return false;
}

/* Tries, in a process of its own, what the browser needs of this machine. */
static const char *try_machine(void)
{
    enum { NO_FILTER = 1, NO_NAMESPACES };
    int status = 0;
    pid_t child = fork();

    if (child == 0)
        _exit(!filter_enter_offline()                 ? NO_FILTER
              : unshare(CLONE_NEWUSER | CLONE_NEWPID) ? NO_NAMESPACES
                                                      : 0);
    if (child > 0 && waitpid(child, &status, 0) == child && status == 0)
        return NULL;
    if (WIFEXITED(status) && WEXITSTATUS(status) == NO_FILTER)
        return "this kernel cannot keep a browser off the network (seccomp); run tiptoe on another machine";
    return "the browser's own sandbox needs user namespaces, which are closed here; open them "
           "(sysctl user.max_user_namespaces), or run tiptoe on another machine";
}

const char *browser_lack(const char *program)
{
#ifndef HAVE_JANSSON
    return "tiptoe was built without jansson, with which it talks to a browser; install libjansson-dev, and "
           "build it again";
#endif
    if (!is_in_path(program ? program : BROWSER_PROGRAM))
        return "there is no browser; install chromium-headless-shell, or name one with --browser";
    if (geteuid() == 0)
        return "the browser's own sandbox does not work as root; run tiptoe as another user";
    return try_machine();
}

int browser_launch(struct browser **browser, const char *program, const char *dir)
{
    struct browser *made = MEM_NEW(struct browser);
    char *path = program && strchr(program, '/') ? realpath(program, NULL) : NULL;
    int control[2] = {-1, -1}, stream[2] = {-1, -1}, error = 0;

    buf_init(&made->heard, MESSAGE_MOST_BYTES);
    made->program = path ? path : program ? program : BROWSER_PROGRAM;
    made->dir = open(dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (made->dir < 0 || socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, control) < 0 ||
        socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, stream) < 0 || (made->launcher = fork()) < 0)
        error = error_from_errno(errno);
    made->control = control[made->launcher == 0];
    made->stream = stream[made->launcher == 0];
    file_close(&control[made->launcher != 0]);
    file_close(&stream[made->launcher != 0]);
    if (!error && made->launcher == 0)
        become_launcher(made);
    file_close(&made->dir);
    free(path);
    if (error)
        browser_end(made);
    else
        *browser = made;
    return error;
}

void browser_end(struct browser *browser)
{
    if (!browser)
        return;
    file_close(&browser->control);
    file_close(&browser->stream);
    while (browser->launcher > 0 && waitpid(browser->launcher, NULL, 0) < 0 && errno == EINTR)
        continue;
    buf_release(&browser->heard);
    free(browser);
}

#ifdef HAVE_JANSSON

static bool is_stopped(const struct browser *browser)
{
    return signals_stopped() || (browser->stops && browser->stops(browser->of));
}

/* Waits for one of FDS until UNTIL_MS, whatever signals come. If ENDING is given, what stops it ends the
 * wait. Returns whether one came. */
static bool wait_until(struct pollfd *fds, nfds_t count, int64_t until_ms, const struct browser *ending)
{
    int64_t left_ms;
    int came;

    do {
        left_ms = until_ms - clock_monotonic_ms();
        came = poll(fds, count, left_ms <= 0 ? 0 : left_ms < LOOK_MS ? (int)left_ms : LOOK_MS);
    } while (came <= 0 && left_ms > 0 && !(ending && is_stopped(ending)));
    return came > 0;
}

/* Orders a new browser if it STARTS, or the end of the one that runs. Returns whether the launcher has
 * carried that out. Older news are of no interest. */
static bool give_order(const struct browser *browser, char starts)
{
    struct pollfd control = {.fd = browser->control, .events = POLLIN};
    char news = PAGE_CRASHED;
    int64_t until_ms = clock_monotonic_ms() + ORDER_MS;

    if (send(browser->control, &starts, 1, MSG_NOSIGNAL) != 1)
        return false;
    while (news != PAGE_SETTLED) {
        if (!wait_until(&control, 1, until_ms, NULL) || recv(control.fd, &news, 1, MSG_DONTWAIT) != 1)
            return false;
    }
    return true;
}

void browser_stop(struct browser *browser, enum page_end why)
{
    if (!browser->runs)
        return;
    browser->runs = false;
    browser->trouble = why;
    (void)give_order(browser, false);
}

/* Waits for EVENTS of the socket for messages, or news of the launcher. Returns whether one of EVENTS came;
 * false after UNTIL_MS, and with trouble. */
static bool wait_for(struct browser *browser, short events, int64_t until_ms)
{
    struct pollfd fds[] = {{.fd = browser->stream, .events = events},
                           {.fd = browser->control, .events = POLLIN}};
    char news = PAGE_CRASHED;

    if (browser->runs && wait_until(fds, COUNT_OF(fds), until_ms, browser) && fds[1].revents) {
        (void)recv(browser->control, &news, 1, MSG_DONTWAIT);
        browser->runs = false;
        browser->trouble = news == PAGE_TOO_LARGE ? PAGE_TOO_LARGE : PAGE_CRASHED;
    }
    if (is_stopped(browser))
        browser_stop(browser, PAGE_STOPPED);
    return browser->runs && fds[0].revents;
}

int browser_start(struct browser *browser, int64_t until_ms, browser_hear *hear, void *hearer,
                  bool (*stops)(void *of), void *of)
{
    char rest[4096];
    json_t *hello;

    browser->hear = hear;
    browser->hearer = hearer;
    browser->stops = stops;
    browser->of = of;
    if (browser->runs)
        return 0;
    while (recv(browser->stream, rest, sizeof rest, MSG_DONTWAIT) > 0)
        continue;
    buf_clear(&browser->heard);
    browser->searched = 0;
    browser->trouble = PAGE_SETTLED;
    browser->runs = give_order(browser, true);
    hello = browser_call(browser, "", "Browser.getVersion", NULL, until_ms);
    if (!hello)
        browser_stop(browser, PAGE_TOO_LONG);
    json_decref(hello);
    return browser->runs ? 0 : ERROR_REFUSED;
}

enum page_end browser_trouble(const struct browser *browser)
{
    return browser->trouble;
}

/* Sends bytes; nothing once there is trouble. */
static void send_bytes(struct browser *browser, const char *at, size_t len)
{
    int64_t until_ms = clock_monotonic_ms() + SEND_MS;

    while (browser->runs && len > 0) {
        ssize_t sent = send(browser->stream, at, len, MSG_NOSIGNAL | MSG_DONTWAIT);

        if (sent > 0) {
            at += sent;
            len -= (size_t)sent;
        } else if (!wait_for(browser, POLLOUT, until_ms)) {
            browser_stop(browser, PAGE_TOO_LONG);
        }
    }
}

int64_t browser_send(struct browser *browser, const char *session, const char *method, json_t *params)
{
    json_t *message = json_pack("{s:I,s:s,s:o}", "id", (json_int_t)++browser->calls, "method", method,
                                "params", params ? params : json_object());
    char *text;

    if (*session)
        json_object_set_new(message, "sessionId", json_string(session));
    text = json_dumps(message, JSON_COMPACT);
    if (!text)
        die("no memory for a message to the browser");
    send_bytes(browser, text, strlen(text) + 1);
    free(text);
    json_decref(message);
    return browser->calls;
}

/* Takes the next whole message of those that were heard; NULL without one. */
static json_t *take_message(struct browser *browser)
{
    struct buf *heard = &browser->heard;
    size_t len =
        browser->searched + span_find(span_part(buf_span(heard), browser->searched, heard->len), '\0');
    json_t *message;

    browser->searched = len;
    if (len == heard->len)
        return NULL;
    message = json_loadb(heard->at, len, JSON_ALLOW_NUL, NULL);
    memmove(heard->at, heard->at + len + 1, heard->len - len - 1);
    buf_cut(heard, heard->len - len - 1);
    browser->searched = 0;
    if (heard->len == 0)
        buf_recycle(heard, 4 * PIECE_BYTES);
    if (!message)
        browser_stop(browser, PAGE_CRASHED);
    return message;
}

/* Returns the next message, or NULL after UNTIL_MS or trouble. */
static json_t *receive(struct browser *browser, int64_t until_ms)
{
    json_t *message = NULL;

    if (clock_monotonic_ms() > until_ms)
        return NULL;
    while (browser->runs && !(message = take_message(browser)) && wait_for(browser, POLLIN, until_ms)) {
        char *room = buf_reserve(&browser->heard, PIECE_BYTES);
        ssize_t got = room ? recv(browser->stream, room, PIECE_BYTES, MSG_DONTWAIT) : 0;

        if (!room)
            browser_stop(browser, PAGE_TOO_LARGE);
        if (got > 0)
            buf_grew(&browser->heard, (size_t)got);
    }
    return message;
}

/* Lets the listener hear MESSAGE, and frees it. */
static void hear(struct browser *browser, json_t *message)
{
    const char *session = "", *method = "";
    json_t *params = message;

    (void)json_unpack(message, "{s?s,s:s,s:o}", "sessionId", &session, "method", &method, "params", &params);
    browser->hear(browser->hearer, session, method, params);
    json_decref(message);
}

bool browser_turn(struct browser *browser, int64_t until_ms)
{
    json_t *message = receive(browser, until_ms);

    if (!message)
        return false;
    hear(browser, message);
    return true;
}

json_t *browser_call(struct browser *browser, const char *session, const char *method, json_t *params,
                     int64_t until_ms)
{
    int64_t id = browser_send(browser, session, method, params);
    json_t *message;

    while ((message = receive(browser, until_ms))) {
        if (json_integer_value(json_object_get(message, "id")) == id) {
            json_t *result = json_incref(json_object_get(message, "result"));

            json_decref(message);
            return result;
        }
        hear(browser, message);
    }
    browser_stop(browser, PAGE_TOO_LONG);
    return NULL;
}

#endif
