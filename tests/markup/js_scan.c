/* SPDX-License-Identifier: MIT */
/* Strings in JavaScript: found exactly where they are, and what the code around them makes of them. */
#include "config.h"

#include "markup/js_scan.h"

#include "tap.h"

static const struct {
    const char *code;
    const char
        *found; /* a letter for the use, the raw string, '=' and the unescaped one if it is another, '|' */
} cases[] = {
    {"", ""},
    {"x", ""},
    {"'a'", "t a|"},
    {"'a';\"b\";`c`", "t a|t b|t c|"},
    {"f('a', \"b\")", "t a|t b|"},
    {"'a\\'b'", "t a\\'b=a'b|"},
    {"'\\x2fa\\u002fb\\/c\\q'", "t \\x2fa\\u002fb\\/c\\q=/a/b/cq|"},
    {"'\\u007f\\u0080'", "t \\u007f\\u0080=\x7f\xc2\x80|"},
    {"'\\u00e9\\u20ac'", "t \\u00e9\\u20ac=\xc3\xa9\xe2\x82\xac|"},
    {"'\\xzz\\", ""},
    {"'a\\\nb'", "t a\\\nb=ab|"},
    {"'a\nb'", ""},
    {"'a\n'b'", "t b|"},
    {"\"it's\"", "t it's|"},
    {"// 'no'\n'a'", "t a|"},
    {"/* 'no' */'a'/* 'no'", "t a|"},
    {"/*/ 'no' */'a'", "t a|"},
    {"/***/'a'", "t a|"},
    {"#!/usr/bin/env 'no'\n'a'", "t a|"},
    {"\xef\xbb\xbf#! 'no'\n'a'", "t a|"},
    {"<!-- 'no'\n'a'\n --> 'no'\nx --> 'b'", "t a|t b|"},

    {"a / 'b' / c", "t b|"},
    {"x = /'/; 'a'", "t a|"},
    {"x = /[/'\"]/g; 'a'", "t a|"},
    {"x = /\\/'/; 'a'", "t a|"},
    {"f(/'/, 'a')", "t a|"},
    {"return /'/.test('a')", "- a|"},
    {"typeof /'/; 'a'", "t a|"},
    {"x.return /2/ f('a')", "t a|"},
    {"a[0] / 2; f('a') / 1", "t a|"},
    {"(a) / 2 / f('a')", "t a|"},
    {"if (a) /'/.test(b); 'a'", "t a|"},
    {"while (a(b)) /'/.test(b); 'a'", "t a|"},
    {"}/'/.exec(b); 'a'", "t a|"},
    {"a++ / 2; 'a'; b / 2", "t a|"},
    {"1 / 2 / f('a')", "t a|"},
    {"a = b\n/ c; 'a'", "t a|"},
    {"a = /no end ' \n'a'", "t a|"},

    {"`a`", "t a|"},
    {"`a${b}c`", "m a|m c|"},
    {"`<a>${b}c${`<${d}>`}`;`<e>`", "m <a>|m c|m <|m >|t <e>|"},
    {"`${a}<b", ""},
    {"`${a}<\\q`;'c'", "m <\\q=<q|t c|"},
    {"`a${'b'}c${`d`}e`;'f'", "m a|t b|m c|t d|m e|t f|"},
    {"`a${{b: '}'}}c`;'f'", "m a|t }|m c|t f|"},
    {"`a${`b${'c'}`}`;'f'", "m a|m b|t c|t f|"},
    {"`a\\`b\\${c`", "t a\\`b\\${c=a`b${c|"},
    {"`a", ""},
    {"`${", ""},
    {"html`a`; f()`b`; x[0]`c`", "- a|- b|- c|"},

    {"import 'a'", "i a|"},
    {"import x from 'a'", "i a|"},
    {"import x from\"a\"", "i a|"},
    {"import{x}from'a'", "i a|"},
    {"import x, {y as z, \"q\" as r} from 'a' with {type: 'json'}", "t q|i a|t json|"},
    {"import * as x from 'a';import 'b'", "i a|i b|"},
    {"import/**/x/**/from/**/'a'", "i a|"},
    {"import x from '\\x61.js'", "i \\x61.js=a.js|"},
    {"export * from 'a'", "i a|"},
    {"export {x as y} from 'a'", "i a|"},
    {"export * as x from 'a'", "i a|"},
    {"export default 'a'", "t a|"},
    {"export const x = 'a'", "t a|"},
    {"export const x = 1; from 'a'", "- a|"},
    {"from 'a'", "- a|"},
    {"x.import\nfrom 'a'", "- a|"},
    {"{import x from 'a'}", "- a|"},
    {"// import 'a'\n/* import 'b' */", ""},
    {"'import \"a\"'", "t import \"a\"|"},

    {"import('a')", "d a|"},
    {"import ( `a` )", "d a|"},
    {"() => import('a', {with: {type: 'json'}})", "d a|t json|"},
    {"import(/* webpackChunkName: 'no' */'a')", "d a|"},
    {"import('a' + b)", "- a|"},
    {"import(a + 'b')", "- b|"},
    {"import(`a${b}`)", "m a|"},
    {"x.import('a')", "t a|"},
    {"import.meta.resolve('a')", "r a|"},
    {"path.resolve('a')", "t a|"},
    {"new URL('a', import.meta.url)", "u a|"},
    {"new URL('a',import.meta.url).href", "u a|"},
    {"new URL('a', /**/ import . meta . url )", "u a|"},
    {"new URL('a', import.meta.url + 'b')", "b a|- b|"},
    {"new URL('a', document.currentScript.src)", "u a|"},
    {"new URL('a', document.currentScript.src.b)", "b a|"},
    {"new URL('a', location)", "b a|"},
    {"new URL('a')", "t a|"},

    {"new Worker('a')", "w a|"},
    {"new Worker('a', {type: 'module'})", "w a|t module|"},
    {"new SharedWorker(\"a\", 'b')", "w a|t b|"},
    {"new Worker(new URL('a', import.meta.url), {type: 'module'})", "u a|t module|"},
    {"navigator.serviceWorker.register('a')", "w a|"},
    {"x.register('a')", "- a|"},
    {"importScripts('a', \"b\")", "s a|s b|"},
    {"fetch('a')", "f a|"},
    {"fetch('a', {method: 'POST'})", "f a|t POST|"},
    {"fetch(`a`)", "f a|"},
    {"fetch('a' + b); fetch(b + 'c'); fetch(`a${b}`)", "- a|- c|m a|"},
    {"x.open('GET', 'a', true)", "p GET|f a|"},
    {"x.open('POST', 'a')", "p POST|- a|"},
    {"window.open('a', 'b')", "p a|- b|"},
    {"location.assign('a'); location.replace('b'); x.replace('c')", "p a|p b|- c|"},
    {"location = 'a'; top.location='b'", "p a|p b|"},
    {"$.getJSON('a')", "p a|"},
    {"x.src = 'a'", "p a|"},
    {"x.src='a'", "p a|"},
    {"x.src == 'a'", "- a|"},
    {"x.src=='a'", "- a|"},
    {"x.src += 'a'", "- a|"},
    {"({src: 'a', \"url\": 'b', alt: 'c'})", "p a|- url|p b|t c|"},
    {"x.setAttribute('src', 'a')", "t src|p a|"},
    {"x.setAttribute('alt', 'a')", "t alt|t a|"},

    {"({'a': 1, 'b': 2})", "- a|- b|"},
    {"x ? 'a' : 'b'", "t a|t b|"},
    {"a === 'b'; 'c' != d; case 'e':", "- b|- c|- e|"},
    {"'a'.split('b')", "- a|- b|"},
    {"require('a'); x.replace('b', 'c'); throw Error('d')", "- a|- b|- c|- d|"},
    {"['a', \"b\"]", "t a|t b|"},
    {"define(['a', 'b'], c); require(['d']); f(['e'])", "- a|- b|- d|t e|"},
    {"return 'a'", "t a|"},
    {"'a'", "t a|"},
    {"'a'.", "- a|"},
    {"'a'+", "- a|"},
    {"'a'=", "- a|"},
    {"'a' ", "t a|"},
    {"'\\'", ""},
    {"'a\\", ""},
    {"'a'/", "t a|"},
    {"'a'//", "t a|"},
    {"'a'/*", "t a|"},
    {"import'a'", "i a|"},
    {"'a'\\", "t a|"},
    {"f('a'", "t a|"},
    {"new URL('a',", "b a|"},
    {"new URL('a',import.meta.url", "b a|"},
    {"import('a'", "- a|"},
};

