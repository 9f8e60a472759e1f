/* SPDX-License-Identifier: MIT */
/* Draws the boundary of the site: reach, patterns, depth, links that act or end a session, and the shape of
 * path that only traps have. It is pure, except that the scope keeps the text of the rule that decided.
 * Registrable domains are those of the Public Suffix List (libpsl). */
#include "config.h"

#include "judge/scope.h"

#include <libpsl.h>
#include <stdarg.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "frontier/row.h"
#include "site/path.h"

/* Parts of a path that repeat themselves have one to three segments. SEGMENTS show that. */
enum { MAX_PERIOD = 3, SEGMENTS = MAX_PERIOD * SCOPE_REPEATS };

/* Longer media types are cut. */
enum { SCOPE_TYPE_BYTES = 128 };

struct scope {
    struct scope_options options;
    char *host;   /* of the start page */
    char *port;   /* empty for the default port */
    char *domain; /* its registrable domain, or the host where it has none */
    char *folder; /* its path up to the last '/' */
    struct buf rule;
};

static char *copy(struct span text)
{
    return mem_copy_text(text.at, text.len);
}

char *scope_registrable(const char *host)
{
    const char *domain = NULL;

    if (host[0] != '[' && !ascii_is_digit(host[strlen(host) - 1]))
        domain = psl_registrable_domain(psl_builtin(), host);
    return copy(span_of(domain ? domain : host));
}

static size_t count_segments(struct span folder)
{
    size_t count = 0;

    for (size_t i = 0; i < folder.len; i++)
        count += folder.at[i] == '/';
    return count;
}

static void free_host(struct scope *scope)
{
    free(scope->host);
    free(scope->port);
    free(scope->domain);
}

struct scope *scope_new(const struct scope_options *options, const struct url *start)
{
    struct scope *scope = MEM_NEW(struct scope);

    scope->options = *options;
    buf_init(&scope->rule, LIMIT_URL_BYTES);
    scope_move(scope, start);
    return scope;
}

void scope_move(struct scope *scope, const struct url *url)
{
    struct span path = url_path(url), folder = span_part(path, 0, span_after_last(path, '/'));

    free_host(scope);
    scope->host = copy(url_host(url));
    scope->port = copy(url_port(url));
    scope->domain = scope_registrable(scope->host);
    if (!scope->folder || count_segments(folder) >= count_segments(span_of(scope->folder))) {
        free(scope->folder);
        scope->folder = copy(folder);
    }
}

void scope_free(struct scope *scope)
{
    if (!scope)
        return;
    free_host(scope);
    free(scope->folder);
    buf_release(&scope->rule);
    free(scope);
}

static bool matches(struct span pattern, const struct url *url)
{
    return span_matches(span_starts(pattern, "/") ? url_target(url) : buf_span(&url->text), pattern);
}

const char *scope_first_match(const struct texts *patterns, const struct url *url)
{
    for (size_t i = 0; i < patterns->count; i++)
        if (matches(span_of(patterns->all[i]), url))
            return patterns->all[i];
    return NULL;
}

bool scope_is_forgotten(struct span rules, const struct url *url, struct buf *rule)
{
    while (rules.len > 0) {
        struct span line = span_take_until(&rules, '\n'), pattern = span_part(line, 0, span_find(line, ' '));
        bool is_url = url_starts_http(pattern) && !span_has(pattern, "*");
        if (is_url ? !span_equals(pattern, buf_span(&url->text)) : !matches(pattern, url))
            continue;
        buf_clear(rule);
        (void)buf_add_format(rule, "tiptoe forget: %.*s", (int)line.len, line.at);
        return true;
    }
    return false;
}

/* Returns the first line of the live excludes that matches URL; empty if no line does. */
static struct span first_live(const struct buf *excludes, const struct url *url)
{
    struct span rest = excludes ? buf_span(excludes) : span_of("");

    while (rest.len > 0) {
        struct span line = span_trim(span_take_until(&rest, '\n'), " \t\r");

        if (line.len > 0 && matches(line, url))
            return line;
    }
    return span_of("");
}

bool scope_names(const struct scope *scope, const struct url *url)
{
    for (size_t i = 0; i < scope->options.includes.count; i++) {
        const char *pattern = scope->options.includes.all[i];

        if (pattern[strspn(pattern, "*?/")] != '\0' && matches(span_of(pattern), url))
            return true;
    }
    return false;
}

bool scope_wants_all(const struct scope *scope, const struct url *url)
{
    return scope_first_match(&scope->options.all_of, url) != NULL;
}

static bool is_same_site(const struct scope *scope, const struct url *url)
{
    struct span host = url_host(url);

    if (scope->options.reach == SCOPE_DOMAIN)
        return span_is(host, scope->domain) ||
               (span_has_suffix(host, scope->domain) && host.at[host.len - strlen(scope->domain) - 1] == '.');
    if (!span_is(host, scope->host) || !span_is(url_port(url), scope->port))
        return false;
    return scope->options.reach == SCOPE_HOST || span_starts(url_path(url), scope->folder);
}

