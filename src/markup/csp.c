/* SPDX-License-Identifier: MIT */
/* Adapts a Content Security Policy (level 3) to a mirror. A directive of the original allows files of certain
 * hosts; in the mirror all files have one origin, 'self'. So a list that names hosts but not 'self' gets
 * 'self'. A list that allows nothing, or only nonces, stays as it is. Hashes do not match inline text that
 * weaving changed; only there, 'unsafe-inline' replaces the hashes and nonces. */
#include "config.h"

#include "markup/csp.h"

enum directive_kind {
    DIRECTIVE_OTHER,
    DIRECTIVE_DROPPED, /* reports to the live site, or requires https: or integrity */
    DIRECTIVE_SOURCES, /* which files may be loaded */
    DIRECTIVE_STYLE,
    DIRECTIVE_SCRIPT,
    DIRECTIVE_DEFAULT,
    DIRECTIVE_FORMS
};

static const struct {
    const char *names;
    enum directive_kind kind;
    bool data; /* govern files that weaving may turn into data: URLs */
} directives[] = {
    {"upgrade-insecure-requests report-uri report-to require-sri-for", DIRECTIVE_DROPPED, false},
    {"default-src", DIRECTIVE_DEFAULT, true},
    {"script-src script-src-elem", DIRECTIVE_SCRIPT, false},
    {"style-src style-src-elem style-src-attr", DIRECTIVE_STYLE, false},
    {"img-src font-src media-src", DIRECTIVE_SOURCES, true},
    {"object-src frame-src child-src worker-src connect-src manifest-src prefetch-src", DIRECTIVE_SOURCES,
     false},
    {"form-action", DIRECTIVE_FORMS, false},
};

/* One directive and the kinds of sources in its list. */
struct directive {
    enum directive_kind kind;
    bool governs_data;
    struct span name, sources; /* the unchanged list */
    bool self, any, hosts, hash, strict_dynamic, data;
};

static bool is_hash(struct span source)
{
    return span_starts_one_of_nocase(source, "'sha256- 'sha384- 'sha512-");
}

static void read_source(struct directive *directive, struct span source)
{
    if (span_is_nocase(source, "'self'"))
        directive->self = true;
    else if (span_is(source, "*"))
        directive->any = true;
    else if (span_is_nocase(source, "'strict-dynamic'"))
        directive->strict_dynamic = true;
    else if (is_hash(source))
        directive->hash = true;
    else if (span_is_nocase(source, "data:"))
        directive->data = true;
    else if (source.at[0] != '\'' &&
             !span_is_one_of_nocase(source, "blob: mediastream: filesystem: about: file:"))
        directive->hosts = true; /* the URLs of other schemes do not depend on the location of the page */
}

static struct directive read_directive(struct span text)
{
    struct directive directive = {.kind = DIRECTIVE_OTHER};
    struct span rest, source;

    directive.name = span_take_word(&text, HTML_WHITE);
    directive.sources = rest = span_trim_white(text);
    for (size_t i = 0; i < COUNT_OF(directives); i++) {
        if (!span_is_one_of_nocase(directive.name, directives[i].names))
            continue;
        directive.kind = directives[i].kind;
        directive.governs_data = directives[i].data;
    }
    while ((source = span_take_word(&rest, HTML_WHITE)).len > 0)
        read_source(&directive, source);
    return directive;
}

/* Returns true if the list needs 'self' because the mirror serves what it allowed. With 'strict-dynamic',
 * hosts have no effect on scripts. */
static bool wants_self(const struct directive *directive, const struct csp_needs *needs)
{
    if (directive->self || directive->any || directive->kind <= DIRECTIVE_DROPPED ||
        directive->kind == DIRECTIVE_FORMS)
        return false;
    if (needs->integrity_dropped && directive->hash && directive->kind != DIRECTIVE_SOURCES)
        return true;
    return directive->hosts && !(directive->kind == DIRECTIVE_SCRIPT && directive->strict_dynamic);
}

static bool wants_data(const struct directive *directive, const struct csp_needs *needs)
{
    bool allows = directive->self || directive->any || directive->hosts || wants_self(directive, needs);

    return needs->data && directive->governs_data && allows && !directive->data;
}

