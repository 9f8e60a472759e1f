/* SPDX-License-Identifier: MIT */
/* Paths: tables of names, and the promises of path.h for hostile URLs. */
#include "config.h"

#include "site/path.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "base/utf8.h"
#include "site/fault.h"
#include "site/hostile.h"
#include "tap.h"
#include "url/percent.h"
#include "url/url.h"

static struct url url, other;
static struct buf path, path2, key, text;

static bool parse(struct url *into, const char *input)
{
    return url_parse(into, span_of(input), NULL, NULL) == URL_OK;
}

static const struct path_case {
    const char *url, *type, *path;
} own_cases[] =
    {
        {"/", "text/html", "index.html"},
        {"/", "", "index.bin"},
        {"/dir/", "text/html; charset=utf-8", "dir/index.html"},
        {"/dir/", "application/json", "dir/index.json"},
        {"/dir", "text/html", "dir.html"},
        {"/a/b", "text/html", "a/b.html"},
        {"/a.html", "text/html", "a.html"},
        {"/a.htm", "text/html", "a.htm"},
        {"/A.HTML", "TEXT/HTML", "A.HTML"},
        {"/a.xhtml", "application/xhtml+xml", "a.xhtml"},
        {"/a.xhtml", "text/html", "a.xhtml.html"},
        {"/a.html", "application/xhtml+xml", "a.html.xhtml"},
        {"/a.php", "text/html", "a.php.html"},
        {"/a.php", "image/png", "a.php.png"},
        {"/a.php", "text/plain", "a.php.txt"},
        {"/a.php", "", "a.php.bin"},
        {"/a.PHP", "", "a.PHP.bin"},
        {"/web.config", "application/octet-stream", "web.config.bin"},
        {"/a.php?x=1", "text/html", "a.php@x=1.html"},
        {"/page?x=1&y=/a", "text/html", "page@x=1&y=#2Fa.html"},
        {"/page?", "text/html", "page@.html"},
        {"/?q=a+b", "text/html", "@q=a+b.html"},
        {"/d/?C=N;O=D", "text/html", "d/@C=N;O=D.html"},
        {"/style.css?v=3", "text/css", "style.css@v=3.css"},
        {"/p?u=http://h/x:y*z|w", "text/html", "p@u=http#3A#2F#2Fh#2Fx#3Ay#2Az#7Cw.html"},
        {"/p?u=http%3A%2F%2Fh", "text/html", "p@u=http%3A%2F%2Fh.html"},
        {"/p?a@b", "text/html", "p@a@b.html"},
        {"/p?a?b", "text/html", "p@a#3Fb.html"},
        {"/@user", "text/html", "#40user.html"},
        {"/%40user", "text/html", "%40user.html"},
        {"/%40modal/%5Bid%5D-1.js", "text/javascript", "@modal/[id]-1.js"},
        {"/[id]/%5b1%5d/[[...a]]", "text/html", "[id]/[1]/[[...a]].html"},
        {"/%5B%5B...a%5D%5D/x?a%5B%5D=1", "text/html", "[[...a]]/x@a%5B%5D=1.html"},
        {"/npm/@scope/core@2.9.2/x.js", "text/javascript", "npm/@scope/core@2.9.2/x.js"},
        {"/pagefind/pagefind.en_1a.pf_meta", "application/octet-stream", "pagefind/pagefind.en_1a.pf_meta"},
        {"/index/en_1a.pf_index", "", "index/en_1a.pf_index"},
        {"/filter/en_1a.pf_filter", "", "filter/en_1a.pf_filter"},
        {"/fragment/en_1a.pf_fragment", "application/x-unknown", "fragment/en_1a.pf_fragment"},
        {"/wasm.en.pagefind", "application/octet-stream", "wasm.en.pagefind"},
        {"/a.data", "text/x-script", "a.data"},
        {"/_root.data", "text/x-script", "_root.data"},
        {"/a/__next._tree.txt", "text/plain", "a/__next._tree.txt"},
        {"/a.txt", "text/x-component", "a.txt"},
        {"/logo.png", "image/png", "logo.png"},
        {"/logo.png", "image/webp", "logo.png"},
        {"/logo", "image/png", "logo.png"},
        {"/logo.png", "text/html", "logo.png.html"},
        {"/logo.svg", "image/png", "logo.svg.png"},
        {"/pic.svgz", "image/svg+xml", "pic.svgz"},
        {"/us.topojson", "application/json", "us.topojson"},
        {"/way.gpx", "application/gpx+xml", "way.gpx"},
        {"/box.gltf", "application/json", "box.gltf"},
        {"/v.mpd", "application/dash+xml", "v.mpd"},
        {"/m.pmtiles", "application/octet-stream", "m.pmtiles"},
        {"/db.sqlite3", "application/octet-stream", "db.sqlite3"},
        {"/clip.3gp", "video/3gpp", "clip.3gp"},
        {"/p.json", "application/javascript", "p.json"},
        {"/feed.xml", "text/plain", "feed.xml"},
        {"/page.json", "text/html", "page.json.html"},
        {"/page.sqlite3", "text/html", "page.sqlite3.html"},
        {"/data.html", "application/json", "data.html.json"},
        {"/x.gpx", "image/png", "x.gpx.png"},
        {"/run.php", "application/json", "run.php.json"},
        {"/jquery.themes/a.css", "text/css", "jquery.themes/a.css"},
        {"/img?id=7", "image/jpeg", "img@id=7.jpg"},
        {"/a.css", "text/plain", "a.css"},
        {"/a.html", "text/plain", "a.html.txt"},
        {"/a.svg", "application/octet-stream", "a.svg.bin"},
        {"/style", "text/css", "style.css"},
        {"/app.mjs", "application/javascript", "app.mjs"},
        {"/font.woff2", "application/octet-stream", "font.woff2"},
        {"/README", "text/plain", "README.txt"},
        {"/README.md", "text/plain", "README.md"},
        {"/x.c", "text/x-csrc", "x.c"},
        {"/pkg.tar.gz", "application/gzip", "pkg.tar.gz"},
        {"/x.sqlar", "application/x-sqlar", "x.sqlar"},
        {"/x.strange-end", "application/octet-stream", "x.strange-end"},
        {"/feed", "application/rss+xml", "feed.rss"},
        {"/feed/", "application/x-own+xml", "feed/index.xml"},
        {"/data", "application/vnd.api+json", "data.json"},
        {"/doc.pdf", "application/pdf", "doc.pdf"},
        {"/get.aspx", "application/pdf", "get.aspx.pdf"},
        {"/3.11", "text/html", "3.11.html"},
        {"/3.11/a", "text/html", "3.11/a.html"},
        {"/x.png/y", "text/html", "x.png#/y.html"},
        {"/a.html/b/", "text/html", "a.html#/b/index.html"},
        {"/node.js/x.js", "text/javascript", "node.js#/x.js"},
        {"/v1.2-rc1/x.js", "text/javascript", "v1.2-rc1/x.js"},
        {"/a//b", "text/html", "a/#_/b.html"},
        {"//", "text/html", "#_/index.html"},
        {"/.htaccess", "text/plain", "#2Ehtaccess.txt"},
        {"/.git/config", "text/plain", "#2Egit/config.txt"},
        {"/.user.ini", "text/plain", "#2Euser.ini"},
        {"/.well-known/x", "text/plain", "#2Ewell-known/x.txt"},
        {"/a./b", "text/html", "a#2E/b.html"},
        {"/a.../b", "text/html", "a..#2E/b.html"},
        {"/.../b", "text/html", "#2E.#2E/b.html"},
        {"/a.", "text/html", "a..html"},
        {"/a%20/b", "text/html", "a%20/b.html"},
        {"/a%20%20/b", "text/html", "a %20/b.html"},
        {"/%20aux", "text/html", "%20aux.html"},
        {"/a%20b.html", "text/html", "a b.html"},
        {"/con", "text/html", "#63on.html"},
        {"/CON.html", "text/html", "#43ON.html"},
        {"/aux/x", "text/html", "#61ux/x.html"},
        {"/nul.tar.gz", "application/gzip", "#6Eul.tar.gz"},
        {"/com1/lpt9.txt", "text/plain", "#63om1/#6Cpt9.txt"},
        {"/com/console/auxiliary", "text/html", "com/console/auxiliary.html"},
        {"/COM%C2%B9", "text/html", "COM%C2%B9.html"},
        {"/con%20.html", "text/html", "#63on .html"},
        {"/a:b", "text/html", "a#3Ab.html"},
        {"/a%3Ab", "text/html", "a%3Ab.html"},
        {"/a*b|c", "text/html", "a#2Ab#7Cc.html"},
        {"/a%5Cb", "text/html", "a%5Cb.html"},
        {"/a%2Fb", "text/html", "a%2Fb.html"},
        {"/a%2fb", "text/html", "a%2Fb.html"},
        {"/%7Eu/%61%2Ehtml", "text/html", "~u/a.html"},
        {"/%63on", "text/html", "#63on.html"},
        {"/a%00b%0A", "text/html", "a%00b%0A.html"},
        {"/C%23.html", "text/html", "C%23.html"},
        {"/100%", "text/html", "100%.html"},
        {"/a%zz", "text/html", "a%zz.html"},
        {"/caf\xc3\xa9", "text/html", "caf\xc3\xa9.html"},
        {"/caf%C3%A9", "text/html", "caf\xc3\xa9.html"},
        {"/caf%c3%a9", "text/html", "caf\xc3\xa9.html"},
        {"/%c3%A9", "text/html", "\xc3\xa9.html"},
        {"/?q=%e6%97%a5", "text/html", "@q=\xe6\x97\xa5.html"},
        {"/cafe%CC%81", "text/html", "cafe%CC%81.html"},
        {"/%CC%81", "text/html", "\xcc\x81.html"},
        {"/%E9t%E9", "text/html", "%E9t%E9.html"},
        {"/%E2%80%AEfdp", "text/html", "%E2%80%AEfdp.html"},
        {"/%EE%80%80", "text/html", "%EE%80%80.html"},
        {"/%C2%A0", "text/html", "%C2%A0.html"},
        {"/%F0%9F%90%88", "text/html", "\xf0\x9f\x90\x88.html"},
        {"/_hosts/x", "text/html", "#5Fhosts/x.html"},
        {"/_HOSTS/x", "text/html", "#5FHOSTS/x.html"},
        {"/_hosts", "text/html", "_hosts.html"},
        {"/a/_hosts/x", "text/html", "a/_hosts/x.html"},
},
  host_cases[] = {
      {"https://cdn.example/a.png", "image/png", "_hosts/cdn.example/a.png"},
      {"http://cdn.example/a.png", "image/png", "_hosts/cdn.example_http/a.png"},
      {"https://cdn.example.com:8443/", "text/html", "_hosts/cdn.example.com_8443/index.html"},
      {"http://cdn.example:8080/", "text/html", "_hosts/cdn.example_http_8080/index.html"},
      {"https://a_b.example/", "text/html", "_hosts/a#5Fb.example/index.html"},
      {"https://example.com./x.js", "text/javascript", "_hosts/example.com#2E/x.js"},
      {"https://[::1]:99/", "text/html", "_hosts/[#3A#3A1]_99/index.html"},
      {"https://aux/_hosts/x", "text/html", "_hosts/#61ux/_hosts/x.html"},
      {"https://b\xc3\xbc"
       "cher.example/",
       "text/html", "_hosts/xn--bcher-kva.example/index.html"},
};

