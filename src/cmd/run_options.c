/* SPDX-License-Identifier: MIT */
/* The rows of a crawl's options, the checks of texts that have a syntax of their own or name files which are
 * first read during the run, and the settings that options give. */
#include "config.h"

#include "cmd/run.h"

#include <errno.h>
#include <fcntl.h>
#include <glob.h>
#include <limits.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include <openssl/pem.h>

#include "archive/record.h"
#include "base/error.h"
#include "base/file.h"
#include "cmd/option_value.h"
#include "fetch/cookies.h"
#include "fetch/guard.h"
#include "frontier/browser_cookies.h"
#include "url/host.h"

/* Folders of profiles below that of the user: of Debian, as a snap, and as a flatpak. */
static const char *const profile_folders[] = {
    ".config/mozilla/firefox", ".mozilla/firefox", "snap/firefox/common/.mozilla/firefox",
    ".var/app/org.mozilla.firefox/.mozilla/firefox", ".var/app/org.mozilla.firefox/config/mozilla/firefox"};

static const char *check_hours(char *const *texts, size_t index)
{
    struct hours read;

    return hours_parse(span_of(texts[index]), &read)
               ? NULL
               : "expects hours such as 22:00-06:00 or '22:00-06:00 UTC'";
}

/* Returns true for a field name (RFC 9110, 5.1), a colon, and a value on the same line; libcurl ignores
 * everything else. */
static bool is_header(struct span line)
{
    struct span value = line, name = span_take_until(&value, ':');

    return span_is_token(name) && span_trim(value, HTTP_WHITE).len > 0 && span_find(line, '\n') == line.len &&
           span_find(line, '\r') == line.len;
}

static const char *check_header(char *const *texts, size_t index)
{
    return is_header(span_of(texts[index])) ? NULL : "expects 'NAME: VALUE'";
}

/* Accepts a field that warcinfo records may have once, and that does not say what the program did. */
static const char *check_archive_info(char *const *texts, size_t index)
{
    struct span value = span_of(texts[index]), name = span_take_until(&value, ':');

    if (!is_header(span_of(texts[index])) || !span_is_plain(name, "-_") || name.len > RECORD_INFO_NAME_MAX)
        return "expects 'NAME: VALUE', such as 'operator: …', 'isPartOf: …' or 'rights: …'";
    if (span_is_one_of_nocase(
            name, "software format conformsTo robots http-header-user-agent http-header-from sandbox"))
        return "this field is written by the program itself";
    for (size_t i = 0; i < index; i++) {
        struct span other = span_of(texts[i]);

        if (span_equals_nocase(span_take_until(&other, ':'), name))
            return "this name was given before; give each name once";
    }
    return NULL;
}

static const char *check_archive_prefix(char *const *texts, size_t index)
{
    return span_is_plain(span_of(texts[index]), ".-_") && texts[index][0] != '.'
               ? NULL
               : "expects letters, digits, -, _ and .";
}

/* Returns true for an extension, also as *.pdf, and for a media type. */
static bool is_type(struct span text)
{
    bool has_slash = span_find(text, '/') < text.len;

    if (!has_slash && span_starts(text, "*."))
        text = span_part(text, 2, text.len);
    else if (!has_slash && span_starts(text, "."))
        text = span_part(text, 1, text.len);
    return span_is_plain(text, has_slash ? "/*+-._" : "");
}

static const char *check_types(char *const *texts, size_t index)
{
    struct span rest = span_of(texts[index]);

    while (rest.len > 0)
        if (!is_type(span_trim(span_take_until(&rest, ','), " ")))
            return "expects types such as pdf or image/*; for names and addresses, use --include PATTERN or "
                   "--exclude PATTERN";
    return NULL;
}

static bool is_host(struct span text)
{
    struct buf host BUF_LOCAL(LIMIT_URL_BYTES);
    struct buf scratch BUF_LOCAL(LIMIT_URL_BYTES);

    return host_add(&host, &scratch, text);
}

