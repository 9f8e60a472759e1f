/* SPDX-License-Identifier: MIT */
/* Pauses before the next attempt: those that a server states, and our own. */
#include "config.h"

#include "pace/retry.h"

#include <curl/curl.h>
#include <time.h>

static const int64_t longest_wait_ms = INT64_C(365) * 24 * 3600 * 1000;
static const int64_t longest_pause_ms = INT64_C(10) * 60 * 1000;

static bool is_number(struct span value)
{
    for (size_t i = 0; i < value.len; i++) {
        if (!ascii_is_digit(value.at[i]))
            return false;
    }
    return true;
}

bool retry_after_read(struct span value, int64_t wall_ms, int64_t *wait_ms)
{
    char text[64];
    uint64_t seconds;
    time_t date;

    value = span_trim(value, " \t");
    if (value.len == 0 || value.len >= sizeof text)
        return false;
    if (is_number(value)) {
        if (!span_to_u64(value, &seconds))
            seconds = UINT64_MAX;
        *wait_ms = seconds > (uint64_t)(longest_wait_ms / 1000) ? longest_wait_ms : (int64_t)seconds * 1000;
        return true;
    }
    /* libcurl would read the number 20301231 as a date. */
    if (!ascii_is_alpha(value.at[0]))
        return false;
    memcpy(text, value.at, value.len);
    text[value.len] = '\0';
    date = curl_getdate(text, NULL);
    if (date < 0)
        return false;
    if (date > wall_ms / 1000 + longest_wait_ms / 1000)
        *wait_ms = longest_wait_ms;
    else
        *wait_ms = (int64_t)date * 1000 > wall_ms ? (int64_t)date * 1000 - wall_ms : 0;
    return true;
}

int64_t retry_pause_max_ms(int64_t first_ms)
{
    return first_ms > longest_pause_ms ? first_ms : longest_pause_ms;
}

int64_t retry_pause_ms(int attempts, int64_t first_ms, uint32_t random)
{
    int64_t most_ms = retry_pause_max_ms(first_ms), pause_ms = first_ms;

    for (int i = 0; i < attempts && pause_ms < most_ms; i++)
        pause_ms *= 2;
    pause_ms += pause_ms / 2 * (int64_t)(random >> 16) / 65536;
    return pause_ms < most_ms ? pause_ms : most_ms;
}