static char letter_of(enum js_use use)
{
    static const char letters[] = {
        [JS_NO_ADDRESS] = '-',     [JS_TEXT] = 't',       [JS_IMPORT] = 'i', [JS_IMPORT_CALL] = 'd',
        [JS_IMPORT_RESOLVE] = 'r', [JS_IMPORT_URL] = 'u', [JS_WORKER] = 'w', [JS_IMPORT_SCRIPTS] = 's',
        [JS_FETCH] = 'f',          [JS_PROPERTY] = 'p',   [JS_URL] = 'b',    [JS_PIECE] = 'm'};

    return letters[use];
}

static void scan_all(struct span code, struct buf *found, struct buf *scratch)
{
    struct js_scan scan;
    struct js_string string;

    buf_clear(found);
    js_scan_start(&scan, code);
    while (js_scan_next(&scan, &string)) {
        struct span raw = span_part(code, string.at, string.len);
        struct span text = js_unescape(raw, scratch);

        (void)buf_add_format(found, "%c %.*s", letter_of(string.use), (int)raw.len, raw.at);
        if (!span_equals(raw, text))
            (void)buf_add_format(found, "=%.*s", (int)text.len, text.at);
        (void)buf_add_byte(found, '|');
        if (string.escaped != (span_find(raw, '\\') < raw.len))
            (void)buf_add_text(found, "escaped?");
    }
}