const char *check_private_host(char *const *texts, size_t index)
{
    return is_host(span_of(texts[index])) ? NULL
                                          : "expects a host such as intranet.example, 10.0.0.1 or [fd00::1]";
}

/* Accepts host and port as canonical URLs have them. */
static const char *check_alias(char *const *texts, size_t index)
{
    struct buf text BUF_LOCAL(LIMIT_URL_BYTES);
    struct url url URL_LOCAL;
    bool good = buf_add_format(&text, "http://%s/", texts[index]) == 0 &&
                url_parse(&url, buf_span(&text), NULL, NULL) == URL_OK &&
                span_equals(buf_span(&url.text), buf_span(&text)) && !url_has_userinfo(&url);

    return good ? NULL : "expects a host such as old.example.org, or HOST:PORT";
}

/* Returns the reason why FILE cannot be read, or NULL; ABOUT is set to its status. */
static const char *check_file(const char *file, struct stat *about)
{
    if (access(file, R_OK) != 0 || stat(file, about) != 0)
        return strerror(errno);
    return S_ISDIR(about->st_mode) ? strerror(EISDIR) : NULL;
}

/* Reads FILE as libcurl does. */
static const char *check_certificates(char *const *texts, size_t index)
{
    struct stat about;
    const char *reason = check_file(texts[index], &about);
    X509_STORE *store = reason ? NULL : X509_STORE_new();

    if (store && X509_STORE_load_file(store, texts[index]) != 1)
        reason = "contains no certificate in PEM format; convert it, for instance with openssl x509";
    X509_STORE_free(store);
    return reason;
}

/* Accepts a file whose first certificate belongs to its first key, which has no password. */
static const char *check_client_certificate(char *const *texts, size_t index)
{
    struct stat about;
    const char *reason = check_file(texts[index], &about);
    char no_password[] = "";
    BIO *file = reason ? NULL : BIO_new_file(texts[index], "r");
    X509 *certificate = file ? PEM_read_bio_X509(file, NULL, NULL, NULL) : NULL;
    EVP_PKEY *key =
        certificate && BIO_seek(file, 0) >= 0 ? PEM_read_bio_PrivateKey(file, NULL, NULL, no_password) : NULL;

    if (!reason && (!key || X509_check_private_key(certificate, key) != 1))
        reason = "expects a certificate and its key, without a password, in PEM format";
    EVP_PKEY_free(key);
    X509_free(certificate);
    BIO_free(file);
    return reason;
}

/* Accepts what libcurl does, with one address; brackets are around one of IPv6. */
static const char *check_resolve(char *const *texts, size_t index)
{
    struct span rest = span_of(texts[index]), host = span_take_until(&rest, ':');
    struct span port = span_take_until(&rest, ':');
    uint64_t number = 0;
    bool is_good = is_host(host) && !guard_is_address(host) && span_to_u64(port, &number) && number > 0 &&
                   number <= UINT16_MAX && guard_is_address(rest);

    return is_good ? NULL : "expects host, port and address, such as example.org:443:192.0.2.1";
}

/* Returns true if libcurl takes a cookie from LINES, or they are only comments. libcurl marks the cookies
 * that scripts must not read with what looks like a comment; and it does not list a Set-Cookie header without
 * a domain. */
static bool hold_cookies(struct span lines)
{
    struct span rest = lines;
    bool has_header = false, has_other = false;

    while (rest.len > 0) {
        struct span line = span_trim(span_take_until(&rest, '\n'), PLAIN_WHITE);

        has_header |= span_starts_nocase(line, "Set-Cookie:");
        has_other |= line.len > 0 && (line.at[0] != '#' || span_starts(line, "#HttpOnly_"));
    }
    return has_header || !has_other || cookies_are_in(lines);
}

