/* SPDX-License-Identifier: MIT */
/* JSON: strings in order, between their quotes, at a depth that is kept; a string's text stays within what
 * its bytes can give. */
#include "config.h"

#include "fuzz.h"
#include "markup/js_scan.h"
#include "markup/json_scan.h"

static void check_string(const struct json_scan *scan, const struct json_scan_string *string,
                         struct buf *scratch)
{
    struct span text = scan->text;
    struct span raw = span_part(text, string->at, string->len);

    demand(string->at != 0 && raw.len == string->len && string->at + string->len < text.len);
    demand(text.at[string->at - 1] == '"' && text.at[string->at + string->len] == '"');
    demand(scan->depth <= JSON_SCAN_DEPTH && (!string->is_key || scan->levels[scan->depth - 1].is_object));
    demand(js_unescape(raw, scratch).len <= raw.len && string->escaped == (span_find(raw, '\\') < raw.len));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct span text = span_make((const char *)data, size);
    struct json_scan scan;
    struct json_scan_string string;
    struct buf scratch;
    size_t done = 0, matches = 0;

    buf_init(&scratch, size + 1);
    json_scan_start(&scan, text);
    while (json_scan_next(&scan, &string)) {
        demand(string.at >= done);
        done = string.at + string.len;
        check_string(&scan, &string, &scratch);
        matches += json_scan_path_is(&scan, "icons/[]/src") || json_scan_path_is(&scan, "scopes/{}/{}");
    }
    demand(matches <= size && (!json_scan_is_whole(&scan) || scan.depth == 0));
    buf_release(&scratch);
    return 0;
}
