/* SPDX-License-Identifier: MIT */
/* The language that a page names, as ISO 639-3 spells it, and pages without META refreshes that mislead
 * zimwriterfs. */
#include "config.h"

#include "base/buf.h"
#include "export/export.h"

#include "tap.h"

static const struct language_case {
    const char *page, *language;
} cases[] = {
    {"<html lang=aa>", "aar"},
    {"<html lang=zu>", "zul"},
    {"<html lang=de-AT>", "deu"},
    {"<html lang=EN_us>", "eng"},
    {"<html lang=iw>", "heb"},
    {"<html lang=deu>", "deu"},
    {"<html lang=Fil-PH>", "fil"},
    {"<html lang=xx>", "eng"},
    {"<html lang=f>", "eng"},
    {"<html lang=frans>", "eng"},
    {"<html lang='fr x'>", "fra"},
    {"<html lang=''>", "eng"},
    {"<html>", "eng"},
    {"<html lang=zh-Hant-TW>", "zho"},
    {"<html lang=ra>", "eng"},
    {"<html lang=KMR-Latn>", "kmr"}, /* which ICU 72 does not know */
    {"<p lang=fr><body lang=fr>", "eng"},
};

/* Of a page that stays as it is, nothing is copied. */
static const struct still_case {
    const char *page, *still;
} stills[] = {
    {"<meta http-equiv=refresh content='300; url=x'> <p> href='y'",
     "<meta http-equiv=refresh content='300'> <p> href='y'"},
    {"<meta http-equiv=refresh content='0; url=name.html'>x<meta http-equiv=refresh content='9; "
     "url=http://a/'>",
     "<meta http-equiv=refresh content='0'>x<meta http-equiv=refresh content='9'>"},
    {"<meta http-equiv=refresh> <meta name=refresh content='300; url=x'>", ""},
    {"<meta http-equiv=refresh content='0; url=x'>", ""},
};

static void try_stills(void)
{
    struct buf still;

    buf_init(&still, 1024);
    for (size_t i = 0; i < COUNT_OF(stills); i++) {
        bool is_other = stills[i].still[0];

        buf_clear(&still);
        if (zim_page_still(span_of(stills[i].page), span_of("name.html"), &still) != is_other)
            buf_add_text(&still, " and the other answer");
        is_span(buf_span(&still), span_of(stills[i].still), stills[i].page);
    }
    buf_release(&still);
}

int main(void)
{
    char language[ZIM_LANGUAGE_SIZE];
    struct buf description;

    buf_init(&description, 1024);
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        zim_page_read(span_of(cases[i].page), language, &description);
        is_str(language, cases[i].language, cases[i].page);
    }
    buf_release(&description);
    try_stills();
    return done();
}
