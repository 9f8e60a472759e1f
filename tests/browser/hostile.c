/* SPDX-License-Identifier: MIT */
/* Hostile pages in the real browser ($BROWSER): each ends as promised, and none of them reaches a listener of
 * this program or has a socket of the network. hostile.sh runs it as a user for whom no other process runs.
 */
#include "config.h"

#include "render/rendering.h"

#include <arpa/inet.h>
#include <poll.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/file.h"
#include "browser/browser.h"
#include "must.h"
#include "tap.h"

/* PORT is that of the listener. Pages that settle show what `said` is. */
#define SCRIPT(code) "<!doctype html><title>t</title><p id=p><script>" code "</script>"
#define ADDRESS      "127.0.0.1:PORT"

static const struct hostile {
    const char *name, *html;
    enum page_end end;
    const char *text; /* NULL: any */
    int64_t most_ms;  /* 0: two minutes */
} pages[] = {
    {"WebRTC",
     SCRIPT("const c = new RTCPeerConnection({iceServers: [{urls: 'stun:" ADDRESS
            "'}]}); c.createDataChannel('d');"
            "c.createOffer().then(o => c.setLocalDescription(o)); setTimeout(() => p.append('x'), 2500)"),
     PAGE_SETTLED, "x", 0},
    {"WebRTC to a candidate",
     SCRIPT("const c = new RTCPeerConnection(); c.createDataChannel('d'); c.createOffer().then(async o => {"
            "await c.setLocalDescription(o); await c.addIceCandidate({candidate: 'candidate:1 1 udp 1 "
            "127.0.0.1 PORT"
            " typ host', sdpMid: '0'}) })"),
     PAGE_SETTLED, NULL, 0},
    {"WebSocket", SCRIPT("new WebSocket('ws://" ADDRESS "/').onerror = () => p.append('refused')"),
     PAGE_SETTLED, "refused", 0},
    {"WebTransport",
     SCRIPT("try { new WebTransport('https://" ADDRESS
            "/').ready.catch(() => p.append('refused')) } catch { p.append('refused') }"),
     PAGE_SETTLED, NULL, 0},
    {"beacon", SCRIPT("navigator.sendBeacon('http://" ADDRESS "/', 'x'); navigator.sendBeacon('/own', 'x')"),
     PAGE_SETTLED, NULL, 0},
    {"EventSource", SCRIPT("new EventSource('/events').onerror = () => p.append('e')"), PAGE_SETTLED, NULL,
     0},
    {"another host", SCRIPT("fetch('http://" ADDRESS "/').catch(() => p.append('refused'))"), PAGE_SETTLED,
     "refused", 0},
    {"images of another host",
     "<img src='http://" ADDRESS "/i.png'><link rel=icon href='http://" ADDRESS "/favicon.ico'>",
     PAGE_SETTLED, NULL, 0},
    {"service worker", SCRIPT("navigator.serviceWorker.register('/sw.js').catch(() => p.append('refused'))"),
     PAGE_SETTLED, NULL, 0},
    {"worker",
     SCRIPT("new Worker(URL.createObjectURL(new Blob([`fetch('http://" ADDRESS
            "/'); new WebSocket('ws://" ADDRESS "/');"
            "new EventSource('http://" ADDRESS "/')`])))"),
     PAGE_SETTLED, NULL, 0},
    {"workers of workers",
     SCRIPT("const code = `const u = URL.createObjectURL(new Blob([self.code = "
            "${JSON.stringify('setInterval(() => new Worker(u), 1)')}]))`;"
            "for (let i = 0; i < 50; i++) new Worker(URL.createObjectURL(new Blob([code])))"),
     PAGE_SETTLED, NULL, 0},
    {"shared worker",
     SCRIPT("new SharedWorker(URL.createObjectURL(new Blob([`fetch('http://" ADDRESS "/')`])))"),
     PAGE_SETTLED, NULL, 0},
    {"pop-ups",
     SCRIPT("for (let i = 0; i < 20; i++) open('http://" ADDRESS "/'); open('/pop').fetch?.('/x')"),
     PAGE_SETTLED, NULL, 0},
    {"a link with ping",
     "<!doctype html><a id=a href='#x' ping='http://" ADDRESS "/'>x</a><script>a.click()</script>",
     PAGE_SETTLED, "x", 0},
    {"prefetch, preconnect and names",
     "<link rel=prefetch href='http://" ADDRESS "/'><link rel=preconnect href='http://" ADDRESS
     "/'><link rel=dns-prefetch href='//x.example'>"
     "<link rel=prefetch href=/own>x",
     PAGE_SETTLED, "x", 0},
    {"speculation rules",
     "<script type=speculationrules>{\"prerender\": [{\"urls\": [\"/next\"], \"eagerness\": \"immediate\"}],"
     "\"prefetch\": [{\"urls\": [\"http://" ADDRESS "/\"], \"eagerness\": \"immediate\"}]}</script>x",
     PAGE_SETTLED, "x", 0},
    {"files of this machine", "<iframe src='file:///etc/passwd'></iframe><img src='file:///etc/passwd'>x",
     PAGE_SETTLED, "x", 0},
    {"dialogs",
     SCRIPT("for (let i = 0; i < 20; i++) { alert(1); confirm(2); prompt(3) } print(); p.append('x')"),
     PAGE_SETTLED, "x", 0},
    {"a page that does not want to be left",
     SCRIPT("onbeforeunload = e => { e.preventDefault(); return 'stay' }; p.append('x')"), PAGE_SETTLED, "x",
     0},
    {"permissions",
     SCRIPT(
         "window.Notification?.requestPermission(); navigator.geolocation?.getCurrentPosition(() => {});"
         "navigator.mediaDevices?.getUserMedia({audio: true, video: true}).catch(() => {}); p.append('x')"),
     PAGE_SETTLED, "x", 0},
    {"download",
     SCRIPT("const a = document.createElement('a'); a.href = 'data:,x'; a.download = 'x'; a.click(); "
            "p.append('x')"),
     PAGE_SETTLED, "x", 0},
    {"a download instead of a page", "download", PAGE_FAILED, NULL, 0},
    {"a page that replaces what reads it",
     SCRIPT("for (const t of [Document, Element, Node, Object, Array, Map, Set, String, URL]) for (const n "
            "of Object.getOwnPropertyNames(t.prototype))"
            "try { t.prototype[n] = () => 'false' } catch {}; JSON.stringify = () => '{}'") "<a "
                                                                                            "href=/"
                                                                                            "true>true</a>",
     PAGE_SETTLED, "true", 0},
    {"elements with names of members",
     "<title>true</title><form name=querySelectorAll><input name=getHTML></form><img name=title><img "
     "name=body><img name=documentElement>"
     "<form><input name=shadowRoot><input name=localName><input name=matches><input "
     "name=getAttribute></form>true",
     PAGE_SETTLED, "true", 0},
    {"navigation", SCRIPT("location = '/elsewhere'"), PAGE_LEFT, NULL, 0},
    {"refresh", "<meta http-equiv=refresh content='0;url=/elsewhere'>", PAGE_LEFT, NULL, 0},
    {"a form that submits itself", "<form method=post action=/post id=f></form><script>f.submit()</script>",
     PAGE_LEFT, NULL, 0},
    {"an address that shows nothing", SCRIPT("location = 'about:blank'"), PAGE_FAILED, NULL, 0},
    {"pages of the browser", SCRIPT("location = 'chrome://crash'; open('chrome://kill'); p.append('x')"),
     PAGE_SETTLED, "x", 0},
    {"redirects without an end", "redirect", PAGE_FAILED, NULL, 0},
    {"frames without an end",
     "<script>document.write(`<iframe src='/frame?${location.search}x'></iframe>`.repeat(3))</script>",
     PAGE_TOO_MANY, NULL, 0},
    {"requests without an end", SCRIPT("let i = 0; setInterval(() => fetch('/x?' + i++), 1)"), PAGE_TOO_MANY,
     NULL, 0},
    {"states without an end", SCRIPT("setInterval(() => history.pushState(0, '', '/x' + Math.random()), 1)"),
     PAGE_SETTLED, NULL, 0},
    {"20,000 links",
     SCRIPT("for (let i = 0; i < 20000; i++) document.body.insertAdjacentHTML('beforeend', `<a "
            "href=/${i}>x</a>`)"),
     PAGE_TOO_MANY, NULL, 0},
    {"a document of 12 MB", SCRIPT("p.append('x'.repeat(12e6))"), PAGE_TOO_LARGE, NULL, 0},
    {"memory", SCRIPT("const all = []; setInterval(() => all.push(new Uint8Array(1e8).fill(1)), 1)"),
     PAGE_TOO_LARGE, NULL, 0},
    {"memory of a worker",
     SCRIPT("new Worker(URL.createObjectURL(new Blob(['const all = []; for (;;) all.push(new "
            "Uint8Array(1e8).fill(1))'])))"),
     PAGE_TOO_LARGE, NULL, 0},
    {"a loop", SCRIPT("for (;;);"), PAGE_TOO_LONG, NULL, 5000},
    {"a loop in a worker", SCRIPT("new Worker(URL.createObjectURL(new Blob(['for (;;);']))); p.append('x')"),
     PAGE_TOO_LONG, NULL, 5000},
    {"a page after all of them",
     SCRIPT("p.append(navigator.userAgent, new Date().toISOString(), innerHeight)"), PAGE_SETTLED,
     "tiptoe/12026-09-21T", 0},
};

