/* SPDX-License-Identifier: MIT */
/* Modules become classic scripts: what they import and export, by the code between. */
#include "config.h"

#include "markup/js_module.h"

#include "tap.h"

/* What is the same around the code of each module. */
#define MAKES                                                                                                \
    "],function(tiptoe$){with(tiptoe$.scope)return async function*(){\"use strict\";tiptoe$.exports({"
#define RUNS "});yield;\n"
#define ENDS "\n}})\n"

static const struct {
    const char *code;
    const char *imports, *exports, *rest; /* NULL: is left alone */
} modules[] = {
    {"x", NULL, NULL, NULL},
    {"import './a.js';x", "['./a.js',{}],", "", ";x"},
    {"import'./a.js'\nx", "['./a.js',{}],", "", ";x"},
    {"import a from 'm';", "['m',{\"a\":\"default\",}],", "", ";"},
    {"import * as a from 'm'", "['m',{\"a\":\"*\",}],", "", ";"},
    {"import{a,b as c}from\"m\";", "[\"m\",{\"a\":\"a\",\"c\":\"b\",}],", "", ";"},
    {"import d, { 'x y' as e, } from 'm'", "['m',{\"d\":\"default\",\"e\":'x y',}],", "", ";"},
    {"import d, * as e from 'm'", "['m',{\"d\":\"default\",\"e\":\"*\",}],", "", ";"},
    {"import/* 1 */a /* ' */ from // 2\n'm'", "['m',{\"a\":\"default\",}],", "", ";"},
    {"import from from 'm'", "['m',{\"from\":\"default\",}],", "", ";"},
    {"export{a as b,c}", "", "\"b\":()=>a,\"c\":()=>c,", ""},
    {"export { a as default, b as 'x y' };x", "", "\"default\":()=>a,'x y':()=>b,", "x"},
    {"export{a as b,default}from'm'", "['m',{},{\"b\":\"a\",\"default\":\"default\",}],", "", ""},
    {"export * from 'm'", "['m',{},{},\"*\"],", "", ""},
    {"export * as n from 'm'", "['m',{},{\"n\":\"*\",}],", "", ""},
    {"export const a = 1", "", "\"a\":()=>a,", "const a = 1"},
    {"export let a = f(1, 2), b, c = [3, d]\nx, y;", "", "\"a\":()=>a,\"b\":()=>b,\"c\":()=>c,\"y\":()=>y,",
     "let a = f(1, 2), b, c = [3, d]\nx, y;"},
    {"export const a = () => { b, c }\nexport const d = 1", "", "\"a\":()=>a,\"d\":()=>d,",
     "const a = () => { b, c }\nconst d = 1"},
    {"export const { a, b: c, ...d } = e", "", "\"a\":()=>a,\"c\":()=>c,\"d\":()=>d,",
     "const { a, b: c, ...d } = e"},
    {"export const [a, , b] = e", "", "\"a\":()=>a,\"b\":()=>b,", "const [a, , b] = e"},
    {"export const { a = 1 } = e", NULL, NULL, NULL},
    {"export function f(a, b) {}", "", "\"f\":()=>f,", "function f(a, b) {}"},
    {"export async function* f() {}", "", "\"f\":()=>f,", "async function* f() {}"},
    {"export class C extends D {}", "", "\"C\":()=>C,", "class C extends D {}"},
    {"export default f(1)", "", "\"default\":()=>tiptoe$default,", "const tiptoe$default= f(1)"},
    {"export default/a'/", "", "\"default\":()=>tiptoe$default,", "const tiptoe$default=/a'/"},
    {"export default function f() {}", "", "\"default\":()=>f,", " function f() {}"},
    {"export default function() {}", "", "\"default\":()=>tiptoe$default,", " function tiptoe$default () {}"},
    {"export default class extends D {}", "", "\"default\":()=>tiptoe$default,",
     " class  tiptoe$default extends D {}"},
    {"export default async () => {}", "", "\"default\":()=>tiptoe$default,",
     "const tiptoe$default= async () => {}"},
    {"f(import.meta.url)", "", "", "f(tiptoe$.meta.url)"},
    {"export{};`${import.meta.url} import.meta`", "", "", "`${tiptoe$.meta.url} import.meta`"},
    {"export{};a.import('b');import('c');'import()'", "", "", "a.import('b');tiptoe$.import('c');'import()'"},
    {"export{};/import()/;// import()", "", "", "/import()/;// import()"},
    {"export{};pathname,location.href+a.location;({location,b:location});({location:1})", "", "",
     "pathname,tiptoe$location.href+a.tiptoe$location;({location:tiptoe$location,b:tiptoe$location});({"
     "location:1})"},
    {"export{};history;f(location)", "", "", "history;f(tiptoe$location)"},
    {"export{};let {history:h, location:l} = window;({location:m}=n);({location:o}=self.p);f({location:1})",
     "", "",
     "let {history:h, tiptoe$location:l} = window;({location:m}=n);({location:o}=self.p);f({location:1})"},
    {"export{};var {location}=self;history;f(location)", "", "",
     "var {tiptoe$location:tiptoe$location}=self;history;f(tiptoe$location)"},
    {"export{};f(location)", "", "", "f(location)"},
    {"import{location}from'm';history;f(location)", "['m',{\"location\":\"location\",}],", "",
     ";history;f(location)"},
    {"history;export let location=1;f(location)", "", "\"location\":()=>location,",
     "history;let location=1;f(location)"},
    {"export{};a={import(b){}}", NULL, NULL, NULL},
    {"import a from 'm' with { type: 'json' }", NULL, NULL, NULL},
    {"import a 'm'", NULL, NULL, NULL},
    {"import {a", NULL, NULL, NULL},
    {"export", NULL, NULL, NULL},
    {"export {a", NULL, NULL, NULL},
    {"export const", NULL, NULL, NULL},
    {"export {a} }", NULL, NULL, NULL},
    {"export {a}; (", NULL, NULL, NULL},
    {"export {a}; b /* c", NULL, NULL, NULL},
    {"export {a}; 'b\\", NULL, NULL, NULL},
    {"export {a}; `b", NULL, NULL, NULL},
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
    ok(js_module_wrap_calls(&out, buf_span(&code), span_of("")), "calls in calls end in time");
    buf_release(&code);
    buf_release(&out);
}

