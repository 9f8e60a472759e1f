/* SPDX-License-Identifier: MIT */
/* Bodies as a server may send them: the first byte chooses codings and framing, the rest is the body. */
#include "config.h"

#include "answer/decode.h"
#include "fuzz.h"

#include <fcntl.h>

enum { MOST = 1 << 20 };

static const char *const codings[] = {"gzip",     "deflate",      "br", "zstd",
                                      "gzip, br", "zstd,deflate", "x",  "identity"};

static struct span run(struct span coded, const char *names, struct body *plain)
{
    struct decoder *decoder = decoder_new();
    enum decode_result result;
    struct span whole = {0};
    bool mislabelled;

    result = decoder_run(decoder, span_of(names), coded, plain, &mislabelled);
    demand(plain->len <= MOST);
    demand(body_span(plain, &whole) == 0);
    if (mislabelled && result == DECODE_OK && !strchr(names, ','))
        demand(span_equals(whole, coded));
    decoder_free(decoder);
    return whole;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t len)
{
    struct span raw = span_make((const char *)bytes + 1, len > 0 ? len - 1 : 0), coded = {0};
    struct body payload, once, twice;

    if (len == 0)
        return 0;
    body_init(&payload, AT_FDCWD, MOST, MOST);
    body_init(&once, AT_FDCWD, MOST, MOST);
    body_init(&twice, AT_FDCWD, MOST, MOST);
    demand(decode_transfer(bytes[0] >> 7, raw, &payload) != DECODE_SPOOL);
    demand(payload.len <= raw.len && body_span(&payload, &coded) == 0);
    demand(span_equals(run(coded, codings[bytes[0] & 7], &once), run(coded, codings[bytes[0] & 7], &twice)));
    body_release(&payload);
    body_release(&once);
    body_release(&twice);
    return 0;
}