static void test_tables(void)
{
    char whole[256];

    for (size_t i = 0; i < COUNT_OF(own_cases); i++) {
        (void)snprintf(whole, sizeof whole, "https://h.example%s", own_cases[i].url);
        if (ok(parse(&url, whole), "%s is a URL", whole)) {
            path_make(&path, &url, true, span_of(own_cases[i].type));
            is_span(buf_span(&path), span_of(own_cases[i].path), own_cases[i].url);
        }
    }
    for (size_t i = 0; i < COUNT_OF(host_cases); i++) {
        if (ok(parse(&url, host_cases[i].url), "%s is a URL", host_cases[i].url)) {
            path_make(&path, &url, false, span_of(host_cases[i].type));
            is_span(buf_span(&path), span_of(host_cases[i].path), host_cases[i].url);
        }
    }
}

static const struct path_case guesses[] = {
    {"/a", "text/html", "a.html"},
    {"/a.png", "text/html", "a.png"},
    {"/a.php", "text/html", "a.php.html"},
    {"/a.php", "", "a.php.bin"},
    {"/style.css?v=1", "", "style.css@v=1.css"},
    {"/frame/", "", "frame/index.html"},
    {"/app.unknown", "text/html", "app.unknown.html"},
};

static void test_guesses(void)
{
    char whole[256];

    for (size_t i = 0; i < COUNT_OF(guesses); i++) {
        (void)snprintf(whole, sizeof whole, "https://h.example%s", guesses[i].url);
        ok(parse(&url, whole), "%s is a URL", whole);
        path_expect(&path, &url, true, span_of(guesses[i].type));
        is_span(buf_span(&path), span_of(guesses[i].path), guesses[i].url);
    }
}

