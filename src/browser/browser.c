/* SPDX-License-Identifier: MIT */
/* Speaks with the browser and its launcher: messages in JSON that end with NUL, over a socket that the
 * browser has as its descriptors 3 and 4. When anything is wrong the browser is ended, and the next page is
 * opened in a new one. */
#include "config.h"

#include "browser/browser.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <sched.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/buf.h"
#include "base/clock.h"
#include "base/error.h"
#include "base/file.h"
#include "base/signals.h"
#include "browser/launcher.h"
#include "sandbox/filter.h"
#ifdef HAVE_JANSSON
#include "browser/calls.h"
#endif

#define BROWSER_PROGRAM "chromium-headless-shell"

enum { PIECE_BYTES = 64 * 1024, MESSAGE_MOST_BYTES = 64 * 1024 * 1024 };
enum { ORDER_MS = 30 * 1000, SEND_MS = 30 * 1000, LOOK_MS = 250 };

struct browser {
    pid_t launcher;
    int control, stream; /* its ends of the sockets, see launcher.h */
    bool runs;
    enum browser_trouble trouble; /* why it does not run any more */
    struct buf heard;             /* bytes of messages that have not been taken */
    size_t searched;              /* of these, before which there is no end of a message */
#ifdef HAVE_JANSSON
    json_int_t calls;
    browser_hear *hear;
    bool (*stops)(void *of);
    void *of;
#endif
};

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

/* Becomes the launcher, which has no terminal. */
static void become_launcher(const struct browser *browser, const struct launcher *launcher)
{
    int null = open("/dev/null", O_RDWR | O_CLOEXEC);

    for (int fd = 0; fd <= STDERR_FILENO; fd++)
        (void)dup2(null, fd);
    close(browser->control);
    close(browser->stream);
    launcher_run(launcher);
}

int browser_launch(struct browser **browser, const char *program, const char *dir)
{
    struct browser *made = MEM_NEW(struct browser);
    char *path = program && strchr(program, '/') ? realpath(program, NULL) : NULL;
    int folder FILE_LOCAL, control[2] = {-1, -1}, stream[2] = {-1, -1}, error = 0;

    buf_init(&made->heard, MESSAGE_MOST_BYTES);
    folder = open(dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (folder < 0 || socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, control) < 0 ||
        socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, stream) < 0)
        error = error_from_errno(errno);
    made->control = control[0];
    made->stream = stream[0];
    made->launcher = error ? -1 : fork();
    if (made->launcher == 0)
        become_launcher(made, &(struct launcher){.control = control[1],
                                                 .stream = stream[1],
                                                 .program = path      ? path
                                                            : program ? program
                                                                      : BROWSER_PROGRAM,
                                                 .dir = folder});
    if (made->launcher < 0 && !error)
        error = error_from_errno(errno);
    file_close(&control[1]);
    file_close(&stream[1]);
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
    if (browser->launcher > 0)
        (void)waitpid(browser->launcher, NULL, 0);
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

/* Gives an order, and returns whether the launcher has carried it out. Older news are of no interest. */
static bool give_order(const struct browser *browser, enum launcher_order order)
{
    struct pollfd control = {.fd = browser->control, .events = POLLIN};
    char byte = (char)order, news = LAUNCHER_ENDED;
    int64_t until_ms = clock_monotonic_ms() + ORDER_MS;

    if (send(browser->control, &byte, 1, MSG_NOSIGNAL) != 1)
        return false;
    while (news != LAUNCHER_DONE) {
        if (!wait_until(&control, 1, until_ms, NULL) || recv(control.fd, &news, 1, MSG_DONTWAIT) != 1)
            return false;
    }
    return true;
}

void browser_stop(struct browser *browser, enum browser_trouble why)
{
    if (!browser->runs)
        return;
    browser->runs = false;
    browser->trouble = why;
    (void)give_order(browser, LAUNCHER_STOP);
}

/* Waits for EVENTS of the socket for messages, or news of the launcher. Returns whether one of EVENTS came;
 * false after UNTIL_MS, and with trouble. */
static bool wait_for(struct browser *browser, short events, int64_t until_ms)
{
    struct pollfd fds[] = {{.fd = browser->stream, .events = events},
                           {.fd = browser->control, .events = POLLIN}};
    char news = LAUNCHER_ENDED;

    if (browser->runs && wait_until(fds, COUNT_OF(fds), until_ms, browser) && fds[1].revents) {
        (void)recv(browser->control, &news, 1, MSG_DONTWAIT);
        browser->runs = false;
        browser->trouble = news == LAUNCHER_TOO_LARGE ? BROWSER_TOO_LARGE : BROWSER_ENDED;
    }
    if (is_stopped(browser))
        browser_stop(browser, BROWSER_STOPPED);
    return browser->runs && fds[0].revents;
}

int browser_start(struct browser *browser, int64_t until_ms)
{
    char rest[4096];
    json_t *hello;

    if (browser->runs)
        return 0;
    while (recv(browser->stream, rest, sizeof rest, MSG_DONTWAIT) > 0)
        continue;
    buf_clear(&browser->heard);
    browser->searched = 0;
    browser->trouble = BROWSER_WELL;
    browser->runs = give_order(browser, LAUNCHER_START);
    hello = browser_call(browser, "", "Browser.getVersion", NULL, until_ms);
    if (!hello)
        browser_stop(browser, BROWSER_SILENT);
    json_decref(hello);
    return browser->runs ? 0 : ERROR_REFUSED;
}

enum browser_trouble browser_trouble(const struct browser *browser)
{
    return browser->trouble;
}

void browser_listen(struct browser *browser, browser_hear *hear, bool (*stops)(void *of), void *of)
{
    browser->hear = hear;
    browser->stops = stops;
    browser->of = of;
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
            browser_stop(browser, BROWSER_SILENT);
        }
    }
}

json_int_t browser_send(struct browser *browser, const char *session, const char *method, json_t *params)
{
    json_t *message = json_pack("{s:I,s:s,s:o}", "id", ++browser->calls, "method", method, "params",
                                params ? params : json_object());
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
        browser_stop(browser, BROWSER_ENDED);
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
            browser_stop(browser, BROWSER_TOO_LARGE);
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
    if (browser->hear)
        browser->hear(browser->of, session, method, params);
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
    json_int_t id = browser_send(browser, session, method, params);
    json_t *message;

    while ((message = receive(browser, until_ms))) {
        if (json_integer_value(json_object_get(message, "id")) == id) {
            json_t *result = json_incref(json_object_get(message, "result"));

            json_decref(message);
            return result;
        }
        hear(browser, message);
    }
    browser_stop(browser, BROWSER_SILENT);
    return NULL;
}

#endif
