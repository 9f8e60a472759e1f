/* SPDX-License-Identifier: MIT */
/* Any file of cookies is read; one from which libcurl takes a cookie is accepted. */
#include "config.h"

#include <curl/curl.h>
#include <stdio.h>
#include <sys/mman.h>

#include "cmd/run_check.h"
#include "cmd/run_options.h"
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
    char path[40], option[] = "--cookies", *arguments[] = {option, path};
    struct options options;
    struct buf why;

    if (fd < 0)
        fd = memfd_create("cookies", MFD_CLOEXEC);
    fill_file(fd, data, size);
    (void)snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
    buf_init(&why, 1000);
    options_init(&options, run_option_rows);
    demand(options_parse(&options, 2, arguments, &why) == 0);
    demand(run_check(&options, &why) == 0 || !libcurl_takes(path));
    options_release(&options);
    buf_release(&why);
    return 0;
}
