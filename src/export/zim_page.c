/* SPDX-License-Identifier: MIT */
/* The parts of pages that a ZIM needs. */
#include "config.h"

#include "export/zim_page.h"

#include "base/utf8.h"
#include "markup/tokenizer.h"
#include "markup/value.h"
#include "url/percent.h"

enum { LONG_WAIT_SECONDS = 10, NAME_MAX_BYTES = 1024 };

/* The codes of ISO 639-1, each followed by its code of ISO 639-3. Withdrawn codes that pages still use are
 * included (in, iw, ji, jw, mo, sh). */
static const char languages[] =
    "aaaar ababk aeave afafr akaka amamh anarg arara asasm avava ayaym azaze babak bebel bgbul bibis bmbam "
    "bnben bobod brbre bsbos cacat ceche chcha cocos crcre csces cuchu cvchv cycym dadan dedeu dvdiv dzdzo "
    "eeewe elell eneng eoepo esspa etest eueus fafas ffful fifin fjfij fofao frfra fyfry gagle gdgla glglg "
    "gngrn guguj gvglv hahau heheb hihin hohmo hrhrv hthat huhun hyhye hzher iaina idind ieile igibo iiiii "
    "ikipk inind ioido isisl itita iuiku iwheb jajpn jiyid jvjav jwjaw kakat kgkon kikik kjkua kkkaz klkal "
    "kmkhm knkan kokor krkau kskas kukur kvkom kwcor kykir lalat lbltz lglug lilim lnlin lolao ltlit lulub "
    "lvlav mgmlg mhmah mimri mkmkd mlmal mnmon momol mrmar msmsa mtmlt mymya nanau nbnob ndnde nenep ngndo "
    "nlnld nnnno nonor nrnbl nvnav nynya ococi ojoji omorm orori ososs papan pipli plpol pspus ptpor quque "
    "rmroh rnrun roron rurus rwkin sasan scsrd sdsnd sesme sgsag shsrp sisin skslk slslv smsmo snsna sosom "
    "sqsqi srsrp ssssw stsot susun svswe swswa tatam tetel tgtgk ththa titir tktuk tltgl tntsn toton trtur "
    "tstso tttat twtwi tytah uguig ukukr ururd uzuzb veven vivie vovol wawln wowol xhxho yiyid yoyor zazha "
    "zhzho zuzul";

static bool next_start(struct tokenizer *tokenizer, struct content *content)
{
    while (tokenizer_next(tokenizer)) {
        content_follow(content, tokenizer);
        if (tokenizer->token.kind == TOKEN_START)
            return true;
    }
    return false;
}

static struct span value_of(const struct tokenizer *tokenizer, const char *name)
{
    const struct attribute *attribute = tokenizer_attribute(tokenizer, name);

    return attribute ? tokenizer_value(tokenizer, attribute) : span_make(NULL, 0);
}

/* Returns whether TARGET, a relative reference as weaving writes it, is the file NAME beside it. */
static bool is_itself(struct span target, struct span name)
{
    struct buf plain BUF_LOCAL(NAME_MAX_BYTES);

    (void)percent_decode(&plain, span_part(target, 0, span_find(target, '#')));
    return plain.len == 0 || span_equals(buf_span(&plain), name);
}

/* Returns whether the value of a META refresh leads, soon, to another file. */
static bool is_redirect(struct span content, struct span name)
{
    size_t address = span_find(content, ';');
    struct span target = span_trim(span_part(content, address + 1, content.len), PLAIN_WHITE);
    struct span rest = span_part(content, 0, address);
    uint64_t seconds = 0;

    (void)span_take_number(&rest, &seconds);
    if (!span_starts_nocase(target, "url=") || seconds > LONG_WAIT_SECONDS)
        return false;
    target = span_trim(span_part(target, 4, target.len), " '\"");
    return span_find(target, ':') == target.len && !is_itself(target, name);
}

