/* SPDX-License-Identifier: MIT */
/* Reports the findings of the check: counts them, and passes them to the caller of warc_check_new. */
#include "config.h"

#include <stdarg.h>

#include "archive/check_inside.h"

void warc_check_say(struct warc_check *check, const char *file, uint64_t offset, enum warc_severity severity,
                    const char *code, struct span text)
{
    struct warc_finding finding = {
        .severity = severity, .file = file, .offset = offset, .code = code, .text = text};

    *(severity == WARC_ERROR ? &check->result.errors : &check->result.warnings) += 1;
    check->say(check->context, &finding);
}

void warc_say(struct warc_check *check, enum warc_severity severity, const char *code, const char *format,
              ...)
{
    va_list args;

    buf_clear(&check->text);
    va_start(args, format);
    (void)buf_add_format_args(&check->text, format, args);
    va_end(args);
    warc_check_say(check, buf_text(&check->label), check->subject.found->offset, severity, code,
                   buf_span(&check->text));
}
