/* SPDX-License-Identifier: MIT */
/* SipHash-1-3 against an independent implementation: keys and texts are the bytes 0, 1, 2, … */
#include "config.h"

#include "base/hash.h"

#include "tap.h"

static const struct {
    size_t len;
    uint64_t hash;
} cases[] = {
    {0, 0xabac0158050fc4dc}, {1, 0xc9f49bf37d57ca93},  {7, 0xd3927d989bb11140},  {8, 0x369095118d299a8e},
    {9, 0x25a48eb36c063de4}, {15, 0xd320d86d2a519956}, {16, 0xcc4fdd1a7d908b66}, {63, 0x9d199062b7bbb3a8},
};

int main(void)
{
    const uint64_t key[2] = {0x0706050403020100, 0x0f0e0d0c0b0a0908};
    char *text;

    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        text = malloc(cases[i].len + 1); /* of the exact size, so that sanitizers see reads behind it */
        if (!text)
            return 1;
        for (size_t j = 0; j < cases[i].len; j++)
            text[j] = (char)j;
        ok(siphash13(key, span_make(text, cases[i].len)) == cases[i].hash, "%zu bytes", cases[i].len);
        free(text);
    }
    return done();
}