/* The page that is open, with the port in its text, and what has been seen of the network. */
static struct open_page {
    const struct hostile *page;
    struct buf html;
    char *port;
    int udp, tcp;
    size_t sockets_before, sockets_most;
} now;

/* Returns how many sockets of the network the user has, by the kernel's tables. */
static size_t count_sockets(void)
{
    static const char *const tables[] = {"tcp",  "tcp6",   "udp",  "udp6", "raw",
                                         "raw6", "packet", "icmp", "icmp6"};
    size_t count = 0;

    for (size_t i = 0; i < COUNT_OF(tables); i++) {
        char path[64], line[512], user[32];
        FILE *file;

        (void)snprintf(path, sizeof path, "/proc/self/net/%s", tables[i]);
        file = fopen(path, "r");
        (void)snprintf(user, sizeof user, " %u ", (unsigned)geteuid());
        while (file && fgets(line, sizeof line, file))
            count += strstr(line, user) != NULL;
        if (file)
            (void)fclose(file);
    }
    return count;
}

static void look_at_sockets(void)
{
    size_t count = count_sockets();

    if (count > now.sockets_most)
        now.sockets_most = count;
}

static enum page_verdict ask(void *unused, struct span url, enum request_kind kind,
                             struct page_answer *answer)
{
    const char *what = now.page->html;

