/* SPDX-License-Identifier: MIT */
/* The set of known texts: right at every size, and small. */
#include "config.h"

#include "frontier/inside.h"

#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/hash.h"
#include "tap.h"

/* Values of CPython 3.11's hash() of bytes with PYTHONHASHSEED=0: SipHash-1-3 under a key of zeros. */
static void test_hash(void)
{
    static const struct {
        const char *text;
        uint64_t hash;
    } cases[] = {
        {"a", 0x407448d2b89b1813},
        {"abcdefg", 0x6db12aae9070f506},
        {"abcdefgh", 0x3f7b849c0b8e35ea},
        {"https://example.org/index.html", 0xbd25a57700327706},
    };
    static const uint64_t key[2] = {0, 0};

    for (size_t i = 0; i < COUNT_OF(cases); i++)
        is_int(siphash13(key, span_of(cases[i].text)), cases[i].hash, cases[i].text);
}

static struct span text_of(uint32_t i, char text[64])
{
    return span_make(text, (size_t)snprintf(text, 64, "https://example.org/pages/%u/index.html", i));
}

static unsigned flags_of(uint32_t i)
{
    return i * 7 % 16;
}

/* The number of texts from 1 to COUNT that are found with their id and flags. */
static uint32_t found(const struct known *known, uint32_t count)
{
    char text[64];
    uint32_t right = 0;

    for (uint32_t i = 1; i <= count; i++) {
        const uint32_t *word = known_find(known, known_hash(known, text_of(i, text)));

        right += word && *word == (i << KNOWN_FLAG_BITS | flags_of(i));
    }
    return right;
}

static uint32_t found_of_absent(const struct known *known, uint32_t from, uint32_t count)
{
    char text[64];
    uint32_t seen = 0;

    for (uint32_t i = from; i < from + count; i++)
        seen += known_find(known, known_hash(known, text_of(i, text))) != NULL;
    return seen;
}

static void test_sizes(void)
{
    enum { MANY = 2000000 };
    struct known *known = known_new();
    char text[64];
    double most = 0;
    uint32_t checked = 1000;

    for (uint32_t i = 1; i <= MANY; i++) {
        double each;

        known_add(known, known_hash(known, text_of(i, text)), i, flags_of(i));
        each = (double)known_bytes(known) / i;
        if (i >= 2000 && each > most)
            most = each;
        if (i == checked) {
            ok(found(known, i) == i, "all of %u are found", i);
            checked *= 10;
        }
    }
    ok(most < 18, "at no size from 2,000 to 2,000,000 more than 18 bytes each (most: %.2f)", most);
    is_int(known_count(known), MANY, "count");
    is_int(found(known, MANY), MANY, "all are found");
    is_int(found_of_absent(known, MANY + 1, 100000), 0, "others are not");
    known_free(known);
}

/* Many texts at once, in a set with and without room for them. */
static void test_all(void)
{
    enum { MANY = 100000, AT_ONCE = 64 };

    for (size_t expected = 0; expected <= MANY; expected += MANY) {
        struct known *known = known_new();
        struct known_text texts[AT_ONCE];
        size_t bytes, count = 0;
        char text[64];

        known_expect(known, expected);
        bytes = known_bytes(known);
        for (uint32_t i = 1; i <= MANY; i++) {
            texts[count++] = (struct known_text){known_hash(known, text_of(i, text)), i, flags_of(i)};
            if (count == AT_ONCE || i == MANY) {
                known_add_all(known, texts, count);
                count = 0;
            }
        }
        is_int(found(known, MANY), MANY, "all are found");
        ok((known_bytes(known) == bytes) == (expected > 0), "%zu were expected", expected);
        ok(known_bytes(known) < 18 * MANY, "without wasting memory");
        known_free(known);
    }
}

static void test_flags(void)
{
    struct known *known = known_new();
    uint64_t hash = known_hash(known, span_of("a"));
    uint32_t *word;

    known_add(known, hash, KNOWN_ID_MAX, 0);
    word = known_find(known, hash);
    *word |= 9;
    is_int(*known_find(known, hash), (uint32_t)KNOWN_ID_MAX << KNOWN_FLAG_BITS | 9,
           "flags change, the id stays");
    ok(!known_find(known, known_hash(known, span_of(""))), "the empty text is not in the set");
    known_free(known);
}

/* The set holds no id 0: the run ends there. */
static void test_no_id(void)
{
    struct known *known = known_new();
    pid_t child;
    int status = 0;

    (void)fflush(stdout);
    child = fork();
    if (child == 0) {
        known_add(known, known_hash(known, span_of("a")), 0, 0);
        _exit(0);
    }
    ok(child > 0 && waitpid(child, &status, 0) == child && status != 0, "no id 0");
    known_free(known);
}

static void test_keys(void)
{
    struct known *a = known_new(), *b = known_new();

    ok(known_hash(a, span_of("x")) != known_hash(b, span_of("x")), "each set has its own key");
    known_free(a);
    known_free(b);
}

int main(void)
{
    test_hash();
    test_sizes();
    test_all();
    test_flags();
    test_no_id();
    test_keys();
    return done();
}
