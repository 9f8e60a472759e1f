/* SPDX-License-Identifier: MIT */
/* The options of a crawl: their rows, and their values as settings. */
#include "config.h"

#include "cmd/run_options.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "cmd/option_value.h"

#define KEPT .scope = OPTION_OF_RUN

const struct option_row run_option_rows[] = {
    {.kind = OPTION_HEADING, .help = "Output:"},
    {.name = "output",
     .letter = 'o',
     .kind = OPTION_TEXT,
     .argument = "DIR",
     .help = "the mirror's directory, instead of the site's host name"},

    {.name = "urls",
     .kind = OPTION_TEXT,
     .argument = "FILE",
     .help = "also mirror the pages that FILE lists, one URL a line; - is standard input; with --depth 0, "
             "no other pages"},

    {.kind = OPTION_HEADING, .help = "Pace:"},
    {.name = "delay",
     .letter = 'd',
     .kind = OPTION_DELAYS,
     .argument = "[HOST=]SECONDS",
     .max = 86400000,
     .standard = "1",
     .help = "minimum time between two requests to one server, or to HOST",
     KEPT},
    {.name = "connections",
     .letter = 'c',
     .kind = OPTION_NUMBER,
     .argument = "N",
     .min = 1,
     .max = 64,
     .standard = "1",
     .help = "maximum number of simultaneous requests to one server",
     KEPT},
    {.name = "share-pace",
     .kind = OPTION_FILE,
     .access = SANDBOX_FOLDER,
     .argument = "DIR",
     .help = "share one pace for each server with all processes that name the same folder",
     KEPT},
    {.name = "retries",
     .kind = OPTION_NUMBER,
     .argument = "N",
     .max = 20,
     .standard = "5",
     .help = "how often to retry after a temporary failure",
     KEPT},
    {.name = "max-wait",
     .kind = OPTION_TIME,
     .argument = "T",
     .standard = "1h",
     .help = "stop with exit status 75 if the site requests a longer pause; the same command continues",
     KEPT},
    {.name = "give-up-after",
     .kind = OPTION_NUMBER,
     .argument = "N",
     .max = 1000,
     .standard = "10",
     .help = "stop after this many refusals (403, 429, a challenge) or failed connections in a row; 0: never",
     KEPT},
    {.name = "rate",
     .kind = OPTION_SIZE,
     .argument = "BYTES",
     .help = "maximum bytes per second, over all connections",
     KEPT},
    {.name = "stall",
     .kind = OPTION_TIME,
     .argument = "T",
     .min = 1000,
     .max = 3600000,
     .standard = "20s",
     .help = "end a transfer that is slower than --least-rate for so long, and retry it later",
     KEPT},
    {.name = "least-rate",
     .kind = OPTION_SIZE,
     .argument = "BYTES",
     .min = 1,
     .max = 1000000000,
     .standard = "100",
     .help = "the rate per second below which --stall ends a transfer",
     KEPT},

    {.name = "hours",
     .kind = OPTION_TEXT,
     .argument = "HH:MM-HH:MM",
     .help = "send requests only during these hours, in local time, or in UTC with \" UTC\" appended",
     KEPT},
    {.name = "pause-below-free-disk",
     .kind = OPTION_SIZE,
     .argument = "BYTES",
     .help = "pause while the disk has less free space",
     KEPT},

    RUN_SCOPE_ROWS,
    {.name = "only-types",
     .kind = OPTION_LIST,
     .argument = "TYPE,…",
     .help =
         "keep only files of these types, such as pdf or image/*; pages are still visited for their links",
     KEPT},
    {.name = "not-types",
     .kind = OPTION_LIST,
     .argument = "TYPE,…",
     .help = "keep no files of these types",
     KEPT},
    {.name = "robots",
     .kind = OPTION_CHOICE,
     .argument = "standard|strict",
     .standard = "standard",
     .help = "how to read robots.txt where its specifications differ; standard is the least strict",
     KEPT},

    {.name = "also-obey",
     .kind = OPTION_LIST,
     .argument = "NAME,…",
     .help = "also obey the rules of robots.txt for the robot NAME, such as Wget or HTTrack",
     KEPT},

    {.name = "sitemaps",
     .kind = OPTION_CHOICE,
     .argument = "yes|no",
     .standard = "yes",
     .help = "read the sitemaps that robots.txt names, and mirror the pages that they list",
     KEPT},

    {.kind = OPTION_HEADING, .help = "Limits:"},
    {.name = "max-pages",
     .kind = OPTION_NUMBER,
     .argument = "N",
     .min = 1,
     .max = INT32_MAX,
     .help = "maximum number of pages to store, over all runs",
     KEPT},
    {.name = "max-bytes",
     .kind = OPTION_SIZE,
     .argument = "N",
     .min = 1,
     .max = OPTION_NO_MAX,
     .help = "receive at most this many bytes, over all runs",
     KEPT},
    {.name = "max-disk",
     .kind = OPTION_SIZE,
     .argument = "N",
     .min = 1,
     .max = OPTION_NO_MAX,
     .help = "stop with exit status 75 when the mirror takes this many bytes on the disk",
     KEPT},
    {.name = "max-file-size",
     .kind = OPTION_SIZE,
     .argument = "N",
     .min = 1,
     .max = OPTION_NO_MAX,
     .help = "maximum size of a file",
     KEPT},
    {.name = "max-time",
     .kind = OPTION_TIME,
     .argument = "T",
     .min = 1000,
     .max = OPTION_NO_MAX,
     .help = "stop after this time, with exit status 75; the same command continues",
     KEPT},

    {.kind = OPTION_HEADING, .help = "Requests:"},
    {.name = "contact",
     .kind = OPTION_TEXT,
     .argument = "ADDRESS",
     .help = "your e-mail address or web page, sent to the site in User-Agent and From",
     KEPT},
    {.name = "user-agent",
     .letter = 'U',
     .kind = OPTION_TEXT,
     .argument = "TEXT",
     .help = "the User-Agent header; the robots.txt rules for tiptoe still apply",
     KEPT},
    {.name = "header",
     .letter = 'H',
     .kind = OPTION_LIST,
     .argument = "'NAME: VALUE'",
     .help = "an additional header for requests to the start page's origin; not kept with the mirror"},
    {.name = "cookies",
     .kind = OPTION_FILE,
     .access = SANDBOX_READ,
     .argument = "FILE",
     .help = "a file of cookies to send, in the Netscape format; modified only with --renew-cookies",
     KEPT},
    {.name = "renew-cookies",
     .kind = OPTION_CHOICE,
     .argument = "yes|no",
     .standard = "no",
     .help = "when a run ends, write the cookies that the site has renewed to the file of --cookies",
     KEPT},
    {.name = "auth",
     .kind = OPTION_TEXT,
     .argument = "USER:PASSWORD",
     .help = "credentials for the start page's origin only; not kept with the mirror"},
    {.name = "proxy",
     .kind = OPTION_TEXT,
     .argument = "URL",
     .help = "a proxy for all requests instead of the environment's, such as socks5h://127.0.0.1:9050, or "
             "none; not "
             "kept with the mirror"},
    {.name = "allow-private",
     .kind = OPTION_LIST,
     .argument = "HOST",
     .help = "connect to this host even if its address is private (in a local network)",
     KEPT},
    {.name = "ca-certificate",
     .kind = OPTION_FILE,
     .access = SANDBOX_READ,
     .argument = "FILE",
     .help = "the certificates to trust, in PEM format, instead of the system's",
     KEPT},

    {.kind = OPTION_HEADING, .help = "Updates (not kept with the mirror, except --moved-to):"},
    {.name = "trust-sitemap",
     .kind = OPTION_FLAG,
     .help = "skip pages that have not changed since their copies were made, according to a sitemap"},
    {.name = "moved-to",
     .kind = OPTION_TEXT,
     .argument = "URL",
     .help = "of update only: the site has moved, and URL is its start page; the mirror keeps it"},
    {.name = "withdraw-most",
     .kind = OPTION_FLAG,
     .help = "remove what the site has withdrawn, even if this is more than half of all files"},
    {.name = "delete",
     .kind = OPTION_FLAG,
     .help = "remove the files of pages that the site no longer has, and list them"},
    {.name = "delete-most",
     .kind = OPTION_FLAG,
     .help = "like --delete, even if these are more than half of all files"},

    {.kind = OPTION_HEADING, .help = "Archive, pages and log:"},
    {.name = "archive",
     .kind = OPTION_CHOICE,
     .argument = "documents|all",
     .standard = "documents",
     .help = "keep the originals of rewritten files as WARC, or those of all files",
     KEPT},
    {.name = "archive-digest",
     .kind = OPTION_CHOICE,
     .argument = "sha256|sha1",
     .standard = "sha256",
     .help = "the digest algorithm of archive records",
     KEPT},
    {.name = "archive-info",
     .kind = OPTION_LIST,
     .argument = "'NAME: VALUE'",
     .help = "a field of the archive's warcinfo records, such as 'operator: …'; also in packages",
     KEPT},
    {.name = "archive-prefix",
     .kind = OPTION_TEXT,
     .argument = "TEXT",
     .help = "the beginning of the names of archive files; default: the host",
     KEPT},
    {.name = "archive-file-size",
     .kind = OPTION_SIZE,
     .argument = "BYTES",
     .standard = "1000000000",
     .min = 1024,
     .max = OPTION_NO_MAX,
     .help = "the maximum length of an archive file with several answers",
     KEPT},
    {.name = "for",
     .kind = OPTION_CHOICE,
     .argument = "both|disk|server",
     .standard = "both",
     .help = "how the pages will be opened: both from disk and from a server, or only one of them",
     KEPT},
    {.name = "accept-failures",
     .kind = OPTION_FLAG,
     .help = "exit with 0 instead of 4 if some URLs failed; not kept with the mirror"},
    {.name = "dry-run",
     .letter = 'n',
     .kind = OPTION_FLAG,
     .help = "fetch only robots.txt and the start page, print the next URLs, store nothing"},
    {.name = "log",
     .kind = OPTION_TEXT,
     .access = SANDBOX_APPEND,
     .argument = "FILE",
     .help = "append one line of JSON for each request; not kept with the mirror"},
    {.kind = OPTION_END},
};

