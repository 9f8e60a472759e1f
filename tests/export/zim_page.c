/* SPDX-License-Identifier: MIT */
/* The language that a page names, as ISO 639-3 spells it. */
#include "config.h"

#include "export/zim_page.h"

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
    {"<p lang=fr><body lang=fr>", "eng"},
};

int main(void)
{
    char language[ZIM_LANGUAGE_SIZE];
    struct buf description;

    buf_init(&description, 1024);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        zim_page_read(span_of(cases[i].page), language, &description);
        is_str(language, cases[i].language, cases[i].page);
    }
    buf_release(&description);
    return done();
}
