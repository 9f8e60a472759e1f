/* SPDX-License-Identifier: MIT */
/* Digests by libcrypto. Each object fetches its algorithm once, because the lookup costs more than the digest
 * of a small page. */
#include "config.h"

#include "base/digest.h"

#include <openssl/evp.h>

#include "base/body.h"
#include "base/alloc.h"

static const struct {
    const char *name;  /* libcrypto's */
    const char *label; /* WARC's */
    size_t len;
} kinds[] = {
    [DIGEST_SHA256] = {"SHA256", "sha256:", 32},
    [DIGEST_SHA1] = {"SHA1", "sha1:", 20},
};

static const char base32[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

size_t digest_len(enum digest_kind kind)
{
    return kinds[kind].len;
}

/* Prepares a digest before its first use. */
static void start(struct digest *digest)
{
    const char *name = kinds[digest->kind].name;
    EVP_MD *algorithm = EVP_MD_fetch(NULL, name, NULL);

    digest->context = EVP_MD_CTX_new();
    if (!algorithm || !digest->context || !EVP_DigestInit_ex2(digest->context, algorithm, NULL))
        die("libcrypto has no %s", name);
    EVP_MD_free(algorithm); /* the context holds its own reference */
}

void digest_release(struct digest *digest)
{
    EVP_MD_CTX_free(digest->context);
    digest->context = NULL;
}

void digest_add(struct digest *digest, const void *bytes, size_t len)
{
    if (!digest->context)
        start(digest);
    if (len > 0 && !EVP_DigestUpdate(digest->context, bytes, len))
        die("libcrypto cannot continue a digest");
}

int digest_add_body(struct digest *digest, struct body *body)
{
    struct span piece;
    int error = 0;

    for (uint64_t at = 0; !error && at < body->len; at += piece.len) {
        error = body_piece(body, at, &piece);
        if (!error)
            digest_add(digest, piece.at, piece.len);
    }
    return error;
}

void digest_finish(struct digest *digest, unsigned char bytes[DIGEST_MAX_BYTES])
{
    digest_add(digest, NULL, 0);
    if (!EVP_DigestFinal_ex(digest->context, bytes, NULL) || !EVP_DigestInit_ex2(digest->context, NULL, NULL))
        die("libcrypto cannot finish a digest");
}

int digest_body(enum digest_kind kind, struct body *body, unsigned char bytes[DIGEST_MAX_BYTES])
{
    struct digest digest RELEASED_BY(digest_release) = {.kind = kind};
    int error = digest_add_body(&digest, body);

    digest_finish(&digest, bytes);
    return error;
}

char *digest_hex(const unsigned char *bytes, size_t len, char *to)
{
    static const char digits[] = "0123456789abcdef";

    for (size_t i = 0; i < len; i++) {
        *to++ = digits[bytes[i] >> 4];
        *to++ = digits[bytes[i] & 15];
    }
    return to;
}

/* Writes base32 without padding: 20 bytes are 160 bits, exactly 32 letters of 5 bits. */
void digest_base32(enum digest_kind kind, const unsigned char *bytes, char text[DIGEST_TEXT_SIZE])
{
    unsigned pending = 0, bits = 0;
    char *to = text;

    for (size_t i = 0; i < kinds[kind].len; i++) {
        pending = pending << 8 | bytes[i];
        for (bits += 8; bits >= 5; bits -= 5)
            *to++ = base32[pending >> (bits - 5) & 31];
    }
    if (bits > 0)
        *to++ = base32[pending << (5 - bits) & 31];
    *to = '\0';
}

void digest_text(enum digest_kind kind, const unsigned char *bytes, char text[DIGEST_TEXT_SIZE])
{
    size_t label_len = strlen(kinds[kind].label);
    char *to = text + label_len;

    memcpy(text, kinds[kind].label, label_len);
    if (kind == DIGEST_SHA1)
        digest_base32(kind, bytes, to);
    else
        *digest_hex(bytes, kinds[kind].len, to) = '\0';
}

static bool read_hex(struct span text, unsigned char *bytes)
{
    for (size_t i = 0; i < text.len; i += 2) {
        int high = ascii_hex_value(text.at[i]), low = ascii_hex_value(text.at[i + 1]);

        if (high < 0 || low < 0)
            return false;
        bytes[i / 2] = (unsigned char)(high << 4 | low);
    }
    return true;
}

static bool read_base32(struct span text, unsigned char *bytes)
{
    unsigned pending = 0, bits = 0;

    for (size_t i = 0; i < text.len; i++) {
        char c = text.at[i];
        const char *digit = memchr(base32, ascii_is_alpha(c) ? c & ~0x20 : c, sizeof base32 - 1);

        if (!digit)
            return false;
        pending = (pending << 5 | (unsigned)(digit - base32)) & 0xfff;
        bits += 5;
        if (bits >= 8) {
            bits -= 8;
            *bytes++ = (unsigned char)(pending >> bits & 0xff);
        }
    }
    return true;
}

bool digest_parse(struct span text, enum digest_kind *kind, unsigned char bytes[DIGEST_MAX_BYTES])
{
    enum digest_kind found = span_starts_nocase(text, kinds[DIGEST_SHA1].label) ? DIGEST_SHA1 : DIGEST_SHA256;
    struct span value = span_part(text, strlen(kinds[found].label), text.len);

    if (!span_starts_nocase(text, kinds[found].label))
        return false;
    while (span_has_suffix(value, "="))
        value.len--;
    *kind = found;
    if (value.len == 2 * kinds[found].len)
        return read_hex(value, bytes);
    return value.len == (8 * kinds[found].len + 4) / 5 && read_base32(value, bytes);
}
