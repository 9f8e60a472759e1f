/* SPDX-License-Identifier: MIT */
/* Bodies in memory and in unnamed files. */
#include "config.h"

#include "base/body.h"

#include <fcntl.h>
#include <unistd.h>

#include "base/error.h"
#include "tap.h"

int main(void)
{
    int dir = open(".", O_RDONLY | O_DIRECTORY);
    struct span whole = {0};
    struct body body;

    body_init(&body, dir, 8, 20);
    is_int(body_add(&body, "12345678", 8), 0, "up to the threshold");
    ok(!body_is_spooled(&body), "stays in memory");
    is_int(body_add(&body, "9", 1), 0, "one more");
    ok(body_is_spooled(&body), "goes to a file");
    is_int(body_span(&body, &whole), 0, "map it");
    is_span(whole, span_of("123456789"), "nothing is lost between the two");
    is_int(body_add(&body, "abcdefghijk", 11), 0, "a mapped body can grow");
    is_int(body_span(&body, &whole), 0, "map it again");
    is_span(whole, span_of("123456789abcdefghijk"), "all is there");
    is_int(body_add(&body, "x", 1), ERROR_TOO_LARGE, "the maximum holds");
    is_int((int64_t)body.len, 20, "and nothing was added");
    body_release(&body);
    is_int(body_span(&body, &whole), 0, "an empty body");
    is_int((int64_t)whole.len, 0, "is empty");
    close(dir);
    return done();
}
