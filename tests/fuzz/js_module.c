/* SPDX-License-Identifier: MIT */
/* Modules and scripts for disk: what is made of them has all brackets closed, and is not a module. */
#include "config.h"

#include <stdlib.h>

#include "fuzz.h"
#include "markup/js_scan.h"

static void check_closed(struct span code)
{
    struct js_string string;
    struct js_scan scan;

    js_scan_start(&scan, code);
    while (js_scan_next(&scan, &string))
        continue;
    demand(scan.depth == 0 && scan.at == code.len);
}

static void check_made(const struct buf *made, struct buf *again)
{
    check_closed(buf_span(made));
    demand(!js_module_wrap(again, buf_span(made), span_of("a"), false) ||
           !span_starts(buf_span(again), "tiptoe$(["));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct span code = span_make((const char *)data, size);
    struct buf made, again;

    buf_init(&made, SIZE_MAX / 4);
    buf_init(&again, SIZE_MAX / 4);
    if (js_module_wrap(&made, code, span_of("a/b.js"), false))
        check_made(&made, &again);
    if (js_module_wrap(&made, code, span_of(""), true))
        check_made(&made, &again);
    buf_release(&made);
    buf_release(&again);
    return 0;
}
