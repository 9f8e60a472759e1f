/* SPDX-License-Identifier: MIT */
/* srcset and META refresh values: the places are in order and inside the text; no candidate is empty or has
 * white space or a comma at its ends. */
#include "config.h"

#include "fuzz.h"
#include "markup/link.h"

static void check_candidates(struct span text)
{
    size_t at = 0, url_at = 0, url_len = 0, done = 0;

    while (srcset_next(text, &at, &url_at, &url_len)) {
        struct span url = span_part(text, url_at, url_len);

        demand(url_at >= done && url_len != 0 && url.len == url_len && at >= url_at + url_len);
        demand(url.at[0] != ',' && url.at[url_len - 1] != ',' && span_trim(url, " \t\n\f\r").len == url_len);
        done = at;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct span text = span_make((const char *)data, size);
    size_t url_at, url_len;

    check_candidates(text);
    demand(!refresh_find(text, &url_at, &url_len) || (url_at <= size && url_len <= size - url_at));
    return 0;
}