/* Decodes the name of a directory; false if it was cut. */
static bool decode_name(struct span name, struct buf *out)
{
    static const char digits[] = "0123456789ABCDEF";

    buf_clear(out);
    if (span_is(name, "#_"))
        return true;
    for (size_t at = 0; at < name.len; at++) {
        unsigned char c = (unsigned char)name.at[at];

        if (c == '#' && at + 1 == name.len)
            break;
        if (c == '#' && name.at[at + 1] == '=') {
            return false;
        } else if (c == '#') {
            buf_add_byte(out,
                         (char)(ascii_hex_value(name.at[at + 1]) * 16 + ascii_hex_value(name.at[at + 2])));
            at += 2;
        } else if (c == ' ') {
            buf_add_text(out, "%20");
        } else if (c >= 0x80) {
            buf_add_format(out, "%%%c%c", digits[c >> 4], digits[c & 0xf]);
        } else {
            buf_add_byte(out, (char)c);
        }
    }
    return true;
}

struct made {
    char *path, *url;
};

static int compare(const void *a, const void *b)
{
    const struct made *x = a, *y = b;
    int order = strcmp(x->path, y->path);

    return order ? order : strcmp(x->url, y->url);
}

static void test_promises(void)
{
    enum { COUNT = 60000 };
    struct made *made = mem_new(COUNT, sizeof *made);
    size_t count = 0, faults = 0, clashes = 0, twins = 0, undecodable = 0, backwards = 0;
    struct buf input;

    buf_init(&input, 16 * 1024);
    for (size_t i = 0; i < COUNT; i++) {
        struct span directories;
        const char *fault;

        hostile_make(&input);
        buf_cut(&input,
                percent_normalize(input.at, buf_span(&input))); /* other spellings have the same path */
        if (!parse(&url, buf_text(&input)))
            continue;
        url_strip(&url);
        path_make(&path, &url, span_starts(buf_span(&url.text), "https://h.example/"), span_of("text/html"));
        fault = fault_of(buf_span(&path));
        if (fault && faults++ < 5) {
            printf("# %s: %s\n", buf_text(&url.text), fault);
            tap_show("path", buf_span(&path));
        }
        directories = url_path(&url);
        while (directories.len > 0) {
            struct span part = span_take_until(&directories, '/');

            buf_clear(&path2);
            name_add_directory(&path2, part);
            if (decode_name(buf_span(&path2), &text)) {
                undecodable += !fault_is_same(buf_span(&text), part);
                backwards++;
            }
        }
        made[count++] =
            (struct made){mem_copy_text(path.at, path.len), mem_copy_text(url.text.at, url.text.len)};
    }
    is_int(faults, 0, "every path keeps the promises of its alphabet");
    is_int(undecodable, 0, "names of directories can be decoded");
    ok(backwards > COUNT, "many of them were (%zu)", backwards);
    qsort(made, count, sizeof *made, compare);
    for (size_t i = 1; i < count; i++) {
        if (strcmp(made[i].path, made[i - 1].path) != 0 || strcmp(made[i].url, made[i - 1].url) == 0)
            continue;
        twins++;
        if (!fault_is_same(fault_family(made[i].url), fault_family(made[i - 1].url)) && clashes++ < 5)
            printf("# %s and %s: %s\n", made[i].url, made[i - 1].url, made[i].path);
    }
    is_int(clashes, 0, "different URLs have different paths");
    ok(twins > 0, "except in the known families, which did meet (%zu)", twins);
    for (size_t i = 0; i < count; i++) {
        free(made[i].path);
        free(made[i].url);
    }
    free(made);
    buf_release(&input);
}

