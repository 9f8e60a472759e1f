/* SPDX-License-Identifier: MIT */
/* Which texts in scripts and data look like URLs of files. */
#include "config.h"

#include "markup/candidate.h"

#include "tap.h"

static const struct {
    const char *text;
    const char *taken; /* t: by its look alone, n: when named src, a: when asked for */
} likely[] = {
    {"/img/a.png", "tna"},
    {"img/a.png", "tna"},
    {"./a.png", "tna"},
    {"../a.png", "tna"},
    {"https://h/img/a.png", "tna"},
    {"//h/a.js?v=1", "tna"},
    {"/a.js?v=1.2#x", "tna"},
    {"/a%20b.JPG", "tna"},
    {"/fonts/a.b-c_d~1.woff2", "tna"},
    {"a.png", "na"},
    {"js/app.js", "na"},
    {"TeX/noErrors.js", "na"},
    {"./app.js", "tna"},
    {"/api/list", "a"},
    {"/a%aF.js", "tna"},
    {"/a%ag.js", ""},
    {"/a%g1.js", ""},
    {"/x/a.js?b=%2", ""},
    {"/x/a.js?b=%", ""},
    {"/x/a.js?b=%20", "tna"},
    {"/x/a.", "a"},
    {"/.js", "a"},
    {"/b.js", "tna"},
    {"a/b", "a"},
    {"ab/", ""},
    {"abc", ""},
    {"/a", ""},
    {"/ab", "a"},
    {"x/a.js", "na"},
    {"x/a.mjs", "na"},
    {"x/a.css", "na"},
    {"x/a.json", "tna"},
    {"x/a.json&", ""},
    {"x/list&", ""},
    {"x/list?", ""},
    {"_x/a.png", "tna"},
    {"9/a.png", "tna"},
    {"HTTPS://h/img/a.png", "tna"},
    {"http://h:80/img/a.png", "tna"},
    {"http://h/img:a.png", ""},
    {"//h", ""},
    {"data/list", "a"},
    {"/api/list?x=1", "a"},
    {"/api/list?x=", ""},
    {"list", ""},
    {"/", ""},
    {"./", ""},
    {"", ""},
    {"text/html", "a"}, /* nobody fetches a type */
    {"image/svg+xml", "a"},
    {"application/json;charset=utf-8", ""},
    {"/img/{id}.png", ""},
    {"/img/${id}.png", ""},
    {"/img/:id.png", ""},
    {"/img/*.png", ""},
    {"/img/%s.png", ""},
    {"/img/%d/a.png", ""},
    {"/img/<id>.png", ""},
    {"/img/[name].png", ""},
    {"/a b.png", ""},
    {"see docs/a.png, please", ""},
    {"^/img/.+.png$", ""},
    {"(/img/a.png)", ""},
    {"@scope/pkg/a.js", ""},
    {"node_modules/x/a.png", ""},
    {"/x/node_modules/a.png", ""},
    {"data:image/png;base64,AA/a.png", ""},
    {"javascript:a/b.png", ""},
    {"ftp://h/a.png", ""},
    {"https://h", ""},
    {"12:30/a.png", ""},
    {"1.2.3", ""},
    {"a.b.c", ""},
    {"/x/a.ts", "a"},
    {"/x/a.js.map", "a"},
    {"/x/.png", "a"},
    {"-/a.png", ""},
    {"\xc3\xa9/a.png", ""},
};

static void test_likely(void)
{
    for (size_t i = 0; i < COUNT_OF(likely); i++) {
        struct span text = tap_exact(span_of(likely[i].text));
        char taken[4] = "", *at = taken;

        if (candidate_is_likely(text, CANDIDATE_TEXT))
            *at++ = 't';
        if (candidate_is_likely(text, CANDIDATE_NAMED))
            *at++ = 'n';
        if (candidate_is_likely(text, CANDIDATE_ASKED))
            *at++ = 'a';
        *at = '\0';
        is_str(taken, likely[i].taken, likely[i].text);
    }
}

int main(void)
{
    test_likely();
    return done();
}
