/* SPDX-License-Identifier: MIT */
/* Writes a server block of nginx for site/, from the answers of the mirror. URLs, names and types come from
 * the site: only bytes that a list allows become part of the block as they are, and no list has what ends a
 * parameter, begins a variable, or means something in a regular expression. */
#include "config.h"

#include "serve/serving.h"

#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>

#include "base/alloc.h"
#include "base/error.h"
#include "base/limits.h"
#include "frontier/row.h"
#include "mirror/mirror.h"
#include "url/percent.h"
#include "url/url.h"

enum {
    LINES_MAX = 2000,
    TEXT_MAX = 1000, /* nginx reads 4096 bytes of a parameter, and a byte may become four */
    USES_MAX = 256,
    EXTENSION_SIZE = 32,
    TYPE_SIZE = 128
};

/* The rule for all pages. A query with a slash could lead out of site/, through a folder like "@x". */
static const char rule[] =
    "    error_page 404 /404.html;\n"
    "    set $tiptoe_query \"\";\n"
    "    if ($args ~ \"^[^/]+$\") { set $tiptoe_query \"@$args.html\"; }\n"
    "    location / { try_files \"$uri$tiptoe_query\" $uri $uri.html $uri/ =404; }\n"
    "    location ~ \"/$\" { try_files \"$uri$tiptoe_query\" \"${uri}index.html\" =404; }\n";

/* The type that most files with an extension have, if more than half have it. */
struct use {
    char extension[EXTENSION_SIZE], type[TYPE_SIZE];
    size_t votes;
};

struct config {
    struct mirror *mirror;
    struct buf *out;
    struct use uses[USES_MAX];
    size_t use_count, line_count, left_out;
};

/* Adds TEXT. Writes MARK and two hexadecimal digits for bytes other than letters, digits and those in PLAIN.
 */
static void add_safe(struct buf *out, struct span text, const char *plain, const char *mark)
{
    for (size_t i = 0; i < text.len; i++) {
        if (ascii_is_alphanumeric(text.at[i]) || byte_is_in(text.at[i], plain))
            (void)buf_add_byte(out, text.at[i]);
        else
            (void)buf_add_format(out, "%s%02X", mark, (unsigned char)text.at[i]);
    }
}

/* Adds a line for a request or a name that is exactly TEXT, with VALUE, which is safe. */
static void add_line(struct config *config, const char *begin, struct span text, const char *middle,
                     struct span value, const char *end)
{
    if (config->line_count == LINES_MAX || text.len > TEXT_MAX || value.len > TEXT_MAX) {
        config->left_out++;
        return;
    }
    config->line_count++;
    (void)buf_add_text(config->out, begin);
    add_safe(config->out, text, "/", "\\x");
    (void)buf_add_text(config->out, middle);
    (void)buf_add_span(config->out, value);
    (void)buf_add_text(config->out, end);
}

/* Returns the type of an answer; that of unknown data for a text that is not a type, or not safe in single
 * quotes. */
static struct span type_of(const struct frontier_visit *visit)
{
    struct span type = visit->content_type;
    bool is_type = type.len < TYPE_SIZE && span_has(type, "/") && span_is_plain(type, " ;=/.+-_,\"");

    return is_type || type.len == 0 ? type : span_of("application/octet-stream");
}

/* Returns the entry for the extension by which nginx chooses the type of the file PATH; NULL without one. */
static struct use *use_of(struct config *config, struct span path)
{
    size_t dot = span_after_last(path, '.');
    struct span extension = span_part(path, dot, path.len);
    struct use *use = config->uses, *end = config->uses + config->use_count;

    if (dot == 0 || extension.len == 0 || extension.len >= EXTENSION_SIZE || !span_is_plain(extension, "-_+"))
        return NULL;
    while (use < end && !span_is_nocase(extension, use->extension))
        use++;
    if (use == config->uses + USES_MAX)
        return NULL;
    if (use == end) {
        config->use_count++;
        memcpy(use->extension, extension.at, extension.len);
    }
    return use;
}

/* Counts the type of ROW for its extension (Boyer and Moore's vote). */
static int count_type(struct config *config, const struct frontier_row *row)
{
    struct span type = type_of(&row->visit);
    struct use *use = use_of(config, row->visit.path);

    if (use && use->votes == 0)
        (void)snprintf(use->type, TYPE_SIZE, "%.*s", (int)type.len, type.at);
    if (use && span_is(type, use->type))
        use->votes++;
    else if (use)
        use->votes--;
    return 0;
}

/* Sets SHOWN to the file below site/ that the rule for all pages shows for TARGET; to a folder, with its '/',
 * to which it redirects; or to nothing. Returns whether TARGET is the name of the file. */
