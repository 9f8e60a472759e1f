/* SPDX-License-Identifier: MIT */
/* Digests of known texts, and their written forms. */
#include "config.h"

#include "base/digest.h"

#include <fcntl.h>
#include <unistd.h>

#include "base/body.h"
#include "tap.h"

static const struct {
    enum digest_kind kind;
    const char *input, *text;
} digests[] = {
    {DIGEST_SHA256, "", "sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"},
    {DIGEST_SHA256, "abc", "sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"},
    {DIGEST_SHA1, "", "sha1:3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ"},
    {DIGEST_SHA1, "abc", "sha1:VGMT4NSHA2AWVOR6EVYXQUGCNSONBWE5"},
};

static const struct {
    const char *text;
    bool valid;
    enum digest_kind kind;
} spellings[] = {
    {"sha1:VGMT4NSHA2AWVOR6EVYXQUGCNSONBWE5", true, DIGEST_SHA1},
    {"SHA1:vgmt4nsha2awvor6evyxqugcnsonbwe5", true, DIGEST_SHA1},
    {"sha1:a9993e364706816aba3e25717850c26c9cd0d89d", true, DIGEST_SHA1},
    {"sha256:BA7816BF8F01CFEA414140DE5DAE2223B00361A396177A9CB410FF61F20015AD", true, DIGEST_SHA256},
    {"sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015a", false, DIGEST_SHA256},
    {"sha256:ga7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad", false, DIGEST_SHA256},
    {"sha1:A9993E364706816ABA3E25717850C26C9CD0D89D", true, DIGEST_SHA1},
    {"sha256:XJ4BNP4PAHH6UQKBIDPF3LRCEOYAGYNDSYLXVHFUCD7WD4QACWWQ====", true, DIGEST_SHA256},
    {"sha256:XJ4BNP4PAHH6UQKBIDPF3LRCEOYAGYNDSYLXVHFUCD7WD4QACWWQ", true, DIGEST_SHA256},
    {"sha256:XJ4BNP4PAHH6UQKBIDPF3LRCEOYAGYNDSYLXVHFUCD7WD4QACWW", false, DIGEST_SHA256},
    {"sha256:====XJ4BNP4PAHH6UQKBIDPF3LRCEOYAGYNDSYLXVHFUCD7WD4QACWWQ", false, DIGEST_SHA256},
    {"sha1:=a9993e364706816aba3e25717850c26c9cd0d89d", false, DIGEST_SHA1},
    {"sha1:qZk+NkcGgWq6PiVxeFDCbJzQ2J0=", false, DIGEST_SHA1},
    {"sha1:VGMT4NSHA2AWVOR6EVYXQUGCNSONBWE1", false, DIGEST_SHA1},
    {"sha1:VGMT4NSHA2AWVOR6EVYXQUGCNSONBWE8", false, DIGEST_SHA1},
    {"sha1:", false, DIGEST_SHA1},
    {"md5:900150983cd24fb0d6963f7d28e17f72", false, DIGEST_SHA1},
    {"", false, DIGEST_SHA1},
};

static void test_digests(void)
{
    for (size_t i = 0; i < COUNT_OF(digests); i++) {
        unsigned char bytes[DIGEST_MAX_BYTES];
        char text[DIGEST_TEXT_SIZE];
        struct digest digest;

        digest = (struct digest){.kind = digests[i].kind};
        digest_add(&digest, "something before", 16);
        digest_finish(&digest, bytes);
        for (size_t at = 0; at < strlen(digests[i].input); at++)
            digest_add(&digest, digests[i].input + at, 1);
        digest_finish(&digest, bytes);
        digest_release(&digest);
        digest_text(digests[i].kind, bytes, text);
        is_str(text, digests[i].text, digests[i].input);
    }
}

static void test_spellings(void)
{
    for (size_t i = 0; i < COUNT_OF(spellings); i++) {
        unsigned char bytes[DIGEST_MAX_BYTES];
        enum digest_kind kind = DIGEST_SHA256;
        char text[DIGEST_TEXT_SIZE];
        bool valid = digest_parse(span_of(spellings[i].text), &kind, bytes);

        ok(valid == spellings[i].valid && (!valid || kind == spellings[i].kind), "%s", spellings[i].text);
        if (!valid)
            continue;
        digest_text(kind, bytes, text);
        is_str(text, digests[kind == DIGEST_SHA1 ? 3 : 1].text, "… written again");
    }
}

/* Every letter of base 32 is read as it is written. */
static void test_base32(void)
{
    static const char text[] = "sha1:ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
    unsigned char bytes[DIGEST_MAX_BYTES];
    enum digest_kind kind = DIGEST_SHA256;
    char again[DIGEST_TEXT_SIZE] = "";

    ok(digest_parse(span_of(text), &kind, bytes), "all letters");
    digest_text(DIGEST_SHA1, bytes, again);
    is_str(again, text, "written again");
}

/* A body of 6 MB, more than is mapped at a time. */
static void test_body(void)
{
    unsigned char wanted[DIGEST_MAX_BYTES], seen[DIGEST_MAX_BYTES];
    static char chunk[64 * 1024];
    int dir = open(".", O_RDONLY | O_DIRECTORY), error = 0;
    struct digest digest;
    struct body body;

    digest = (struct digest){0};
    body_init(&body, dir, 8, UINT64_MAX);
    for (int i = 0; i < 96 && !error; i++) {
        chunk[i] = 'x';
        digest_add(&digest, chunk, sizeof chunk);
        error = body_add(&body, chunk, sizeof chunk);
    }
    digest_finish(&digest, wanted);
    if (!error)
        error = digest_add_body(&digest, &body);
    digest_finish(&digest, seen);
    is_int(error, 0, "a spooled body is added");
    ok(memcmp(wanted, seen, digest_len(DIGEST_SHA256)) == 0, "… all of it");
    body_release(&body);
    digest_release(&digest);
    close(dir);
}

int main(void)
{
    test_body();
    test_digests();
    test_spellings();
    test_base32();
    return done();
}