bool zim_page_still(struct span page, struct span name, struct buf *out)
{
    struct tokenizer tokenizer = {0};
    struct content where;
    size_t copied = 0;

    content_start(&where, false);
    tokenizer_start(&tokenizer, page);
    while (next_start(&tokenizer, &where)) {
        struct span content = value_of(&tokenizer, "content");
        size_t address = span_find(content, ';'), at;

        if (!span_is_nocase(tokenizer.token.name, "meta") || address == content.len ||
            !span_is_nocase(value_of(&tokenizer, "http-equiv"), "refresh") || is_redirect(content, name))
            continue;
        at = (size_t)(content.at - page.at);
        (void)buf_add_span(out, span_part(page, copied, at + address - copied));
        copied = at + content.len;
    }
    tokenizer_release(&tokenizer);
    (void)buf_add_span(out, span_part(page, copied, copied > 0 ? page.len : 0));
    return copied > 0 && !out->full;
}

/* Sets LANGUAGE from the first subtag of TAG (RFC 5646): a code of ISO 639-3, or of ISO 639-1. Any other
 * leaves it unchanged. */
static void read_language(struct span tag, char language[ZIM_LANGUAGE_SIZE])
{
    char code[ZIM_LANGUAGE_SIZE] = "";
    size_t len = 0;

    for (; len < tag.len && ascii_is_alpha(tag.at[len]); len++)
        if (len < ZIM_LANGUAGE_SIZE - 1)
            code[len] = ascii_lower(tag.at[len]);
    if (len == ZIM_LANGUAGE_SIZE - 1)
        memcpy(language, code, ZIM_LANGUAGE_SIZE);
    for (size_t i = 0; len == 2 && i < sizeof languages; i += 6)
        if (memcmp(languages + i, code, 2) == 0)
            memcpy(language, languages + i + 2, ZIM_LANGUAGE_SIZE - 1);
}

/* Adds RAW with its character references decoded, if it is UTF-8. */
static void decode(struct span raw, struct buf *out)
{
    uint32_t character;

    for (size_t at = 0; at < raw.len;) {
        size_t len = raw.at[at] == '&' ? entity_read(span_part(raw, at, raw.len), out) : 0;

        if (len == 0) {
            len = utf8_decode(raw.at + at, raw.len - at, &character);
            (void)buf_add(out, raw.at + at, len);
        }
        if (len == 0) {
            buf_clear(out);
            return;
        }
        at += len;
    }
}

void zim_page_read(struct span page, char language[ZIM_LANGUAGE_SIZE], struct buf *description)
{
    struct tokenizer tokenizer = {0};
    struct content where;

    content_start(&where, false);
    memcpy(language, "eng", ZIM_LANGUAGE_SIZE);
    buf_clear(description);
    tokenizer_start(&tokenizer, page);
    while (next_start(&tokenizer, &where) && !span_is_nocase(tokenizer.token.name, "body")) {
        if (span_is_nocase(tokenizer.token.name, "html"))
            read_language(value_of(&tokenizer, "lang"), language);
        if (span_is_nocase(tokenizer.token.name, "meta") && description->len == 0 &&
            span_is_nocase(value_of(&tokenizer, "name"), "description"))
            decode(value_of(&tokenizer, "content"), description);
    }
    tokenizer_release(&tokenizer);
}

/* A text that grows by characters up to a number of them. */
struct cut {
    struct buf *out;
    size_t count, most;
    size_t last; /* where the last character that has room begins */
};

static bool add_character(struct cut *cut, const char *at, size_t len)
{
    if (cut->count == cut->most) {
        buf_cut(cut->out, cut->last);
        (void)buf_add_text(cut->out, "…");
        return false;
    }
    cut->last = cut->out->len;
    cut->count++;
    return buf_add(cut->out, at, len) == 0;
}

void zim_page_cut(struct span text, size_t most, struct buf *out)
{
    struct cut cut = {.out = out, .most = most};
    bool blank = false;

    for (size_t at = 0; at < text.len;) {
        uint32_t character = ' ';
        size_t len = utf8_decode(text.at + at, text.len - at, &character);

        if (character > ' ') {
            if (blank && cut.count > 0 && !add_character(&cut, " ", 1))
                return;
            if (!add_character(&cut, text.at + at, len))
                return;
        }
        blank = character <= ' ';
        at += len > 0 ? len : 1;
    }
}
