/* SPDX-License-Identifier: MIT */
/* Labels, BOM, header, META prescan as browsers do them; html5lib's encoding tests. */
#include "config.h"

#include "markup/charset.h"

#include "json.h"
#include "tap.h"

static const struct {
    const char *label;
    const char *name;
} labels[] = {
    {"utf-8", "UTF-8"},
    {" UTF8 ", "UTF-8"},
    {"latin1", "windows-1252"},
    {"ISO-8859-1", "windows-1252"},
    {"ascii", "windows-1252"},
    {"iso-8859-9", "windows-1254"},
    {"gb2312", "GBK"},
    {"GB18030", "gb18030"},
    {"x-sjis", "Shift_JIS"},
    {"ks_c_5601-1987", "EUC-KR"},
    {"utf-16", "UTF-16LE"},
    {"hz-gb-2312", "replacement"},
    {"tis-620", "windows-874"},
    {"visual", "ISO-8859-8"},
    {"logical", "ISO-8859-8-I"},
    {"utf-7", NULL},
    {"", NULL},
    {"utf-8 utf8", NULL},
    {"cp1252", "windows-1252"},
    {"koi8-ru", "KOI8-U"},
};

static const struct {
    const char *type;
    const char *name;
} types[] = {
    {"text/html; charset=utf-8", "UTF-8"},
    {"text/html;charset=\"utf-8\"", "UTF-8"},
    {"text/html; CHARSET = koi8-r", "KOI8-R"},
    {"text/html; a=b; charset=big5; charset=utf-8", "Big5"},
    {"text/html; a=\"x;charset=big5\"; charset=utf-8", "UTF-8"},
    {"text/html; charset=nonsense", NULL},
    {"text/html", NULL},
    {"charset=utf-8", NULL},
    {"", NULL},
};

static const struct {
    const char *document;
    const char *type;
    bool xml;
    const char *name;
} pages[] = {
    {"\xef\xbb\xbf<meta charset=big5>", "text/html; charset=koi8-r", false, "UTF-8"},
    {"\xff\xfe<", "text/html; charset=koi8-r", false, "UTF-16LE"},
    {"\xfe\xff<", "", false, "UTF-16BE"},
    {"<meta charset=big5>", "text/html; charset=koi8-r", false, "KOI8-R"},
    {"<meta charset=big5>", "text/html", false, "Big5"},
    {"<meta charset=big5>", "text/html; charset=nonsense", false, "Big5"},
    {"<META/CHARSET='utf-16le'>", "", false, "UTF-8"},
    {"<meta charset=x-user-defined>", "", false, "windows-1252"},
    {"<meta charset=nonsense><meta charset=koi8-r>", "", false, "KOI8-R"},
    {"<!-- <meta charset=big5> --><meta charset=koi8-r>", "", false, "KOI8-R"},
    {"<!--><meta charset=big5>-->", "", false, "Big5"},
    {"<p title='<meta charset=big5>'>", "", false, "windows-1252"},
    {"</p <meta charset=big5>", "", false, "windows-1252"},
    {"<? <meta charset=koi8-r> ?><meta charset=big5>", "", false, "Big5"},
    {"<meta content='text/html; charset=big5' http-equiv=Content-Type>", "", false, "Big5"},
    {"<meta content='charset charset=\"big5\"' http-equiv=Content-Type>", "", false, "Big5"},
    {"<meta content='text/html; charset=big5'>", "", false, "windows-1252"},
    {"<?xml version='1.0' encoding='koi8-r'?><p>", "", false, "KOI8-R"},
    {"<?xml version='1.0' encoding='koi8-r'?><meta charset=big5>", "", false, "Big5"},
    {"<?xml version='1.0' encoding='koi8-r'?><meta charset='big5'/>", "application/xhtml+xml", true,
     "KOI8-R"},
    {"<meta charset='big5'/>", "application/xhtml+xml", true, "UTF-8"},
    {"<?xml encoding", "application/xhtml+xml", true, "UTF-8"},
    {"<?xml encoding=", "application/xhtml+xml", true, "UTF-8"},
    {"<?xml encoding='", "application/xhtml+xml", true, "UTF-8"},
    {"<?xml encoding \"koi8-r\"?>", "application/xhtml+xml", true, "UTF-8"},
    {"<?xml encoding=koi8-r?>", "application/xhtml+xml", true, "UTF-8"},
    {"<?xml encoding = \"koi8-r\"?>", "application/xhtml+xml", true, "KOI8-R"},
    {"<?xml encoding='utf-16'?>", "application/xhtml+xml", true, "UTF-8"},
    {"<?xml encoding='koi8-r'", "application/xhtml+xml", true, "KOI8-R"},
    {"<meta charset=", "", false, "windows-1252"},
    {"<meta charset", "", false, "windows-1252"},
    {"<meta ", "", false, "windows-1252"},
    {"<meta", "", false, "windows-1252"},
    {"<meta http-equiv=content-type content='charset", "", false, "windows-1252"},
    {"<meta http-equiv=content-type content='charset='>", "", false, "windows-1252"},
    {"<meta http-equiv=content-type content='charset=\"big5'>", "", false, "windows-1252"},
    {"<meta http-equiv=content-type content='charset=big5;x'>", "", false, "Big5"},
    {"<meta http-equiv=content-type content='charset = big5 x'>", "", false, "Big5"},
    {"<", "", false, "windows-1252"},
    {"<!", "", false, "windows-1252"},
    {"<!--", "", false, "windows-1252"},
    {"</", "", false, "windows-1252"},
    {"<?", "", false, "windows-1252"},
    {"<p a", "", false, "windows-1252"},
    {"<p a=", "", false, "windows-1252"},
    {"<p a='", "", false, "windows-1252"},
    {"<p>", "", false, "windows-1252"},
    {"", "", false, "windows-1252"},
    {"", "", true, "UTF-8"},
};

