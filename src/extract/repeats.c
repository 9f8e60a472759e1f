/* SPDX-License-Identifier: MIT */
/* A hash table of a fixed size without chains: a collision only means that a URL is resolved again. */
#include "config.h"

#include "extract/repeats.h"

#include "base/alloc.h"
#include "url/url.h"

enum { SLOTS = 1 << REPEATS_SLOTS_BITS, TEXT_MAX = 512 * 1024 };

struct repeat {
    struct span address, url; /* in the table's own memory */
    struct span here;         /* the URL in the current page's memory, if PAGE is the current page */
    uint64_t page;
    uint32_t folder;
    bool elsewhere; /* it resolves to the same URL on every page of the folder */
};

static void forget_texts(struct repeats *repeats)
{
    if (repeats->slots)
        memset(repeats->slots, 0, SLOTS * sizeof *repeats->slots);
    arena_clear(&repeats->text);
    repeats->text_len = 0;
    repeats->folder_count = 0;
}

void repeats_release(struct repeats *repeats)
{
    free(repeats->slots);
    arena_release(&repeats->text);
    *repeats = (struct repeats){0};
}

static struct span keep_text(struct repeats *repeats, struct span text)
{
    repeats->text_len += text.len;
    return arena_copy(&repeats->text, text);
}

static size_t find_folder(const struct repeats *repeats, struct span text, const char *encoding)
{
    size_t i = 0;

    while (i < repeats->folder_count &&
           !(repeats->folders[i].encoding == encoding && span_equals(repeats->folders[i].text, text)))
        i++;
    return i;
}

void repeats_start(struct repeats *repeats, const struct url *document, const char *encoding)
{
    struct span text = span_part(buf_span(&document->text), 0, document->query_at);

    while (text.len > 0 && text.at[text.len - 1] != '/')
        text.len--;
    repeats->page++;
    if (repeats->text_len > TEXT_MAX)
        forget_texts(repeats);
    repeats->folder = find_folder(repeats, text, encoding);
    if (repeats->folder < repeats->folder_count)
        return;
    if (repeats->folder == REPEATS_FOLDERS) {
        forget_texts(repeats);
        repeats->folder = 0;
    }
    repeats->folders[repeats->folder] = (struct repeats_folder){keep_text(repeats, text), encoding};
    repeats->folder_count++;
}

/* Hashes the end of the text, where the URLs of a site differ most. */
static size_t slot_of(struct span address, size_t folder)
{
    static const uint64_t factors[] = {0x9e3779b97f4a7c15, 0xc2b2ae3d27d4eb4f, 0x165667b19e3779f9};
    uint64_t end[2] = {0};
    size_t len = address.len < sizeof end ? address.len : sizeof end;

    if (len > 0)
        memcpy(end, address.at + address.len - len, len);
    return (end[0] * factors[0] ^ end[1] * factors[1] ^ (address.len + (folder << 32)) * factors[2]) >>
           (64 - REPEATS_SLOTS_BITS);
}

struct span repeats_find(struct repeats *repeats, struct span address, struct arena *text)
{
    struct repeat *slot = repeats->slots ? &repeats->slots[slot_of(address, repeats->folder)] : NULL;

    if (!slot || slot->folder != repeats->folder || !span_equals(slot->address, address))
        return span_make(NULL, 0);
    if (slot->page == repeats->page)
        return slot->here;
    if (!slot->elsewhere)
        return span_make(NULL, 0);
    slot->here = arena_copy(text, slot->url);
    slot->page = repeats->page;
    return slot->here;
}

/* An empty path resolves to the page's own path; "http:" may be followed by an empty path. */
static bool is_of_folder(struct span address)
{
    size_t colon = span_find(address, ':');

    if (address.len == 0 || (unsigned char)address.at[0] <= ' ' || address.at[0] == '?')
        return false;
    return colon == address.len || span_starts(span_part(address, colon + 1, address.len), "//");
}

void repeats_add(struct repeats *repeats, struct span address, struct span url)
{
    struct repeat *slot;

    if (repeats->text_len > TEXT_MAX)
        return;
    if (!repeats->slots)
        repeats->slots = mem_new(SLOTS, sizeof *repeats->slots);
    slot = &repeats->slots[slot_of(address, repeats->folder)];
    *slot = (struct repeat){.address = keep_text(repeats, address),
                            .url = keep_text(repeats, url),
                            .here = url,
                            .page = repeats->page,
                            .folder = (uint32_t)repeats->folder,
                            .elsewhere = is_of_folder(address)};
}
