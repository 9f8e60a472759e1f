/* SPDX-License-Identifier: MIT */
/* Keeps cookies: in a jar those that the site sets during a run, so that a site which first sets a cookie and
 * redirects back can be mirrored. Those of the user are libcurl's, which never writes a file of them, because
 * it would not set its mode. */
#include "config.h"

#include "fetch/cookies.h"

#include "base/alloc.h"
#include "base/buf.h"
#include "base/clock.h"
#include "base/file.h"
#include "base/http.h"
#include "robots/date.h"

/* Gives the cookies of LINES to EASY. The commands of CURLOPT_COOKIELIST are words, without a tab or a
 * colon. */
static void take_lines(CURL *easy, struct span lines)
{
    while (lines.len > 0) {
        struct span line = span_trim(span_take_until(&lines, '\n'), "\r");
        char *text = mem_copy_text(line.at, line.len);

        if (strpbrk(text, "\t:"))
            (void)curl_easy_setopt(easy, CURLOPT_COOKIELIST, text);
        free(text);
    }
}

void cookies_load(CURLSH *share, struct span lines)
{
    CURL *easy = curl_easy_init();

    if (!easy || curl_easy_setopt(easy, CURLOPT_SHARE, share) != CURLE_OK)
        die("libcurl cannot read cookies");
    take_lines(easy, lines);
    curl_easy_cleanup(easy);
}

bool cookies_are_in(struct span lines)
{
    CURL *easy = curl_easy_init();
    struct curl_slist *list = NULL;
    bool any = false;

    if (!easy)
        die("libcurl cannot read cookies");
    take_lines(easy, lines);
    if (curl_easy_getinfo(easy, CURLINFO_COOKIELIST, &list) != CURLE_OK)
        die("libcurl cannot list cookies");
    for (const struct curl_slist *at = list; at && !any; at = at->next) {
        struct span line = span_of(at->data);
        uint64_t expiry = 0;

        for (int fields = 0; fields < 4; fields++)
            (void)span_take_until(&line, '\t');
        any = !span_to_u64(span_take_until(&line, '\t'), &expiry) || expiry == 0 ||
              (int64_t)expiry > clock_wall_ms() / 1000;
    }
    curl_slist_free_all(list);
    curl_easy_cleanup(easy);
    return any;
}

int cookies_write(CURLSH *share, int fd)
{
    static const char head[] = "# Netscape HTTP Cookie File\n";
    struct curl_slist *list = NULL;
    CURL *easy = curl_easy_init();
    int error;

    if (!easy || curl_easy_setopt(easy, CURLOPT_SHARE, share) != CURLE_OK ||
        curl_easy_getinfo(easy, CURLINFO_COOKIELIST, &list) != CURLE_OK)
        die("libcurl cannot list cookies");
    error = file_write(fd, head, sizeof head - 1);
    for (const struct curl_slist *at = list; at && !error; at = at->next) {
        error = file_write(fd, at->data, strlen(at->data));
        if (!error)
            error = file_write(fd, "\n", 1);
    }
    curl_slist_free_all(list);
    curl_easy_cleanup(easy);
    return error;
}

static void remove_cookie(struct jar *jar, size_t index)
{
    struct cookie *cookie = &jar->cookies[index];

    jar->bytes -= strlen(cookie->pair);
    free(cookie->pair);
    free(cookie->path);
    jar->count--;
    memmove(cookie, cookie + 1, (jar->count - index) * sizeof *cookie);
}

void jar_release(struct jar *jar)
{
    while (jar->count > 0)
        remove_cookie(jar, jar->count - 1);
    free(jar->origin);
    jar->origin = NULL;
}

/* Removes the origin from the canonical URL, which is then its path, and returns it. */
static struct span take_origin(struct span *url)
{
    size_t host_at = span_find_end(*url, 0, "://");
    size_t len = host_at + span_find(span_part(*url, host_at, url->len), '/');
    struct span origin = span_part(*url, 0, len);

    *url = span_part(*url, len, url->len);
    *url = span_part(*url, 0, span_find(*url, '?'));
    return origin;
}

/* Returns whether PAIR is a name and a value that can be sent. */
static bool is_pair(struct span pair)
{
    return pair.len <= JAR_BYTES && span_find(pair, '=') > 0 && span_find(pair, '=') < pair.len &&
           !span_has_control(pair);
}

/* Removes the cookie that has the name of PAIR and this path. */
static void remove_same(struct jar *jar, struct span pair, struct span path)
{
    struct span name = span_part(pair, 0, span_find(pair, '=') + 1);

    for (size_t i = jar->count; i-- > 0;) {
        struct span other = span_of(jar->cookies[i].pair);

        if (span_equals(span_part(other, 0, name.len), name) && span_is(path, jar->cookies[i].path))
            remove_cookie(jar, i);
    }
}

/* Takes the value FIELD of a Set-Cookie field in the answer of URL at NOW_MS. */
static void take_field(struct jar *jar, struct span url, struct span field, int64_t now_ms)
{
    struct span path = url, origin = take_origin(&path);
    struct span pair = span_trim(span_take_until(&field, ';'), HTTP_WHITE);
    bool ends = false, has_age = false;
    int64_t ms;

    path = span_part(path, 0, span_after_last(path, '/'));
    while (field.len > 0) {
        struct span value = span_take_until(&field, ';');
        struct span name = span_trim(span_take_until(&value, '='), HTTP_WHITE);

        value = span_trim(value, HTTP_WHITE);
        if (span_is_nocase(name, "path") && span_starts(value, "/"))
            path = value;
        if (span_is_nocase(name, "max-age")) {
            ends = span_is(value, "0") || span_starts(value, "-");
            has_age = true;
        } else if (span_is_nocase(name, "expires") && !has_age) {
            ends = date_read(value, &ms) > 0 && ms <= now_ms;
        }
    }
    if (!is_pair(pair))
        return;
    if (!jar->origin || !span_is(origin, jar->origin)) {
        jar_release(jar);
        jar->origin = mem_copy_text(origin.at, origin.len);
    }
    remove_same(jar, pair, path);
    if (ends)
        return;
    while (jar->count > 0 && (jar->count == JAR_COOKIES || jar->bytes + pair.len > JAR_BYTES))
        remove_cookie(jar, 0);
    jar->bytes += pair.len;
    jar->cookies[jar->count++] =
        (struct cookie){.pair = mem_copy_text(pair.at, pair.len), .path = mem_copy_text(path.at, path.len)};
}

void jar_take(struct jar *jar, struct span url, const struct answer_fields *fields)
{
    const struct answer_line *line;
    int64_t now_ms;

    for (size_t at = 0; (line = answer_fields_next(fields, ANSWER_SET_COOKIE, &at));) {
        if (date_read(fields->first[ANSWER_DATE], &now_ms) == 0)
            now_ms = clock_wall_ms();
        take_field(jar, url, line->value, now_ms);
    }
}

/* Returns whether PATH, of a cookie, is that of a request, or a folder of it. */
static bool covers(const char *path, struct span requested)
{
    size_t len = strlen(path);

    return span_starts(requested, path) &&
           (requested.len == len || path[len - 1] == '/' || requested.at[len] == '/');
}

void jar_add_field(const struct jar *jar, struct span url, struct buf *out)
{
    struct span origin = take_origin(&url);
    const char *separator = "";

    for (size_t i = 0; i < jar->count && span_is(origin, jar->origin); i++) {
        if (!covers(jar->cookies[i].path, url))
            continue;
        (void)buf_add_format(out, "%s%s", separator, jar->cookies[i].pair);
        separator = "; ";
    }
}
