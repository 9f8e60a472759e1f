/* SPDX-License-Identifier: MIT */
/* Pages in a browser that plays parts (fake_browser.c): each way to end, what is passed on, and that no
 * process and no folder of a browser is left, whoever ends first. */
#include "config.h"

#include "render/rendering.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/error.h"
#include "base/file.h"
#include "base/signals.h"
#include "browser/browser.h"
#include "must.h"
#include "sandbox/filter.h"
#include "tap.h"

static char *program; /* the browser */
static char folder[] = "/tmp/tiptoe-rendering-XXXXXX";

/* Lets the next browser play PART. */
static void set_part(const char *part)
{
    FILE *file = fopen("part", "w");
    int error = !file || fputs(part, file) < 0;

    if (file)
        error |= fclose(file) != 0;
    must(error);
    (void)unlink("processes");
}

/* Waits until HOLDS is true, at most a minute. */
static bool wait_until(bool (*holds)(void))
{
    int64_t until_ms = clock_monotonic_ms() + 60 * 1000;

    while (!holds() && clock_monotonic_ms() < until_ms)
        usleep(10000);
    return holds();
}

static bool profile_is_gone(void)
{
    return access("tmp/browser", F_OK) < 0 && errno == ENOENT;
}

/* Sets PIDS to the processes that the browser has left; returns their number. */
static int left_processes(int pids[2])
{
    FILE *file = fopen("processes", "r");
    int count = 0;

    while (file && count < 2 && fscanf(file, "%d", &pids[count]) == 1)
        count++;
    if (file)
        (void)fclose(file);
    return count;
}

static bool processes_are_there(void)
{
    int pids[2];

    return left_processes(pids) == 2 && kill(pids[0], 0) == 0 && kill(pids[1], 0) == 0;
}

static bool processes_are_gone(void)
{
    int pids[2];

    return left_processes(pids) == 2 && kill(pids[0], 0) < 0 && kill(pids[1], 0) < 0;
}

static bool stops;           /* whether the next request of a page stops this process */
static bool orders, ordered; /* whether one is an order to stop the run; it was */

static bool is_ordered(void *of)
{
    (void)of;
    return ordered;
}

static enum page_verdict ask(void *of, struct span url, enum request_kind kind, struct page_answer *answer)
{
    const bool *refused = of;

    (void)kind;
    if (stops)
        (void)raise(SIGTERM);
    stops = false;
    ordered = orders;
    answer->status = 200;
    answer->fields = span_of("Content-Type: text/html\nContent-Encoding: gzip\nX: \xff\n");
    answer->body = span_of("body");
    return *refused ? PAGE_REFUSE : span_has(url, "hold") ? PAGE_HOLD : PAGE_ANSWER;
}

/* Opens a page in a browser that plays PART. */
static int open_page(struct browser *browser, const char *part, int64_t most_ms, struct rendering *rendering)
{
    bool refused = strcmp(part, "refused") == 0;
    struct page_task task = {.url = span_of("http://a.example/#/view"),
                             .agent = span_of("tiptoe"),
                             .clock_ms = 1000,
                             .most_ms = most_ms,
                             .ask = ask,
                             .stops = is_ordered,
                             .of = &refused};

    set_part(part);
    return rendering_open(browser, &task, rendering);
}

static struct browser *launch(void)
{
    struct browser *browser = NULL;

    must(browser_launch(&browser, program, folder));
    return browser;
}

static void test_settled(void)
{
    struct browser *browser = launch();
    struct rendering page;
    static const struct {
        const char *url;
        enum request_kind kind;
        enum page_verdict verdict;
        bool is_get;
        int status;
    } wanted[] = {{"file:///etc/passwd", REQUEST_MEDIA, PAGE_REFUSE, true, 0},
                  {"http://a.example/", REQUEST_DOCUMENT, PAGE_ANSWER, true, 200},
                  {"http://a.example/post", REQUEST_FETCH, PAGE_REFUSE, false, 0},
                  {"http://a.example/z", REQUEST_FETCH, PAGE_ANSWER, true, 200}};

    is_int(open_page(browser, "ends at once", PAGE_MOST_MS, &page), ERROR_REFUSED,
           "a browser that does not start");
    is_int(open_page(browser, "silent at the start", 1000, &page), ERROR_REFUSED, "one that does not answer");
    must(open_page(browser, "crash", PAGE_MOST_MS, &page));
    is_int(page.end, PAGE_CRASHED, "one that crashes");
    rendering_free(&page);
    must(open_page(browser, "settles", PAGE_MOST_MS, &page));
    is_int(page.end, PAGE_SETTLED, "a page settles in the next browser");
    is_span(page.document, span_make("<p>\0", 4), "its document, with a NUL");
    is_span(page.text, span_of("text"), "its text");
    is_span(page.title, span_of("no network"), "the browser cannot make a socket of the network");
    is_span(page.links, span_of("http://a.example/b next"), "a link with its REL");
    is_span(page.robots, span_of("noindex"), "what it says to robots");
    is_int(page.request_count, COUNT_OF(wanted), "requests, each once");
    for (size_t i = 0; i < COUNT_OF(wanted) && i < page.request_count; i++) {
        const struct page_request *seen = &page.requests[i];

        is_span(seen->url, span_of(wanted[i].url), "requests are sorted, without fragments");
        ok(seen->kind == wanted[i].kind && seen->verdict == wanted[i].verdict &&
               seen->is_get == wanted[i].is_get && seen->status == wanted[i].status,
           "kind, verdict and status of %s", wanted[i].url);
    }
    rendering_free(&page);
    ok(wait_until(processes_are_there), "processes of the browser");
    browser_end(browser);
    ok(processes_are_gone(), "end with it, also those that left its session");
    ok(profile_is_gone(), "and its profile is removed");
}

