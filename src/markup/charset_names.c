/* SPDX-License-Identifier: MIT */
/* Lists the encodings of the WHATWG Encoding standard, their labels, and the iconv name of an equivalent
 * decoder for each. */
#include "config.h"

#include "markup/charset.h"

struct encoding {
    const char *name;
    const char *iconv_name;
    enum charset_kind kind;
    const char *labels; /* each followed by a space */
};

/* clang-format off */
static const struct encoding encodings[] = {
    {"UTF-8", "UTF-8", CHARSET_UTF8, "utf-8 utf8 unicode-1-1-utf-8 unicode11utf8 unicode20utf8 x-unicode20utf8 "},
    {"windows-1252", "CP1252", CHARSET_ASCII_SAFE,
     "windows-1252 iso-8859-1 latin1 ascii us-ascii ansi_x3.4-1968 cp1252 cp819 csisolatin1 ibm819 iso-ir-100 "
     "iso8859-1 iso88591 iso_8859-1 iso_8859-1:1987 l1 x-cp1252 "},
    {"windows-1251", "CP1251", CHARSET_ASCII_SAFE, "windows-1251 cp1251 x-cp1251 "},
    {"Shift_JIS", "CP932", CHARSET_ASCII_IN_PAIRS, "shift_jis shift-jis sjis csshiftjis ms932 ms_kanji windows-31j x-sjis "},
    {"EUC-JP", "EUC-JP-MS", CHARSET_ASCII_SAFE, "euc-jp cseucpkdfmtjapanese x-euc-jp "},
    {"ISO-2022-JP", "ISO-2022-JP", CHARSET_ESCAPES, "iso-2022-jp csiso2022jp "},
    {"GBK", "GB18030", CHARSET_ASCII_IN_PAIRS,
     "gbk gb2312 chinese csgb2312 csiso58gb231280 gb_2312 gb_2312-80 iso-ir-58 x-gbk "},
    {"gb18030", "GB18030", CHARSET_ASCII_IN_PAIRS, "gb18030 "},
    {"Big5", "BIG5-HKSCS", CHARSET_ASCII_IN_PAIRS, "big5 big5-hkscs cn-big5 csbig5 x-x-big5 "},
    {"EUC-KR", "CP949", CHARSET_ASCII_IN_PAIRS,
     "euc-kr cseuckr csksc56011987 iso-ir-149 korean ks_c_5601-1987 ks_c_5601-1989 ksc5601 ksc_5601 windows-949 "},
    {"UTF-16LE", "UTF-16LE", CHARSET_UTF16,
     "utf-16le utf-16 unicode csunicode iso-10646-ucs-2 ucs-2 unicodefeff "},
    {"UTF-16BE", "UTF-16BE", CHARSET_UTF16, "utf-16be unicodefffe "},
    {"ISO-8859-2", "ISO-8859-2", CHARSET_ASCII_SAFE,
     "iso-8859-2 csisolatin2 iso-ir-101 iso8859-2 iso88592 iso_8859-2 iso_8859-2:1987 l2 latin2 "},
    {"ISO-8859-3", "ISO-8859-3", CHARSET_ASCII_SAFE,
     "iso-8859-3 csisolatin3 iso-ir-109 iso8859-3 iso88593 iso_8859-3 iso_8859-3:1988 l3 latin3 "},
    {"ISO-8859-4", "ISO-8859-4", CHARSET_ASCII_SAFE,
     "iso-8859-4 csisolatin4 iso-ir-110 iso8859-4 iso88594 iso_8859-4 iso_8859-4:1988 l4 latin4 "},
    {"ISO-8859-5", "ISO-8859-5", CHARSET_ASCII_SAFE,
     "iso-8859-5 csisolatincyrillic cyrillic iso-ir-144 iso8859-5 iso88595 iso_8859-5 iso_8859-5:1988 "},
    {"ISO-8859-6", "ISO-8859-6", CHARSET_ASCII_SAFE,
     "iso-8859-6 arabic asmo-708 csiso88596e csiso88596i csisolatinarabic ecma-114 iso-8859-6-e iso-8859-6-i iso-ir-127 iso8859-6 iso88596 iso_8859-6 iso_8859-6:1987 "},
    {"ISO-8859-7", "ISO-8859-7", CHARSET_ASCII_SAFE,
     "iso-8859-7 csisolatingreek ecma-118 elot_928 greek greek8 iso-ir-126 iso8859-7 iso88597 iso_8859-7 "
     "iso_8859-7:1987 sun_eu_greek "},
    {"ISO-8859-8", "ISO-8859-8", CHARSET_ASCII_SAFE,
     "iso-8859-8 csiso88598e csisolatinhebrew hebrew iso-8859-8-e iso-ir-138 iso8859-8 iso88598 iso_8859-8 "
     "iso_8859-8:1988 visual "},
    {"ISO-8859-8-I", "ISO-8859-8", CHARSET_ASCII_SAFE, "iso-8859-8-i csiso88598i logical "},
    {"ISO-8859-10", "ISO-8859-10", CHARSET_ASCII_SAFE,
     "iso-8859-10 csisolatin6 iso-ir-157 iso8859-10 iso885910 l6 latin6 "},
    {"ISO-8859-13", "ISO-8859-13", CHARSET_ASCII_SAFE, "iso-8859-13 iso8859-13 iso885913 "},
    {"ISO-8859-14", "ISO-8859-14", CHARSET_ASCII_SAFE, "iso-8859-14 iso8859-14 iso885914 "},
    {"ISO-8859-15", "ISO-8859-15", CHARSET_ASCII_SAFE,
     "iso-8859-15 csisolatin9 iso8859-15 iso885915 iso_8859-15 l9 "},
    {"ISO-8859-16", "ISO-8859-16", CHARSET_ASCII_SAFE, "iso-8859-16 "},
    {"IBM866", "CP866", CHARSET_ASCII_SAFE, "ibm866 866 cp866 csibm866 "},
    {"KOI8-R", "KOI8-R", CHARSET_ASCII_SAFE, "koi8-r cskoi8r koi koi8 koi8_r "},
    {"KOI8-U", "KOI8-U", CHARSET_ASCII_SAFE, "koi8-u koi8-ru "},
    {"macintosh", "MACINTOSH", CHARSET_ASCII_SAFE, "macintosh csmacintosh mac x-mac-roman "},
    {"x-mac-cyrillic", "MAC-UK", CHARSET_ASCII_SAFE, "x-mac-cyrillic x-mac-ukrainian "},
    {"windows-874", "CP874", CHARSET_ASCII_SAFE,
     "windows-874 dos-874 iso-8859-11 iso8859-11 iso885911 tis-620 "},
    {"windows-1250", "CP1250", CHARSET_ASCII_SAFE, "windows-1250 cp1250 x-cp1250 "},
    {"windows-1253", "CP1253", CHARSET_ASCII_SAFE, "windows-1253 cp1253 x-cp1253 "},
    {"windows-1254", "CP1254", CHARSET_ASCII_SAFE,
     "windows-1254 cp1254 csisolatin5 iso-8859-9 iso-ir-148 iso8859-9 iso88599 iso_8859-9 iso_8859-9:1989 l5 latin5 "
     "x-cp1254 "},
    {"windows-1255", "CP1255", CHARSET_ASCII_SAFE, "windows-1255 cp1255 x-cp1255 "},
    {"windows-1256", "CP1256", CHARSET_ASCII_SAFE, "windows-1256 cp1256 x-cp1256 "},
    {"windows-1257", "CP1257", CHARSET_ASCII_SAFE, "windows-1257 cp1257 x-cp1257 "},
    {"windows-1258", "CP1258", CHARSET_ASCII_SAFE, "windows-1258 cp1258 x-cp1258 "},
    {"x-user-defined", "", CHARSET_ASCII_SAFE, "x-user-defined "},
    {"replacement", "", CHARSET_REPLACEMENT,
     "replacement csiso2022kr hz-gb-2312 iso-2022-cn iso-2022-cn-ext iso-2022-kr "},
};
/* clang-format on */

/* Returns true if LABEL is one of the words of LABELS, in any case. */
static bool has_label(const char *labels, struct span label)
{
    struct span rest = span_of(labels);

    while (rest.len > 0) {
        if (span_equals_nocase(span_take_until(&rest, ' '), label))
            return true;
    }
    return false;
}

const char *charset_find(struct span label)
{
    label = span_trim_white(label);
    if (label.len == 0)
        return NULL;
    for (size_t i = 0; i < COUNT_OF(encodings); i++) {
        if (has_label(encodings[i].labels, label))
            return encodings[i].name;
    }
    return NULL;
}

/* Returns the row of the encoding with this WHATWG name; that of UTF-8 for NULL and unknown names. */
static const struct encoding *find_row(const char *name)
{
    for (size_t i = 0; name && i < COUNT_OF(encodings); i++) {
        if (strcmp(encodings[i].name, name) == 0)
            return &encodings[i];
    }
    return &encodings[0];
}

enum charset_kind charset_kind(const char *name)
{
    return find_row(name)->kind;
}

const char *charset_iconv_name(const char *name)
{
    return find_row(name)->iconv_name;
}
