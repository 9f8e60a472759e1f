/* SPDX-License-Identifier: MIT */
/* Finds tags, attributes and values in HTML by the tokenization states of the WHATWG HTML standard. States
 * that only distinguish characters, comments and doctypes are merged, because these produce no tokens here. A
 * comment ends where the standard ends it, and a doctype at its first '>', which by the standard also ends a
 * quoted identifier. The time is linear: each byte is read a bounded number of times. There is no full tree
 * construction, which causes these departures from the standard. Foreign content ends at its end tag, at an
 * HTML tag that breaks out of it, or never. The content of noscript is parsed as markup, because a mirror
 * must also serve readers without scripts. Inside svg, style and script contain raw text. */
#include "config.h"

#include "markup/tokenizer.h"

#include "base/alloc.h"
#include "base/body.h"
#include "base/limits.h"

enum {
    SPACE = 1,
    ENDS_TAG_NAME = 2,
    ENDS_ATTRIBUTE_NAME = 4,
    ENDS_BARE_VALUE = 8,
    DASH = 16,
    ENDS_ALL = SPACE | ENDS_TAG_NAME | ENDS_ATTRIBUTE_NAME | ENDS_BARE_VALUE
};

static const uint8_t byte_class[256] = {['\t'] = ENDS_ALL,
                                        ['\n'] = ENDS_ALL,
                                        ['\f'] = ENDS_ALL,
                                        ['\r'] = ENDS_ALL,
                                        [' '] = ENDS_ALL,
                                        ['-'] = DASH,
                                        ['/'] = ENDS_TAG_NAME | ENDS_ATTRIBUTE_NAME,
                                        ['>'] = ENDS_TAG_NAME | ENDS_ATTRIBUTE_NAME | ENDS_BARE_VALUE,
                                        ['='] = ENDS_ATTRIBUTE_NAME};

void tokenizer_release(struct tokenizer *tokenizer)
{
    free(tokenizer->token.attributes);
    *tokenizer = (struct tokenizer){0};
}

void tokenizer_start(struct tokenizer *t, struct span text)
{
    t->text = text;
    t->at = 0;
    t->model = TEXT_DATA;
    t->closer = span_make(NULL, 0);
    t->cdata = false;
    t->wanted = NULL;
    t->source = NULL;
}

static bool is_class(char c, int class)
{
    return (byte_class[(unsigned char)c] & class) != 0;
}

/* Returns the position of the first BYTE at or after FROM, or the end of the text. */
static size_t find_byte(const struct tokenizer *t, size_t from, char byte)
{
    const char *found;

    if (from >= t->text.len)
        return t->text.len;
    if (t->text.at[from] == byte)
        return from;
    found = memchr(t->text.at + from, byte, t->text.len - from);
    return found ? (size_t)(found - t->text.at) : t->text.len;
}

static size_t find_class(const struct tokenizer *t, size_t from, int class)
{
    while (from < t->text.len && !is_class(t->text.at[from], class))
        from++;
    return from;
}

static size_t skip_space(const struct tokenizer *t, size_t from)
{
    while (from < t->text.len && is_class(t->text.at[from], SPACE))
        from++;
    return from;
}

static bool text_is(const struct tokenizer *t, size_t at, const char *wanted)
{
    return span_starts(span_part(t->text, at, t->text.len), wanted);
}

/* Returns the place for the next attribute, whether it will be listed or not. */
static struct attribute *next_attribute(struct tokenizer *t)
{
    struct token *token = &t->token;

    if (token->count == t->room)
        token->attributes = mem_extend(token->attributes, token->count, &t->room, sizeof *token->attributes);
    return &token->attributes[token->count];
}

/* Reads the value at AT, after '=' and white space. Returns the position after it, including its quotes. */
static size_t read_value(const struct tokenizer *t, size_t at, struct attribute *attribute)
{
    char quote = span_byte(t->text, at);
    size_t end;

    if (quote == '"' || quote == '\'') {
        at++;
        end = find_byte(t, at, quote);
        attribute->quote = quote == '"' ? QUOTE_DOUBLE : QUOTE_SINGLE;
    } else {
        end = find_class(t, at, ENDS_BARE_VALUE);
        attribute->quote = QUOTE_BARE;
    }
    attribute->value_at = (uint32_t)at;
    attribute->value_len = (uint32_t)(end - at);
    return attribute->quote == QUOTE_BARE ? end : end + 1;
}

/* Reads the attribute whose name extends from AT to NAME_END. A '=' at AT is part of the name. Returns the
 * position after the attribute. */
