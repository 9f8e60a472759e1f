/* SPDX-License-Identifier: MIT */
/* The checks of options whose texts have a syntax of their own, or name files that are first read during the
 * run. */
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
#include "base/limits.h"
#include "base/span.h"
#include "fetch/cookies.h"
#include "pace/waits.h"
#include "url/host.h"

/* libcurl ignores longer lines of a cookie file. */
enum { COOKIE_LINE_MAX = 5000 };

const char *check_hours(char *const *texts, size_t index)
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
    static const char separators[] = "\"(),/:;<=>?@[\\]{}";
    struct span value = line, name = span_take_until(&value, ':');

    for (size_t i = 0; i < name.len; i++) {
        if (name.at[i] <= ' ' || name.at[i] >= 0x7f || strchr(separators, name.at[i]))
            return false;
    }
    return name.len > 0 && span_trim(value, HTTP_WHITE).len > 0 && span_find(line, '\n') == line.len &&
           span_find(line, '\r') == line.len;
}

const char *check_header(char *const *texts, size_t index)
{
    return is_header(span_of(texts[index])) ? NULL : "expects 'NAME: VALUE'";
}

const char *check_auth(char *const *texts, size_t index)
{
    return strchr(texts[index], ':') ? NULL : "expects USER:PASSWORD";
}

static bool is_of(struct span text, const char *others)
{
    for (size_t i = 0; i < text.len; i++)
        if (!ascii_is_alphanumeric(text.at[i]) && !strchr(others, text.at[i]))
            return false;
    return text.len > 0;
}

/* Accepts a field that warcinfo records may have once, and that does not say what the program did. */
const char *check_archive_info(char *const *texts, size_t index)
{
    static const char *const ours[] = {
        "software",         "format", "conformsTo", "robots", "http-header-user-agent",
        "http-header-from", "sandbox"};
    struct span value = span_of(texts[index]), name = span_take_until(&value, ':');

    if (!is_header(span_of(texts[index])) || !is_of(name, "-_") || name.len > RECORD_INFO_NAME_MAX)
        return "expects 'NAME: VALUE', such as 'operator: …', 'isPartOf: …' or 'rights: …'";
    for (size_t i = 0; i < COUNT_OF(ours); i++)
        if (span_is_nocase(name, ours[i]))
            return "this field is written by the program itself";
    for (size_t i = 0; i < index; i++) {
        struct span other = span_of(texts[i]);

        if (span_equals_nocase(span_take_until(&other, ':'), name))
            return "this name was given before; give each name once";
    }
    return NULL;
}

const char *check_archive_prefix(char *const *texts, size_t index)
{
    return is_of(span_of(texts[index]), ".-_") && texts[index][0] != '.'
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
    return is_of(text, has_slash ? "/*+-._" : "");
}

const char *check_types(char *const *texts, size_t index)
{
    struct span rest = span_of(texts[index]);

    while (rest.len > 0)
        if (!is_type(span_trim(span_take_until(&rest, ','), " ")))
            return "expects types such as pdf or image/*; for names and addresses, use --include PATTERN or "
                   "--exclude PATTERN";
    return NULL;
}

const char *check_private_host(char *const *texts, size_t index)
{
    struct buf host, scratch;
    bool good;

    buf_init(&host, LIMIT_URL_BYTES);
    buf_init(&scratch, LIMIT_URL_BYTES);
    good = host_add(&host, &scratch, span_of(texts[index]));
    buf_release(&host);
    buf_release(&scratch);
    return good ? NULL : "expects a host such as intranet.example, 10.0.0.1 or [fd00::1]";
}

/* Returns the reason why FILE cannot be read, or NULL; ABOUT is set to its status. */
static const char *check_file(const char *file, struct stat *about)
{
    if (access(file, R_OK) != 0 || stat(file, about) != 0)
        return strerror(errno);
    return S_ISDIR(about->st_mode) ? strerror(EISDIR) : NULL;
}

/* Reads FILE as libcurl does. */
const char *check_certificates(char *const *texts, size_t index)
{
    struct stat about;
    const char *reason = check_file(texts[index], &about);
    X509_STORE *store = reason ? NULL : X509_STORE_new();

    if (store && X509_STORE_load_file(store, texts[index]) != 1)
        reason = "contains no certificate in PEM format; convert it, for instance with openssl x509";
    X509_STORE_free(store);
    return reason;
}

/* Returns true if libcurl takes a cookie from FILE, or FILE has only comments. libcurl marks the cookies that
 * scripts must not read with what looks like a comment; and it does not list a Set-Cookie header without a
 * domain. */
static bool holds_cookies(const char *file)
{
    FILE *stream = fopen(file, "re");
    char text[COOKIE_LINE_MAX];
    bool has_header = false, has_other = false;

    while (stream && !has_header && fgets(text, sizeof text, stream)) {
        struct span line = span_trim(span_of(text), PLAIN_WHITE);

        has_header = span_starts_nocase(line, "Set-Cookie:");
        has_other = has_other || (line.len > 0 && (line.at[0] != '#' || span_starts(line, "#HttpOnly_")));
    }
    if (stream)
        (void)fclose(stream);
    return has_header || !has_other || cookies_are_in(file);
}

/* Accepts a pipe without a check, because it can be read only once. */
const char *check_cookies(char *const *texts, size_t index)
{
    struct stat about;
    const char *reason = check_file(texts[index], &about);

    if (reason || !S_ISREG(about.st_mode) || holds_cookies(texts[index]))
        return reason;
    return "contains no valid cookie in the Netscape format, which is a line of domain, TRUE or FALSE (also "
           "subdomains), path, TRUE or FALSE (only https), expiry, name and value, separated by tabs";
}
