/* SPDX-License-Identifier: MIT */
/* The pace of one origin, a pure function of clock, limits and answers. Patience adds up by maximum: of the
 * user's delay, robots.txt and the pauses a server asks for, the longest holds. */
#include "config.h"

#include "policy/pace.h"

#include <curl/curl.h>
#include <time.h>

void pace_init(struct pace *pace)
{
    *pace = (struct pace){.last_start_ms = PACE_NEVER, .pause_until_ms = PACE_NEVER};
}

int64_t pace_delay_ms(const struct pace *pace, const struct pace_limits *limits)
{
    return pace->robots_delay_ms > limits->delay_ms ? pace->robots_delay_ms : limits->delay_ms;
}

int pace_connections(const struct pace *pace, const struct pace_limits *limits)
{
    return pace->robots_delay_ms > 0 ? 1 : limits->connections;
}

int64_t pace_next_start(const struct pace *pace, const struct pace_limits *limits)
{
    int64_t next = PACE_NEVER;

    if (pace->in_flight >= pace_connections(pace, limits))
        return PACE_NOT_YET;
    if (pace->last_start_ms != PACE_NEVER)
        next = pace->last_start_ms + pace_delay_ms(pace, limits);
    return pace->pause_until_ms > next ? pace->pause_until_ms : next;
}

void pace_started(struct pace *pace, int64_t now_ms)
{
    pace->last_start_ms = now_ms;
    pace->in_flight++;
}

void pace_ended(struct pace *pace)
{
    pace->in_flight--;
}

void pace_arrived(struct pace *pace, int64_t arrived_ms)
{
    if (arrived_ms > pace->last_start_ms)
        pace->last_start_ms = arrived_ms;
}

void pace_pause(struct pace *pace, int64_t now_ms, int64_t wait_ms)
{
    if (now_ms + wait_ms > pace->pause_until_ms)
        pace->pause_until_ms = now_ms + wait_ms;
}

static bool is_number(struct span value)
{
    for (size_t i = 0; i < value.len; i++) {
        if (!ascii_is_digit(value.at[i]))
            return false;
    }
    return true;
}

bool pace_retry_after(struct span value, int64_t wall_ms, int64_t *wait_ms)
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
        *wait_ms = seconds > (uint64_t)(PACE_LONGEST_MS / 1000) ? PACE_LONGEST_MS : (int64_t)seconds * 1000;
        return true;
    }
    /* A number is none of the date's business: libcurl would read 20301231 as a day. */
    if (!ascii_is_alpha(value.at[0]))
        return false;
    memcpy(text, value.at, value.len);
    text[value.len] = '\0';
    date = curl_getdate(text, NULL);
    if (date < 0)
        return false;
    *wait_ms = (int64_t)date * 1000 - wall_ms;
    if (*wait_ms < 0)
        *wait_ms = 0;
    if (*wait_ms > PACE_LONGEST_MS)
        *wait_ms = PACE_LONGEST_MS;
    return true;
}