static void test_ends(void)
{
    static const struct {
        const char *part;
        enum page_end end;
        int64_t most_ms;
    } cases[] = {
        {"refused", PAGE_FAILED, PAGE_MOST_MS},     {"hold", PAGE_HELD, PAGE_MOST_MS},
        {"leave", PAGE_LEFT, PAGE_MOST_MS},         {"error page", PAGE_FAILED, PAGE_MOST_MS},
        {"crash", PAGE_CRASHED, PAGE_MOST_MS},      {"garbage", PAGE_CRASHED, PAGE_MOST_MS},
        {"never settles", PAGE_TOO_LONG, 2000},     {"large message", PAGE_TOO_LARGE, PAGE_MOST_MS},
        {"memory", PAGE_TOO_LARGE, PAGE_MOST_MS},   {"large", PAGE_TOO_LARGE, PAGE_MOST_MS},
        {"many", PAGE_TOO_MANY, PAGE_MOST_MS},      {"endless", PAGE_TOO_MANY, PAGE_MOST_MS},
        {"many long", PAGE_TOO_MANY, PAGE_MOST_MS}, {"call fails", PAGE_CRASHED, PAGE_MOST_MS},
    };

    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct browser *browser = launch();
        struct rendering page;
        int error = open_page(browser, cases[i].part, cases[i].most_ms, &page);

        ok(!error && page.end == cases[i].end, "%s: end %d (%d)", cases[i].part, (int)page.end,
           (int)cases[i].end);
        if (page.end == PAGE_LEFT)
            is_span(page.left_for, span_of("http://a.example/elsewhere"), "where it went");
        ok(!page.document.at && !page.links.at && !page.robots.at, "nothing else is told");
        rendering_free(&page);
        browser_end(browser);
        ok(profile_is_gone(), "no profile is left");
    }
}

static void interrupt(int number)
{
    (void)number;
}

/* Signals come all the time while a page is open. */
static void test_signals(void)
{
    struct itimerval often = {.it_interval.tv_usec = 2000, .it_value.tv_usec = 2000};
    struct browser *browser = launch();
    struct rendering page;
    int status;
    pid_t child;

    must(sigaction(SIGALRM, &(struct sigaction){.sa_handler = interrupt}, NULL) < 0 ||
         setitimer(ITIMER_REAL, &often, NULL) < 0);
    is_int(open_page(browser, "settles", PAGE_MOST_MS, &page), 0,
           "signals do not keep a browser from starting");
    is_int(page.end, PAGE_SETTLED, "nor a page from settling");
    rendering_free(&page);
    orders = true;
    must(open_page(browser, "never settles", PAGE_MOST_MS, &page));
    is_int(page.end, PAGE_STOPPED, "an order to stop the run ends the page");
    rendering_free(&page);
    orders = ordered = false;
    browser_end(browser);
    must(setitimer(ITIMER_REAL, &(struct itimerval){{0}}, NULL) < 0);
    child = fork();
    if (child == 0) {
        signals_catch();
        stops = true;
        browser = launch();
        status = open_page(browser, "never settles", PAGE_MOST_MS, &page);
        browser_end(browser);
        _exit(status == 0 && page.end == PAGE_STOPPED ? 0 : 1);
    }
    must(waitpid(child, &status, 0) < 0);
    is_int(status, 0, "a signal that stops the run ends the page");
    ok(profile_is_gone(), "and no profile is left");
}

/* A browser, and what it has left, end with a process that cannot end them. */
static void test_killed(void)
{
    pid_t user = fork();
    struct rendering page;

    if (user == 0)
        _exit(open_page(launch(), "never settles", PAGE_MOST_MS, &page));
    ok(wait_until(processes_are_there), "a browser with processes");
    must(kill(user, SIGKILL) < 0 || waitpid(user, NULL, 0) < 0);
    ok(wait_until(processes_are_gone), "they end with the process that uses it");
    ok(wait_until(profile_is_gone), "and its profile is removed");
}

/* Tries to make sockets, also in a child. Returns whether only those of this machine can be made. */
static bool is_offline(void)
{
    static const int network[] = {AF_INET, AF_INET6, AF_PACKET, AF_VSOCK};
    bool offline = socket(AF_UNIX, SOCK_STREAM, 0) >= 0 && socket(AF_NETLINK, SOCK_RAW, 0) >= 0;

    for (size_t i = 0; i < COUNT_OF(network); i++)
        offline = offline && socket(network[i], SOCK_DGRAM, 0) < 0 && errno == EAFNOSUPPORT;
    return offline;
}

static void test_filter(void)
{
    int status = -1;
    pid_t child = fork();

    if (child == 0) {
        bool fine = filter_enter_offline() && is_offline();

        child = fork();
        if (child == 0)
            _exit(is_offline() ? 0 : 1);
        _exit(waitpid(child, &status, 0) == child && status == 0 && fine ? 0 : 1);
    }
    ok(waitpid(child, &status, 0) == child && status == 0, "only sockets of this machine, also in children");
}

static void test_lack(void)
{
    const char *missing = browser_lack("no-such-browser-of-tiptoe");

    ok(missing && strstr(missing, "chromium-headless-shell"), "no browser: what to install");
    ok(geteuid() != 0 || strstr(browser_lack(program), "root"), "as root, no browser can be used");
}

int main(void)
{
    const char *build = getenv("top_builddir");

    must(asprintf(&program, "%s/tests/render/fake_browser", build ? build : "..") < 0);
    must(!mkdtemp(folder) || chdir(folder) < 0 || mkdir("tmp", 0700) < 0);
    test_lack();
    test_filter();
    test_settled();
    test_ends();
    test_signals();
    test_killed();
    file_remove_all(folder);
    return done();
}