/* Two URLs of 8 KB whose long parts differ in the last byte only. */
static void test_long(void)
{
    static const struct shape {
        const char *label;
        size_t part; /* bytes between two slashes */
        const char *piece;
        bool query;
    } shapes[] = {
        {"one part of 8 KB", 8000, "a", false},     {"a query of 8 KB", 8000, "b", true},
        {"parts of 300 bytes", 300, "c", false},    {"parts of 3 bytes", 3, "d", false},
        {"8 KB of escapes", 8100, "%C3%A9", false}, {"8 KB of bad bytes", 8000, ":", false},
        {"8 KB of accents", 8100, "%CC%81", false}, {"parts of 255 bytes", 255, "e", false},
        {"decomposed", 8010, "e%CC%81", false},
    };

    for (size_t i = 0; i < COUNT_OF(shapes); i++) {
        struct buf input;
        size_t in_part = 0;

        buf_init(&input, 16 * 1024);
        buf_add_text(&input, shapes[i].query ? "https://h.example/q?" : "https://h.example/");
        while (input.len < 8100) {
            buf_add_text(&input, shapes[i].piece);
            in_part += strlen(shapes[i].piece);
            if (in_part >= shapes[i].part) {
                buf_add_byte(&input, '/');
                in_part = 0;
            }
        }
        buf_add_text(&input, "x1");
        ok(parse(&url, buf_text(&input)), "%s: a URL", shapes[i].label);
        input.at[input.len - 1] = '2';
        ok(parse(&other, buf_text(&input)), "%s: another", shapes[i].label);
        path_make(&path, &url, true, span_of("text/html"));
        path_make(&path2, &other, true, span_of("text/html"));
        ok(!span_equals(buf_span(&path), buf_span(&path2)), "%s: different paths", shapes[i].label);
        ok(!fault_of(buf_span(&path)), "%s: a good path of %zu bytes", shapes[i].label, path.len);
        path_twin(&path2, buf_span(&path), &url);
        ok(path2.len <= PATH_BYTES_MAX + NAME_TWIN_ROOM && strstr(path2.at, "#~"), "%s: has a twin",
           shapes[i].label);
        input.at[input.len - 2] = '/';
        ok(parse(&other, buf_text(&input)), "%s: a directory", shapes[i].label);
        path_make(&path2, &other, true, span_of("text/html"));
        ok(!fault_of(buf_span(&path2)), "%s: as a directory too", shapes[i].label);
        buf_release(&input);
    }
}

