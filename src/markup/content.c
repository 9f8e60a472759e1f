/* SPDX-License-Identifier: MIT */
/* Decides how the text after a tag is tokenized: which elements contain raw text, and where SVG and MathML
 * begin and end. There is no full tree construction, which causes these departures from the standard. Foreign
 * content ends at its end tag, at an HTML tag that breaks out of it, or never. The content of noscript is
 * parsed as markup, because a mirror must also serve readers without scripts. Inside svg, style and script
 * contain raw text; this differs only if they contain tags or CDATA sections. */
#include "config.h"

#include "markup/content.h"

static const struct {
    const char *name;
    enum text_model model;
} raw_elements[] = {
    {"title", TEXT_RCDATA}, {"textarea", TEXT_RCDATA}, {"style", TEXT_RAW},
    {"xmp", TEXT_RAW},      {"iframe", TEXT_RAW},      {"noembed", TEXT_RAW},
    {"noframes", TEXT_RAW}, {"script", TEXT_SCRIPT},   {"plaintext", TEXT_PLAIN},
};

/* HTML start tags that end foreign content. */
static const char breakouts[] =
    "b big blockquote body br center code dd div dl dt em embed h1 h2 h3 h4 h5 h6 head hr i img li listing "
    "menu meta nobr ol p pre ruby s small span strong strike sub sup table tt u ul var";

/* Foreign elements whose content is HTML again (integration points of the standard). */
static const char html_points[] = "foreignobject desc annotation-xml mi mo mn ms mtext";

void content_add_names(struct glance *names)
{
    static const char *const nested[] = {"svg", "math", "template"};

    for (size_t i = 0; i < COUNT_OF(raw_elements); i++)
        glance_add(names, span_of(raw_elements[i].name));
    for (size_t i = 0; i < COUNT_OF(nested); i++)
        glance_add(names, span_of(nested[i]));
}

void content_start(struct content *content, bool xml)
{
    *content = (struct content){.xml = xml};
    content_add_names(&content->matter);
}

static void push_kind(struct content *content, enum content_kind kind)
{
    if (content->depth < CONTENT_DEPTH)
        content->kinds[content->depth++] = (uint8_t)kind;
}

/* Leaves the innermost content of KIND and everything inside it. Does nothing if no such content is open. */
static void pop_kind(struct content *content, enum content_kind kind)
{
    for (unsigned depth = content->depth; depth > 0; depth--) {
        if (content->kinds[depth - 1] == (uint8_t)kind) {
            content->depth = depth - 1;
            return;
        }
    }
}

static void follow_foreign_start(struct content *content, struct span name, bool self_closing)
{
    if (span_is_one_of_nocase(name, breakouts))
        while (content_kind(content) != CONTENT_HTML)
            content->depth--;
    else if (!self_closing && span_is_one_of_nocase(name, html_points))
        push_kind(content, CONTENT_HTML);
}

static void follow_html_start(struct content *content, struct tokenizer *t)
{
    struct span name = t->token.name;
    bool empty = content->xml && t->token.self_closing;

    if (span_is_nocase(name, "svg") && !t->token.self_closing)
        push_kind(content, CONTENT_SVG);
    else if (span_is_nocase(name, "math") && !t->token.self_closing)
        push_kind(content, CONTENT_MATH);
    else if (span_is_nocase(name, "template") && !empty)
        content->templates++;
}

static void follow_end(struct content *content, struct span name)
{
    if (span_is_nocase(name, "svg"))
        pop_kind(content, CONTENT_SVG);
    else if (span_is_nocase(name, "math"))
        pop_kind(content, CONTENT_MATH);
    else if (span_is_nocase(name, "template") && content->templates > 0)
        content->templates--;
    else if (content->depth > 0 && content_kind(content) == CONTENT_HTML &&
             span_is_one_of_nocase(name, html_points))
        content->depth--;
}

/* Returns the text model after a start tag of this name. In foreign content only style and script are raw
 * text. */
static enum text_model model_after(struct span name, bool foreign)
{
    char first = ascii_lower(name.at[0]);

    for (size_t i = 0; i < COUNT_OF(raw_elements); i++)
        if (first == raw_elements[i].name[0] && span_is_nocase(name, raw_elements[i].name))
            return foreign && first != 's' ? TEXT_DATA : raw_elements[i].model;
    return TEXT_DATA;
}

static void follow_tag(struct content *content, struct tokenizer *t)
{
    struct span name = t->token.name;
    bool foreign = content_kind(content) != CONTENT_HTML;

    if (t->token.kind == TOKEN_END) {
        follow_end(content, name);
    } else {
        if (foreign)
            follow_foreign_start(content, name, t->token.self_closing);
        follow_html_start(content, t);
        t->closer = name;
        if (!((foreign || content->xml) && t->token.self_closing))
            t->model = model_after(name, foreign || content->xml);
    }
    t->cdata = content->xml || content_kind(content) != CONTENT_HTML;
}

void content_follow(struct content *content, struct tokenizer *t)
{
    if (!content_is_html(content) || glance_may_have(&content->matter, t->token.name))
        follow_tag(content, t);
}
