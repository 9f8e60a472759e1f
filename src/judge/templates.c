/* SPDX-License-Identifier: MIT */
/* Guesses from names of files with a value in them, as in fetch(`/api/item-${id}.json`): each value that the
 * site's data and links have is tried. Values of one kind in one template are guesses of one shape
 * (candidates.c): of these, three are requested at most before one exists. Both are kept in memory only: a
 * run that resumes guesses from what it reads itself. */
#include "config.h"

#include "judge/templates.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/buf.h"
#include "judge/discover.h"
#include "judge/site.h"
#include "markup/link.h"

void templates_release(struct templates *templates)
{
    for (size_t i = 0; i < templates->url_count; i++)
        free(templates->urls[i].text);
    for (size_t i = 0; i < templates->value_count; i++)
        free(templates->values[i].text);
    templates->url_count = templates->value_count = 0;
}

/* Keeps TEXT; false if it is known, or if there are MAX already. */
static bool keep(struct template_text *texts, size_t *count, size_t max, struct span text, const char *via)
{
    if (*count == max)
        return false;
    for (size_t i = 0; i < *count; i++)
        if (span_is(text, texts[i].text) && strcmp(via, texts[i].via) == 0)
            return false;
    texts[(*count)++] = (struct template_text){mem_copy_text(text.at, text.len), via};
    return true;
}

/* Adds the guess that TEMPLATE is with VALUE. */
static int guess(struct site *site, struct discovery *from, const struct template_text *template,
                 const struct template_text *value)
{
    const char *mark = strstr(template->text, LINK_TEMPLATE_VALUE);
    struct buf url;
    int error;

    buf_init(&url, LIMIT_URL_BYTES);
    error = buf_add(&url, template->text, (size_t)(mark - template->text));
    if (!error)
        error = buf_add_text(&url, value->text);
    if (!error)
        error = buf_add_text(&url, mark + strlen(LINK_TEMPLATE_VALUE));
    error = error ? 0 : discover_guess(site, from, buf_span(&url), value->via);
    buf_release(&url);
    return error;
}

static int add_template(struct site *site, struct discovery *from, struct span url)
{
    struct templates *templates = &site->templates;
    int error = 0;

    if (!keep(templates->urls, &templates->url_count, LIMIT_TEMPLATES, url, ""))
        return 0;
    for (size_t i = 0; i < templates->value_count && !error; i++)
        error = guess(site, from, &templates->urls[templates->url_count - 1], &templates->values[i]);
    return error;
}

static int add_value(struct site *site, struct discovery *from, struct span value, const char *via)
{
    struct templates *templates = &site->templates;
    int error = 0;

    if (!keep(templates->values, &templates->value_count, LIMIT_TEMPLATE_VALUES, value, via))
        return 0;
    for (size_t i = 0; i < templates->url_count && !error; i++)
        error = guess(site, from, &templates->urls[i], &templates->values[templates->value_count - 1]);
    return error;
}

/* The route in the fragment of a link to an app that shows its pages by them; empty if it has none. */
static struct span route_of(const struct link *link)
{
    struct span route = span_part(link->fragment, span_find(link->fragment, '/') + 1, link->fragment.len);

    if (!span_starts(link->fragment, "#/") && !span_starts(link->fragment, "#!/"))
        return span_make(NULL, 0);
    for (size_t i = 0; i < route.len; i++)
        if (!ascii_is_alpha(route.at[i]) && !ascii_is_digit(route.at[i]) && !strchr("-_/", route.at[i]))
            return span_make(NULL, 0);
    return route;
}

int templates_discover(struct site *site, struct discovery *from, const struct link *link)
{
    struct span route = link->role == LINK_PAGE ? route_of(link) : span_make(NULL, 0);

    if (route.len > 0)
        return add_value(site, from, route, "script template route");
    if (link->role != LINK_CANDIDATE)
        return 0;
    if (link->url.len == 0)
        return link->text.len > 0 ? add_value(site, from, link->text, link->where) : 0;
    if (memmem(link->url.at, link->url.len, LINK_TEMPLATE_VALUE, strlen(LINK_TEMPLATE_VALUE)))
        return add_template(site, from, link->url);
    return discover_guess(site, from, link->url, link->where);
}
