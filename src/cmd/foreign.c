/* SPDX-License-Identifier: MIT */
/* The options of wget and HTTrack, for their users: each is accepted or answered with what to use instead.
 * Nothing here weakens politeness or widens a mirror: where the meaning differs, the option is refused. */
#include "config.h"

#include "cmd/foreign.h"

#include <string.h>

#define NO_ROBOTS                                                                                            \
    "no option ignores robots.txt: it says what the site's owner allows. The owner can allow more with the " \
    "lines 'User-agent: tiptoe' and 'Allow: /' in it; 'tiptoe explain' shows the line that decides"
#define NO_CRAWL_LIMITS "it would weaken the pace; see --delay and --connections"

/* clang-format off */
static const struct foreign wget[] = {
    {"r recursive m mirror", FOREIGN_ALWAYS},
    {"p page-requisites", FOREIGN_ALWAYS, .says = "for one page with its images: --depth 0"},
    {"k convert-links convert-file-only E adjust-extension html-extension", FOREIGN_ALWAYS},
    {"N timestamping c continue nc no-clobber x force-directories retry-connrefused", FOREIGN_ALWAYS},
    {"nH no-host-directories K backup-converted show-progress", FOREIGN_ALWAYS},
    {"progress", FOREIGN_ALWAYS, .takes_value = true},
    {"np no-parent", FOREIGN_MEANS, .option = "scope", .value = "path"},
    {"w wait", FOREIGN_MEANS, .takes_value = true, .option = "delay"},
    {"level", FOREIGN_MEANS, .takes_value = true, .option = "depth"},
    {"A accept", FOREIGN_MEANS, .takes_value = true, .option = "only-types"},
    {"R reject", FOREIGN_MEANS, .takes_value = true, .option = "not-types"},
    {"i input-file", FOREIGN_MEANS, .takes_value = true, .option = "urls"},
    {"limit-rate", FOREIGN_MEANS, .takes_value = true, .option = "rate"},
    {"P directory-prefix", FOREIGN_MEANS, .takes_value = true, .option = "output"},
    {"t tries", FOREIGN_MEANS, .takes_value = true, .option = "retries"},
    {"Q quota", FOREIGN_MEANS, .takes_value = true, .option = "max-bytes"},
    {"load-cookies", FOREIGN_MEANS, .takes_value = true, .option = "cookies"},
    {"urls-only", FOREIGN_MEANS, .option = "depth", .value = "0"},
    {"warc-file", FOREIGN_MEANS, .takes_value = true, .option = "archive-prefix", .with = {"archive", "all"}},
    {"warc-max-size", FOREIGN_MEANS, .takes_value = true, .option = "archive-file-size"},
    {"warc-header", FOREIGN_MEANS, .takes_value = true, .option = "archive-info"},
    {"nv no-verbose", FOREIGN_MEANS, .option = "quiet", .value = "yes"},
    {"no-proxy", FOREIGN_MEANS, .option = "proxy", .value = "none"},
    {"spider", FOREIGN_MEANS, .option = "dry-run", .value = "yes"},
    {"random-wait", FOREIGN_WITHOUT, .says = "the pace follows the server"},
    {"waitretry T timeout dns-timeout connect-timeout read-timeout retry-on-http-error", FOREIGN_WITHOUT,
     .takes_value = true, .says = "the pace follows the server"},
    {"nd no-directories protocol-directories", FOREIGN_WITHOUT, .says = "files keep the folders of their URLs"},
    {"cut-dirs", FOREIGN_WITHOUT, .takes_value = true, .says = "files keep the folders of their URLs"},
    {"restrict-file-names default-page", FOREIGN_WITHOUT, .takes_value = true, .says = "names suit every file system"},
    {"S server-response save-headers", FOREIGN_WITHOUT, .says = "the archive keeps the headers; see also --log"},
    {"content-on-error", FOREIGN_WITHOUT, .says = "the archive of --archive all keeps error pages"},
    {"backups", FOREIGN_WITHOUT, .says = "an update keeps the last good copy"},
    {"no-warc-compression no-warc-digests no-warc-keep-log", FOREIGN_WITHOUT,
     .says = "archives are compressed, have digests, and no log"},
    {"no-cache no-cookies", FOREIGN_WITHOUT, .says = "tiptoe has no cache, and cookies only with --cookies"},
    {"4 inet4-only 6 inet6-only", FOREIGN_WITHOUT, .says = "the address that connects first is used"},
    {"no-hsts no-config no-dns-cache no-http-keep-alive no-if-modified-since ignore-length xattr no-iri no-netrc "
     "no-glob no-passive-ftp no-remove-listing no-use-server-timestamps auth-no-challenge preserve-permissions "
     "retr-symlinks retry-on-host-error strict-comments unlink",
     FOREIGN_WITHOUT, .says = "tiptoe needs no such choice"},
    {"compression max-redirect prefer-family secure-protocol ciphers hsts-file local-encoding remote-encoding "
     "random-file egd-file report-speed warc-tempdir",
     FOREIGN_WITHOUT, .takes_value = true, .says = "tiptoe needs no such choice"},
    {"content-disposition trust-server-names", FOREIGN_WITHOUT, .says = "names come from the links"},
    {"d debug", FOREIGN_WITHOUT, .says = "use --verbose"},
    {"bind-address %b bind", FOREIGN_REFUSED, .takes_value = true, .says = "the routes of the system choose the address"},
    {"ignore-case", FOREIGN_REFUSED, .says = "--only-types and --not-types ignore case, --include and --exclude do not"},
    {"regex-type", FOREIGN_REFUSED, .takes_value = true,
     .says = "in the patterns of --include and --exclude, * matches any characters"},
    {"B base force-html", FOREIGN_REFUSED, .takes_value = true,
     .says = "--urls expects whole URLs, one a line; for HTTrack's -B see --scope"},
    {"config", FOREIGN_REFUSED, .takes_value = true, .says = "there is no configuration file: a mirror keeps its options"},
    {"start-pos", FOREIGN_REFUSED, .takes_value = true, .says = "a file is kept whole or not at all"},
    {"warc-dedup", FOREIGN_REFUSED, .takes_value = true, .says = "use 'tiptoe update DIR', which archives only changes"},
    {"follow-ftp ftp-user ftp-password ftps-implicit ftps-resume-ssl ftps-clear-data-connection ftps-fallback-to-ftp",
     FOREIGN_REFUSED, .says = "tiptoe mirrors only http and https"},
    {"H span-hosts stay-on-same-tld go-everywhere", FOREIGN_REFUSED,
     .says = "use --scope domain: a mirror is one site, and its requisites"},
    {"D domains", FOREIGN_REFUSED, .takes_value = true,
     .says = "use --scope domain, which covers the start page's registrable domain"},
    {"exclude-domains", FOREIGN_REFUSED, .takes_value = true, .says = "use --exclude '*://HOST/*'"},
    {"include-directories", FOREIGN_REFUSED, .takes_value = true, .says = "use --include '/DIR/*'"},
    {"exclude-directories", FOREIGN_REFUSED, .takes_value = true, .says = "use --exclude '/DIR/*'"},
    {"accept-regex", FOREIGN_REFUSED, .takes_value = true, .says = "use --include PATTERN"},
    {"reject-regex", FOREIGN_REFUSED, .takes_value = true, .says = "use --exclude PATTERN"},
    {"e execute", FOREIGN_REFUSED, .takes_value = true, .says = "settings of .wgetrc have no effect here; " NO_ROBOTS},
    {"no-robots ignore-robots", FOREIGN_REFUSED, .says = NO_ROBOTS},
    {"post-data post-file body-data body-file method catchurl catch-url", FOREIGN_REFUSED, .takes_value = true,
     .says = "tiptoe sends only GET; to log in, use a browser, and its cookies with --cookies FILE"},
    {"certificate certificate-type private-key private-key-type", FOREIGN_REFUSED, .takes_value = true,
     .says = "tiptoe has no client certificates"},
    {"proxy-user proxy-password proxy-passwd", FOREIGN_REFUSED, .takes_value = true,
     .says = "use --proxy http://USER:PASSWORD@HOST:PORT"},
    {"follow-tags ignore-tags", FOREIGN_REFUSED, .takes_value = true,
     .says = "see --requisites, --only-types and --not-types"},
    {"https-only", FOREIGN_REFUSED, .says = "use --exclude 'http://*'"},
    {"L relative can-go-down can-go-up can-go-up-and-down", FOREIGN_REFUSED, .says = "see --scope and --include"},
    {"warc-cdx", FOREIGN_REFUSED, .says = "use 'tiptoe export --cdx FILE DIR' after the run"},
    {"rejected-log", FOREIGN_REFUSED, .takes_value = true, .says = "use 'tiptoe report --all DIR' after the run"},
    {"delete-after", FOREIGN_REFUSED, .says = "tiptoe keeps what it fetches; see --dry-run"},
    {"O output-document", FOREIGN_REFUSED, .takes_value = true,
     .says = "HTTrack's -O DIR is --output DIR here; to fetch one file with wget's -O, use curl"},
    {"user http-user password http-password ask-password use-askpass", FOREIGN_REFUSED, .takes_value = true,
     .says = "use --auth USER:PASSWORD"},
    {"save-cookies keep-session-cookies", FOREIGN_REFUSED, .takes_value = true,
     .says = "use --cookies FILE --renew-cookies yes, which keeps session cookies too"},
    {"no-check-certificate ca-directory crl-file pinnedpubkey", FOREIGN_REFUSED, .says = "use --ca-certificate FILE"},
    {"referer %R", FOREIGN_REFUSED, .takes_value = true, .says = "use --header 'Referer: URL'"},
    {"output-file a append-output", FOREIGN_REFUSED, .takes_value = true,
     .says = "use --log FILE for requests, or 2>FILE for messages"},
    {"b background", FOREIGN_REFUSED, .says = "use 'nohup tiptoe mirror URL &'; tiptoe status shows the progress"},
};