/* Returns the longest run of equal parts of one to three segments at the end of SEGMENTS. */
static size_t count_repeats(const struct span *segments, size_t count)
{
    size_t most = 1;

    for (size_t period = 1; period <= MAX_PERIOD; period++) {
        size_t same = 0;

        for (size_t i = count; i-- > period && span_equals(segments[i], segments[i - period]);)
            same++;
        if (same / period + 1 > most)
            most = same / period + 1;
    }
    return most;
}

bool scope_repeats(struct span url, size_t times)
{
    struct span segments[SEGMENTS], rest = span_part(url, 0, span_find(url, '?'));
    size_t count = 0;

    while (rest.len > 0) {
        struct span segment = span_take_until(&rest, '/');

        if (segment.len == 0)
            continue;
        if (count == SEGMENTS)
            memmove(segments, segments + 1, --count * sizeof *segments);
        segments[count++] = segment;
        if (count_repeats(segments, count) >= times)
            return true;
    }
    return false;
}

/* Sets RULE to the text that FORMAT makes, and returns REASON. */
static enum frontier_reason __attribute__((format(printf, 4, 5)))
refuse(struct scope *scope, enum frontier_reason reason, struct span *rule, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    buf_clear(&scope->rule);
    (void)buf_add_format_args(&scope->rule, format, args);
    va_end(args);
    *rule = buf_span(&scope->rule);
    return reason;
}

/* Returns the extension of the URL's file name; empty if it has none. */
static struct span extension_of(const struct url *url)
{
    struct span path = url_path(url);

    return types_own_extension(span_part(path, span_after_last(path, '/'), path.len));
}

/* Returns whether pages of this type are visited for their links, whatever types are kept. */
static bool is_visited(struct span type)
{
    return span_is_nocase(type, "text/html") || span_is_nocase(type, "application/xhtml+xml");
}

/* Returns whether WANTED, an extension such as pdf or a media type such as image/png, with wildcards, is
 * TYPE, or else the EXTENSION of a file whose server does not say what it is. */
static bool is_of_type(struct span wanted, struct span type, struct span extension)
{
    char lower[2][SCOPE_TYPE_BYTES];
    struct span texts[2] = {wanted, type};
    const char *known;

    if (span_find(wanted, '/') == wanted.len) {
        if (span_starts(wanted, "*"))
            wanted = span_part(wanted, 1, wanted.len);
        if (span_starts(wanted, "."))
            wanted = span_part(wanted, 1, wanted.len);
        known = types_of_extension(wanted);
        return (known && span_is_nocase(type, known)) ||
               (!is_visited(type) && wanted.len > 0 && span_equals_nocase(wanted, extension));
    }
    for (int i = 0; i < 2; i++) {
        size_t len = texts[i].len < SCOPE_TYPE_BYTES ? texts[i].len : SCOPE_TYPE_BYTES;

        for (size_t j = 0; j < len; j++)
            lower[i][j] = ascii_lower(texts[i].at[j]);
        texts[i].at = lower[i];
        texts[i].len = len;
    }
    return span_matches(texts[1], texts[0]);
}

static const char *first_type(const struct texts *items, struct span type, struct span extension)
{
    for (size_t i = 0; i < items->count; i++) {
        struct span rest = span_of(items->all[i]);

        while (rest.len > 0)
            if (is_of_type(span_trim(span_take_until(&rest, ','), " "), type, extension))
                return items->all[i];
    }
    return NULL;
}

/* Returns whether one of ITEMS is a media type. */
static bool any_media_type(const struct texts *items)
{
    for (size_t i = 0; i < items->count; i++)
        if (span_has(span_of(items->all[i]), "/"))
            return true;
    return false;
}

/* Judges a file of TYPE with EXTENSION. KNOWS: that is its type; otherwise TYPE is empty, and a media type
 * may be its own. */
static enum frontier_reason judge_type(struct scope *scope, struct span type, struct span extension,
                                       bool knows, struct span *rule)
{
    const struct scope_options *options = &scope->options;
    const char *item = first_type(&options->not_types, type, extension);

    if (item)
        return refuse(scope, FRONTIER_BY_PATTERN, rule, "--not-types %s", item);
    if (options->only_types.count > 0 && (knows || !any_media_type(&options->only_types)) &&
        !first_type(&options->only_types, type, extension))
        return refuse(scope, FRONTIER_BY_PATTERN, rule, "--only-types %s", options->only_types.all[0]);
    return FRONTIER_NO_REASON;
}

