/* SPDX-License-Identifier: MIT */
/* Tests that an error of reading says damage only if what is stored is damaged or missing. */
#include "config.h"

#include "base/error.h"

#include <errno.h>
#include <string.h>

#include "tap.h"

int main(void)
{
    static const struct {
        int number;
        bool damaged;
    } cases[] = {
        {EIO, true},     {EUCLEAN, true}, {EBADMSG, true}, {ENOENT, true},  {ELOOP, true},   {ENOTDIR, true},
        {EISDIR, true},  {EACCES, false}, {EPERM, false},  {EROFS, false},  {ENOSPC, false}, {EDQUOT, false},
        {EMFILE, false}, {ENFILE, false}, {ENOMEM, false}, {ENODEV, false}, {ESTALE, false}, {0, false},
    };

    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        int error = error_from_errno(cases[i].number), temporary = error_of_temporary(error);

        is_int(error_is_damage(error), cases[i].damaged, strerror(cases[i].number));
        ok(!error_is_damage(temporary) && !temporary == !error, "a temporary file is never damage");
    }
    ok(error_is_damage(ERROR_CORRUPT) && !error_is_damage(ERROR_LOCKED), "the errors of our own");
    is_str(error_reason(ERROR_REFUSED, EACCES), strerror(EACCES), "the reason of a refusal");
    is_str(error_reason(ERROR_REFUSED, 0), error_text(ERROR_REFUSED), "a refusal without a number");
    is_str(error_reason(ERROR_CORRUPT, EACCES), error_text(ERROR_CORRUPT), "damage has no number");
    return done();
}