static size_t read_attribute(struct tokenizer *t, size_t at, size_t name_end)
{
    size_t next = skip_space(t, name_end);
    struct attribute *attribute = next_attribute(t);

    attribute->name_at = (uint32_t)at;
    attribute->name_len = (uint32_t)(name_end - at);
    attribute->value_at = (uint32_t)name_end;
    attribute->value_len = 0;
    attribute->quote = QUOTE_NO_VALUE;
    if (span_byte(t->text, next) == '=')
        next = read_value(t, skip_space(t, next + 1), attribute);
    if (t->token.count < LIMIT_TAG_ATTRIBUTES)
        t->token.count++;
    else
        t->token.truncated = true;
    return next;
}

/* Reads the attributes of a tag from NEXT, after its name. Returns false if the text ends inside the tag, and
 * if the tag is to be skipped. WANTED says that its name selects the tag. */
static bool read_attributes(struct tokenizer *t, size_t next, bool wanted)
{
    struct token *token = &t->token;
    size_t name_end;

    for (next = skip_space(t, next); next < t->text.len; next = skip_space(t, next)) {
        if (t->text.at[next] == '>') {
            t->at = token->end = next + 1;
            return wanted;
        }
        if (t->text.at[next] == '/') {
            next++;
            token->self_closing = span_byte(t->text, next) == '>';
            continue;
        }
        name_end = find_class(t, next + 1, ENDS_ATTRIBUTE_NAME);
        wanted =
            wanted || glance_may_have(t->wanted_attributes, span_make(t->text.at + next, name_end - next));
        next = read_attribute(t, next, name_end);
    }
    t->at = t->text.len;
    return false;
}

/* Reads the tag whose '<' is at AT and whose name is at NAME_AT. Returns false if the text ends inside the
 * tag, and if the tag is to be skipped. */
static inline bool read_tag(struct tokenizer *t, size_t at, size_t name_at, enum token_kind kind)
{
    struct token *token = &t->token;
    size_t next = name_at + 1;
    struct span name;
    int classes = 0;
    bool wanted;

    while (next < t->text.len && !is_class(t->text.at[next], ENDS_TAG_NAME))
        classes |= byte_class[(unsigned char)t->text.at[next++]];
    name = span_make(t->text.at + name_at, next - name_at);
    wanted = !t->wanted || glance_may_have(t->wanted, name) || (classes & DASH); /* a custom element */
    token->kind = kind;
    token->at = at;
    token->name = name;
    token->count = 0;
    token->self_closing = token->truncated = false;
    if (span_byte(t->text, next) != '>')
        return read_attributes(t, next, wanted);
    t->at = token->end = next + 1;
    return wanted;
}

static size_t comment_end(const struct tokenizer *t, size_t from)
{
    const char *text = t->text.at;
    size_t close;

    for (close = find_byte(t, from, '>'); close < t->text.len; close = find_byte(t, close + 1, '>')) {
        size_t len = close - from;

        if (len == 0 || (len == 1 && text[from] == '-'))
            return close + 1;
        if (len >= 2 && text[close - 1] == '-' && text[close - 2] == '-')
            return close + 1;
        if (len >= 3 && text[close - 1] == '!' && text[close - 2] == '-' && text[close - 3] == '-')
            return close + 1;
    }
    return t->text.len;
}

static size_t declaration_end(const struct tokenizer *t, size_t at)
{
    if (text_is(t, at, "--"))
        return comment_end(t, at + 2);
    if (t->cdata && text_is(t, at, "[CDATA["))
        return span_find_end(t->text, at + strlen("[CDATA["), "]]>");
    return span_find_end(t->text, at, ">");
}

size_t tokenizer_pass(const struct tokenizer *t, size_t open)
{
    char next = span_byte(t->text, open + 1);

    if (next == '/' && open + 2 < t->text.len)
        return span_find_end(t->text, open + 2, ">");
    if (next == '!')
        return declaration_end(t, open + 2);
    if (next == '?')
        return span_find_end(t->text, open + 2, ">");
    return open < t->text.len ? open + 1 : open;
}

/* One function for each text model: it advances to the next tag and returns true, or past other text and
 * returns false. */

static bool scan_data(struct tokenizer *t)
{
    size_t open = find_byte(t, t->at, '<');
    enum token_kind kind = span_byte(t->text, open + 1) == '/' ? TOKEN_END : TOKEN_START;
    size_t name_at = open + (kind == TOKEN_END ? 2 : 1);

    if (ascii_is_alpha(span_byte(t->text, name_at)))
        return read_tag(t, open, name_at, kind);
    t->at = tokenizer_pass(t, open);
    return false;
}

/* Returns true if the "</" at OPEN begins the end tag that ends the current text model (the "appropriate end
 * tag" of the standard). */
