/* SPDX-License-Identifier: MIT */
/* Asks the robots.txt of each site whether URLs may be fetched: robots-curl URL...
 * cc robots-curl.c $(pkg-config --cflags --libs librobots libcurl) */
#include <curl/curl.h>
#include <librobots.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

static char body[ROBOTS_BODY_MAX + 1]; /* one byte more shows that a file is cut */
static size_t len;

static size_t receive(char *bytes, size_t size, size_t count, void *context)
{
    size_t room = sizeof body - len, more = size * count < room ? size * count : room;

    (void)context;
    memcpy(body + len, bytes, more);
    len += more;
    return size * count;
}

int main(int argc, char **argv)
{
    struct robots_rules *rules = robots_rules_new("Example");
    CURL *curl = curl_easy_init();
    CURLU *place = curl_url();

    curl_easy_setopt(curl, CURLOPT_USERAGENT, "Example/1.0");
    curl_easy_setopt(curl, CURLOPT_CURLU, place);
    curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, receive);
    curl_easy_setopt(curl, CURLOPT_FOLLOWLOCATION, 1L);
    curl_easy_setopt(curl, CURLOPT_MAXREDIRS, 5L);
    for (int i = 1; i < argc; i++) {
        struct robots_decision decision;
        long status = 0;

        len = 0;
        robots_rules_judge(rules, argv[i], time(NULL), &decision);
        if (decision.why == ROBOTS_WHY_UNKNOWN && !curl_url_set(place, CURLUPART_URL, argv[i], 0) &&
            !curl_url_set(place, CURLUPART_PATH, "/robots.txt", 0) &&
            !curl_url_set(place, CURLUPART_QUERY, NULL, 0)) {
            if (curl_easy_perform(curl) == CURLE_OK)
                curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, &status);
            robots_rules_parse(rules, argv[i], body, len, (int)status, time(NULL), -1);
            robots_rules_judge(rules, argv[i], time(NULL), &decision);
        }
        printf("%s %s\n", decision.allowed ? "allowed" : "disallowed", argv[i]);
    }
    curl_url_cleanup(place);
    curl_easy_cleanup(curl);
    robots_rules_free(rules);
    return 0;
}