int main(void)
{
    struct buf out, wanted;

    buf_init(&out, 4096);
    buf_init(&wanted, 4096);
    for (size_t i = 0; i < COUNT_OF(modules); i++) {
        bool wraps = js_module_wrap(&out, span_of(modules[i].code), false);

        buf_clear(&wanted);
        if (modules[i].rest)
            (void)buf_add_format(&wanted, "tiptoe$([%s" MAKES "%s" RUNS "%s" ENDS, modules[i].imports,
                                 modules[i].exports, modules[i].rest);
        is_str(wraps ? buf_text(&out) : "", buf_text(&wanted), modules[i].code);
    }
    for (size_t i = 0; i < COUNT_OF(scripts); i++) {
        bool wraps = js_module_wrap_calls(&out, span_of(scripts[i].code), span_of(scripts[i].path));

        is_str(wraps ? buf_text(&out) : "", scripts[i].wrapped ? scripts[i].wrapped : "", scripts[i].code);
    }
    ok(js_module_wrap(&out, span_of("x"), true), "code that is known to be a module");
    ok(js_module_wrap(&out, span_of("\xef\xbb\xbfimport 'm'"), false) &&
           span_starts(buf_span(&out), "\xef\xbb\xbftiptoe$("),
       "the mark of a module stays");
    buf_release(&out);
    buf_release(&wanted);
    test_hostile();
    return done();
}