static const struct foreign httrack[] = {
    {"near keep-alive %k get-files get extended-parsing %P include-query-string %q search-index %I", FOREIGN_ALWAYS},
    {"path", FOREIGN_MEANS, .takes_value = true, .option = "output"},
    {"F", FOREIGN_MEANS, .takes_value = true, .option = "user-agent"},
    {"%E from", FOREIGN_MEANS, .takes_value = true, .option = "contact"},
    {"%X headers", FOREIGN_MEANS, .takes_value = true, .option = "header"},
    {"skeleton", FOREIGN_MEANS, .option = "only-types", .value = "html"},
    {"list %L", FOREIGN_MEANS, .takes_value = true, .option = "urls"},
    {"sockets", FOREIGN_MEANS, .takes_value = true, .option = "connections"},
    {"A# max-rate", FOREIGN_MEANS, .takes_value = true, .option = "rate"},
    {"M# max-size", FOREIGN_MEANS, .takes_value = true, .option = "max-bytes"},
    {"m# max-files", FOREIGN_MEANS, .takes_value = true, .option = "max-file-size"},
    {"E#", FOREIGN_MEANS, .takes_value = true, .option = "max-time"},
    {"R#", FOREIGN_MEANS, .takes_value = true, .option = "retries"},
    {"stay-on-same-dir", FOREIGN_MEANS, .option = "scope", .value = "path"},
    {"stay-on-same-address", FOREIGN_MEANS, .option = "scope", .value = "host"},
    {"stay-on-same-domain", FOREIGN_MEANS, .option = "scope", .value = "domain"},
    {"%v display", FOREIGN_WITHOUT, .says = "the progress is always shown on a terminal"},
    {"N# structure", FOREIGN_WITHOUT, .takes_value = true, .says = "files keep the folders of their URLs"},
    {"T# H# G#", FOREIGN_WITHOUT, .takes_value = true, .says = "the pace follows the server"},
    {"host-control max-pause", FOREIGN_WITHOUT, .says = "the pace follows the server"},
    {"J# min-rate", FOREIGN_WITHOUT, .takes_value = true, .says = "use --stall and --least-rate"},
    {"j# u# K# I# C# L# f#", FOREIGN_WITHOUT, .takes_value = true, .says = "tiptoe needs no such choice"},
    {"C j u parse-java check-type long-names keep-links cache store-all-in-cache index %i build-top-index generate-errors "
     "replace-external %x disable-passwords %f httpproxy-ftp %h http-10 http10 %n do-not-recatch %s updatehack %u urlhack "
     "%B tolerant %N %D cached-delayed-type-check %T utf8-conversion %p preserve @i protocol clean",
     FOREIGN_WITHOUT, .says = "tiptoe needs no such choice"},
    {"%A assume %w disable-module %F footer", FOREIGN_WITHOUT, .takes_value = true, .says = "tiptoe needs no such choice"},
    {"z Z f do-not-log extra-log debug-log file-log single-log %H debug-headers", FOREIGN_WITHOUT,
     .says = "see --verbose and --log"},
    {"X# purge-old", FOREIGN_WITHOUT, .takes_value = true, .says = "see --delete of tiptoe update"},
    {"test testlinks testsite", FOREIGN_REFUSED, .says = "use --dry-run; report.html lists broken links"},
    {"%S urllist", FOREIGN_REFUSED, .takes_value = true, .says = "use --include and --exclude"},
    {"%M mime-html", FOREIGN_REFUSED, .says = "use 'tiptoe export --wacz FILE DIR' after the run"},
    {"V userdef-cmd %W callback", FOREIGN_REFUSED, .takes_value = true, .says = "tiptoe runs no other programs; see --log"},
    {"%a", FOREIGN_REFUSED, .takes_value = true, .says = "use --header 'Accept: TYPES'"},
    {"b#", FOREIGN_WITHOUT, .takes_value = true, .says = "cookies are sent only with --cookies"},
    {"p# priority", FOREIGN_REFUSED, .takes_value = true, .says = "use --only-types or --not-types, such as html"},
    {"g Y mirrorlinks", FOREIGN_REFUSED, .says = "use --depth 0 for one page, --depth 1 for the pages that it links to"},
    {"W mirror-wizard", FOREIGN_REFUSED, .says = "tiptoe asks no questions; see --dry-run"},
    {"r#", FOREIGN_REFUSED, .takes_value = true,
     .says = "use --depth: it counts links, so HTTrack's -r3 is --depth 2; wget's -r is always on"},
    {"ext-depth %e", FOREIGN_REFUSED, .takes_value = true, .says = "pages of other hosts belong only to --scope domain"},
    {"s#", FOREIGN_REFUSED, .takes_value = true, .says = NO_ROBOTS},
    {"%c connection-per-second", FOREIGN_REFUSED, .takes_value = true,
     .says = "use --delay SECONDS, the time between two requests"},
    {"update", FOREIGN_REFUSED, .says = "use 'tiptoe update DIR'"},
    {"disable-security-limits %!", FOREIGN_REFUSED, .says = NO_CRAWL_LIMITS},
    {"%l language", FOREIGN_REFUSED, .takes_value = true, .says = "use --header 'Accept-Language: LANGUAGE'"},
};