/* Returns the items of a list option as an array; NULL for none. An empty item clears a list that is kept. */
static const char *const *gather(const struct options *given, const char *name, size_t *count)
{
    size_t given_count = options_list_count(given, name);
    const char **items = given_count > 0 ? mem_new(given_count, sizeof *items) : NULL;

    *count = 0;
    for (size_t i = 0; i < given_count; i++) {
        items[*count] = options_list_item(given, name, i);
        *count += items[*count][0] != '\0';
    }
    return items;
}

/* Reads the delays of single hosts. */
static void read_host_delays(struct settings *settings, const struct options *given)
{
    size_t count = options_list_count(given, "delay");

    settings->host_delays = mem_new(count + 1, sizeof *settings->host_delays);
    for (size_t i = 0; i < count; i++) {
        struct span rest = span_of(options_list_item(given, "delay", i)), host = span_take_until(&rest, '=');
        struct host_delay *delay = &settings->host_delays[settings->host_delay_count];

        if (rest.len > 0 && option_value_seconds(rest, &delay->ms)) {
            delay->host = host;
            settings->host_delay_count++;
        }
    }
}

/* Returns a limit, or -1 if it is not given. */
static int64_t limit(const struct options *given, const char *name)
{
    return options_given(given, name) ? options_number(given, name) : -1;
}