static const struct {
    const char *document;
    const char *type;
    const char *environment;
    const char *name;
} sheets[] = {
    {"\xef\xbb\xbf@charset \"koi8-r\";", "text/css; charset=big5", NULL, "UTF-8"},
    {"@charset \"koi8-r\";", "text/css; charset=big5", NULL, "Big5"},
    {"@charset \"koi8-r\";", "text/css", "Big5", "KOI8-R"},
    {"@charset 'koi8-r';", "text/css", "Big5", "Big5"},
    {" @charset \"koi8-r\";", "text/css", NULL, "UTF-8"},
    {"@charset \"utf-16le\";", "text/css", "Big5", "UTF-8"},
    {"@charset \"koi8-r\"", "text/css", NULL, "UTF-8"},
    {"p {}", "text/css", "UTF-16LE", "UTF-8"},
};

static void test_tables(void)
{
    for (size_t i = 0; i < COUNT_OF(labels); i++)
        is_str(charset_find(tap_exact(span_of(labels[i].label))), labels[i].name, labels[i].label);
    for (size_t i = 0; i < COUNT_OF(types); i++)
        is_str(charset_of_type(tap_exact(span_of(types[i].type))), types[i].name, types[i].type);
    for (size_t i = 0; i < COUNT_OF(pages); i++)
        is_str(charset_of_page(tap_exact(span_of(pages[i].document)), span_of(pages[i].type), pages[i].xml),
               pages[i].name, pages[i].document);
    for (size_t i = 0; i < COUNT_OF(sheets); i++)
        is_str(charset_of_css(tap_exact(span_of(sheets[i].document)), span_of(sheets[i].type),
                              sheets[i].environment),
               sheets[i].name, sheets[i].document);
    is_str(charset_of_page(span_of("\xef\xbb\xbfx"), span_of(""), false), "UTF-8", "a BOM");
    is_str(charset_of_page(span_make("<\0?\0x\0", 6), span_of(""), true), "UTF-16LE",
           "an XML declaration in two bytes");
}

