/* SPDX-License-Identifier: MIT */
/* Runs a crawl with a mirror: its folder, the options that it keeps, the sandbox, and the proxy. */
#include "config.h"

#include "cmd/run.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/error.h"
#include "base/file.h"
#include "base/limits.h"
#include "cmd/command.h"
#include "crawl/crawl.h"
#include "frontier/browser_cookies.h"
#include "frontier/frontier.h"
#include "frontier/row.h"
#include "import/import.h"
#include "import/sources.h"
#include "mirror/mirror.h"
#include "site/tree.h"
#include "term/message.h"
#include "url/url.h"

/* Makes the start page of RUN the mirror's. A mirror with another one begins again if nothing was ever
 * stored in it. */
static int settle_start(struct mirror *mirror, const struct run *run, struct buf *why)
{
    const struct url *start = run->start;
    bool restarted = false;
    int error = 0;

    if (!start || span_equals(buf_span(&mirror->start), buf_span(&start->text)))
        return 0;
    if (run->moves)
        return mirror_move(mirror, start);
    if (mirror->start.len > 0 && !import_is_due(mirror))
        error = mirror_restart(mirror, &restarted, why);
    if (!error && mirror->start.len > 0) {
        (void)buf_add_format(
            why,
            "%s is a mirror of %s; to continue it: tiptoe resume %s; for another start page, "
            "choose another --output",
            mirror->path, buf_text(&mirror->start), mirror->path);
        return ERROR_INVALID;
    }
    if (!error)
        error = tree_remove(mirror->tree, "robots.txt"); /* of the site before */
    if (!error)
        error = buf_add_span(&mirror->start, buf_span(&start->text));
    return error ? error : frontier_set_setting(mirror->frontier, "start", buf_span(&mirror->start));
}

/* Gives up what a run in DIR does not need, with the options GIVEN and what is NOTED for the mirror. CONFINED
 * says what is in force, and is kept with the mirror. */
static int confine_run(const char *dir, const struct run *run, const struct options *given, struct span noted,
                       bool imports, char confined[SANDBOX_TEXT_SIZE])
{
    struct sandbox sandbox;
    int status;

    confine_begin(&sandbox, given, imports || run->browser ? 0 : SANDBOX_CONNECT);
    kept_allow(&sandbox, given, noted);
    confine_to_mirror(&sandbox, dir);
    if (run->is_dry || run->is_new)
        sandbox_allow(&sandbox, dir, SANDBOX_REMOVE);
    status = confine_end(&sandbox);
    sandbox_describe(&sandbox, confined);
    return status;
}

/* Explains patterns without a '*', by which wget's -X excludes folders. */
static void note_exact(const struct texts *patterns, const char *name)
{
    for (size_t i = 0; i < patterns->count; i++) {
        const char *item = patterns->all[i], *slash = strrchr(item, '/');

        if (!strpbrk(item, "*?") && !strchr(slash ? slash : item, '.'))
            message_note("--%s %s has no '*', so it matches one URL at most; "
                         "for all below a folder: --%s '/FOLDER/*', once for each folder",
                         name, item, name);
    }
}

/* Says once for each user how a site reaches them. */
static void note_contact(void)
{
    struct buf path BUF_LOCAL(PATH_MAX);

    if (message_level() < MESSAGE_NORMAL || !kept_is_first("contact"))
        return;
    if (kept_name_settings(&path))
        (void)buf_add_text(&path, "a settings file");
    message_note(
        "without --contact, the site's operators cannot reach you; add --contact with an e-mail address "
        "or a URL, or for all mirrors a line 'contact ADDRESS' to %s",
        buf_text(&path));
}

/* Explains the options of a first run. Before the sandbox. */
static void note_new(const struct options *given)
{
    struct texts includes = options_list(given, "include"), excludes = options_list(given, "exclude");

    if (!options_given(given, "contact") && !options_given(given, "user-agent"))
        note_contact();
    note_exact(&includes, "include");
    note_exact(&excludes, "exclude");
}

/* Says how to get news, after a run that had no reason to look for any. */
static void note_update(struct mirror *mirror, enum exit_status end)
{
    struct frontier_run run;

    if ((end == EXIT_COMPLETE || end == EXIT_SOME_FAILED) && frontier_last_run(mirror->frontier, &run) == 0 &&
        run.load.requests == 0)
        message_note("nothing was left to fetch; for what has changed since then: tiptoe update %s",
                     mirror->path);
}