/* Accepts a pipe without a check, because it can be read only once, and what a browser has written. */
const char *check_cookies(char *const *texts, size_t index)
{
    struct stat about;
    struct buf lines BUF_LOCAL(COOKIES_MAX);
    const char *reason = check_file(texts[index], &about);
    int fd RELEASED_BY(file_close) = -1;

    if (reason || !S_ISREG(about.st_mode) || span_has_suffix(span_of(texts[index]), BROWSER_COOKIES))
        return reason;
    fd = open(texts[index], O_RDONLY | O_CLOEXEC);
    if (!file_read_rest(fd, &lines) && hold_cookies(buf_span(&lines)))
        return NULL;
    return "contains no valid cookie in the Netscape format, which is a line of domain, TRUE or FALSE (also "
           "subdomains), path, TRUE or FALSE (only https), expiry, name and value, separated by tabs";
}

/* A row: what users type; where the value goes, and its check; the help. */
/* clang-format off */
const struct option_row run_option_rows[] = {
    {.kind = OPTION_HEADING, .help = "Output:"},
    {.name = "output", .letter = 'o', .kind = OPTION_TEXT, .argument = "DIR",
     .help = "the mirror's directory, instead of the site's host name"},
    {.name = "start", .kind = OPTION_TEXT, .argument = "URL",
     .help = "the start page, instead of the one that a package or its records name"},
    {.name = "urls", .kind = OPTION_TEXT, .argument = "FILE",
     .help = "also mirror the pages that FILE lists, one URL a line; - is standard input; with --depth 0, "
             "no other pages"},

    {.kind = OPTION_HEADING, .help = "Pace:"},
    {.name = "delay", .letter = 'd', .kind = OPTION_DELAYS, .argument = "[HOST=]SECONDS", .max = 86400000, .standard = "1",
     INTO(pace.delay_ms), KEPT,
     .help = "minimum time between two requests to one server, or to HOST"},
    {.name = "connections", .letter = 'c', .kind = OPTION_NUMBER, .argument = "N", .min = 1, .max = 64, .standard = "1",
     INTO(pace.connections), KEPT,
     .help = "maximum number of simultaneous requests to one server"},
    {.name = "share-pace", .kind = OPTION_FILE, .argument = "DIR", .access = SANDBOX_FOLDER,
     INTO(share_pace), KEPT_BY_USER,
     .help = "share one pace for each server with all processes that name the same folder"},
    {.name = "retries", .kind = OPTION_NUMBER, .argument = "N", .max = 20, .standard = "5",
     INTO(retries), KEPT,
     .help = "how often to retry after a temporary failure"},
    {.name = "max-wait", .kind = OPTION_TIME, .argument = "T", .standard = "1h",
     INTO(max_wait_ms), KEPT,
     .help = "stop with exit status 75 if the site requests a longer pause; the same command continues"},
    {.name = "give-up-after", .kind = OPTION_NUMBER, .argument = "N", .max = 1000, .standard = "10",
     INTO(give_up_after), KEPT,
     .help = "stop after this many refusals (403, 429, a challenge) or failed connections in a row; 0: never"},
    {.name = "rate", .kind = OPTION_SIZE, .argument = "BYTES",
     INTO(rate), KEPT,
     .help = "maximum bytes per second, over all connections"},
    {.name = "stall", .kind = OPTION_TIME, .argument = "T", .min = 1000, .max = 3600000, .standard = "20s",
     INTO(stall_ms), KEPT,
     .help = "end a transfer that is slower than --least-rate for so long, and retry it later"},
    {.name = "least-rate", .kind = OPTION_SIZE, .argument = "BYTES", .min = 1, .max = 1000000000, .standard = "100",
     INTO(least_rate), KEPT,
     .help = "the rate per second below which --stall ends a transfer"},
    {.name = "live-after", .kind = OPTION_TIME, .argument = "T", .min = 1000, .max = 86400000, .standard = "10m",
     INTO(live_after_ms), KEPT,
     .help = "leave out sound, film and pictures of unannounced length that take longer: live transmissions"},
    {.name = "all-of", .kind = OPTION_LIST, .argument = "PATTERN",
     INTO(scope.all_of), KEPT,
     .help = "mirror all matching URLs, also if others of their kind have brought nothing new for long"},
    {.name = "hours", .kind = OPTION_TEXT, .argument = "HH:MM-HH:MM",
     .check = check_hours, KEPT,
     .help = "send requests only during these hours, in local time, or in UTC with \" UTC\" appended"},
    {.name = "pause-below-free-disk", .kind = OPTION_SIZE, .argument = "BYTES",
     INTO(min_free_disk), KEPT,
     .help = "pause while the disk has less free space"},

    {.kind = OPTION_HEADING, .help = "Scope:"},
    {.name = "scope", .letter = 's', .kind = OPTION_CHOICE, .argument = "host|domain|path", .standard = "host",
     INTO(scope.reach), KEPT,
     .help = "mirror pages of the start page's host, of its domain with all subdomains, or below its folder"},
    {.name = "requisites", .kind = OPTION_CHOICE, .argument = "all|site|none", .standard = "all",
     INTO(scope.requisites), KEPT,
     .help = "fetch images, style sheets and scripts of stored pages from all hosts, only from the site, or "
             "not at all"},
    {.name = "include", .letter = 'I', .kind = OPTION_LIST, .argument = "PATTERN",
     INTO(scope.includes), KEPT,
     .help = "mirror only pages whose URL matches one of these patterns; * matches any characters"},
    {.name = "exclude", .letter = 'X', .kind = OPTION_LIST, .argument = "PATTERN",
     INTO(scope.excludes), KEPT,
     .help = "leave out URLs that match one of these patterns"},
    {.name = "depth", .letter = 'l', .kind = OPTION_NUMBER, .argument = "N", .max = LIMIT_DEPTH,
     INTO(scope.max_depth), .unset = -1, KEPT,
     .help = "maximum number of links from the start page to a page"},
    {.name = "only-types", .kind = OPTION_LIST, .argument = "TYPE,…",
     INTO(scope.only_types), .check = check_types, KEPT,
     .help = "keep only files of these types, such as pdf or image/*; pages are still visited for their links"},
    {.name = "not-types", .kind = OPTION_LIST, .argument = "TYPE,…",
     INTO(scope.not_types), .check = check_types, KEPT,
     .help = "keep no files of these types"},
    {.name = "robots", .kind = OPTION_CHOICE, .argument = "standard|strict", .standard = "standard",
     INTO(robots), KEPT,
     .help = "how to read robots.txt where its specifications differ; standard is the least strict"},
    {.name = "also-obey", .kind = OPTION_LIST, .argument = "NAME,…", .max = ROBOTS_ALSO_OBEY_MAX,
     INTO(also_obey), KEPT,
     .help = "also obey the rules of robots.txt for the robot NAME, such as Wget or HTTrack"},
    {.name = "sitemaps", .kind = OPTION_CHOICE, .argument = "yes|no", .standard = "yes",
     INTO(sitemaps), KEPT,
     .help = "read the sitemaps that robots.txt names, and mirror the pages that they list"},

    {.kind = OPTION_HEADING, .help = "Limits:"},
    {.name = "max-pages", .kind = OPTION_NUMBER, .argument = "N", .min = 1, .max = INT32_MAX,
     INTO(max_pages), .unset = -1, KEPT,
     .help = "maximum number of pages to store, over all runs"},
    {.name = "max-bytes", .kind = OPTION_SIZE, .argument = "N", .min = 1, .max = OPTION_NO_MAX,
     INTO(max_bytes), .unset = -1, KEPT,
     .help = "receive at most this many bytes, over all runs"},
    {.name = "max-disk", .kind = OPTION_SIZE, .argument = "N", .min = 1, .max = OPTION_NO_MAX,
     INTO(max_disk), .unset = -1, KEPT,
     .help = "stop with exit status 75 when the mirror takes this many bytes on the disk"},
    {.name = "max-file-size", .kind = OPTION_SIZE, .argument = "N", .min = 1, .max = OPTION_NO_MAX,
     INTO(max_file_size), .unset = -1, KEPT,
     .help = "maximum size of a file"},
    {.name = "max-time", .kind = OPTION_TIME, .argument = "T", .min = 1000, .max = OPTION_NO_MAX,
     INTO(max_time_ms), .unset = -1,
     .help = "stop after this time, with exit status 75; the same command continues; not kept with the mirror"},

    {.kind = OPTION_HEADING, .help = "Requests:"},
    {.name = "contact", .kind = OPTION_TEXT, .argument = "ADDRESS",
     INTO(contact), KEPT,
     .help = "your e-mail address or web page, sent to the site in User-Agent and From"},
    {.name = "user-agent", .letter = 'U', .kind = OPTION_TEXT, .argument = "TEXT",
     INTO(user_agent), KEPT,
     .help = "the User-Agent header; the robots.txt rules for tiptoe still apply"},
    {.name = "header", .letter = 'H', .kind = OPTION_LIST, .argument = "'NAME: VALUE'",
     INTO(headers), .check = check_header, .is_secret = true,
     .help = "an additional header for requests to the start page's origin; not kept with the mirror"},
    {.name = "alias", .kind = OPTION_LIST, .argument = "HOST",
     INTO(scope.aliases), .check = check_alias, KEPT,
     .help = "another name of the site, such as an old domain: its URLs are those of the site"},
    {.name = "referer", .kind = OPTION_CHOICE, .argument = "page|none", .standard = "page",
     INTO(referer), KEPT,
     .help = "name in Referer the page on which a URL was found, as browsers do, or nothing"},
    {.name = "cookies", .kind = OPTION_FILE, .argument = "FILE", .access = SANDBOX_READ_DATABASE,
     INTO(cookies), .check = check_cookies, KEPT_BY_USER,
     .help = "a file of cookies to send, in the Netscape format; modified only with --renew-cookies"},
    {.name = "cookies-from-browser", .kind = OPTION_TEXT, .argument = "firefox[:PROFILE]",
     .help = "send the cookies that Firefox has for the site, instead of a file's"},
    {.name = "renew-cookies", .kind = OPTION_CHOICE, .argument = "yes|no", .standard = "no",
     INTO(renew_cookies), KEPT_BY_USER,
     .help = "when a run ends, write the cookies that the site has renewed to the file of --cookies"},
    {.name = "auth", .kind = OPTION_TEXT, .argument = "USER[:PASSWORD]|@FILE",
     INTO(auth), .is_secret = true,
     .help = "credentials for the start page's origin only, also from a file, or with a question for the password; "
             "not kept with the mirror"},
    {.name = "proxy", .kind = OPTION_TEXT, .argument = "URL",
     INTO(proxy),
     .help = "a proxy for all requests instead of the environment's, such as socks5h://127.0.0.1:9050, or "
             "none; not kept with the mirror"},
    {.name = "allow-private", .kind = OPTION_LIST, .argument = "HOST",
     INTO(private_hosts), .check = check_private_host, KEPT_BY_USER,
     .help = "connect to this host even if its address is private (in a local network)"},
    {.name = "ca-certificate", .kind = OPTION_FILE, .argument = "FILE", .access = SANDBOX_READ,
     INTO(ca_certificate), .check = check_certificates, KEPT_BY_USER,
     .help = "the certificates to trust, in PEM format, instead of the system's"},
    {.name = "client-certificate", .kind = OPTION_FILE, .argument = "FILE", .access = SANDBOX_READ,
     INTO(client_certificate), .check = check_client_certificate, KEPT_BY_USER,
     .help = "a certificate and its key, without a password, in PEM format, for the start page's origin"},
    {.name = "resolve", .kind = OPTION_LIST, .argument = "HOST:PORT:ADDRESS",
     INTO(resolve), .check = check_resolve, KEPT_BY_USER,
     .help = "the address of a host, instead of DNS: for a site before its launch"},

    {.kind = OPTION_HEADING, .help = "Updates (not kept with the mirror):"},
    {.name = "trust-sitemap", .kind = OPTION_FLAG,
     INTO(trust_sitemap),
     .help = "skip pages that have not changed since their copies were made, according to a sitemap"},
    {.name = "moved-to", .kind = OPTION_TEXT, .argument = "URL",
     .help = "the site has moved, and URL is its start page; the mirror keeps it"},
    {.name = "withdraw-most", .kind = OPTION_FLAG,
     INTO(withdraw_most),
     .help = "remove what the site has withdrawn, even if this is more than half of all files"},
    {.name = "delete", .kind = OPTION_FLAG,
     INTO(delete_gone),
     .help = "remove the files of pages that the site no longer has, and list them"},
    {.name = "delete-most", .kind = OPTION_FLAG,
     INTO(delete_most),
     .help = "like --delete, even if these are more than half of all files"},

    {.kind = OPTION_HEADING, .help = "Archive, pages and log:"},
    {.name = "archive", .kind = OPTION_CHOICE, .argument = "documents|all", .standard = "documents",
     INTO(archive), KEPT,
     .help = "keep the originals of rewritten files as WARC, or those of all files"},
    {.name = "archive-digest", .kind = OPTION_CHOICE, .argument = "sha256|sha1", .standard = "sha256",
     INTO(archive_digest), KEPT,
     .help = "the digest algorithm of archive records"},
    {.name = "archive-info", .kind = OPTION_LIST, .argument = "'NAME: VALUE'",
     .check = check_archive_info, KEPT,
     .help = "a field of the archive's warcinfo records, such as 'operator: …'; also in packages"},
    {.name = "archive-prefix", .kind = OPTION_TEXT, .argument = "TEXT",
     .check = check_archive_prefix, KEPT,
     .help = "the beginning of the names of archive files; default: the host"},
    {.name = "archive-file-size", .kind = OPTION_SIZE, .argument = "BYTES", .min = 1024, .max = OPTION_NO_MAX, .standard = "1000000000",
     INTO(archive_file_size), KEPT,
     .help = "the maximum length of an archive file with several answers"},
    {.name = "for", .kind = OPTION_CHOICE, .argument = "both|disk", .standard = "both",
     KEPT,
     .help = "how the pages will be opened: both from disk and from a server, or only from disk"},
    {.name = "render", .kind = OPTION_CHOICE, .argument = "auto|never", .standard = "never",
     KEPT_BY_USER,
     .help = "open pages that scripts build in a browser, by turns with the requests that these need"},
    {.name = "browser", .kind = OPTION_TEXT, .argument = "PROGRAM",
     .help = "the browser of tiptoe render, instead of chromium-headless-shell in PATH; not kept with the mirror"},
    {.name = "render-pages", .kind = OPTION_LIST, .argument = "PATTERN",
     INTO(render_pages), KEPT,
     .help = "pages that tiptoe render opens beside those that scripts build, and samples of the others"},
    {.name = "accept-failures", .kind = OPTION_FLAG,
     INTO(accept_failures),
     .help = "exit with 0 instead of 4 if some URLs failed; not kept with the mirror"},
    {.name = "dry-run", .letter = 'n', .kind = OPTION_FLAG,
     INTO(dry_run),
     .help = "fetch only robots.txt and the start page, print the next URLs, store nothing"},
    {.name = "json", .kind = OPTION_FLAG,
     .help = "print the state of the mirror at the end of the run, as status --json does"},
    {.name = "log", .kind = OPTION_TEXT, .argument = "FILE", .access = SANDBOX_APPEND,
     INTO(log),
     .help = "append one line of JSON for each request; not kept with the mirror"},
    {.kind = OPTION_END},
};
/* clang-format on */

