/* SPDX-License-Identifier: MIT */
/* Modules become classic scripts: their code as text, and where it names modules. */
#include "config.h"

#include "markup/js_scan.h"

#include "tap.h"

static const struct {
    const char *code;
    const char *parts; /* NULL: is left alone */
} modules[] = {
    {"x", NULL},
    {"import './a.js';x", "\"import \",'./a.js',\";x\""},
    {"import'./a.js'\nx", "\"import\",'./a.js',\"\\x0ax\""},
    {"import a from 'm';", "\"import a from \",'m',\";\""},
    {"import * as a from 'm'", "\"import * as a from \",'m',\"\""},
    {"import{a,b as c}from\"m\";", "\"import{a,b as c}from\",\"m\",\";\""},
    {"import d, { 'x y' as e, } from 'm'", "\"import d, { 'x y' as e, } from \",'m',\"\""},
    {"import/* 1 */a /* ' */ from // 2\n'm'", "\"import/* 1 */a /* ' */ from // 2\\x0a\",'m',\"\""},
    {"import from from 'm'", "\"import from from \",'m',\"\""},
    {"import 'a';import b from 'c'", "\"import \",'a',\";import b from \",'c',\"\""},
    {"export{a as b,c}", "\"export{a as b,c}\""},
    {"export{a as b,default}from'm'", "\"export{a as b,default}from\",'m',\"\""},
    {"export * from 'm'", "\"export * from \",'m',\"\""},
    {"export * as n from 'm'", "\"export * as n from \",'m',\"\""},
    {"export const { a = 1 } = '</script>'", "\"export const { a = 1 } = '\\x3c/script>'\""},
    {"export default/a'/", "\"export default/a'/\""},
    {"f(import.meta.url)", "\"f(tiptoe$.meta(\\x22f\\x22).url)\""},
    {"export{};`${import.meta.url} import.meta`",
     "\"export{};`${tiptoe$.meta(\\x22f\\x22).url} import.meta`\""},
    {"export{};a.import('b');import('c');'import()'",
     "\"export{};a.import('b');tiptoe$.at(\\x22f\\x22)('c');'import()'\""},
    {"export{};/import()/;// import()", "\"export{};/import()/;// import()\""},
    {"export{};pathname,location.href+a.location;({location,b:location});({location:1})",
     "\"export{};pathname,tiptoe$location.href+a.tiptoe$location;({location:tiptoe$location,b:tiptoe$"
     "location})"
     ";({location:1})\""},
    {"export{};history;f(location)", "\"export{};history;f(tiptoe$location)\""},
    {"export function f(){history;location}", "\"export function f(){history;tiptoe$location}\""},
    {"export{};let {history:h, location:l} = window;({location:m}=n);({location:o}=self.p);f({location:1})",
     "\"export{};let {history:h, tiptoe$location:l} = window;({location:m}=n);({location:o}=self.p);"
     "f({location:1})\""},
    {"export{};var {location}=self;history;f(location)",
     "\"export{};var {tiptoe$location:tiptoe$location}=self;history;f(tiptoe$location)\""},
    {"export{};f(location)", "\"export{};f(location)\""},
    {"import{location}from'm';history;f(location)", "\"import{location}from\",'m',\";history;f(location)\""},
    {"history;export let location=1;f(location)", "\"history;export let location=1;f(location)\""},
    {"history;export{location};f(location)", "\"history;export{location};f(location)\""},
    {"history;export{a as location};f(location)", "\"history;export{a as location};f(location)\""},
    {"export{};a={import(b){}}", NULL},
    {"import a from 'm' with { type: 'json' }", NULL},
    {"import a from m", NULL},
    {"import {a", NULL},
    {"export {a", NULL},
    {"export {a} }", NULL},
    {"export {a}; (", NULL},
};

