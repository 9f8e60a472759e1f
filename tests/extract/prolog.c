/* SPDX-License-Identifier: MIT */
/* The style sheets that the prolog of an XML document references, and its root element. */
#include "config.h"

#include "extract/collect.h"

#include "base/buf.h"

#include "tap.h"

static const struct {
    const char *document;
    const char *sheets; /* each with its quote before it and '|' behind */
    const char *root;
} cases[] = {
    {"", "", ""},
    {" ", "", ""},
    {"text", "", ""},
    {"<a>", "", "a"},
    {"<a", "", "a"},
    {"<", "", ""},
    {"<a/>", "", "a"},
    {"<a b='c'>", "", "a"},
    {"<a\tb='c'>", "", "a"},
    {"<p:a>", "", "a"},
    {"<p:>", "", ""},
    {"\xef\xbb\xbf<a>", "", "a"},
    {" \t\r\n<a>", "", "a"},
    {"<?xml version='1.0'?><a>", "", "a"},
    {"<?xml-stylesheet href='x.css'?><a>", "'x.css|", "a"},
    {"<?xml-stylesheet href=\"x.css\" type='text/css'?><a>", "\"x.css|", "a"},
    {"<?xml-stylesheet type='text/css' href='x.css'?><a>", "'x.css|", "a"},
    {"<?xml-stylesheet\n href = 'x.css' ?><a>", "'x.css|", "a"},
    {"<?xml-stylesheet href='x.css'?><?xml-stylesheet href='y.css'?><a>", "'x.css|'y.css|", "a"},
    {"<?xml-stylesheet href='x.css'?>", "'x.css|", ""},
    {"<?xml-stylesheet xhref='x.css'?><a>", "", "a"},
    {"<?xml-stylesheet href=x.css?><a>", "", "a"},
    {"<?xml-stylesheet href='x.css?><a>", "", "a"},
    {"<?xml-stylesheet href='x.css?>' ?><a>", "", ""},
    {"<?xml-stylesheet href=''?><a>", "'|", "a"},
    {"<?xml-stylesheet href='x'", "", ""},
    {"<?xml-stylesheet href", "", ""},
    {"<?xml-stylesheet", "", ""},
    {"<?xml-stylesheet?><a>", "", "a"},
    {"<?xml-stylesheet ?><a>", "", "a"},
    {"<?xml-stylesheet href?><a>", "", "a"},
    {"<?xml-stylesheet href=?><a>", "", "a"},
    {"<?xml-stylesheets href='x.css'?><a>", "", "a"},
    {"<!-- <?xml-stylesheet href='x.css'?> --><a>", "", "a"},
    {"<!-- > -> -- --><a>", "", "a"},
    {"<!-- ", "", ""},
    {"<!DOCTYPE a><a>", "", "a"},
    {"<!DOCTYPE a SYSTEM \"b>\"><a>", "", "a"},
    {"<!DOCTYPE a SYSTEM 'b>' \"c>\"><a>", "", "a"},
    {"<!DOCTYPE a [<!ENTITY b \"c]>\">]><a>", "", "a"},
    {"<!DOCTYPE a [<!-- ]> --> ]><a>", "", "a"},
    {"<!DOCTYPE a [[b]>]><a>", "", "a"},
    {"<!DOCTYPE a ]><a>", "", "a"},
    {"<!DOCTYPE a ]]]><a>", "", "a"},
    {"<!DOCTYPE a [", "", ""},
    {"<!DOCTYPE a '", "", ""},
    {"<!DOCTYPE a [<!--", "", ""},
    {"<!DOCTYPE a", "", ""},
    {"<a><?xml-stylesheet href='x.css'?>", "", "a"},
};

int main(void)
{
    struct buf seen;

    buf_init(&seen, 1000);
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct span document = tap_exact(span_of(cases[i].document));
        struct prolog_sheet sheet;
        size_t at = 0;

        buf_clear(&seen);
        while (prolog_next(document, &at, &sheet))
            (void)buf_add_format(&seen, "%c%.*s|", sheet.quote, (int)sheet.len, document.at + sheet.at);
        is_str(buf_text(&seen), cases[i].sheets, cases[i].document);
        is_span(prolog_root(document), span_of(cases[i].root), "its root");
    }
    buf_release(&seen);
    return done();
}