enum frontier_reason scope_judge_type(struct scope *scope, const struct url *url, struct span content_type,
                                      struct span *rule)
{
    struct span type = span_trim(span_part(content_type, 0, span_find(content_type, ';')), HTTP_WHITE);
    struct span extension = types_named_extension(content_type);

    return judge_type(scope, type, extension.len > 0 ? extension : extension_of(url), true, rule);
}

/* Refuses a URL whose extension promises a type that is neither kept nor visited for its links. */
static enum frontier_reason judge_extension(struct scope *scope, const struct url *url, struct span *rule)
{
    struct span extension;
    const char *type;

    if (scope->options.only_types.count == 0 && scope->options.not_types.count == 0)
        return FRONTIER_NO_REASON;
    extension = extension_of(url);
    type = types_of_extension(extension);
    if (extension.len == 0 || types_is_active(extension) || (type && is_visited(span_of(type))))
        return FRONTIER_NO_REASON;
    return judge_type(scope, span_of(type ? type : ""), extension, type != NULL, rule);
}

static enum frontier_reason judge_reach(struct scope *scope, const struct url *url, unsigned role,
                                        struct span *rule)
{
    static const char *const reaches[] = {"host", "domain", "path"};

    if (role != FRONTIER_AS_PAGE && scope->options.requisites == REQUISITES_NONE)
        return refuse(scope, FRONTIER_BY_REQUISITES, rule, "--requisites none");
    if (is_same_site(scope, url) ||
        (role == FRONTIER_AS_REQUISITE && scope->options.requisites == REQUISITES_ALL))
        return FRONTIER_NO_REASON;
    if (role == FRONTIER_AS_REQUISITE)
        return refuse(scope, FRONTIER_BY_REQUISITES, rule, "--requisites site");
    return refuse(scope, FRONTIER_BY_SCOPE, rule, "--scope %s", reaches[scope->options.reach]);
}

/* More than twice the longest word. */
enum { WINDOW_BYTES = 64, WORDS_MAX = 6 };

/* The words that programs use in URLs and forms of sessions. Punctuation and case do not count:
 * Special:UserLogout, /log-out and ?mode=log_out are the same word. */
static const char *const ends[WORDS_MAX] = {"logout", "logoff", "signout", "signoff", "endsession"};
static const char *const begins[WORDS_MAX] = {"login", "logon", "signin", "signon", "/sso", "authenticate"};
static const char *const passwords[WORDS_MAX] = {"type=password", "type=\"password", "type='password"};

/* Returns whether TEXT has one of WORDS, without regard to case and to the bytes of IGNORED. */
static bool has_word(struct span text, const char *const words[WORDS_MAX], const char *ignored)
{
    char window[WINDOW_BYTES];
    size_t len = 0;

    for (size_t i = 0; i < text.len; i++) {
        if (text.at[i] == '\0' || strchr(ignored, text.at[i]))
            continue;
        if (len == sizeof window) {
            memmove(window, window + sizeof window / 2, sizeof window / 2);
            len = sizeof window / 2;
        }
        window[len++] = ascii_lower(text.at[i]);
        for (size_t w = 0; w < WORDS_MAX && words[w]; w++) {
            size_t word_len = strlen(words[w]);

            if (len >= word_len && memcmp(window + len - word_len, words[w], word_len) == 0)
                return true;
        }
    }
    return false;
}

bool scope_is_login(const struct url *url)
{
    return has_word(url_path(url), begins, "-_.+");
}

bool scope_asks_password(struct span html)
{
    return has_word(html, passwords, " \t\r\n");
}

enum { WORD_MAX = 24 };

/* Words are compared in lower case, without punctuation. */
static const char choosers[] = "action do mode op act cmd task method";
static const char names[] =
    "addtocart addtowishlist removefromcart removeitem removewishlist buynow quickbuy "
    "setlang setlanguage settheme switchtheme unsubscribe";
static const char actions[] =
    "addtocart addtowishlist removefromcart buy vote unvote upvote downvote like unlike dislike delete "
    "remove "
    "edit reply quote report subscribe unsubscribe watch unwatch follow unfollow markread setlang settheme "
    "logout logoff signout signoff";
static const char acts_on[] =
    "addtocart addtowishlist removefromcart vote unvote upvote downvote delete edit reply "
    "unlike unsubscribe unwatch unfollow";
static const char may_act_on[] = "like dislike report quote subscribe watch follow remove rate";
static const char leaves[] = "logout logoff signout signoff";

/* Returns whether TEXT is one of WORDS. */
static bool is_word(struct span text, const char *words)
{
    char word[WORD_MAX];
    size_t len = 0;

    for (size_t i = 0; i < text.len; i++) {
        if (text.at[i] == '-' || text.at[i] == '_' || text.at[i] == '+')
            continue;
        if (len == sizeof word)
            return false;
        word[len++] = ascii_lower(text.at[i]);
    }
    return len > 0 && span_is_one_of(span_make(word, len), words);
}

