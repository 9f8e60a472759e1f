/* SPDX-License-Identifier: MIT */
/* What a crawl can be told: the rows of the options, and their values as settings. */
#include "config.h"

#include "cmd/run_options.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "base/limits.h"

#define KEPT .scope = OPTION_OF_RUN

const struct option_row run_option_rows[] = {
    {.kind = OPTION_HEADING, .help = "Where to:"},
    {.name = "output",
     .letter = 'o',
     .kind = OPTION_TEXT,
     .argument = "DIR",
     .help = "the mirror's directory; the site's host name when not given"},

    {.kind = OPTION_HEADING, .help = "Pace:"},
    {.name = "delay",
     .letter = 'd',
     .kind = OPTION_SECONDS,
     .argument = "SECONDS",
     .max = 86400000,
     .standard = "1",
     .help = "least time between two requests to one origin",
     KEPT},
    {.name = "connections",
     .letter = 'c',
     .kind = OPTION_NUMBER,
     .argument = "N",
     .min = 1,
     .max = 64,
     .standard = "1",
     .help = "most requests at once to one origin",
     KEPT},
    {.name = "retries",
     .kind = OPTION_NUMBER,
     .argument = "N",
     .max = 20,
     .standard = "5",
     .help = "how often to ask again after a failure that may pass",
     KEPT},
    {.name = "max-wait",
     .kind = OPTION_TIME,
     .argument = "T",
     .standard = "1h",
     .help = "stop with exit status 75 when the site asks for a longer pause; the same command goes on",
     KEPT},
    {.name = "give-up-after",
     .kind = OPTION_NUMBER,
     .argument = "N",
     .max = 1000,
     .standard = "10",
     .help = "refusals in a row (403, 429, a firewall's challenge) that stop the run; 0 for never",
     KEPT},
    {.name = "rate",
     .kind = OPTION_SIZE,
     .argument = "BYTES",
     .help = "most bytes a second, over all connections",
     KEPT},

    {.name = "hours",
     .kind = OPTION_TEXT,
     .argument = "HH:MM-HH:MM",
     .help = "ask for something at these hours only, local time, or with \" UTC\" after them",
     KEPT},
    {.name = "pause-below-free-disk",
     .kind = OPTION_SIZE,
     .argument = "BYTES",
     .help = "wait while less is free on the disk",
     KEPT},

    RUN_SCOPE_ROWS,
    {.name = "robots",
     .kind = OPTION_CHOICE,
     .argument = "standard|strict",
     .standard = "standard",
     .help = "how to read robots.txt where its texts differ; there is nothing laxer than standard",
     KEPT},

    {.name = "also-obey",
     .kind = OPTION_LIST,
     .argument = "NAME,…",
     .help = "obey what robots.txt asks of the robot NAME too, such as Wget or HTTrack",
     KEPT},

    {.name = "sitemaps",
     .kind = OPTION_CHOICE,
     .argument = "yes|no",
     .standard = "yes",
     .help = "read the sitemaps that robots.txt names, and take the pages they list",
     KEPT},

    {.kind = OPTION_HEADING, .help = "Limits:"},
    {.name = "max-pages",
     .kind = OPTION_NUMBER,
     .argument = "N",
     .min = 1,
     .max = INT32_MAX,
     .help = "most pages to store, over all runs",
     KEPT},
    {.name = "max-bytes",
     .kind = OPTION_SIZE,
     .argument = "N",
     .min = 1,
     .max = OPTION_NO_MAX,
     .help = "ask for nothing new after so many bytes were received, over all runs",
     KEPT},
    {.name = "max-file-size",
     .kind = OPTION_SIZE,
     .argument = "N",
     .min = 1,
     .max = OPTION_NO_MAX,
     .help = "largest file to store",
     KEPT},
    {.name = "max-time",
     .kind = OPTION_TIME,
     .argument = "T",
     .min = 1000,
     .max = OPTION_NO_MAX,
     .help = "stop after this time, with exit status 75; the same command goes on",
     KEPT},

    {.kind = OPTION_HEADING, .help = "Who asks, and how:"},
    {.name = "contact",
     .kind = OPTION_TEXT,
     .argument = "ADDRESS",
     .help = "an address or page of yours, told to the site in User-Agent and From",
     KEPT},
    {.name = "user-agent",
     .letter = 'U',
     .kind = OPTION_TEXT,
     .argument = "TEXT",
     .help = "the User-Agent header; robots.txt is still read for tiptoe",
     KEPT},
    {.name = "header",
     .letter = 'H',
     .kind = OPTION_LIST,
     .argument = "'NAME: VALUE'",
     .help =
         "one more header for every request to the start page's origin; not kept: give it again to go on"},
    {.name = "cookies",
     .kind = OPTION_FILE,
     .argument = "FILE",
     .help = "a file of cookies to send, in the Netscape format; it is never written",
     KEPT},
    {.name = "auth",
     .kind = OPTION_TEXT,
     .argument = "USER:PASSWORD",
     .help = "credentials for the start page's origin only; not kept: give them again to go on"},
    {.name = "proxy", .kind = OPTION_TEXT, .argument = "URL", .help = "a proxy for all requests; not kept"},
    {.name = "ca-certificate",
     .kind = OPTION_FILE,
     .argument = "FILE",
     .help = "the certificates to trust, in PEM format, in place of the system's",
     KEPT},

    {.kind = OPTION_HEADING, .help = "In an update:"},
    {.name = "trust-sitemap",
     .kind = OPTION_FLAG,
     .help = "do not ask for pages that a sitemap calls older than their copies; not kept"},
    {.name = "delete",
     .kind = OPTION_FLAG,
     .help = "remove the files of pages that the site does not have any more, and list them; not kept"},
    {.name = "delete-most",
     .kind = OPTION_FLAG,
     .help = "the same, even if they are more than half of all; not kept"},

    {.kind = OPTION_HEADING, .help = "What is kept and told:"},
    {.name = "archive",
     .kind = OPTION_CHOICE,
     .argument = "documents|all",
     .standard = "documents",
     .help = "which originals to keep as WARC: those of what is rewritten, or of everything",
     KEPT},
    {.name = "archive-digest",
     .kind = OPTION_CHOICE,
     .argument = "sha256|sha1",
     .standard = "sha256",
     .help = "the digests that records of the archive have",
     KEPT},
    {.name = "archive-file-size",
     .kind = OPTION_SIZE,
     .argument = "BYTES",
     .standard = "1000000000",
     .min = 1024,
     .max = OPTION_NO_MAX,
     .help = "begin the next file of the archive after so many bytes",
     KEPT},
    {.name = "for",
     .kind = OPTION_CHOICE,
     .argument = "both|disk",
     .standard = "both",
     .help = "how pages will be opened: from disk or by a server, or from disk alone",
     KEPT},
    {.name = "dry-run",
     .letter = 'n',
     .kind = OPTION_FLAG,
     .help = "ask for robots.txt and the start page, print what would come next, store nothing"},
    {.name = "log",
     .kind = OPTION_TEXT,
     .argument = "FILE",
     .help = "add a line of JSON for every request; not kept"},
    {.kind = OPTION_END},
};

