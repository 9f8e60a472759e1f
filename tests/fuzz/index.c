/* SPDX-License-Identifier: MIT */
/* Any bytes as an index, and as a list of pages, in two pieces: no finding is beyond the end of the lines. */
#include "config.h"

#include <stdint.h>

#include "archive/check.h"
#include "export/against.h"
#include "fuzz.h"

static void look(void *context, const struct warc_finding *finding)
{
    (void)context;
    demand(finding->text.len != 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct warc_check *check = warc_check_new(look, NULL, -1);
    struct against *against = against_new(check);
    struct span whole = span_make((const char *)data, size);
    struct warc_answer answer = {.file = "a.warc", .offset = 1, .url = span_of("http://example.org/")};

    for (int kind = AGAINST_INDEX; kind <= AGAINST_PAGES; kind++) {
        against_begin(against, (enum against_kind)kind, "index", NULL);
        against_add(against, span_part(whole, 0, size / 2));
        against_add(against, span_part(whole, size / 2, size));
        against_end(against);
    }
    against_see(against, &answer);
    against_finish(against);
    against_free(against);
    warc_check_free(check);
    return 0;
}
