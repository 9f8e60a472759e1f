/* SPDX-License-Identifier: MIT */
/* What the kind of an option cannot tell: texts with a form of their own, and files that are read once the
 * run has begun. */
#include "config.h"

#include "cmd/run_check.h"

#include <errno.h>
#include <stdbool.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <openssl/x509_vfy.h>

#include "base/error.h"
#include "base/span.h"
#include "crawl/hours.h"
#include "policy/robots.h"

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
    return refuse(why, "hours", hours, "expects hours as in 22:00-06:00 or 22:00-06:00 UTC");
}

static int check_names(const struct options *given, struct buf *why)
{
    if (options_list_count(given, "also-obey") <= ROBOTS_ALSO_OBEY_MAX)
        return 0;
    (void)buf_add_format(why, "--also-obey: at most %d names", (int)ROBOTS_ALSO_OBEY_MAX);
    return ERROR_INVALID;
}

/* A name of RFC 9110 (5.1), a colon, and on the same line a value; libcurl would leave out anything else. */
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

/* As libcurl will read it. */
static bool has_certificates(const char *file)
{
    X509_STORE *store = X509_STORE_new();
    bool has = store && X509_STORE_load_file(store, file) == 1;

    X509_STORE_free(store);
    return has;
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
        return refuse(why, "ca-certificate", certificates, "no certificate in PEM format");
    return 0;
}

int run_check(const struct options *given, struct buf *why)
{
    static int (*const checks[])(const struct options *, struct buf *) = {check_hours, check_names,
                                                                          check_secrets, check_files};
    int error = 0;

    for (size_t i = 0; i < sizeof checks / sizeof checks[0] && !error; i++)
        error = checks[i](given, why);
    return error;
}
