/* SPDX-License-Identifier: MIT */
/* The table of links and what decides roles. */
#include "config.h"

#include "markup/link.h"

#include "tap.h"

static void test_index(void)
{
    static struct link_index index;

    link_index_init(&index, NULL, 0);
    for (size_t i = 0; i < index.count; i++) {
        const struct link_row *row = &index.rows[i];
        struct span element = row->element.at[0] == '*' ? span_of("anything") : row->element;

        is_int(link_index_find(&index, element, row->attribute), (int64_t)i, row->where);
        for (size_t j = 0; j < row->attribute.len; j++)
            if (ascii_lower(row->attribute.at[j]) != row->attribute.at[j])
                ok(false, "%s is in lower case", row->where);
    }
    ok(link_index_find(&index, span_of("A"), span_of("HREF")) >= 0, "names in any case");
    is_int(link_index_find(&index, span_of("p"), span_of("href")), -1, "an element without links");
    is_int(link_index_find(&index, span_of("a"), span_of("class")), -1, "an attribute without links");
    is_int(link_index_find(&index, span_of("a"), span_of("h")), -1, "a short name");
    is_str(index.rows[link_index_find(&index, span_of("iframe"), span_of("data-src"))].where,
           "iframe data-src", "a row of its own comes before any element's");
}

static const struct {
    const char *rel;
    const char *type;
    enum link_role role;
} rels[] = {
    {"stylesheet", "", LINK_REQUISITE},
    {"alternate stylesheet", "text/css", LINK_REQUISITE},
    {"StyleSheet", "", LINK_REQUISITE},
    {"shortcut icon", "", LINK_REQUISITE},
    {"apple-touch-icon", "", LINK_REQUISITE},
    {"preload", "", LINK_REQUISITE},
    {"modulepreload", "", LINK_REQUISITE},
    {"manifest", "", LINK_REQUISITE},
    {"preconnect", "", LINK_CONNECT},
    {"dns-prefetch preconnect", "", LINK_CONNECT},
    {"preconnect stylesheet", "", LINK_REQUISITE},
    {"canonical", "", LINK_LIVE},
    {"canonical next", "", LINK_LIVE},
    {"next", "", LINK_PREFETCH},
    {"\tprev\n", "", LINK_RELATED},
    {"alternate", "application/rss+xml", LINK_RELATED},
    {"alternate", "application/json+oembed", LINK_LIVE},
    {"prefetch", "", LINK_PREFETCH},
    {"prerender", "", LINK_PREFETCH},
    {"prefetch stylesheet", "", LINK_REQUISITE},
    {"compression-dictionary", "", LINK_CONNECT},
    {"sitemap", "application/xml", LINK_RELATED},
    {"stylesheet/less", "", LINK_REQUISITE},
    {"image_src", "", LINK_PREVIEW},
    {"unheard-of", "", LINK_LIVE},
    {"", "", LINK_LIVE},
};

static const struct {
    const char *http_equiv, *name;
    int role; /* -1: none */
} metas[] = {
    {"refresh", "", LINK_REFRESH},
    {"REFRESH", "", LINK_REFRESH},
    {"", "og:image", LINK_PREVIEW},
    {"", "OG:Image:Secure_URL", LINK_PREVIEW},
    {"", "twitter:image", LINK_PREVIEW},
    {"", "og:url", LINK_LIVE},
    {"", "msapplication-TileImage", LINK_PREVIEW},
    {"", "og:video", LINK_RELATED},
    {"", "og:audio:url", LINK_RELATED},
    {"", "twitter:player:stream", LINK_RELATED},
    {"", "thumbnailUrl", LINK_PREVIEW},
    {"", "logo", LINK_PREVIEW},
    {"", "og:video:type", -1},
    {"", "og:image:alt", -1},
    {"", "og:title", -1},
    {"content-type", "", -1},
    {"", "", -1},
};

int main(void)
{
    enum link_role role = LINK_PAGE;
    const char *where = "";

    test_index();
    for (size_t i = 0; i < COUNT_OF(rels); i++)
        is_int(link_rel_role(span_of(rels[i].rel), span_of(rels[i].type)), rels[i].role, rels[i].rel);
    for (size_t i = 0; i < COUNT_OF(metas); i++) {
        bool is = link_meta_role(span_of(metas[i].http_equiv), span_of(metas[i].name), &role, &where);

        is_int(is ? (int)role : -1, metas[i].role, metas[i].name);
    }
    ok(link_rel_has(span_of("ugc NoFollow"), "nofollow"), "a word of rel in any case");
    ok(!link_rel_has(span_of("nofollow-not"), "nofollow"), "a part of a word is none");
    ok(link_param_is_address(span_of("Movie"), span_of("")), "param movie");
    ok(link_param_is_address(span_of("x"), span_of("REF")), "param valuetype=ref");
    ok(!link_param_is_address(span_of("color"), span_of("")), "param color");
    return done();
}