    (void)unused;
    look_at_sockets();
    answer->status = 200;
    answer->fields = span_of("Content-Type: text/html\n");
    answer->body = buf_span(&now.html);
    if (strcmp(what, "redirect") == 0) {
        answer->status = 302;
        answer->fields = span_of("Location: /\n");
    } else if (strcmp(what, "download") == 0) {
        answer->fields = span_of("Content-Type: application/zip\nContent-Disposition: attachment\n");
    }
    return kind == REQUEST_DOCUMENT || span_has(url, "a.example") ? PAGE_ANSWER : PAGE_REFUSE;
}

/* Fills the page's text, with the port. */
static void fill(const char *html)
{
    struct span rest = span_of(html), before;

    buf_clear(&now.html);
    while (rest.len > 0) {
        const char *mark = strstr(rest.at, "PORT");

        before = span_part(rest, 0, mark ? (size_t)(mark - rest.at) : rest.len);
        rest = span_part(rest, before.len + (mark ? 4 : 0), rest.len);
        must(buf_add_span(&now.html, before) || (mark && buf_add_text(&now.html, now.port)));
    }
}

/* Opens listeners at one port for UDP and TCP. */
static void listen_to_all(void)
{
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t len = sizeof address;

    now.udp = socket(AF_INET, SOCK_DGRAM, 0);
    now.tcp = socket(AF_INET, SOCK_STREAM, 0);
    must(bind(now.udp, (struct sockaddr *)&address, len) < 0 ||
         getsockname(now.udp, (struct sockaddr *)&address, &len) < 0 ||
         bind(now.tcp, (struct sockaddr *)&address, len) < 0 || listen(now.tcp, 8) < 0 ||
         asprintf(&now.port, "%u", (unsigned)ntohs(address.sin_port)) < 0);
}

/* Returns whether a packet or a connection has come. */
static bool has_heard(void)
{
    struct pollfd fds[] = {{.fd = now.udp, .events = POLLIN}, {.fd = now.tcp, .events = POLLIN}};

    return poll(fds, COUNT_OF(fds), 0) != 0;
}

/* Sends the listener a packet, to show that it would hear one. */
static void test_listener(void)
{
    struct sockaddr_in address;
    socklen_t len = sizeof address;
    char byte = 0;

    must(getsockname(now.udp, (struct sockaddr *)&address, &len) < 0 ||
         sendto(now.udp, &byte, 1, 0, (struct sockaddr *)&address, len) != 1);
    ok(has_heard() && recv(now.udp, &byte, 1, MSG_DONTWAIT) == 1, "the listener hears");
}

static void open_page(struct browser *browser, const struct hostile *page)
{
    struct page_task task = {.url = span_of("http://a.example/"),
                             .agent = span_of("tiptoe/1"),
                             .clock_ms = 1790000000000,
                             .most_ms = page->most_ms ? page->most_ms : PAGE_MOST_MS,
                             .ask = ask};
    int64_t start_ms = clock_monotonic_ms();
    struct rendering seen;

    now.page = page;
    fill(page->html);
    must(rendering_open(browser, &task, &seen));
    look_at_sockets();
    ok(seen.end == page->end, "%s: end %d (%d ms)", page->name, (int)seen.end,
       (int)(clock_monotonic_ms() - start_ms));
    if (page->text && seen.end == page->end &&
        !ok(span_starts(span_trim_white(seen.text), page->text), "%s: its text", page->name))
        tap_show("seen", seen.text);
    rendering_free(&seen);
}

int main(void)
{
    char folder[] = "/tmp/tiptoe-hostile-XXXXXX";
    const char *program = getenv("BROWSER"), *lack = browser_lack(program);
    struct browser *browser;

    if (lack)
        skip_all("%s", lack);
    must(!mkdtemp(folder) || chdir(folder) < 0 || mkdir("tmp", 0700) < 0);
    buf_init(&now.html, 1 << 20);
    must(browser_launch(&browser, program, folder));
    listen_to_all();
    test_listener();
    now.sockets_before = count_sockets();
    ok(now.sockets_before >= 2, "the kernel's tables have the sockets of this program");
    for (size_t i = 0; i < COUNT_OF(pages); i++)
        open_page(browser, &pages[i]);
    ok(!has_heard(), "the listener has heard nothing");
    is_int(now.sockets_most, now.sockets_before, "the browser has had no socket of the network");
    browser_end(browser);
    ok(access("tmp/browser", F_OK) < 0, "no profile is left");
    file_remove_all(folder);
    return done();
}
