/* SPDX-License-Identifier: MIT */
/* Reads RateLimit and RateLimit-Policy of draft-ietf-httpapi-ratelimit-headers-11: structured lists (RFC
 * 9651) in which each item is a quota, with its numbers as parameters. Two older drafts are read too: a bare
 * number as the quota ("100;w=60"), and a dictionary ("limit=100, remaining=0, reset=5"). Of the forms
 * without a draft, RateLimit-Remaining, -Reset and the same with X-, only "nothing remains" counts, because
 * the meaning of other numbers differs between sites. Syntax is read leniently: no field can shorten a
 * gap. */
#include "config.h"

#include "pace/pace.h"

#include "pace/waits.h"

/* A quota is low if less than a quarter of it remains; if its size is unknown, if at most ten requests do. */
enum { LOW_PART = 4, LOW_COUNT = 10 };

/* A reset above these is a time since 1970: in seconds, in milliseconds. */
static const int64_t first_epoch_s = 1000000000, first_epoch_ms = INT64_C(1000000000000);

/* Larger numbers make no difference; below this, sums and products cannot overflow. */
static const int64_t number_max = INT64_C(1000000000000000);

enum { NOT_GIVEN = -1 };

/* One member of a list: a name with parameters, or a member of a dictionary. */
struct item {
    struct span name, member, unit;
    int64_t quota, window_s, remaining, reset_s; /* q, w, r, t */
};

/* Returns the digits at the front of TEXT as a number; a fraction rounds it up. */
static int64_t number_of(struct span text)
{
    uint64_t taken;
    int64_t number;

    if (!span_take_number(&text, &taken))
        return NOT_GIVEN;
    number = taken < (uint64_t)number_max ? (int64_t)taken : number_max;
    return text.len > 1 && text.at[0] == '.' && ascii_is_digit(text.at[1]) ? number + 1 : number;
}

/* Takes a string without its quotes, or the text before the next of , ; = off the front. */
static struct span take_value(struct span *rest)
{
    struct span value;
    size_t len = 0;

    *rest = span_trim(*rest, PLAIN_WHITE);
    if (span_take_byte(rest, '"')) {
        for (; len < rest->len && rest->at[len] != '"'; len++)
            len += rest->at[len] == '\\';
        value = span_part(*rest, 0, len++);
    } else {
        while (len < rest->len && !strchr(",;=", rest->at[len]))
            len++;
        value = span_trim(span_part(*rest, 0, len), PLAIN_WHITE);
    }
    *rest = span_trim(span_part(*rest, len, rest->len), PLAIN_WHITE);
    return value;
}

/* Takes "=value" off the front; the result is empty without a value. */
static struct span take_assigned(struct span *rest)
{
    return span_take_byte(rest, '=') ? take_value(rest) : span_make(NULL, 0);
}

static void set_parameter(struct item *item, struct span key, struct span value)
{
    if (span_is(key, "q"))
        item->quota = number_of(value);
    else if (span_is(key, "w"))
        item->window_s = number_of(value);
    else if (span_is(key, "r"))
        item->remaining = number_of(value);
    else if (span_is(key, "t"))
        item->reset_s = number_of(value);
    else if (span_is(key, "qu"))
        item->unit = value;
}

static bool take_item(struct span *rest, struct item *item)
{
    *item = (struct item){
        .quota = NOT_GIVEN, .window_s = NOT_GIVEN, .remaining = NOT_GIVEN, .reset_s = NOT_GIVEN};
    if (rest->len == 0)
        return false;
    item->name = take_value(rest);
    item->member = take_assigned(rest);
    while (span_take_byte(rest, ';')) {
        struct span key = take_value(rest);

        set_parameter(item, key, take_assigned(rest));
    }
    (void)span_take_until(rest, ',');
    return true;
}

static int64_t in_ms(int64_t seconds)
{
    return seconds > PACE_LONGEST_MS / 1000 ? PACE_LONGEST_MS : seconds * 1000;
}

/* Returns WHOLE divided by PARTS, rounded up. */
static int64_t divide_up(int64_t whole, int64_t parts)
{
    return parts <= 1 ? whole : (whole + parts - 1) / parts;
}

static bool is_of_requests(struct span unit)
{
    return unit.len == 0 || span_is(unit, "requests");
}

