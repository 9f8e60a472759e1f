/* SPDX-License-Identifier: MIT */
/* The Punycode encoder (RFC 3492). libidn2 does not export its own, and refuses labels that browsers accept.
 */
#include "config.h"

#include "url/punycode.h"

#include <stdbool.h>

#include "base/error.h"

enum { BASE = 36, T_MIN = 1, T_MAX = 26, SKEW = 38, DAMP = 700, FIRST_BIAS = 72, FIRST_CODE = 0x80 };

static uint32_t adapt(uint64_t delta, size_t points, bool first)
{
    uint32_t k = 0;

    delta = first ? delta / DAMP : delta / 2;
    delta += delta / points;
    while (delta > (BASE - T_MIN) * T_MAX / 2) {
        delta /= BASE - T_MIN;
        k += BASE;
    }
    return k + (uint32_t)((BASE - T_MIN + 1) * delta / (delta + SKEW));
}

static void add_digit(struct buf *out, uint64_t digit)
{
    buf_add_byte(out, (char)(digit < 26 ? 'a' + digit : '0' + digit - 26));
}

/* Adds DELTA as a variable-length integer with the thresholds that BIAS sets. */
static void add_delta(struct buf *out, uint64_t delta, uint32_t bias)
{
    for (uint32_t k = BASE;; k += BASE) {
        uint32_t t = k <= bias ? T_MIN : k - bias;

        if (t > T_MAX)
            t = T_MAX;
        if (delta < t)
            break;
        add_digit(out, t + (delta - t) % (BASE - t));
        delta = (delta - t) / (BASE - t);
    }
    add_digit(out, delta);
}

static size_t add_ascii(struct buf *out, const uint32_t *codes, size_t count)
{
    size_t added = 0;

    for (size_t i = 0; i < count; i++) {
        if (codes[i] < FIRST_CODE) {
            buf_add_byte(out, (char)codes[i]);
            added++;
        }
    }
    if (added > 0)
        buf_add_byte(out, '-');
    return added;
}

static uint32_t smallest_from(const uint32_t *codes, size_t count, uint32_t from)
{
    uint32_t smallest = UINT32_MAX;

    for (size_t i = 0; i < count; i++) {
        if (codes[i] >= from && codes[i] < smallest)
            smallest = codes[i];
    }
    return smallest;
}

int punycode_add(struct buf *out, const uint32_t *codes, size_t count)
{
    size_t ascii = add_ascii(out, codes, count), handled = ascii;
    uint32_t bias = FIRST_BIAS, next = FIRST_CODE;
    uint64_t delta = 0;

    while (handled < count) {
        uint32_t code = smallest_from(codes, count, next);

        delta += (uint64_t)(code - next) * (handled + 1);
        for (size_t i = 0; i < count; i++) {
            if (codes[i] < code) {
                delta++;
            } else if (codes[i] == code) {
                add_delta(out, delta, bias);
                bias = adapt(delta, handled + 1, handled == ascii);
                delta = 0;
                handled++;
            }
        }
        delta++;
        next = code + 1;
    }
    return out->full ? ERROR_TOO_LARGE : 0;
}