/* How far into a page its META is looked for: 1024 bytes, and on while it is the head. */
static void test_late_meta(void)
{
    struct buf text;

    buf_init(&text, 10000);
    for (int i = 0; i < 100; i++)
        buf_add_text(&text, "<link rel=next href=next.html>\n");
    buf_add_text(&text, "<meta charset=big5>");
    is_str(charset_of_page(buf_span(&text), span_of(""), false), "Big5", "a late META in the head");
    buf_clear(&text);
    for (int i = 0; i < 100; i++)
        buf_add_text(&text, "<p>a paragraph</p>\n");
    buf_add_text(&text, "<meta charset=big5>");
    is_str(charset_of_page(buf_span(&text), span_of(""), false), "windows-1252", "a late META in the body");
    buf_release(&text);
}

/* Every encoding has a decoder on this system, and every name is its own label. */
static void test_decoders(void)
{
    static const char *const names[] = {
        "UTF-8",          "IBM866",       "ISO-8859-2",   "ISO-8859-3",   "ISO-8859-4",     "ISO-8859-5",
        "ISO-8859-6",     "ISO-8859-7",   "ISO-8859-8",   "ISO-8859-8-I", "ISO-8859-10",    "ISO-8859-13",
        "ISO-8859-14",    "ISO-8859-15",  "ISO-8859-16",  "KOI8-R",       "KOI8-U",         "macintosh",
        "windows-874",    "windows-1250", "windows-1251", "windows-1252", "windows-1253",   "windows-1254",
        "windows-1255",   "windows-1256", "windows-1257", "windows-1258", "x-mac-cyrillic", "GBK",
        "gb18030",        "Big5",         "EUC-JP",       "ISO-2022-JP",  "Shift_JIS",      "EUC-KR",
        "x-user-defined",
    };
    struct transcoder transcoder = {0};
    struct buf out;

    buf_init(&out, 100000);
    for (size_t i = 0; i < COUNT_OF(names); i++) {
        buf_clear(&out);
        is_str(charset_find(span_of(names[i])), names[i], names[i]);
        is_int(transcode(&transcoder, names[i], span_of("<>\"'&=/ \nAz.html"), &out), 0, "is decoded");
        is_span(buf_span(&out), span_of("<>\"'&=/ \nAz.html"), "ASCII stays ASCII");
    }
    buf_release(&out);
    transcoder_release(&transcoder);
}

/* One case of html5lib's format: "#data", the document, "#encoding", its name. */
static bool take_case(struct span *rest, struct span *data, struct span *encoding)
{
    struct span all = *rest;

    for (size_t i = 0; i < all.len; i++) {
        if (!span_starts(span_part(all, i, all.len), "\n#encoding\n"))
            continue;
        *data = span_part(all, strlen("#data\n"), i - strlen("#data\n"));
        *rest = span_part(all, i + strlen("\n#encoding\n"), all.len);
        *encoding = span_take_until(rest, '\n');
        (void)span_take_until(rest, '\n');
        return true;
    }
    return false;
}

static void test_html5lib(const char *name)
{
    struct buf text;
    struct span rest, data, encoding;
    unsigned cases = 0, failed = 0;

    if (!conformance_read(name, &text)) {
        ok(true, "html5lib's encodings # SKIP %s is not installed; see tests/conformance.md", name);
        return;
    }
    for (rest = buf_span(&text); take_case(&rest, &data, &encoding); cases++) {
        if (span_is(span_of(charset_find(encoding)), charset_of_page(data, span_of(""), false)))
            continue;
        failed++;
        tap_show("data", span_part(data, 0, 300));
        tap_show("wanted", encoding);
    }
    ok(cases > 0 && failed == 0, "%s: %u of %u cases", name, cases - failed, cases);
    buf_release(&text);
}

int main(void)
{
    test_tables();
    test_late_meta();
    test_decoders();
    test_html5lib("html5lib-encoding/tests1.dat");
    test_html5lib("html5lib-encoding/tests2.dat");
    test_html5lib("html5lib-encoding/test-yahoo-jp.dat");
    return done();
}
