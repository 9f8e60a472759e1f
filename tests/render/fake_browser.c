/* SPDX-License-Identifier: MIT */
/* A browser that plays a part: it reads messages at descriptor 3, and writes to 4 what the part says, which
 * is the text of ../../part (its folder is tmp/browser of the mirror). Reads as much of a message as it
 * needs. Without that file it plays pages of a site: each one fetches data that its address names, and
 * links to /1 to /3 and to two views of itself; ../../calls gets a line for each call. */
#include "config.h"

#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static char part[32];
static char address[512]; /* of the page of a site */

static bool plays(const char *name)
{
    return strcmp(part, name) == 0;
}

static void say_bytes(const char *at, size_t len)
{
    while (len > 0) {
        ssize_t written = write(4, at, len);

        if (written <= 0)
            exit(0);
        at += written;
        len -= (size_t)written;
    }
}

__attribute__((format(printf, 1, 2))) static void say(const char *format, ...)
{
    char text[4096];
    va_list args;

    va_start(args, format);
    (void)vsnprintf(text, sizeof text, format, args);
    va_end(args);
    say_bytes(text, strlen(text) + 1);
}

/* Reads a message up to its NUL; false at the end. */
static bool hear(char *message, size_t size)
{
    size_t len = 0;
    char byte;

    while (read(3, &byte, 1) == 1) {
        if (len < size - 1)
            message[len++] = byte;
        if (byte == '\0') {
            message[len - 1] = '\0';
            return true;
        }
    }
    return false;
}

/* A process in a session of its own, whose parent has ended, and a child. Their numbers are in
 * ../../processes. */
static void leave_processes(void)
{
    FILE *file = fopen("../../processes", "w");

    for (int i = 0; file && i < 2; i++) {
        pid_t child = fork();

        if (child == 0 && i == 0 && setsid() > 0 && fork() > 0)
            _exit(0);
        if (child == 0) {
            (void)fprintf(file, "%d\n", (int)getpid());
            (void)fflush(file);
            for (;;)
                pause();
        }
    }
    if (file)
        (void)fclose(file);
}

static void request(const char *session, const char *id, const char *method, const char *url,
                    const char *type)
{
    say("{\"method\": \"Fetch.requestPaused\", \"sessionId\": \"%s\", \"params\": {\"requestId\": \"%s\", "
        "\"resourceType\": \"%s\", \"frameId\": \"T\", \"request\": {\"url\": \"%s\", \"method\": \"%s\", "
        "\"headers\": {}}}}",
        session, id, type, url, method);
}

/* A request whose URL is longer than any that a mirror can have. */
static void request_long(void)
{
    static char url[9000], message[10000];
    int len;

    memset(url, 'x', sizeof url - 1);
    len = snprintf(message, sizeof message,
                   "{\"method\": \"Fetch.requestPaused\", \"sessionId\": \"S\", \"params\": {\"requestId\": "
                   "\"9\", \"resourceType\": \"Fetch\", \"request\": {\"url\": \"http://a.example/%s\", "
                   "\"method\": \"GET\", \"headers\": {}}}}",
                   url);
    say_bytes(message, (size_t)len + 1);
}

/* Requests the page of a site, and its data. */
static void navigate_site(const char *message)
{
    char data[600];
    const char *url = strstr(message, "\"url\":\"");
    int host = 0;

    if (!url || sscanf(url, "\"url\":\"%511[^\"]", address) != 1 ||
        sscanf(address, "http://%*[^/]%n", &host) < 0)
        exit(3);
    (void)snprintf(data, sizeof data, "%.*s/data%s.json", host, address, address + host);
    for (char *at = data + host + 1; *at; at++)
        *at = *at == '#' || *at == '/' ? '_' : *at;
    request("S", "2", "GET", data, "Fetch");
    (void)snprintf(data, sizeof data, "%.*s", (int)strcspn(address, "#"), address);
    request("S", "1", "GET", data, "Document");
}

/* Says what the page of a site has become. */
static void read_site(int id)
{
    int page = (int)strcspn(address, "#"), host = 0;

    (void)sscanf(address, "http://%*[^/]%n", &host);
    say("{\"id\": %d, \"result\": {\"result\": {\"value\": {\"url\": \"%s\", \"large\": false, \"many\": "
        "false, "
        "\"texts\": [\"<!DOCTYPE html><p>This is %s, <a href=/1>1</a> <a href=/2>2</a> "
        "<a href=/3>3</a> <a href='#/a'>a</a> <a href='#/b'>b</a>\", \"This is %s\", \"%s\", "
        "\"%.*s/1 \\n%.*s/2 \\n%.*s/3 \\n%.*s#/a \\n%.*s#/b \", \"\"]}}}}",
        id, address, address + host, address + host, address + host, host, address, host, address, host,
        address, page, address, page, address);
}