static const struct key_case {
    const char *path, *key;
} keys[] = {
    {"Index.HTML", "index.html"},
    {"a/B-c.d", "a/b-c.d"},
    {"\xc3\x89t\xc3\xa9.html", "\xc3\xa9t\xc3\xa9.html"},
    {"Stra\xc3\x9f"
     "e.html",
     "strasse.html"},
    {"STRASSE.html", "strasse.html"},
    {"\xce\xa3\xcf\x83\xcf\x82.html", "\xcf\x83\xcf\x83\xcf\x83.html"},
    {"\xe2\x84\xaa.html", "k.html"},
    {"CAFE\xcc\x81.html", "caf\xc3\xa9.html"},
    {"\xcd\x85.html", "\xce\xb9.html"},
    {"I\xcc\x87.html", "i\xcc\x87.html"},
};

static void test_keys(void)
{
    for (size_t i = 0; i < COUNT_OF(keys); i++) {
        path_key(&key, span_of(keys[i].path));
        is_span(buf_span(&key), span_of(keys[i].key), keys[i].path);
    }
}

static void test_names(void)
{
    buf_clear(&path);
    name_add_directory(&path, span_of("a b\x1f\x7f\xc3"));
    is_str(buf_text(&path), "a#20b#1F#7F#C3", "bytes that URLs do not have are escaped");
    buf_clear(&path);
    name_add_hash(&path, "salt", span_of("ab"), span_of("c"));
    is_str(buf_text(&path), "g3xa6dnxlxhfe2hb", "a hash: names on disk depend on its spelling");
}