/* The items of a list option as an array; NULL for none. */
static const char *const *gather(const struct options *given, const char *name, size_t *count)
{
    const char **items;

    *count = options_list_count(given, name);
    if (*count == 0)
        return NULL;
    items = mem_new(*count, sizeof *items);
    for (size_t i = 0; i < *count; i++)
        items[i] = options_list_item(given, name, i);
    return items;
}

/* A limit that is off unless it was given. */
static int64_t limit(const struct options *given, const char *name)
{
    return options_given(given, name) ? options_number(given, name) : -1;
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
        .max_file_size = limit(given, "max-file-size"),
        .max_time_ms = limit(given, "max-time"),
        .max_wait_ms = options_number(given, "max-wait"),
        .give_up_after = (int)options_number(given, "give-up-after"),
        .retries = (int)options_number(given, "retries"),
        .rate = options_number(given, "rate"),
        .min_free_disk = options_number(given, "pause-below-free-disk"),
        .archive_all = options_number(given, "archive") == 1,
        .archive_sha1 = options_number(given, "archive-digest") == 1,
        .archive_file_size = options_number(given, "archive-file-size"),
        .robots_strict = options_number(given, "robots") == 1,
        .user_agent = options_text(given, "user-agent"),
        .contact = options_text(given, "contact"),
        .cookies = options_text(given, "cookies"),
        .auth = options_text(given, "auth"),
        .proxy = options_text(given, "proxy"),
        .ca_certificate = options_text(given, "ca-certificate"),
        .log = options_text(given, "log"),
        .dry_run = options_flag(given, "dry-run"),
        .sitemaps = options_number(given, "sitemaps") == 0,
        .trust_sitemap = options_flag(given, "trust-sitemap"),
        .delete_gone = options_flag(given, "delete") || options_flag(given, "delete-most"),
        .delete_most = options_flag(given, "delete-most"),
    };
    settings->scope.includes = gather(given, "include", &settings->scope.include_count);
    settings->scope.excludes = gather(given, "exclude", &settings->scope.exclude_count);
    settings->has_hours =
        options_given(given, "hours") && hours_parse(span_of(options_text(given, "hours")), &settings->hours);
    settings->also_obey = gather(given, "also-obey", &settings->also_obey_count);
    settings->headers = gather(given, "header", &settings->header_count);
}

void settings_release(struct settings *settings)
{
    free((void *)(uintptr_t)settings->scope.includes);
    free((void *)(uintptr_t)settings->scope.excludes);
    free((void *)(uintptr_t)settings->also_obey);
    free((void *)(uintptr_t)settings->headers);
}