/* What precedes the code of a file, for pages without what runs modules. */
#define FALLBACK                                                                                             \
    "self.tiptoe$||(self.tiptoe$={at:()=>a=>import(a)},Object.defineProperty(Object.prototype,"              \
    "\"tiptoe$location\",{configurable:true,get(){return this.location},set(a){this.location=a}}));\n"

static const struct {
    const char *code, *path, *wrapped;
} scripts[] = {
    {"import('./a.js')", "", "tiptoe$.at(\"\")('./a.js')"},
    {"import(a)", "b/\"c<.js", FALLBACK "tiptoe$.at(\"b/\\x22c\\x3c.js\")(a)"},
    {"'use strict'; \"a\";import(a)", "b", "'use strict'; \"a\";" FALLBACK "tiptoe$.at(\"b\")(a)"},
    {"\xef\xbb\xbfimport(a)", "b", "\xef\xbb\xbf" FALLBACK "tiptoe$.at(\"b\")(a)"},
    {"'use strict'\nimport(a)", "b", NULL},
    {"class A{import(a){}}", "", NULL},
    {"history;window.location = '/x'; f(location, 1)", "",
     "history;window.tiptoe$location = '/x'; f(tiptoe$location, 1)"},
    {"history;{location = 'x'}", "", "history;{tiptoe$location = 'x'}"},
    {"history;f({get location() { return location }})", "",
     "history;f({get location() { return tiptoe$location }})"},
    {"history;top.location;a.contentWindow . location;a.location", "",
     "history;top.location;a.contentWindow . location;a.tiptoe$location"},
    {"history;f(location);function location(){}", "", NULL},
    {"history;f(location);var location", "", NULL},
    {"history;f(location);var a, location", "", NULL},
    {"history;class A{location=1};f(location)", "", NULL},
    {"history;class A{a=1\nlocation\n=1};f(location)", "", NULL},
    {"window.location = '/x'; f(location, 1)", "", NULL},
    {"history;'location'", "", NULL},
    {"'location'", "", NULL},
    {"x", "", NULL},
    {"import 'a'", "", NULL},
};

/* Calls in calls, each of which is as long as the script. */
static void test_hostile(void)
{
    struct buf code, out;

    buf_init(&code, 8 << 20);
    buf_init(&out, 16 << 20);
    for (int i = 0; i < 500; i++)
        (void)buf_add_text(&code, "import(");
    for (int i = 0; i < 3000000; i++)
        (void)buf_add_text(&code, "a,");
    for (int i = 0; i < 500; i++)
        (void)buf_add_text(&code, ")");
    ok(js_module_wrap(&out, buf_span(&code), span_of(""), false), "calls in calls end in time");
    buf_release(&code);
    buf_release(&out);
}

int main(void)
{
    struct buf out, wanted;

    buf_init(&out, 4096);
    buf_init(&wanted, 4096);
    for (size_t i = 0; i < COUNT_OF(modules); i++) {
        bool wraps = js_module_wrap(&out, span_of(modules[i].code), span_of("f"), false);

        buf_clear(&wanted);
        if (modules[i].parts)
            (void)buf_add_format(&wanted, "tiptoe$([%s])\n", modules[i].parts);
        is_str(wraps ? buf_text(&out) : "", buf_text(&wanted), modules[i].code);
    }
    for (size_t i = 0; i < COUNT_OF(scripts); i++) {
        bool wraps = js_module_wrap(&out, span_of(scripts[i].code), span_of(scripts[i].path), false);

        is_str(wraps ? buf_text(&out) : "", scripts[i].wrapped ? scripts[i].wrapped : "", scripts[i].code);
    }
    ok(js_module_wrap(&out, span_of("x"), span_of(""), true), "code that is known to be a module");
    ok(js_module_wrap(&out, span_of("\xef\xbb\xbfimport 'm'"), span_of("f"), false) &&
           span_starts(buf_span(&out), "\xef\xbb\xbftiptoe$("),
       "the mark of a module stays");
    buf_release(&out);
    buf_release(&wanted);
    test_hostile();
    return done();
}
