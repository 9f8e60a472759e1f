/* SPDX-License-Identifier: MIT */
/* Gives words for the program's exit statuses. */
#include "config.h"

#include "base/exit_status.h"

const char *exit_status_text(enum exit_status status)
{
    switch (status) {
#define EXIT_STATUS_TEXT(name, number, text)                                                                 \
    case name:                                                                                               \
        return text;
        EXIT_STATUSES(EXIT_STATUS_TEXT)
#undef EXIT_STATUS_TEXT
    }
    return "unknown";
}

bool exit_status_is_complete(int status)
{
    return status == EXIT_COMPLETE || status == EXIT_SOME_FAILED;
}
