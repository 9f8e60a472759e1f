/* SPDX-License-Identifier: MIT */
/* Messages: levels, prefixes, one safe line each; and the status line, which is cleared and drawn again. */
#include "config.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "tap.h"
#include "term/message.h"

enum { PIPE_MAX = 32 * 1024 };

static int ends[2];

/* Returns the text written since the last call. */
static const char *written(void)
{
    static char text[PIPE_MAX + 1];
    ssize_t got;

    if (write(ends[1], "$", 1) != 1)
        return "(the pipe is broken)";
    got = read(ends[0], text, PIPE_MAX);
    text[got > 0 ? got - 1 : 0] = '\0';
    return text;
}

static void say_all(void)
{
    message_error("%s", "e");
    message_warn("%s", "w");
    message_note("%s", "n");
    message_debug("%s", "d");
}

static void test_levels(void)
{
    message_redirect(ends[1], 0);
    message_set_level(MESSAGE_QUIET);
    say_all();
    is_str(written(), "tiptoe: e\ntiptoe: warning: w\n", "quiet: errors and warnings");
    message_set_level(MESSAGE_NORMAL);
    say_all();
    is_str(written(), "tiptoe: e\ntiptoe: warning: w\nn\n", "normal: also notes");
    message_set_level(MESSAGE_VERBOSE);
    say_all();
    is_str(written(), "tiptoe: e\ntiptoe: warning: w\nn\ndebug: d\n", "verbose: everything");
    is_int(message_level(), MESSAGE_VERBOSE, "the level can be read");
}

static void test_colour(void)
{
    message_redirect(ends[1], 80);
    message_set_level(MESSAGE_NORMAL);
    is_int(unsetenv("NO_COLOR"), 0, "no wish about colours");
    say_all();
    is_str(written(), "\033[31mtiptoe: \033[0me\n\033[33mtiptoe: warning: \033[0mw\nn\n",
           "colours on a terminal");
    message_end("complete", ", but %d failed", 4);
    is_str(written(), "\033[1mcomplete\033[0m, but 4 failed\n", "the end of a run stands out");
    is_int(setenv("NO_COLOR", "1", 1), 0, "NO_COLOR is set");
    say_all();
    is_str(written(), "tiptoe: e\ntiptoe: warning: w\nn\n", "no colours with NO_COLOR");
    is_int(unsetenv("NO_COLOR"), 0, "and unset");
}

static void test_safety(void)
{
    static char large[100 * 1024];

    message_note("GET %s: %d", "http://x/\x1b[2J\n\r\xe2\x80\xae", 200);
    is_str(written(), "GET http://x/\\x1B[2J\\x0A\\x0D\\xE2\\x80\\xAE: 200\n", "a message is one safe line");
    memset(large, 'x', sizeof large - 1);
    message_note("%s", large);
    is_str(written(), "(message omitted: too long)\n", "a huge message is not printed");
}

static void test_status(void)
{
    message_redirect(ends[1], 80);
    is_int(message_columns(), 80, "the width of a terminal");
    message_note("before");
    is_str(written(), "before\n", "no status line, nothing to clear");
    message_status(span_of("3 done"));
    is_str(written(), "\r\033[K3 done", "a status line");
    message_note("hello");
    is_str(written(), "\r\033[Khello\n3 done", "a message goes above it");
    message_status(span_of("4 done"));
    is_str(written(), "\r\033[K4 done", "it is replaced");
    message_status(span_of(""));
    is_str(written(), "\r\033[K", "and cleared");
    message_status(span_of(""));
    is_str(written(), "", "once");
    message_note("after");
    is_str(written(), "after\n", "after that, a message needs no clearing");
    message_redirect(ends[1], -1);
    is_int(message_columns(), 0, "a pipe is not a terminal");
}

/* Sets the width of the terminal FD. */
static void set_width(int fd, unsigned short columns)
{
    struct winsize size = {.ws_row = 24, .ws_col = columns};

    (void)ioctl(fd, TIOCSWINSZ, &size);
}

static void test_terminal(void)
{
    int master = posix_openpt(O_RDWR | O_NOCTTY), slave = -1;

    if (master >= 0 && grantpt(master) == 0 && unlockpt(master) == 0)
        slave = open(ptsname(master), O_RDWR | O_NOCTTY);
    if (slave < 0) {
        ok(true, "the width of a real terminal # SKIP no pseudo-terminal");
        return;
    }
    message_redirect(slave, -1);
    (void)setenv("TERM", "xterm", 1);
    set_width(slave, 100);
    is_int(message_columns(), 100, "the width of a real terminal");
    set_width(slave, 0);
    is_int(message_columns(), 80, "80 columns if the terminal has no width");
    (void)setenv("TERM", "dumb", 1);
    is_int(message_columns(), 0, "a dumb terminal has no status line");
    (void)unsetenv("TERM");
    is_int(message_columns(), 0, "neither has one without a type");
    close(slave);
    close(master);
}

int main(void)
{
    if (pipe(ends) != 0)
        skip_all("no pipe");
    test_terminal();
    test_levels();
    test_colour();
    message_redirect(ends[1], 0);
    message_set_level(MESSAGE_VERBOSE);
    test_safety();
    test_status();
    return done();
}