/* Prints a line for every URL that a dry run found: "URL: queued", or "URL: left out by … (rule)". */
static void print_found(struct mirror *mirror)
{
    struct frontier_row row;
    struct buf line BUF_LOCAL(8 * LIMIT_URL_BYTES);

    for (int64_t id = 1; frontier_get(mirror->frontier, id, &row) == 0; id++) {
        buf_clear(&line);
        (void)safe_add(&line, row.item.url);
        (void)buf_add_format(&line, ": %s", frontier_result_words((int)row.state, (int)row.reason));
        if (row.rule.len > 0) {
            (void)buf_add_text(&line, " (");
            (void)safe_add(&line, row.rule);
            (void)buf_add_byte(&line, ')');
        }
        (void)puts(buf_text(&line));
    }
}

/* The variables of a proxy are those of curl: http_proxy only in lower case, because servers set HTTP_PROXY
 * for their programs from a request; https_proxy, all_proxy and no_proxy in both. no_proxy decides by the
 * start page's host for the whole run: otherwise tiptoe could not know which hosts the proxy looks up. */

/* Returns the value of the first of NAMES that has one, and sets *NAMES to it; NULL if none has a value. */
static const char *find_variable(const char *const **names)
{
    for (; **names; ++*names) {
        const char *value = getenv(**names);

        if (value && *value)
            return value;
    }
    return NULL;
}

/* Returns true if an item of no_proxy names HOST: itself, a domain that it is in, or * for all hosts. */
static bool is_exempt(struct span host)
{
    static const char *const names[] = {"no_proxy", "NO_PROXY", NULL};
    const char *const *name = names;
    const char *value = find_variable(&name);
    struct span rest = span_of(value ? value : "");

    while (rest.len > 0) {
        struct span item = span_trim(span_take_until(&rest, ','), " .");
        size_t before = host.len - item.len;

        if (span_is(item, "*"))
            return true;
        if (item.len == 0 || item.len > host.len)
            continue;
        if (span_equals_nocase(span_part(host, before, host.len), item) &&
            (before == 0 || host.at[before - 1] == '.'))
            return true;
    }
    return false;
}

static const char *from_environment(struct span start, const char **variable)
{
    static const char *const http[] = {"http_proxy", "all_proxy", "ALL_PROXY", NULL};
    static const char *const https[] = {"https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY", NULL};
    const char *const *names = span_starts(start, "https:") ? https : http;
    const char *value = find_variable(&names);
    struct url url URL_LOCAL;

    if (value && url_parse(&url, start, NULL, NULL) == URL_OK && is_exempt(span_trim(url_host(&url), "[]")))
        value = NULL;
    *variable = *names;
    return value;
}

/* Returns the proxy of a run from START, the URL of its start page, and reports it: GIVEN, the value of
 * --proxy, or that of the environment by curl's rules if GIVEN is NULL. NULL for no proxy, and for the word
 * "none". */
static const char *choose_proxy(const char *given, struct span start)
{
    const char *variable = NULL, *proxy = given ? given : from_environment(start, &variable);
    struct span shown;

    if (!proxy || span_is(span_of(proxy), "none"))
        return NULL;
    shown = span_of(proxy);
    shown = span_part(shown, span_after_last(shown, '@'), shown.len); /* without its password */
    if (!given)
        message_note("all requests go through the proxy %.*s, by the variable %s; --proxy none uses none",
                     (int)shown.len, shown.at, variable);
    message_note(
        "the proxy looks up host names itself, so names that lead to private addresses are not refused");
    return proxy;
}

static void print_json(const struct mirror *mirror)
{
    struct standing standing;

    standing_read(&standing, mirror, 0);
    status_print(mirror, &standing, REPORT_JSON);
}

/* Crawls with the cookies of the user's file, or with those that a browser has for the site. */
static enum exit_status crawl_with_cookies(struct mirror *mirror, struct settings *settings)
{
    const char *file = settings->cookies;
    struct buf lines BUF_LOCAL(COOKIES_MAX);
    struct url start URL_LOCAL;
    int error = 0;

