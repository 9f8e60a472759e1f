/* SPDX-License-Identifier: MIT */
/* The places of links by their texts, which mirror.db keeps. */
#include "config.h"

#include "markup/link.h"

#include "tap.h"

int main(void)
{
    static const struct {
        const char *text;
        enum link_place place;
    } cases[] = {
        {"redirect", PLACE_REDIRECT},
        {"redirects", PLACE_OTHER},
        {"sitemap https://example.org/sitemap.xml", PLACE_SITEMAP},
        {"sitemap", PLACE_OTHER},
        {"sitemap index loc", PLACE_SITEMAP_INDEX},
        {"urls", PLACE_USER},
        {"link manifest", PLACE_MANIFEST},
        {"link canonical", PLACE_CANONICAL},
        {"link href", PLACE_LINK},
        {"a href", PLACE_OTHER},
        {"img srcset", PLACE_IMG},
        {"form action", PLACE_FORM},
        {"track src", PLACE_TRACK},
        {"script src", PLACE_SCRIPT_SRC},
        {"script chunks", PLACE_SCRIPT},
        {"script template id", PLACE_VALUE},
        {"script link slug", PLACE_TEMPLATE},
        {"script value option plant", PLACE_LISTED},
        {"script number list", PLACE_NUMBER},
        {"script", PLACE_OTHER},
        {"link href; referrer origin", PLACE_LINK},
        {"", PLACE_OTHER},
    };

    for (size_t i = 0; i < COUNT_OF(cases); i++)
        is_int(link_place(span_of(cases[i].text)), cases[i].place, cases[i].text);
    is_int(referrer_policy(span_of("origin, Unsafe-URL ,what"), REFERRER_UNSAID), REFERRER_WHOLE,
           "the last known policy counts");
    is_int(referrer_policy(span_of("what"), REFERRER_NONE), REFERRER_NONE, "an unknown one does not");
    for (int policy = REFERRER_NONE; policy <= REFERRER_WHOLE; policy++)
        is_int(referrer_policy(span_of(referrer_policy_name(policy)), REFERRER_UNSAID), policy,
               referrer_policy_name(policy));
    return done();
}