static bool is_zero(struct span value)
{
    return span_is(value, "0");
}

static bool is_log(struct span value)
{
    size_t dot = span_after_last(value, '.'), dash = span_after_last(value, '-');

    return span_is(value, "/dev/null") || span_is(span_part(value, dot > dash ? dot : dash, value.len), "log") ||
           (dot > 0 && span_is(span_part(value, dot, value.len), "txt"));
}

static bool is_host_and_port(struct span value)
{
    uint64_t port;
    size_t from = span_after_last(value, ':');

    return from > 1 && span_to_u64(span_part(value, from, value.len), &port);
}

/* Options whose value shows that another program's is meant. */
static const struct {
    const char *names;
    bool (*is_meant)(struct span value);
    const char *says;
} mistaken[] = {
    {"l level", is_zero, "wget means no limit; for one page, use --depth 0"},
    {"o", is_log, "use --log FILE for requests, or 2>FILE for messages; for a folder of this name, use --output"},
    {"P", is_host_and_port,
     "HTTrack's -P HOST:PORT is --proxy http://HOST:PORT; for a folder of this name, use --output"},
};

/* Names of ours that mean something else there. */
static const struct { const char *name, *says; } clashes[] = {
    {"c", "wget's -c is always on"},
    {"d", "wget's -d is --verbose"},
    {"l", "leave it out to mirror all pages"},
    {"level", "leave it out to mirror all pages"},
    {"Q", "HTTrack's -Q is --quiet"},
    {"depth", "leave it out to mirror all pages"},
    {"robots", NO_ROBOTS},
};
/* clang-format on */

