/* SPDX-License-Identifier: MIT */
/* The look at names that comes before comparing them. */
#include "config.h"

#include "markup/glance.h"

#include "tap.h"

int main(void)
{
    struct glance glance = {0};

    ok(!glance_may_have(&glance, span_of("a")), "the empty set has nothing");
    glance_add(&glance, span_of("script"));
    ok(glance_may_have(&glance, span_of("script")), "a name that was added");
    ok(glance_may_have(&glance, span_of("SCRIPT")), "in any case");
    ok(glance_may_have(&glance, span_of("svg123")), "and what looks like it");
    ok(!glance_may_have(&glance, span_of("span")), "another length");
    ok(!glance_may_have(&glance, span_of("cite12")), "another letter");
    glance_add(&glance, span_of("a-name-of-more-than-thirty-two-letters"));
    ok(glance_may_have(&glance, span_of("a-name-of-more-than-thirty-two-letters")), "a long name");
    return done();
}
