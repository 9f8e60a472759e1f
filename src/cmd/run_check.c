/* SPDX-License-Identifier: MIT */
/* Checks what the kind of an option does not cover: texts with a syntax of their own, and files that are
 * first read during the run. */
#include "config.h"

#include "cmd/run_check.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <openssl/x509_vfy.h>

#include "archive/record.h"
#include "base/error.h"
#include "base/limits.h"
#include "base/span.h"
#include "fetch/cookies.h"
#include "pace/hours.h"
#include "robots/robots.h"
#include "url/host.h"

/* libcurl ignores longer lines of a cookie file. */
enum { COOKIE_LINE_MAX = 5000 };

static int refuse(struct buf *why, const char *name, const char *value, const char *reason)
{
    (void)buf_add_format(why, "--%s%s%s: %s", name, *value ? " " : "", value, reason);
    return ERROR_INVALID;
}

static int check_hours(const struct options *given, struct buf *why)
{
    const char *hours = options_text(given, "hours");
    struct hours read;

    if (!hours || hours_parse(span_of(hours), &read))
        return 0;
    return refuse(why, "hours", hours, "expects hours such as 22:00-06:00 or '22:00-06:00 UTC'");
}

static int check_names(const struct options *given, struct buf *why)
{
    if (options_list_count(given, "also-obey") <= ROBOTS_ALSO_OBEY_MAX)
        return 0;
    (void)buf_add_format(why, "--also-obey: too many names; give at most %d", (int)ROBOTS_ALSO_OBEY_MAX);
    return ERROR_INVALID;
}

/* A field name (RFC 9110, 5.1), a colon, and a value on the same line; libcurl ignores everything else. */
static bool is_header(struct span line)
{
    static const char separators[] = "\"(),/:;<=>?@[\\]{}";
    struct span value = line, name = span_take_until(&value, ':');

    for (size_t i = 0; i < name.len; i++) {
        if (name.at[i] <= ' ' || name.at[i] >= 0x7f || strchr(separators, name.at[i]))
            return false;
    }
    return name.len > 0 && span_trim(value, " \t").len > 0 && span_find(line, '\n') == line.len &&
           span_find(line, '\r') == line.len;
}

static int check_secrets(const struct options *given, struct buf *why)
{
    const char *auth = options_text(given, "auth");

    for (size_t i = 0; i < options_list_count(given, "header"); i++) {
        if (!is_header(span_of(options_list_item(given, "header", i))))
            return refuse(why, "header", "", "expects 'NAME: VALUE'");
    }
    return auth && !strchr(auth, ':') ? refuse(why, "auth", "", "expects USER:PASSWORD") : 0;
}

static bool is_of(struct span text, const char *others)
{
    for (size_t i = 0; i < text.len; i++)
        if (!ascii_is_alpha(text.at[i]) && !ascii_is_digit(text.at[i]) && !strchr(others, text.at[i]))
            return false;
    return text.len > 0;
}

/* A field that warcinfo records may have once, and that does not say what the program did. */
static int check_info(const struct options *given, size_t index, struct buf *why)
{
    static const char *const ours[] = {
        "software",         "format", "conformsTo", "robots", "http-header-user-agent",
        "http-header-from", "sandbox"};
    const char *item = options_list_item(given, "archive-info", index);
    struct span value = span_of(item), name = span_take_until(&value, ':');

    if (!is_header(span_of(item)) || !is_of(name, "-_") || name.len > RECORD_INFO_NAME_MAX)
        return refuse(why, "archive-info", item,
                      "expects 'NAME: VALUE', such as 'operator: …', 'isPartOf: …' or 'rights: …'");
    for (size_t i = 0; i < sizeof ours / sizeof ours[0]; i++)
        if (span_is_nocase(name, ours[i]))
            return refuse(why, "archive-info", item, "this field is written by the program itself");
    for (size_t i = 0; i < index; i++) {
        struct span other = span_of(options_list_item(given, "archive-info", i));

        if (span_equals_nocase(span_take_until(&other, ':'), name))
            return refuse(why, "archive-info", item, "this name was given before; give each name once");
    }
    return 0;
}

static int check_archive(const struct options *given, struct buf *why)
{
    const char *prefix = options_text(given, "archive-prefix");
    int error = 0;

    for (size_t i = 0; i < options_list_count(given, "archive-info") && !error; i++)
        error = check_info(given, i, why);
    if (!error && prefix && (!is_of(span_of(prefix), ".-_") || *prefix == '.'))
        error = refuse(why, "archive-prefix", prefix, "expects letters, digits, -, _ and .");
    return error;
}