static bool is_number(struct span text)
{
    uint64_t number;

    return span_to_u64(text, &number);
}

/* Finds the word in the query; IS_ON becomes whether a parameter has a number. */
static struct span find_in_query(struct span query, bool *is_on)
{
    char separator = span_find(query, '&') < query.len ? '&' : ';';
    struct span found = span_make(NULL, 0);

    *is_on = false;
    while (query.len > 0) {
        struct span value = span_take_until(&query, separator), name = span_take_until(&value, '=');

        *is_on |= is_number(value);
        if (is_word(name, names))
            found = name;
        else if (is_word(name, choosers) && is_word(value, actions))
            found = value;
    }
    return found;
}

/* Returns the word by which a request for URL would change something on the site: add to a cart, vote, edit,
 * reply, report, unsubscribe, set a language, log out. Words count as the names of parameters, as values of
 * those that choose an action, and at the end of a path beside the number of a thing. It is empty for URLs
 * that have the form of a page, such as /how-to-vote.html, /vote and /sql/delete. */
static struct span find_act(const struct url *url)
{
    struct span path = url_path(url), found, last, before, extension, nothing = span_make(NULL, 0);
    size_t at = span_after_last(path, '/'), from;
    bool is_on, is_program;

    found = find_in_query(url_query(url), &is_on);
    if (found.len > 0)
        return found;
    last = span_part(path, at, path.len);
    extension = types_own_extension(last);
    is_program = span_is_one_of_nocase(extension, "php cgi pl asp aspx jsp do");
    if (extension.len > 0 && !is_program)
        return nothing;
    if (is_program)
        last = span_part(last, 0, last.len - extension.len - 1);
    before = span_part(path, 0, at > 0 ? at - 1 : 0);
    from = span_after_last(before, '/');
    before = span_part(before, from, before.len);
    if (is_word(last, leaves))
        return last;
    if ((is_on || is_number(before)) && is_word(last, acts_on))
        return last;
    if (((is_on && is_program) || is_number(before)) && is_word(last, may_act_on))
        return last;
    return is_number(last) && is_word(before, acts_on) && !is_word(before, "vote") ? before : nothing;
}

/* Judges a URL in one ROLE, 0 for a guess. */
static enum frontier_reason judge_role(struct scope *scope, const struct url *url, unsigned role, int depth,
                                       struct span *rule)
{
    const struct scope_options *options = &scope->options;
    int max_depth = options->max_depth;
    enum frontier_reason reason;
    const char *pattern;
    struct span live, act;

    *rule = span_make(NULL, 0);
    reason = judge_reach(scope, url, role, rule);
    if (reason)
        return reason;
    pattern = scope_first_match(&options->excludes, url);
    live = first_live(options->live_excludes, url);
    if (pattern)
        return refuse(scope, FRONTIER_BY_PATTERN, rule, "--exclude %s", pattern);
    if (options->has_session && has_word(url_target(url), ends, "-_.+"))
        return refuse(scope, FRONTIER_BY_PATTERN, rule, "it would end the session");
    if (live.len > 0)
        return refuse(scope, FRONTIER_BY_PATTERN, rule, "control/exclude %.*s", (int)live.len, live.at);
    reason = judge_extension(scope, url, rule);
    if (reason)
        return reason;
    if (role != FRONTIER_AS_PAGE)
        return FRONTIER_NO_REASON;
    act = find_act(url);
    if (depth > 0 && act.len > 0 && !scope_names(scope, url))
        return refuse(scope, FRONTIER_BY_ACTION, rule, "it would act: %.*s", (int)act.len, act.at);
    if (depth > 0 && options->includes.count > 0 && !scope_first_match(&options->includes, url))
        return FRONTIER_BY_PATTERN;
    if (max_depth < 0 || max_depth > LIMIT_DEPTH)
        max_depth = LIMIT_DEPTH;
    if (depth > max_depth)
        return refuse(scope, FRONTIER_BY_DEPTH, rule, "--depth %d", max_depth);
    return FRONTIER_NO_REASON;
}

enum frontier_reason scope_judge(struct scope *scope, const struct url *url, unsigned roles, int depth,
                                 struct span *rule)
{
    enum frontier_reason reason = FRONTIER_BY_SCOPE;

    if (scope_is_forgotten(scope->options.forgotten, url, &scope->rule)) {
        *rule = buf_span(&scope->rule);
        return FRONTIER_BY_FORGET;
    }
    if (roles != FRONTIER_AS_PAGE)
        reason = judge_role(scope, url, roles & FRONTIER_AS_REQUISITE, depth, rule);
    if (reason && (roles & FRONTIER_AS_PAGE))
        reason = judge_role(scope, url, FRONTIER_AS_PAGE, depth, rule);
    return reason;
}
