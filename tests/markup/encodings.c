/* SPDX-License-Identifier: MIT */
/* ASCII is read in every encoding, also by a C library that lacks some of them (tools/elsewhere). */
#include "config.h"

#include "markup/charset.h"

#include "tap.h"

static const char *const labels[] = {
    "windows-1252", "windows-1251", "sjis",       "euc-jp",         "iso-2022-jp",  "gbk",          "gb18030",
    "big5",         "euc-kr",       "iso-8859-2", "iso-8859-3",     "iso-8859-8-i", "iso-8859-16",  "ibm866",
    "koi8-r",       "koi8-u",       "macintosh",  "x-mac-cyrillic", "windows-874",  "windows-1258", "utf-8"};

int main(void)
{
    struct transcoder transcoder = {0};
    struct buf out;

    buf_init(&out, 64 * 1024);
    for (size_t i = 0; i < COUNT_OF(labels); i++) {
        buf_clear(&out);
        is_int(transcode(&transcoder, charset_find(span_of(labels[i])), span_of("<p>plain"), &out), 0,
               labels[i]);
        is_str(buf_text(&out), "<p>plain", labels[i]);
    }
    buf_release(&out);
    transcoder_release(&transcoder);
    return done();
}
