/* SPDX-License-Identifier: MIT */
/* Computes SipHash (Aumasson and Bernstein, 2012) with one round per word and three at the end, the variant
 * for hash tables; and reads random numbers from the kernel. No other file does that, so that tests can pass
 * their own numbers. */
#include "config.h"

#include "base/hash.h"

#include <endian.h>
#include <fcntl.h>
#include <sys/random.h>

#include "base/alloc.h"
#include "base/file.h"

struct sip {
    uint64_t a, b, c, d;
};

static inline uint64_t rotate(uint64_t value, int bits)
{
    return value << bits | value >> (64 - bits);
}

static inline void sip_round(struct sip *s)
{
    s->a += s->b;
    s->c += s->d;
    s->b = rotate(s->b, 13) ^ s->a;
    s->d = rotate(s->d, 16) ^ s->c;
    s->a = rotate(s->a, 32);
    s->c += s->b;
    s->a += s->d;
    s->b = rotate(s->b, 17) ^ s->c;
    s->d = rotate(s->d, 21) ^ s->a;
    s->c = rotate(s->c, 32);
}

static inline void sip_word(struct sip *s, uint64_t word)
{
    s->d ^= word;
    sip_round(s);
    s->a ^= word;
}

static uint64_t load(const char *at, size_t len)
{
    uint64_t word = 0;

    memcpy(&word, at, len);
    return le64toh(word);
}

uint64_t siphash13(const uint64_t key[2], struct span text)
{
    struct sip s = {key[0] ^ 0x736f6d6570736575, key[1] ^ 0x646f72616e646f6d, key[0] ^ 0x6c7967656e657261,
                    key[1] ^ 0x7465646279746573};
    uint64_t tail = (uint64_t)text.len << 56;
    size_t whole = text.len & ~(size_t)7;

    for (size_t i = 0; i < whole; i += 8)
        sip_word(&s, load(text.at + i, 8));
    if (text.len > whole)
        tail |= load(text.at + whole, text.len - whole);
    sip_word(&s, tail);
    s.c ^= 0xff;
    for (int i = 0; i < 3; i++)
        sip_round(&s);
    return s.a ^ s.b ^ s.c ^ s.d;
}

/* Reads /dev/urandom, where getrandom is missing or refused. */
static bool read_device(void *bytes, size_t len)
{
    int fd RELEASED_BY(file_close) = open("/dev/urandom", O_RDONLY | O_CLOEXEC);

    return fd >= 0 && file_read_at(fd, 0, bytes, len) == 0;
}

void random_fill(void *bytes, size_t len)
{
    if (getrandom(bytes, len, 0) != (ssize_t)len && !read_device(bytes, len))
        die("no random bytes: neither getrandom nor /dev/urandom works; allow one of them");
}

uint32_t random_u32(void)
{
    uint32_t number;

    random_fill(&number, sizeof number);
    return number;
}