    if (file && !span_has_suffix(span_of(file), BROWSER_COOKIES)) {
        if (open_input(file, &lines))
            return EXIT_LOCAL;
    } else if (file && url_parse(&start, buf_span(&mirror->start), NULL, NULL) == URL_OK) {
        error = browser_cookies_read(file, url_host(&start), &lines);
        if (!error && lines.len == 0)
            message_warn("%s has no cookies of %.*s; log in with the browser so that it stays logged in",
                         file, (int)url_host(&start).len, url_host(&start).at);
    }
    if (error) {
        message_error(
            "%s cannot be read (%s); close the browser, or export its cookies to a file for --cookies", file,
            error_text(error));
        return EXIT_LOCAL;
    }
    if (file)
        settings->cookie_lines = span_make(buf_text(&lines), lines.len);
    return crawl_run(mirror, settings);
}

/* Crawls with a mirror that is open. */
static int crawl_mirror(struct mirror *mirror, struct options *given, const struct run *run,
                        const char *confined)
{
    bool imports = import_is_due(mirror), requests = !imports && !run->browser;
    struct settings settings;
    enum exit_status end;

    settings_read(&settings, given);
    settings.revisit = run->revisit;
    settings.urls = run->urls;
    settings.auth = run->auth;
    settings.browser = run->browser;
    settings.turns = options_flag(given, "render") ? run->turns : NULL;
    settings.sandbox = confined;
    if (settings.pace.delay_ms == 0)
        mem_make_room(); /* speed is wanted: that is worth 3 MB */
    if (requests)
        settings.proxy = choose_proxy(settings.proxy, buf_span(&mirror->start));
    end = requests ? crawl_with_cookies(mirror, &settings) : crawl_run(mirror, &settings);
    if (settings.turns ? !settings.turns->goes_on && !settings.turns->updates
                       : requests && !run->revisit && !settings.dry_run)
        note_update(mirror, end);
    if (settings.dry_run && end == EXIT_COMPLETE)
        print_found(mirror);
    else if (options_flag(given, "json") && !(settings.turns && settings.turns->goes_on))
        print_json(mirror);
    (void)fflush(stdout); /* a turn's process ends without that */
    settings_release(&settings);
    return end == EXIT_SOME_FAILED && (settings.accept_failures || (run->browser && !run->turns))
               ? EXIT_COMPLETE
               : (int)end;
}

/* Ends an import whose files were imported before. */
static int end_import(struct mirror *mirror)
{
    message_note("%s is already complete, made from these files", mirror->path);
    return import_lacks_data(mirror) ? EXIT_SOME_FAILED : EXIT_COMPLETE;
}

/* Returns true if no data is lost by removing the mirror: the site has sent nothing yet. */
static bool is_empty(struct mirror *mirror)
{
    struct frontier_archive file;
    struct frontier_run run;

    int error = frontier_last_run(mirror->frontier, &run);

    return frontier_sequence(mirror->frontier) == 0 &&
           frontier_archives(mirror->frontier, 0, &file) == ERROR_END &&
           (error == ERROR_NOT_FOUND || (!error && run.load.bytes == 0));
}

/* Keeps what the run begins with; takes the files of an import. */
static int keep_run(struct mirror *mirror, const struct run *run, const struct options *complete,
                    const char *confined, struct buf *why)
{
    int error = kept_save(mirror->frontier, complete);

    if (!error)
        error = frontier_set_setting(mirror->frontier, "sandbox", span_of(confined));
    if (error || !run->sources)
        return error;
    error = adopt(mirror, run->sources, why);
    if (error && why->len == 0)
        mirror_explain(mirror, error, why);
    return error;
}

/* Begins a mirror that is new, before the sandbox. */
static void begin_new(struct mirror *mirror, const struct run *run, const struct options *given,
                      const struct options *complete, struct buf *noted)
{
    if (!run->sources)
        note_new(complete);
    if (!run->is_dry)
        kept_note(noted, mirror->path, given);
}

/* Brings the mirror's options and GIVEN together, and crawls. CONFINED is empty for a mirror that is new. An
 * import that is resumed has no connections. */
static int prepare_and_crawl(struct mirror *mirror, const struct run *run, const struct options *given,
                             struct buf *noted, char confined[SANDBOX_TEXT_SIZE])
{
    struct options complete = *given; /* the same values, to which the mirror's are added */
    struct buf why BUF_LOCAL(LIMIT_WHY_BYTES);
    bool imports = run->sources || import_is_due(mirror);
    int error, status = EXIT_COMPLETE;

