/* SPDX-License-Identifier: MIT */
/* Any bytes as an index, and as a list of pages, in two pieces: no finding is beyond the end of the lines. */
#include "config.h"

#include <stdint.h>

#include "archive/check.h"
#include "export/index_check.h"
#include "fuzz.h"

static void look(void *context, const struct warc_finding *finding)
{
    (void)context;
    demand(finding->text.len != 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct warc_check *check = warc_check_new((struct warc_watch){.say = look}, -1);
    struct index_check *index = index_check_new(check);
    struct span whole = span_make((const char *)data, size);
    struct warc_answer answer = {.file = "a.warc", .offset = 1, .url = span_of("http://example.org/")};

    for (int kind = INDEX_CHECK_CDXJ; kind <= INDEX_CHECK_PAGES; kind++) {
        index_check_begin(index, (enum index_check_kind)kind, "index", NULL);
        index_check_add(index, span_part(whole, 0, size / 2));
        index_check_add(index, span_part(whole, size / 2, size));
        index_check_end(index);
    }
    index_check_compare(index, &answer);
    index_check_finish(index);
    index_check_free(index);
    warc_check_free(check);
    return 0;
}