static bool closes_model(const struct tokenizer *t, size_t open)
{
    size_t name_at = open + 2;
    size_t end = name_at + t->closer.len;

    if (t->closer.len == 0 || span_byte(t->text, open + 1) != '/' || end >= t->text.len ||
        !is_class(t->text.at[end], ENDS_TAG_NAME))
        return false;
    return span_equals_nocase(span_make(t->text.at + name_at, t->closer.len), t->closer);
}

static bool read_closing_tag(struct tokenizer *t, size_t open)
{
    t->model = TEXT_DATA;
    return read_tag(t, open, open + 2, TOKEN_END);
}

static bool scan_raw(struct tokenizer *t)
{
    size_t open = find_byte(t, t->at, '<');

    if (closes_model(t, open))
        return read_closing_tag(t, open);
    t->at = open < t->text.len ? open + 1 : open;
    return false;
}

/* Returns true if the name at AT is exactly "script", which starts and ends double escaped script data. */
static bool is_script_name(const struct tokenizer *t, size_t at)
{
    struct span name = span_part(t->text, at, strlen("script"));

    return span_is_nocase(name, "script") && is_class(span_byte(t->text, at + name.len), ENDS_TAG_NAME);
}

/* Reads script data after the "<!--" that ends at FROM; in it, "<script" hides "</script>". Stops after the
 * "-->" and returns false, or reads the end tag. */
static bool scan_escaped_script(struct tokenizer *t, size_t from)
{
    const char *text = t->text.at;
    size_t dashes_from = from - 2; /* the dashes of "<!--" may also belong to "-->" */
    bool twice = false;

    for (size_t i = from; i < t->text.len; i++) {
        if (text[i] == '>' && i >= dashes_from + 2 && text[i - 1] == '-' && text[i - 2] == '-') {
            t->at = i + 1;
            return false;
        }
        if (text[i] != '<')
            continue;
        if (!twice && closes_model(t, i))
            return read_closing_tag(t, i);
        if (is_script_name(t, span_byte(t->text, i + 1) == '/' ? i + 2 : i + 1) &&
            (span_byte(t->text, i + 1) == '/') == twice) {
            i += strlen("<script") + (twice ? 1 : 0);
            dashes_from = i + 1;
            twice = !twice;
        }
    }
    t->at = t->text.len;
    return false;
}

static bool scan_script(struct tokenizer *t)
{
    size_t open = find_byte(t, t->at, '<');

    if (closes_model(t, open))
        return read_closing_tag(t, open);
    if (text_is(t, open, "<!--"))
        return scan_escaped_script(t, open + strlen("<!--"));
    t->at = open < t->text.len ? open + 1 : open;
    return false;
}

static bool scan_plain(struct tokenizer *t)
{
    t->at = t->text.len;
    return false;
}

static bool scan_cdata(struct tokenizer *t)
{
    t->at = span_find_end(t->text, t->at, "]]>");
    t->model = TEXT_DATA;
    return false;
}

bool tokenizer_next(struct tokenizer *t)
{
    static bool (*const scan[])(struct tokenizer *) = {
        [TEXT_RCDATA] = scan_raw,  [TEXT_RAW] = scan_raw,     [TEXT_SCRIPT] = scan_script,
        [TEXT_PLAIN] = scan_plain, [TEXT_CDATA] = scan_cdata,
    };

    while (t->at < t->text.len) {
        if (t->source)
            body_passed(t->source, t->text.at + t->at);
        if (t->model == TEXT_DATA ? scan_data(t) : scan[t->model](t))
            return true;
    }
    return false;
}

const struct attribute *tokenizer_attribute(const struct tokenizer *t, const char *name)
{
    for (size_t i = 0; i < t->token.count; i++) {
        struct span own = tokenizer_name(t, &t->token.attributes[i]);

        if (ascii_lower(own.at[0]) == *name && span_is_nocase(own, name))
            return &t->token.attributes[i];
    }
    return NULL;
}

struct span tokenizer_raw(const struct tokenizer *t, const char *name)
{
    const struct attribute *attribute = tokenizer_attribute(t, name);

    return attribute ? tokenizer_value(t, attribute) : span_make(NULL, 0);
}

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
    if (content->depth == 0) {
        glance_add_list(&content->returns, span_of(breakouts));
        glance_add_list(&content->returns, span_of(html_points));
    }
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
    if (!glance_may_have(&content->returns, name))
        return;
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

bool content_next_start(struct content *content, struct tokenizer *t)
{
    while (tokenizer_next(t)) {
        content_follow(content, t);
        if (t->token.kind == TOKEN_START)
            return true;
    }
    return false;
}