    error = settle_start(mirror, run, &why);
    if (!error)
        error = kept_load(mirror->frontier, &complete, buf_span(noted), &why);
    if (!error)
        error = options_check(&complete, &why);
    if (!error && !*confined)
        begin_new(mirror, run, given, &complete, noted);
    if (!error && (!*confined || (imports && !run->sources)))
        status = confine_run(mirror->path, run, &complete, buf_span(noted), imports, confined);
    if (!error && !status)
        error = keep_run(mirror, run, &complete, confined, &why);
    if (error && why.len == 0)
        mirror_explain(mirror, error, &why);
    if (error) {
        message_error("%s", buf_text(&why));
        return error == ERROR_INVALID ? EXIT_USAGE : EXIT_LOCAL;
    }
    if (status)
        return status;
    return run->sources && !import_is_due(mirror) ? end_import(mirror)
                                                  : crawl_mirror(mirror, &complete, run, confined);
}

/* Warns of a folder that belongs to another user, who can change what is stored in it. */
static void note_owner(const struct mirror *mirror)
{
    struct stat about;

    if (fstat(mirror->folder.dir, &about) == 0 && about.st_uid != geteuid())
        message_warn("%s belongs to another user (number %u), who can change everything in it", mirror->path,
                     (unsigned)about.st_uid);
}

static int run_at(struct run *run, const struct options *given)
{
    char confined[SANDBOX_TEXT_SIZE] = "";
    struct mirror mirror;
    struct buf why BUF_LOCAL(LIMIT_WHY_BYTES);
    struct buf noted BUF_LOCAL(KEPT_NOTED_MAX);
    int status = EXIT_COMPLETE;

    if (open_is_mirror(run->path)) { /* before it is opened */
        kept_note(&noted, run->path, given);
        status = confine_run(run->path, run, given, buf_span(&noted), run->sources, confined);
    }
    if (status)
        return status;
    run->is_new = run->use == FOLDER_CREATE && !file_exists(AT_FDCWD, run->path);
    if (mirror_open(&mirror, run->path, run->use, &why)) {
        message_error("%s", buf_text(&why));
        status = EXIT_LOCAL;
    } else {
        note_owner(&mirror);
        status = prepare_and_crawl(&mirror, run, given, &noted, confined);
        if (run->is_new && status != EXIT_STOPPED && is_empty(&mirror))
            file_remove_all(run->path);
        mirror_close(&mirror);
    }
    if (run->is_new)
        (void)rmdir(run->path); /* which fails if anything is in it */
    return status;
}

int run_read_auth(struct run *run, const struct options *given, struct buf *auth)
{
    const char *text = options_text(given, "auth"), *password;
    struct span line;

    run->auth = text;
    if (!text || (text[0] != '@' && strchr(text, ':')))
        return EXIT_COMPLETE;
    if (text[0] != '@') {
        password = getpass("password for --auth: ");
        if (password && *password)
            (void)buf_add_format(auth, "%s:%s", text, password);
    } else if (open_input(text + 1, auth)) {
        return EXIT_USAGE;
    }
    line = buf_span(auth);
    buf_cut(auth, span_trim(span_take_until(&line, '\n'), "\r").len);
    run->auth = buf_text(auth);
    if (strchr(run->auth, ':'))
        return EXIT_COMPLETE;
    message_error(
        "--auth: expects USER:PASSWORD, USER and a password at the terminal, or @FILE with such a line");
    return EXIT_USAGE;
}

/* Fetches robots.txt and the start page into a temporary mirror, for --dry-run. */
static int run_dry(struct run *run, const struct options *given)
{
    struct buf path BUF_LOCAL(LIMIT_WHY_BYTES);
    int status;

    if (file_make_temporary(&path, "tiptoe-dry-run")) {
        message_error("cannot create %s: %s; set TMPDIR to another folder", buf_text(&path), strerror(errno));
        return EXIT_LOCAL;
    }
    run->path = buf_text(&path);
    run->is_dry = true;
    status = run_at(run, given);
    file_remove_all(run->path);
    return status;
}

int run_crawl(struct run run, const struct options *given)
{
    struct buf auth BUF_LOCAL(LIMIT_WHY_BYTES);
    int status = run.auth ? EXIT_COMPLETE : run_read_auth(&run, given, &auth);

    if (status)
        return status;
    return run.start && options_flag(given, "dry-run") ? run_dry(&run, given) : run_at(&run, given);
}

void run_name_folder(struct buf *folder, const char *output, const struct url *start)
{
    if (output) {
        (void)buf_add_text(folder, output);
        return;
    }
    (void)buf_add_span(folder, span_trim(url_host(start), "[]"));
    if (url_port(start).len > 0) {
        (void)buf_add_byte(folder, '_');
        (void)buf_add_span(folder, url_port(start));
    }
}