static void note_call(const char *method)
{
    int fd = open("../../calls", O_WRONLY | O_CREAT | O_APPEND, 0666);

    if (fd >= 0) {
        (void)!write(fd, method, strlen(method));
        (void)!write(fd, "\n", 1);
        (void)close(fd);
    }
}

static void navigate(const char *message)
{
    static char piece[1 << 20];
    static void *volatile kept; /* volatile: else no memory would be allocated */

    if (plays("")) {
        navigate_site(message);
        return;
    }
    if (plays("crash"))
        raise(SIGSEGV);
    if (plays("garbage"))
        say("{\"id\": ");
    memset(piece, 'x', sizeof piece);
    for (int i = 0; plays("large message") && i < 1024; i++)
        say_bytes(piece, sizeof piece);
    for (size_t i = 0; plays("memory") && i < 4096; i++) {
        kept = malloc(sizeof piece);
        memset(kept, 1, sizeof piece);
    }
    leave_processes();
    request("S", "1", "GET", "http://a.example/", "Document");
    request("S", "2", "GET", "http://a.example/z#x", "Fetch");
    request("S", "2", "GET", "http://a.example/z", "Fetch");
    request_long();
    request("S", "3", "POST", "http://a.example/post", "Fetch");
    request("S", "4", "GET", "file:///etc/passwd", "Image");
    if (plays("hold"))
        request("S", "5", "GET", "http://a.example/hold", "Script");
    if (plays("leave"))
        request("S", "6", "GET", "http://a.example/elsewhere", "Document");
}

/* Says what the page has become. */
static void read_page(int id, const char *title)
{
    if (plays("")) {
        read_site(id);
        return;
    }
    say("{\"id\": %d, \"result\": {\"result\": {\"value\": {\"url\": \"%s\", \"large\": %s, \"many\": %s, "
        "\"texts\": [\"<p>\\u0000\", \"text\", \"%s\", \"http://a.example/b next\", \"noindex\"]}}}}",
        id, plays("error page") ? "chrome-error://x/" : "http://a.example/",
        plays("large") ? "true" : "false", plays("many") ? "true" : "false", title);
}

/* Answers a call as a browser does, in as far as page.c waits for it. TITLE says whether a socket can be
 * made. */
static void answer(int id, const char *method, const char *message)
{
    const char *title = socket(AF_INET, SOCK_DGRAM, 0) < 0 ? "no network" : "network";

    if (strcmp(method, "Target.createBrowserContext") == 0)
        say("{\"id\": %d, \"result\": {\"browserContextId\": \"C\"}}", id);
    else if (strcmp(method, "Target.createTarget") == 0) {
        say("{\"method\": \"Target.attachedToTarget\", \"params\": {\"sessionId\": \"S\", \"targetInfo\": "
            "{\"targetId\": \"T\", \"type\": \"page\", \"browserContextId\": \"C\"}}}");
        say("{\"id\": %d, \"result\": {\"targetId\": \"T\"}}", id);
    } else if (strcmp(method, "Page.navigate") == 0)
        navigate(message);
    else if (strcmp(method, "Emulation.setVirtualTimePolicy") == 0 && strstr(message, "budget"))
        say(plays("never settles") || plays("endless") || plays("many long")
                ? "{}"
                : "{\"method\": \"Emulation.virtualTimeBudgetExpired\", \"params\": {}}");
    else if (strcmp(method, "Page.createIsolatedWorld") == 0)
        say(plays("call fails") ? "{\"id\": %d, \"error\": {\"code\": -32000}}"
                                : "{\"id\": %d, \"result\": {\"executionContextId\": 7}}",
            id);
    else if (strcmp(method, "Runtime.evaluate") == 0 && strstr(message, "LINKS_MOST"))
        read_page(id, title);
    else if (plays("many long") && strcmp(method, "Fetch.failRequest") == 0)
        request_long();
    else if (plays("endless") && strcmp(method, "Fetch.fulfillRequest") == 0)
        request("S", "7", "GET", "http://a.example/again", "Fetch");
    else
        say("{\"id\": %d, \"result\": {}}", id);
}

int main(void)
{
    char message[8192], method[64] = "";
    int fd = open("../../part", O_RDONLY), id = 0;

    if (fd >= 0 && (read(fd, part, sizeof part - 1) < 0 || plays("ends at once")))
        return 1;
    while (hear(message, sizeof message)) {
        const char *at = strstr(message, "\"method\":\"");

        if (!at || sscanf(message, "{\"id\":%d", &id) != 1 ||
            sscanf(at, "\"method\":\"%63[^\"]", method) != 1)
            return 2;
        if (plays(""))
            note_call(method);
        if (!plays("silent at the start"))
            answer(id, method, message);
    }
    return 0;
}
