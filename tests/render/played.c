/* SPDX-License-Identifier: MIT */
/* A browser without a browser, linked into the program: opens a page by the lines of the file plays/PATH of
 * the mirror, in which each / is an _. "fetch URL", "image URL" and "script URL" are requests; after one that
 * is held, no line counts. A % at the end of a URL is the number of this process. "link URL REL", "robots
 * CONTENT", "title TEXT", "html TEXT" and "end NUMBER" (enum page_end) are results. "make FILE" creates a
 * file of the mirror. URLs are paths, or absolute. */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "browser/browser.h"
#include "render/rendering.h"

enum { LINES_MAX = 100, TEXT_MAX = 8192 };

struct browser {
    const char *dir;
};

const char *browser_lack(const char *program)
{
    return program && strcmp(program, "none") == 0 ? "there is no browser" : NULL;
}

int browser_launch(struct browser **browser, const char *program, const char *dir)
{
    (void)program;
    *browser = calloc(1, sizeof **browser);
    (*browser)->dir = dir;
    return 0;
}

void browser_end(struct browser *browser)
{
    free(browser);
}

/* The memory of a rendering. */
struct play {
    struct page_request requests[LINES_MAX];
    char lines[2][LINES_MAX * TEXT_MAX]; /* of links and of robots */
    char text[64 * TEXT_MAX];
    size_t len;
};

static struct span keep(struct play *play, const char *text)
{
    char *at = play->text + play->len;
    size_t len = strlen(text);

    memcpy(at, text, len + 1);
    play->len += len + 1;
    return span_make(at, len);
}

static struct span absolute(struct play *play, const struct page_task *task, const char *url)
{
    char text[2 * TEXT_MAX], number[16] = "";
    size_t origin = 8 + span_find(span_part(task->url, 8, task->url.len), '/');

    if (strchr(url, '%'))
        (void)snprintf(number, sizeof number, "%d", (int)getpid());
    (void)snprintf(text, sizeof text, "%.*s%.*s%s", *url == '/' ? (int)origin : 0, task->url.at,
                   (int)strcspn(url, "%"), url, number);
    return keep(play, text);
}

/* Keeps what is outside of HTML's tags. */
static struct span keep_shown(struct play *play, const char *html)
{
    char text[TEXT_MAX];
    size_t len = 0;
    bool is_tag = false;

    for (const char *at = html; *at; at++) {
        is_tag |= *at == '<';
        if (!is_tag)
            text[len++] = *at;
        is_tag &= *at != '>';
    }
    text[len] = '\0';
    return keep(play, text);
}

static void request(struct rendering *rendering, const struct page_task *task, struct span url,
                    enum request_kind kind)
{
    struct page_request *request = &rendering->requests[rendering->request_count++];
    struct page_answer answer = {.status = 0};

    *request = (struct page_request){.url = url, .kind = kind, .is_get = true};
    request->verdict = task->ask(task->of, url, kind, &answer);
    request->status = answer.status;
    if (request->verdict == PAGE_HOLD)
        rendering->end = PAGE_HELD;
}

static void make_file(const char *dir, const char *name)
{
    char path[TEXT_MAX];
    FILE *file;

    (void)snprintf(path, sizeof path, "%s/%s", dir, name);
    file = fopen(path, "w");
    if (file)
        (void)fclose(file);
    (void)sleep(1); /* runs look for orders every quarter of a second */
}

/* Adds a line to those of the rendering. */
static void add_line(struct span *lines, char *memory, struct span line, const char *rest)
{
    *lines = span_make(memory, lines->len);
    lines->len += (size_t)sprintf(memory + lines->len, "%.*s %s\n", (int)line.len, line.at, rest);
}

static void play_line(struct rendering *rendering, const struct page_task *task, char *line, const char *dir)
{
    struct play *play = rendering->memory;
    char *rest = line + strcspn(line, " "), *rel;

    if (*rest)
        *rest++ = '\0';
    rel = rest + strcspn(rest, " ");
    if (strcmp(line, "fetch") == 0)
        request(rendering, task, absolute(play, task, rest), REQUEST_FETCH);
    else if (strcmp(line, "image") == 0)
        request(rendering, task, absolute(play, task, rest), REQUEST_MEDIA);
    else if (strcmp(line, "script") == 0)
        request(rendering, task, absolute(play, task, rest), REQUEST_SCRIPT);
    else if (strcmp(line, "robots") == 0)
        add_line(&rendering->robots, play->lines[1], span_of(rest), "");
    else if (strcmp(line, "title") == 0)
        rendering->title = keep(play, rest);
    else if (strcmp(line, "html") == 0) {
        rendering->document = keep(play, rest);
        rendering->text = keep_shown(play, rest);
    } else if (strcmp(line, "make") == 0) {
        make_file(dir, rest);
        rendering->end = task->stops(task->of) ? PAGE_STOPPED : rendering->end;
    } else if (strcmp(line, "end") == 0)
        rendering->end = (enum page_end)atoi(rest);
    else if (strcmp(line, "link") == 0) {
        if (*rel)
            *rel++ = '\0';
        add_line(&rendering->links, play->lines[0], absolute(play, task, rest), rel);
    }
}

int rendering_open(struct browser *browser, const struct page_task *task, struct rendering *rendering)
{
    size_t host = 8 + span_find(span_part(task->url, 8, task->url.len), '/');
    struct play *play = calloc(1, sizeof *play);
    char name[TEXT_MAX / 2], line[TEXT_MAX];
    FILE *file;

    *rendering = (struct rendering){.memory = play, .requests = play->requests};
    (void)snprintf(name, sizeof name, "%.*s", (int)(task->url.len - host), task->url.at + host);
    for (char *at = name; *at; at++)
        *at = *at == '/' ? '_' : *at;
    (void)snprintf(line, sizeof line, "%.1000s/plays/%s", browser->dir, name);
    request(rendering, task, span_part(task->url, 0, span_find(task->url, '#')), REQUEST_DOCUMENT);
    file = fopen(line, "r");
    while (file && rendering->end == PAGE_SETTLED && fgets(line, sizeof line, file)) {
        line[strcspn(line, "\n")] = '\0';
        play_line(rendering, task, line, browser->dir);
    }
    if (file)
        (void)fclose(file);
    if (rendering->end != PAGE_SETTLED)
        rendering->links = rendering->robots = (struct span){0};
    return 0;
}

void rendering_free(struct rendering *rendering)
{
    free(rendering->memory);
}