static bool find_shown(const struct config *config, struct span target, struct buf *shown)
{
    const char *suffixes[] = {"", "", ".html", "/"};
    size_t end = span_find(target, '?');
    struct span query = span_part(target, end + 1, target.len);
    struct buf path BUF_LOCAL(LIMIT_URL_BYTES);
    struct stat about;
    bool is_folder;

    (void)percent_decode(&path, span_part(target, 1, end - 1));
    is_folder = path.len == 0 || span_has_suffix(buf_span(&path), "/");
    for (size_t i = query.len > 0 && !span_has(query, "/") ? 0 : 1; i < COUNT_OF(suffixes); i++) {
        mode_t wanted = i == 3 && !is_folder ? S_IFDIR : S_IFREG;

        (void)buf_set(shown, buf_span(&path));
        if (i == 0)
            (void)buf_add_format(shown, "@%.*s.html", (int)query.len, query.at);
        else
            (void)buf_add_text(shown, is_folder ? "index.html" : suffixes[i]);
        if (fstatat(config->mirror->folder.site_dir, buf_text(shown), &about, AT_SYMLINK_NOFOLLOW) == 0 &&
            (about.st_mode & S_IFMT) == wanted)
            return i == 1 && !is_folder;
    }
    buf_clear(shown);
    return false;
}

/* Adds what the rule for all pages does not have right of the URL of ROW. */
static int compare(struct config *config, const struct frontier_row *row)
{
    struct span type = type_of(&row->visit), origin, asked;
    struct buf url BUF_LOCAL(LIMIT_URL_BYTES);
    struct buf shown BUF_LOCAL(2 * LIMIT_URL_BYTES);
    struct buf address BUF_LOCAL(4 * LIMIT_URL_BYTES);
    struct frontier_target to;
    const struct use *use = use_of(config, row->visit.path);
    bool is_redirect = row->visit.state == FRONTIER_REDIRECTED, is_name;
    bool is_typed = is_redirect || (use && span_is(type, use->type));
    int status = row->visit.status == 301 ? 301 : 302, error;

    if (!is_typed)
        add_line(config, "    location ~ \"^/", row->visit.path, "$\" { types { } default_type '", type,
                 "'; }\n");
    (void)buf_set(&url, row->item.url);
    origin = url_origin_text(buf_span(&url));
    asked = span_part(buf_span(&url), origin.len, url.len);
    error = frontier_target(config->mirror->frontier, row->item.id, &to);
    if (error || to.path.len == 0 || !span_equals(origin, buf_span(&config->mirror->site)) ||
        span_has(asked, "#"))
        return error; /* of another server, or a view of a page */
    is_name = find_shown(config, asked, &shown);
    if (is_redirect && span_has_suffix(buf_span(&shown), "/"))
        (void)buf_add_text(&shown, "index.html");
    if (span_equals(to.path, buf_span(&shown)) && to.fragment.len == 0 && (is_typed || is_name))
        return 0;
    (void)buf_add_byte(&address, '/');
    add_safe(&address, to.path, "-._~/", "%");
    add_safe(&address, to.fragment, "-._~/?#&=%:@+,;!*()", "%");
    add_line(config, "    if ($request_uri ~ \"^", asked,
             status == 301 ? "$\") { return 301 \"" : "$\") { return 302 \"", buf_span(&address), "\"; }\n");
    return 0;
}

/* Calls EACH for all answers that the mirror shows. */
static int walk(struct config *config, int (*each)(struct config *config, const struct frontier_row *row))
{
    struct frontier_row row = {.answered = false};
    int64_t after = 0;
    int error;

    while ((error = frontier_visits(config->mirror->frontier, after, &row)) == 0) {
        bool has_file = row.visit.state == FRONTIER_DONE && row.visit.path.len > 0;

        after = row.item.id;
        if (!frontier_is_withdrawn(&row) && (has_file || row.visit.state == FRONTIER_REDIRECTED))
            error = each(config, &row);
        if (error)
            return error;
    }
    return error == ERROR_END ? 0 : error;
}

static void add_beginning(struct config *config, const char *address, unsigned port, const char *folder)
{
    (void)buf_add_format(config->out,
                         "# From tiptoe serve --print nginx, which is to run again after each update.\n"
                         "server {\n    listen %s:%u;\n    server_name _; # the name of the copy\n"
                         "    root \"%s/site\"; # not the folder above, with mirror.db and archive/\n"
                         "    add_header X-Robots-Tag noindex always; # search engines know the site itself\n"
                         "    autoindex off;\n    ssi off;\n    charset off;\n    absolute_redirect off;\n"
                         "    default_type application/octet-stream;\n    types {\n",
                         address, port, folder);
    for (size_t i = 0; i < config->use_count; i++)
        (void)buf_add_format(config->out, "        '%s' '%s';\n", config->uses[i].type,
                             config->uses[i].extension);
    (void)buf_add_format(config->out, "    }\n%s", rule);
}

int nginx_add(struct mirror *mirror, const char *address, unsigned port, struct buf *out)
{
    struct config *config = MEM_NEW(struct config);
    struct url page URL_LOCAL;
    char *folder = realpath(mirror->path, NULL);
    int error = !folder || strpbrk(folder, "$\"\\\r\n") ? ERROR_INVALID : 0;

    *config = (struct config){.mirror = mirror, .out = out};
    if (!error)
        error = mirror_locate(mirror, &page);
    if (!error)
        error = walk(config, count_type);
    if (!error) {
        add_beginning(config, address ? address : "*", port, folder);
        error = walk(config, compare);
    }
    if (config->left_out > 0)
        (void)buf_add_format(out, "    # Left out: %zu other URLs and types. Links between pages work.\n",
                             config->left_out);
    (void)buf_add_text(out, "}\n");
    free(folder);
    free(config);
    return !error && out->full ? ERROR_TOO_LARGE : error;
}