/* An extension, also as *.pdf, or a media type. */
static bool is_type(struct span text)
{
    bool has_slash = span_find(text, '/') < text.len;

    if (!has_slash && span_starts(text, "*."))
        text = span_part(text, 2, text.len);
    else if (!has_slash && span_starts(text, "."))
        text = span_part(text, 1, text.len);
    return is_of(text, has_slash ? "/*+-._" : "");
}

static int check_types(const struct options *given, struct buf *why)
{
    static const char *const names[] = {"only-types", "not-types"};

    for (size_t i = 0; i < 2; i++)
        for (size_t j = 0; j < options_list_count(given, names[i]); j++) {
            const char *item = options_list_item(given, names[i], j);
            struct span rest = span_of(item);

            while (rest.len > 0)
                if (!is_type(span_trim(span_take_until(&rest, ','), " ")))
                    return refuse(why, names[i], item,
                                  "expects types such as pdf or image/*; for names and addresses, use "
                                  "--include PATTERN or --exclude PATTERN");
        }
    return 0;
}

int run_check_private(const struct options *given, struct buf *why)
{
    struct buf host, scratch;
    int error = 0;

    buf_init(&host, LIMIT_URL_BYTES);
    buf_init(&scratch, LIMIT_URL_BYTES);
    for (size_t i = 0; i < options_list_count(given, "allow-private") && !error; i++) {
        const char *item = options_list_item(given, "allow-private", i);

        buf_clear(&host);
        if (!host_add(&host, &scratch, span_of(item)))
            error = refuse(why, "allow-private", item,
                           "expects a host such as intranet.example, 10.0.0.1 or [fd00::1]");
    }
    buf_release(&host);
    buf_release(&scratch);
    return error;
}

/* Reads FILE as libcurl does. */
static bool has_certificates(const char *file)
{
    X509_STORE *store = X509_STORE_new();
    bool has = store && X509_STORE_load_file(store, file) == 1;

    X509_STORE_free(store);
    return has;
}

/* Whether libcurl takes a cookie from FILE, or FILE has only comments. libcurl marks the cookies that scripts
 * must not read with what looks like a comment; and it does not list a Set-Cookie header without a domain. */
static bool holds_cookies(const char *file)
{
    FILE *stream = fopen(file, "re");
    char text[COOKIE_LINE_MAX];
    bool has_header = false, has_other = false;

    while (stream && !has_header && fgets(text, sizeof text, stream)) {
        struct span line = span_trim(span_of(text), " \t\r\n");

        has_header = span_starts_nocase(line, "Set-Cookie:");
        has_other = has_other || (line.len > 0 && (line.at[0] != '#' || span_starts(line, "#HttpOnly_")));
    }
    if (stream)
        (void)fclose(stream);
    return has_header || !has_other || cookies_are_in(file);
}

/* A pipe is not checked, because it can be read only once. */
static int check_cookies(const struct options *given, struct buf *why)
{
    const char *file = options_text(given, "cookies");
    struct stat about;

    if (!file || stat(file, &about) != 0 || !S_ISREG(about.st_mode) || holds_cookies(file))
        return 0;
    return refuse(
        why, "cookies", file,
        "contains no valid cookie in the Netscape format, which is a line of domain, TRUE or FALSE (also "
        "subdomains), path, TRUE or FALSE (only https), expiry, name and value, separated by tabs");
}

static int check_files(const struct options *given, struct buf *why)
{
    static const char *const names[] = {"cookies", "ca-certificate"};
    const char *certificates = options_text(given, "ca-certificate");

    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        const char *file = options_text(given, names[i]);
        struct stat about;

        if (file && (access(file, R_OK) != 0 || stat(file, &about) != 0))
            return refuse(why, names[i], file, strerror(errno));
        if (file && S_ISDIR(about.st_mode))
            return refuse(why, names[i], file, strerror(EISDIR));
    }
    if (certificates && !has_certificates(certificates))
        return refuse(why, "ca-certificate", certificates,
                      "contains no certificate in PEM format; convert it, for instance with openssl x509");
    return 0;
}

int run_check(const struct options *given, struct buf *why)
{
    static int (*const checks[])(const struct options *, struct buf *) = {
        check_hours, check_names,       check_secrets, check_archive,
        check_types, run_check_private, check_files,   check_cookies};
    int error = 0;

    for (size_t i = 0; i < sizeof checks / sizeof checks[0] && !error; i++)
        error = checks[i](given, why);
    return error;
}
