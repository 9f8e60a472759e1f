/* SPDX-License-Identifier: MIT */
/* Two pages in succession that now have one body, and had different ones, give the page away. It is compared
 * byte by byte: pages that only resemble each other may be what the site has. */
#include "config.h"

#include "judge/alike.h"

#include <string.h>

#include "base/error.h"
#include "frontier/frontier.h"
#include "frontier/revisit.h"
#include "judge/site.h"
#include "mirror/mirror.h"

static const char setting[] = "page-for-all";

int alike_begin(struct site *site)
{
    struct span text;
    enum digest_kind kind;
    int error = frontier_setting(site->frontier, setting, &text);

    if (!error)
        site->alike.has_common = digest_parse(text, &kind, site->alike.common) && kind == DIGEST_SHA256;
    return error == ERROR_NOT_FOUND ? 0 : error;
}

/* BYTES is that page. The copy that it replaced before it was noticed is requested again. */
static int note_common(struct site *site, struct span bytes)
{
    char text[DIGEST_TEXT_SIZE];
    int error;

    memcpy(site->alike.common, bytes.at, DIGEST_MAX_BYTES);
    site->alike.has_common = true;
    digest_text(DIGEST_SHA256, site->alike.common, text);
    error = mirror_set(site->mirror, setting, span_of(text));
    return error ? error : frontier_revisit(site->frontier, site->alike.last_id);
}

static bool is(bool known, const unsigned char *bytes, struct span digest)
{
    return known && memcmp(bytes, digest.at, DIGEST_MAX_BYTES) == 0;
}

int alike_judge(struct site *site, int64_t id, struct span digest, struct span before, bool *is_alike)
{
    struct alike *alike = &site->alike;
    bool is_common, changes;

    *is_alike = false;
    if (digest.len != DIGEST_MAX_BYTES || before.len != DIGEST_MAX_BYTES)
        return 0;
    changes = !span_equals(digest, before);
    is_common = is(alike->has_common, alike->common, digest);
    *is_alike = changes &&
                (is_common || (is(alike->has_last, alike->last, digest) && !is(true, alike->before, before)));
    if (*is_alike) {
        alike->in_row++;
        return is_common ? 0 : note_common(site, digest);
    }
    if (!is_common)
        alike->in_row = 0;
    alike->has_last = true;
    alike->last_id = id;
    memcpy(alike->last, digest.at, DIGEST_MAX_BYTES);
    memcpy(alike->before, before.at, DIGEST_MAX_BYTES);
    return 0;
}