static bool wants_live(const struct directive *directive, const struct csp_needs *needs)
{
    return directive->kind == DIRECTIVE_FORMS && directive->self && needs->live.len > 0;
}

/* Returns true if the hashes of the list no longer match the page. */
static bool is_broken(const struct directive *directive, const struct csp_needs *needs)
{
    return directive->hash && ((needs->style_changed && directive->kind == DIRECTIVE_STYLE) ||
                               (needs->script_changed && directive->kind == DIRECTIVE_SCRIPT));
}

/* Adds NAME with the sources of DIRECTIVE, and with 'unsafe-inline' instead of hashes and nonces. */
static void add_inline(struct buf *out, struct span name, const struct directive *directive)
{
    struct span rest = directive->sources, source;

    (void)buf_add_span(out, name);
    while ((source = span_take_word(&rest, HTML_WHITE)).len > 0) {
        if (is_hash(source) || span_starts_nocase(source, "'nonce-") ||
            span_is_one_of_nocase(source, "'strict-dynamic' 'unsafe-inline'"))
            continue;
        (void)buf_add_byte(out, ' ');
        (void)buf_add_span(out, source);
    }
    (void)buf_add_text(out,
                       directive->self || directive->any ? " 'unsafe-inline'" : " 'self' 'unsafe-inline'");
}

/* Adds the directive TEXT with the necessary changes. Returns whether there were any. */
static bool add_directive(struct buf *out, struct span text, const struct directive *directive,
                          const struct csp_needs *needs)
{
    bool self = wants_self(directive, needs), data = wants_data(directive, needs);
    bool live = wants_live(directive, needs);
    size_t end = span_before_white(text, text.len);

    if (is_broken(directive, needs)) {
        size_t name_end = (size_t)(directive->name.at - text.at) + directive->name.len;

        add_inline(out, span_part(text, 0, name_end), directive);
        return true;
    }
    (void)buf_add_span(out, span_part(text, 0, end));
    if (self)
        (void)buf_add_text(out, " 'self'");
    if (data)
        (void)buf_add_text(out, " data:");
    if (live) {
        (void)buf_add_byte(out, ' ');
        (void)buf_add_span(out, needs->live);
    }
    (void)buf_add_span(out, span_part(text, end, text.len));
    return self || data || live;
}

/* Adds style-src or script-src where the hashes of default-src would block woven inline text. */
static bool add_own_directives(struct buf *out, const struct directive *fallback, bool has_style,
                               bool has_script, const struct csp_needs *needs)
{
    bool style = fallback->hash && needs->style_changed && !has_style;
    bool script = fallback->hash && needs->script_changed && !has_script;

    if (style)
        add_inline(out, span_of("; style-src"), fallback);
    if (script)
        add_inline(out, span_of("; script-src"), fallback);
    return style || script;
}

/* Adjusts a single policy; commas separate policies. */
static bool adjust_one(struct buf *out, struct span policy, const struct csp_needs *needs)
{
    struct directive fallback = {.kind = DIRECTIVE_OTHER};
    bool has_style = false, has_script = false, changed = false, first = true;

    while (policy.len > 0) {
        struct span text = span_take_until(&policy, ';');
        struct directive directive = read_directive(text);

        if (directive.kind == DIRECTIVE_DROPPED) {
            changed = true;
            continue;
        }
        if (directive.kind == DIRECTIVE_DEFAULT && fallback.kind == DIRECTIVE_OTHER)
            fallback = directive;
        has_style |= directive.kind == DIRECTIVE_STYLE;
        has_script |= directive.kind == DIRECTIVE_SCRIPT;
        if (!first)
            (void)buf_add_byte(out, ';');
        first = false;
        changed |= add_directive(out, text, &directive, needs);
    }
    return add_own_directives(out, &fallback, has_style, has_script, needs) || changed;
}

bool csp_adjust(struct buf *out, struct span policy, const struct csp_needs *needs)
{
    bool changed = false, first = true;

    while (policy.len > 0) {
        if (!first)
            (void)buf_add_byte(out, ',');
        first = false;
        changed |= adjust_one(out, span_take_until(&policy, ','), needs);
    }
    return changed;
}
