/* SPDX-License-Identifier: MIT */
/* The head of a request to `tiptoe serve`. A head that is read is the same without what follows it, and is
 * not complete without its last byte; its parts are plain. */
#include "config.h"

#include <stdint.h>

#include "fuzz.h"
#include "serve/server.h"

static void check_plain(struct span text)
{
    for (size_t i = 0; i < text.len; i++)
        demand((unsigned char)text.at[i] >= 0x20 || text.at[i] == '\t');
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct span bytes = span_make((const char *)data, size);
    struct request request, again;
    size_t len = 0, again_len = 0;
    int status = request_read(bytes, &request, &len);

    demand(status == 0 || status == 200 || status == 400 || status == 505);
    if (status != 200)
        return 0;
    demand(len > 0 && len <= size && request.target.len > 0 && request_field(&request, "host").at);
    check_plain(request.method);
    check_plain(request.target);
    check_plain(request_field(&request, "Host"));
    check_plain(request_field(&request, "Accept"));
    demand(request_read(span_part(bytes, 0, len), &again, &again_len) == 200 && again_len == len);
    demand(span_equals(request.target, again.target) && request.has_body == again.has_body);
    demand(request_read(span_part(bytes, 0, len - 1), &again, &again_len) == 0);
    return 0;
}