static void test_twins(void)
{
    ok(parse(&url, "https://h.example/D/index.html?x") && parse(&other, "https://h.example/d/index.html?x"),
       "URLs");
    path_twin(&path, span_of("D/index.html"), &url);
    path_twin(&path2, span_of("D/index.html"), &other);
    ok(span_starts(buf_span(&path), "D/index#~") &&
           span_is(span_part(buf_span(&path), path.len - 5, 5), ".html"),
       "a twin has its hash before the extension: %s", buf_text(&path));
    is_int(path.len, strlen("D/index#~.html") + NAME_HASH_LEN, "of fixed length");
    ok(!span_equals(buf_span(&path), buf_span(&path2)), "twins of different URLs differ");
    ok(!fault_of(buf_span(&path)), "a twin is a good path");
    ok(parse(&other, "https://h.example/D/index.html?x#fragment"), "a URL with a fragment");
    path_twin(&path2, span_of("D/index.html"), &other);
    is_span(buf_span(&path2), buf_span(&path), "has the same twin");
}

/* The longest part of a path. */
static size_t longest_name(struct span whole)
{
    size_t longest = 0;

    while (whole.len > 0) {
        struct span part = span_take_until(&whole, '/');

        longest = part.len > longest ? part.len : longest;
    }
    return longest;
}

/* Where names are shorter, paths that fit stay, and the others have parts that fit, differ from each other,
 * and keep their extensions. */
static void test_fit(void)
{
    static const char *const texts[] = {"https://h.example/short/name.html", "https://h.example/*/a.css",
                                        "https://h.example/**.png?*", "https://h.example/x/*1.html",
                                        "https://h.example/x/*2.html"};

    buf_clear(&key);
    for (size_t i = 0; i < COUNT_OF(texts); i++) {
        size_t wrong = 0;

        buf_clear(&text);
        for (const char *at = texts[i]; *at; at++) {
            for (size_t j = 0; *at == '*' && j < 16; j++)
                buf_add_text(&text, "%C3%A9x");
            if (*at != '*')
                buf_add_byte(&text, *at);
        }
        is_int(url_parse(&url, buf_span(&text), NULL, NULL), URL_OK, texts[i]);
        path_make(&path2, &url, true, span_of(""));
        for (size_t most = 255; most >= 80; most -= 7) {
            path_make(&path, &url, true, span_of(""));
            path_fit(&path, most);
            wrong += longest_name(buf_span(&path)) > most - NAME_TWIN_ROOM || !utf8_is_valid(buf_span(&path));
            wrong +=
                !span_equals(types_own_extension(buf_span(&path)), types_own_extension(buf_span(&path2)));
            wrong += i == 0 && !span_equals(buf_span(&path), buf_span(&path2));
        }
        is_int((int64_t)wrong, 0, "its names fit");
        ok(!span_equals(buf_span(&path), buf_span(&key)), "and differ from others");
        buf_clear(&key);
        buf_add_span(&key, buf_span(&path));
    }
}

static void test_own_extension(void)
{
    ok(span_is(types_own_extension(tap_exact(span_of("a.html"))), "html"), "an extension");
    is_int((int64_t)types_own_extension(tap_exact(span_of("ab."))).len, 0, "nothing after the dot");
}

int main(void)
{
    struct buf *bufs[] = {&path, &path2, &key, &text};
    struct url *urls[] = {&url, &other};

    for (size_t i = 0; i < 4; i++)
        buf_init(bufs[i], PATH_BUFFER_MAX);
    for (size_t i = 0; i < 2; i++)
        *urls[i] = (struct url){0};
    test_tables();
    test_guesses();
    test_promises();
    test_long();
    test_keys();
    test_names();
    test_twins();
    test_fit();
    test_own_extension();
    for (size_t i = 0; i < 4; i++)
        buf_release(bufs[i]);
    for (size_t i = 0; i < 2; i++)
        url_release(urls[i]);
    return done();
}