/* Whether the first string of some code may be replaced by another expression. */
static void test_values(void)
{
    static const struct {
        const char *code;
        bool is_value;
    } values[] = {
        {"x='a'", true},
        {"x=['a']", true},
        {"x=[['a']]", true},
        {"f('a')", true},
        {"f(b,'a')", true},
        {"({k:'a'})", true},
        {"return'a'", true},
        {"return['a']", true},
        {"x=y?'a':b", true},
        {"x=y?b:'a'", true},
        {"x=y||'a'", true},
        {"x=y?\?'a'", true},
        {"()=>'a'", true},
        {"x=`a`", true},
        {"'a'", false},
        {"{'a'}", false},
        {"x=b;'a'", false},
        {"({'a':b})", false},
        {"({c,'a':b})", false},
        {"({c,'a'(){}})", false},
        {"switch(x){case 'a':}", false},
        {"x['a']", false},
        {"f(b)['a']", false},
        {"x.return['a']", false},
        {"x.in 'a'", false},
        {"tag`a`", false},
        {"import'a'", false},
        {"import{b}from'a'", false},
        {"import{b,'a'as c}from'd'", false},
        {"export{b as'a'}", false},
        {"import('a')", false},
        {"f('a'`b`)", false},
    };
    struct js_string string;
    struct js_scan scan;

    for (size_t i = 0; i < COUNT_OF(values); i++) {
        js_scan_start(&scan, tap_exact(span_of(values[i].code)));
        ok(js_scan_next(&scan, &string), "a string");
        is_int(string.is_value, values[i].is_value, values[i].code);
    }
}

/* N times TEXT, then the string 'end': it is found, or the nesting was too deep. */
static void check_depth(const char *text, int n, bool finds)
{
    struct buf code, found, scratch;

    buf_init(&code, 1 << 20);
    buf_init(&found, 1 << 20);
    buf_init(&scratch, 1 << 20);
    for (int i = 0; i < n; i++)
        (void)buf_add_text(&code, text);
    (void)buf_add_text(&code, ";'end'");
    scan_all(buf_span(&code), &found, &scratch);
    ok(span_is(buf_span(&found), "t end|") == finds, "%d times %s", n, text);
    buf_release(&code);
    buf_release(&found);
    buf_release(&scratch);
}

int main(void)
{
    struct buf found, scratch;

    buf_init(&found, 4096);
    buf_init(&scratch, 4096);
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        scan_all(tap_exact(span_of(cases[i].code)), &found, &scratch);
        is_str(buf_text(&found), cases[i].found, cases[i].code);
    }
    check_depth("(", JS_SCAN_DEPTH, true);
    check_depth("(", JS_SCAN_DEPTH + 1, false);
    check_depth("`${", JS_SCAN_DEPTH + 1, false);
    check_depth("{}", 100000, true);
    test_values();
    buf_release(&found);
    buf_release(&scratch);
    return done();
}