static void read_policy(struct ratelimit *limit, const struct item *item)
{
    int64_t quota = item->quota == NOT_GIVEN ? number_of(item->name) : item->quota, interval_ms;

    if (quota == NOT_GIVEN)
        return;
    limit->is_given = true;
    if (span_is(item->unit, "concurrent-requests")) {
        int most = quota < 1 ? 1 : quota > INT16_MAX ? INT16_MAX : (int)quota;

        if (limit->connections == 0 || most < limit->connections)
            limit->connections = most;
        return;
    }
    if (!is_of_requests(item->unit) || item->window_s <= 0)
        return;
    interval_ms = divide_up(in_ms(item->window_s), quota);
    if (interval_ms > limit->interval_ms)
        limit->interval_ms = interval_ms;
}

/* Finds the policy with NAME; false without one. */
static bool find_policy(const struct ratelimit_fields *fields, struct span name, struct item *policy)
{
    for (size_t i = 0; i < RATELIMIT_LINES_MAX; i++) {
        struct span rest = fields->policies[i];

        while (take_item(&rest, policy)) {
            if (span_equals(policy->name, name))
                return true;
        }
    }
    return false;
}

static void want_wait(struct ratelimit *limit, int64_t wait_ms)
{
    if (wait_ms > limit->wait_ms)
        limit->wait_ms = wait_ms;
}

/* Reads the rest of one quota. */
static void read_limit(struct ratelimit *limit, const struct ratelimit_fields *fields,
                       const struct item *item)
{
    struct item policy;
    bool known = find_policy(fields, item->name, &policy), low;
    int64_t reset_s = item->reset_s, spread_ms;

    if (item->remaining == NOT_GIVEN || (known && span_is(policy.unit, "concurrent-requests")))
        return;
    limit->is_given = true;
    if (reset_s == NOT_GIVEN && known)
        reset_s = policy.window_s;
    if (reset_s == NOT_GIVEN)
        return;
    if (item->remaining == 0) {
        want_wait(limit, in_ms(reset_s));
        return;
    }
    low = known && policy.quota > 0 ? item->remaining < divide_up(policy.quota, LOW_PART)
                                    : item->remaining <= LOW_COUNT;
    spread_ms = divide_up(in_ms(reset_s), item->remaining);
    if (low && (!known || is_of_requests(policy.unit)) && spread_ms > limit->spread_ms) {
        limit->spread_ms = spread_ms;
        limit->spread_for_ms = in_ms(reset_s);
    }
}

/* The older forms have separate values for the rest and its renewal: the least rest, the latest renewal. */
struct old_form {
    int64_t now_ms, remaining, wait_ms;
};

static void note_remaining(struct old_form *old, struct span value)
{
    int64_t count = number_of(span_trim(value, HTTP_WHITE));

    if (count != NOT_GIVEN && (old->remaining == NOT_GIVEN || count < old->remaining))
        old->remaining = count;
}

static void note_reset(struct old_form *old, struct span value)
{
    int64_t number = number_of(span_trim(value, HTTP_WHITE)), wait_ms;

    if (number > first_epoch_s)
        wait_ms = (number > first_epoch_ms ? number : number * 1000) - old->now_ms;
    else if (!retry_after_read(value, old->now_ms, &wait_ms))
        return;
    if (wait_ms > old->wait_ms)
        old->wait_ms = wait_ms;
}

/* Reads one line of RateLimit; a dictionary is an older form. */
static void read_limit_line(struct ratelimit *limit, const struct ratelimit_fields *fields, struct span line,
                            struct old_form *old)
{
    struct item item;

    while (take_item(&line, &item)) {
        if (span_is(item.name, "remaining") && item.member.len > 0)
            note_remaining(old, item.member);
        else if (span_is(item.name, "reset") && item.member.len > 0)
            note_reset(old, item.member);
        else
            read_limit(limit, fields, &item);
    }
}

struct ratelimit ratelimit_read(const struct ratelimit_fields *fields, int64_t now_ms)
{
    struct ratelimit limit = {0};
    struct old_form old = {.now_ms = now_ms, .remaining = NOT_GIVEN};
    struct item item;

    for (size_t i = 0; i < RATELIMIT_LINES_MAX; i++) {
        struct span rest = fields->policies[i];

        while (take_item(&rest, &item))
            read_policy(&limit, &item);
        read_limit_line(&limit, fields, fields->limits[i], &old);
        note_remaining(&old, fields->remaining[i]);
        note_reset(&old, fields->resets[i]);
    }
    limit.is_given = limit.is_given || old.remaining != NOT_GIVEN;
    if (old.remaining == 0)
        want_wait(&limit, old.wait_ms);
    if (limit.wait_ms > PACE_LONGEST_MS)
        limit.wait_ms = PACE_LONGEST_MS;
    return limit;
}