/* Whether a header of the user is that of a session. */
static bool has_secret_header(const struct settings *settings)
{
    for (size_t i = 0; i < settings->header_count; i++) {
        struct span line = span_of(settings->headers[i]), name = span_take_until(&line, ':');

        if (span_is_nocase(name, "Cookie") || span_is_nocase(name, "Authorization"))
            return true;
    }
    return false;
}

void settings_read(struct settings *settings, const struct options *given)
{
    *settings = (struct settings){
        .pace = {.delay_ms = options_number(given, "delay"),
                 .connections = (int)options_number(given, "connections")},
        .scope = {.reach = (enum scope_reach)options_number(given, "scope"),
                  .requisites = (enum scope_requisites)options_number(given, "requisites"),
                  .max_depth = (int)limit(given, "depth")},
        .max_pages = limit(given, "max-pages"),
        .max_bytes = limit(given, "max-bytes"),
        .max_disk = limit(given, "max-disk"),
        .max_file_size = limit(given, "max-file-size"),
        .max_time_ms = limit(given, "max-time"),
        .max_wait_ms = options_number(given, "max-wait"),
        .give_up_after = (int)options_number(given, "give-up-after"),
        .retries = (int)options_number(given, "retries"),
        .rate = options_number(given, "rate"),
        .stall_ms = options_number(given, "stall"),
        .least_rate = options_number(given, "least-rate"),
        .min_free_disk = options_number(given, "pause-below-free-disk"),
        .archive_all = options_number(given, "archive") == 1,
        .archive_sha1 = options_number(given, "archive-digest") == 1,
        .archive_file_size = options_number(given, "archive-file-size"),
        .robots_strict = options_number(given, "robots") == 1,
        .user_agent = options_text(given, "user-agent"),
        .contact = options_text(given, "contact"),
        .cookies = options_text(given, "cookies"),
        .renew_cookies = options_number(given, "renew-cookies") == 0,
        .auth = options_text(given, "auth"),
        .proxy = options_text(given, "proxy"),
        .ca_certificate = options_text(given, "ca-certificate"),
        .share_pace = options_text(given, "share-pace"),
        .log = options_text(given, "log"),
        .accept_failures = options_flag(given, "accept-failures"),
        .dry_run = options_flag(given, "dry-run"),
        .sitemaps = options_number(given, "sitemaps") == 0,
        .trust_sitemap = options_flag(given, "trust-sitemap"),
        .withdraw_most = options_flag(given, "withdraw-most"),
        .delete_gone = options_flag(given, "delete") || options_flag(given, "delete-most"),
        .delete_most = options_flag(given, "delete-most"),
    };
    settings->scope.includes = gather(given, "include", &settings->scope.include_count);
    settings->scope.excludes = gather(given, "exclude", &settings->scope.exclude_count);
    settings->scope.only_types = gather(given, "only-types", &settings->scope.only_type_count);
    settings->scope.not_types = gather(given, "not-types", &settings->scope.not_type_count);
    read_host_delays(settings, given);
    settings->has_hours =
        options_given(given, "hours") && hours_parse(span_of(options_text(given, "hours")), &settings->hours);
    settings->also_obey = gather(given, "also-obey", &settings->also_obey_count);
    settings->headers = gather(given, "header", &settings->header_count);
    settings->scope.has_session = settings->cookies || settings->auth || has_secret_header(settings);
    settings->private_hosts = gather(given, "allow-private", &settings->private_host_count);
}

void settings_release(struct settings *settings)
{
    free((void *)(uintptr_t)settings->scope.includes);
    free((void *)(uintptr_t)settings->scope.excludes);
    free(settings->host_delays);
    free((void *)(uintptr_t)settings->scope.only_types);
    free((void *)(uintptr_t)settings->scope.not_types);
    free((void *)(uintptr_t)settings->also_obey);
    free((void *)(uintptr_t)settings->headers);
    free((void *)(uintptr_t)settings->private_hosts);
}