/* Reads the delays of single hosts. */
static void read_host_delays(struct settings *settings, const struct options *given)
{
    struct texts delays = options_list(given, "delay");

    settings->host_delays = mem_new(delays.count + 1, sizeof *settings->host_delays);
    for (size_t i = 0; i < delays.count; i++) {
        struct span rest = span_of(delays.all[i]), host = span_take_until(&rest, '=');
        struct host_delay *delay = &settings->host_delays[settings->host_delay_count];

        if (rest.len > 0 && option_value_seconds(rest, &delay->ms)) {
            delay->host = host;
            settings->host_delay_count++;
        }
    }
}

/* Returns true if a header of the user is that of a session. */
static bool has_secret_header(const struct settings *settings)
{
    for (size_t i = 0; i < settings->headers.count; i++) {
        struct span line = span_of(settings->headers.all[i]), name = span_take_until(&line, ':');

        if (span_is_nocase(name, "Cookie") || span_is_nocase(name, "Authorization"))
            return true;
    }
    return false;
}

void settings_read(struct settings *settings, struct options *given)
{
    const char *hours = options_text(given, "hours");

    *settings = (struct settings){0};
    options_read(given, settings);
    read_host_delays(settings, given);
    if (hours && !hours_parse(span_of(hours), &settings->hours))
        die("options_check has not refused --hours %s", hours);
    settings->delete_gone |= settings->delete_most;
    settings->scope.has_session = settings->cookies || settings->auth || has_secret_header(settings);
}

