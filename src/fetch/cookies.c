/* SPDX-License-Identifier: MIT */
/* Cookies in files. libcurl never writes one, because it would not set its mode. */
#include "config.h"

#include "fetch/cookies.h"

#include <string.h>

#include "base/die.h"
#include "base/file.h"

void cookies_load(CURLSH *share, const char *file)
{
    CURL *easy = curl_easy_init();

    if (!easy || curl_easy_setopt(easy, CURLOPT_SHARE, share) != CURLE_OK ||
        curl_easy_setopt(easy, CURLOPT_COOKIEFILE, file) != CURLE_OK ||
        curl_easy_setopt(easy, CURLOPT_COOKIELIST, "RELOAD") != CURLE_OK)
        die("libcurl cannot read cookies");
    curl_easy_cleanup(easy);
}

bool cookies_are_in(const char *file)
{
    CURL *easy = curl_easy_init();
    struct curl_slist *list = NULL;
    bool any;

    if (!easy || curl_easy_setopt(easy, CURLOPT_COOKIEFILE, file) != CURLE_OK ||
        curl_easy_setopt(easy, CURLOPT_COOKIELIST, "RELOAD") != CURLE_OK ||
        curl_easy_getinfo(easy, CURLINFO_COOKIELIST, &list) != CURLE_OK)
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