#define COUNT(table) (sizeof(table) / sizeof(table)[0])

static bool has_name(const char *list, struct span name)
{
    struct span names = span_of(list);

    while (names.len > 0)
        if (span_equals(span_take_until(&names, ' '), name))
            return true;
    return false;
}

const struct foreign *foreign_find(struct span name)
{
    for (size_t i = 0; i < COUNT(wget); i++)
        if (has_name(wget[i].names, name))
            return &wget[i];
    for (size_t i = 0; i < COUNT(httrack); i++)
        if (has_name(httrack[i].names, name))
            return &httrack[i];
    return NULL;
}

/* A letter and a number: one of HTTrack's, in a form that wget does not have. */
static const struct foreign *find_numbered(const char *letters)
{
    const char name[2] = {letters[0], '#'};
    size_t digits = strspn(letters + 1, "0123456789,");

    return digits > 0 && letters[1 + digits] == '\0' ? foreign_find(span_make(name, 2)) : NULL;
}

/* Whether NEXT is another option, a URL or nothing at all: then the letter before it has no value. */
static bool is_no_value(const char *next)
{
    return !next || next[0] == '-' || strstr(next, "://");
}

const struct foreign *foreign_find_letters(const char *letters, const struct option_row *own,
                                           const char *next, size_t *used)
{
    const struct foreign *found = find_numbered(letters);
    bool needs_value = own && own->kind != OPTION_FLAG && !letters[1];

    *used = 1;
    if (!found && letters[1] && strchr("n%@", letters[0])) {
        found = foreign_find(span_make(letters, 2));
        *used = found ? 2 : 1;
        if (found && letters[0] != 'n' && !found->takes_value) /* %k0 is -%k with a number */
            *used += strspn(letters + 2, "0123456789");
    }
    return found || (own && !(needs_value && is_no_value(next))) ? found
                                                                 : foreign_find(span_make(letters, 1));
}

const char *foreign_instead(struct span name, const char *value)
{
    for (size_t i = 0; i < COUNT(mistaken); i++)
        if (has_name(mistaken[i].names, name) && mistaken[i].is_meant(span_of(value)))
            return mistaken[i].says;
    return NULL;
}

void foreign_add_clash(struct span name, struct buf *why)
{
    for (size_t i = 0; i < COUNT(clashes); i++)
        if (span_is(name, clashes[i].name))
            (void)buf_add_format(why, "; %s", clashes[i].says);
}