void settings_release(struct settings *settings)
{
    free(settings->host_delays);
}

/* Returns when the database of cookies FILE or its log was last written. */
static int64_t written_at(const char *file)
{
    struct buf log BUF_LOCAL(PATH_MAX);
    struct stat about;
    int64_t of_file = stat(file, &about) == 0 ? about.st_mtime : 0;

    (void)buf_add_format(&log, "%s-wal", file);
    return stat(buf_text(&log), &about) == 0 && about.st_mtime > of_file ? about.st_mtime : of_file;
}

int run_options_find_cookies(struct options *given, struct buf *why)
{
    const char *text = options_text(given, "cookies-from-browser"), *home = getenv("HOME"), *found = NULL;
    struct span profile = span_of(text ? text : ""), browser = span_take_until(&profile, ':');
    bool is_path = span_find(profile, '/') < profile.len;
    glob_t files = {.gl_pathc = 0};

    for (size_t i = 0; span_is(browser, "firefox") && i < COUNT_OF(profile_folders); i++) {
        struct buf pattern BUF_LOCAL(PATH_MAX);

        if (!is_path)
            (void)buf_add_format(&pattern, "%s/%s/*", home ? home : "", profile_folders[i]);
        (void)buf_add_format(&pattern, "%.*s" BROWSER_COOKIES, (int)profile.len, profile.at);
        (void)glob(buf_text(&pattern), i > 0 ? GLOB_APPEND : 0, NULL, &files);
    }
    for (size_t i = 0; i < files.gl_pathc; i++)
        if (!found || written_at(files.gl_pathv[i]) > written_at(found))
            found = files.gl_pathv[i];
    if (text && !found)
        (void)buf_add_format(
            why,
            "--cookies-from-browser %s: no such profile with cookies in ~/%s, ~/%s or those of a snap or "
            "flatpak; give its folder, which about:profiles shows, as firefox:/FOLDER. Other browsers "
            "encrypt "
            "their cookies: export them to a file for --cookies",
            text, profile_folders[0], profile_folders[1]);
    if (found && options_restore(given, "cookies", span_of(found), FROM_CALL, NULL, why))
        found = NULL;
    globfree(&files);
    return text && !found ? ERROR_INVALID : 0;
}
