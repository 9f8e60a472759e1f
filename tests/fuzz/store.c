/* SPDX-License-Identifier: MIT */
/* A saved store of librobots. What can be read of any bytes is a store that is saved and read again as the
 * same bytes, and robots.txt of its sites is allowed. */
#include "config.h"

#include <stdint.h>

#include "base/buf.h"
#include "fuzz.h"
#include "robots/librobots.h"

static bool add(void *context, const void *bytes, size_t len)
{
    return !buf_add(context, bytes, len);
}

static void save(const struct robots_rules *rules, struct buf *saved)
{
    buf_init(saved, SIZE_MAX / 4);
    demand(robots_rules_save(rules, add, saved));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct robots_rules *rules = robots_rules_new("Example"), *again = robots_rules_new("Example");
    struct buf first, second;

    (void)robots_rules_load(rules, data, size);
    demand(robots_rules_allowed(rules, "http://a.example/robots.txt", 1800000000));
    save(rules, &first);
    demand(robots_rules_load(again, buf_text(&first), first.len));
    save(again, &second);
    demand(span_equals(buf_span(&first), buf_span(&second)));
    buf_release(&first);
    buf_release(&second);
    robots_rules_free(rules);
    robots_rules_free(again);
    return 0;
}
