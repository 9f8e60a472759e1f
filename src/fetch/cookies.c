/* SPDX-License-Identifier: MIT */
/* Reads and writes files of cookies. libcurl never writes one, because it would not set its mode. */
#include "config.h"

#include "fetch/cookies.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/file.h"

/* libcurl ignores longer lines. */
enum { LINE_BYTES = 5000 };

/* Sets LINE to the last line of FILE if no line break ends it, otherwise to "". */
static void read_open_line(const char *file, char line[LINE_BYTES + 1])
{
    struct stat about = {0};
    off_t from;
    ssize_t len;
    char *end;
    int fd;

    line[0] = '\0';
    if (stat(file, &about) != 0 || !S_ISREG(about.st_mode)) /* a pipe is read only once */
        return;
    fd = open(file, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return;
    from = about.st_size > LINE_BYTES ? about.st_size - LINE_BYTES : 0;
    len = pread(fd, line, LINE_BYTES, from);
    line[len > 0 ? len : 0] = '\0';
    close(fd);
    end = len > 0 ? memrchr(line, '\n', (size_t)len) : NULL;
    if (end)
        memmove(line, end + 1, (size_t)(line + len - end));
    else if (from > 0)
        line[0] = '\0';
}

/* Reads FILE into the cookies of EASY. libcurl 7.81 ignores a last line that no line break ends, so that is
 * passed separately. The commands of CURLOPT_COOKIELIST are words, without a tab or a colon. */
static bool take_file(CURL *easy, const char *file)
{
    char line[LINE_BYTES + 1];

    if (curl_easy_setopt(easy, CURLOPT_COOKIEFILE, file) != CURLE_OK ||
        curl_easy_setopt(easy, CURLOPT_COOKIELIST, "RELOAD") != CURLE_OK)
        return false;
    read_open_line(file, line);
    if (strpbrk(line, "\t:"))
        (void)curl_easy_setopt(easy, CURLOPT_COOKIELIST, line);
    return true;
}

void cookies_load(CURLSH *share, const char *file)
{
    CURL *easy = curl_easy_init();

    if (!easy || curl_easy_setopt(easy, CURLOPT_SHARE, share) != CURLE_OK || !take_file(easy, file))
        die("libcurl cannot read cookies");
    curl_easy_cleanup(easy);
}

bool cookies_are_in(const char *file)
{
    CURL *easy = curl_easy_init();
    struct curl_slist *list = NULL;
    bool any;

    if (!easy || !take_file(easy, file) || curl_easy_getinfo(easy, CURLINFO_COOKIELIST, &list) != CURLE_OK)
        die("libcurl cannot read cookies");
    any = list != NULL;
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
