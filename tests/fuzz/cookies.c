/* SPDX-License-Identifier: MIT */
/* Any file of cookies is read; one from which libcurl takes a cookie is accepted. */
#include "config.h"

#include <curl/curl.h>
#include <stdio.h>
#include <sys/mman.h>

#include "cmd/run.h"
#include "fuzz.h"

/* Whether libcurl, as fetch/ uses it, takes a cookie from PATH. */
static int libcurl_takes(const char *path)
{
    CURL *easy = curl_easy_init();
    struct curl_slist *cookies = NULL;
    int any;

    demand(easy && curl_easy_setopt(easy, CURLOPT_COOKIEFILE, path) == CURLE_OK);
    demand(curl_easy_setopt(easy, CURLOPT_COOKIELIST, "RELOAD") == CURLE_OK);
    demand(curl_easy_getinfo(easy, CURLINFO_COOKIELIST, &cookies) == CURLE_OK);
    any = cookies != NULL;
    curl_slist_free_all(cookies);
    curl_easy_cleanup(easy);
    return any;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static int fd = -1;
    char path[40], *texts[] = {path};

    if (fd < 0)
        fd = memfd_create("cookies", MFD_CLOEXEC);
    fill_file(fd, data, size);
    (void)snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
    demand(!check_cookies(texts, 0) || !libcurl_takes(path));
    return 0;
}
