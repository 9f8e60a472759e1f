/* SPDX-License-Identifier: MIT */
/* `tiptoe verify`: holds everything that is stored against its digest. */
#include "config.h"

#include <inttypes.h>

#include "base/buf.h"
#include "base/error.h"
#include "cmd/command.h"
#include "cmd/options.h"
#include "crawl/mirror.h"
#include "crawl/verify.h"
#include "term/message.h"

enum { WHY_MAX = 16 * 1024 };

static int verify_run(const struct options *given)
{
    struct verify_result result = {0};
    struct mirror mirror;
    struct buf why;
    int error;

    buf_init(&why, WHY_MAX);
    error = mirror_open(&mirror, given->operands[0], FOLDER_WRITE, &why);
    if (error) {
        message_error("%s", buf_text(&why));
    } else {
        error = verify(&mirror, &result);
        if (error)
            message_error("%s: %s", given->operands[0], error_text(error));
        else
            message_note("%" PRIu64 " files, %" PRIu64 " records, %" PRIu64 " problems", result.files,
                         result.records, result.problems);
        mirror_close(&mirror);
    }
    buf_release(&why);
    return error || result.problems > 0 ? EXIT_LOCAL : EXIT_COMPLETE;
}

const struct command command_verify = {
    .name = "verify",
    .usage = "DIR",
    .summary = "check every stored file and record against its digest; exit 0 when all is whole",
    .operands_min = 1,
    .operands_max = 1,
    .run = verify_run,
};
