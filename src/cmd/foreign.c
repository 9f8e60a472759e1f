/* SPDX-License-Identifier: MIT */
/* The options that users of wget and HTTrack type: each is accepted, or answered with what to use instead.
 * No row weakens politeness or widens a mirror: where the meaning differs, the option is refused. */
#include "config.h"

#include "cmd/foreign.h"

#define NO_ROBOTS                                                                                            \
    "no option ignores robots.txt: it says what the site's owner allows. The owner can allow more with the " \
    "lines 'User-agent: tiptoe' and 'Allow: /' in it; 'tiptoe explain' shows the line that decides"
#define BY_SERVER "the pace follows the server"
#define BY_URL    "files keep the folders of their URLs"

/* clang-format off */
static const struct foreign rows[] = {
    {"r recursive", FOREIGN_ALWAYS},
    {"m mirror", FOREIGN_ALWAYS},
    {"p page-requisites", FOREIGN_ALWAYS, .says = "for one page with its images: --depth 0"},
    {"k convert-links", FOREIGN_ALWAYS},
    {"E adjust-extension", FOREIGN_ALWAYS},
    {"N timestamping", FOREIGN_ALWAYS},
    {"c continue", FOREIGN_ALWAYS},
    {"nc no-clobber", FOREIGN_ALWAYS},
    {"nH no-host-directories", FOREIGN_ALWAYS},
    {"x force-directories", FOREIGN_ALWAYS},
    {"np no-parent", FOREIGN_MEANS, .option = "scope", .value = "path"},
    {"w wait", FOREIGN_MEANS, true, .option = "delay"},
    {"level", FOREIGN_MEANS, true, .option = "depth"},
    {"A accept", FOREIGN_MEANS, true, .option = "only-types"},
    {"R reject", FOREIGN_MEANS, true, .option = "not-types"},
    {"i input-file", FOREIGN_MEANS, true, .option = "urls"},
    {"limit-rate", FOREIGN_MEANS, true, .option = "rate"},
    {"P directory-prefix", FOREIGN_MEANS, true, .option = "output"},
    {"t tries", FOREIGN_MEANS, true, .option = "retries"},
    {"Q quota", FOREIGN_MEANS, true, .option = "max-bytes"},
    {"load-cookies", FOREIGN_MEANS, true, .option = "cookies"},
    {"nv no-verbose", FOREIGN_MEANS, .option = "quiet", .value = "yes"},
    {"spider", FOREIGN_MEANS, .option = "dry-run", .value = "yes"},
    {"random-wait", FOREIGN_WITHOUT, .says = BY_SERVER},
    {"waitretry", FOREIGN_WITHOUT, true, BY_SERVER},
    {"T timeout", FOREIGN_WITHOUT, true, BY_SERVER},
    {"nd no-directories", FOREIGN_WITHOUT, .says = BY_URL},
    {"cut-dirs", FOREIGN_WITHOUT, true, BY_URL},
    {"restrict-file-names", FOREIGN_WITHOUT, true, "names suit every file system"},
    {"S server-response", FOREIGN_WITHOUT, .says = "the archive keeps the headers; see also --log"},
    {"H span-hosts", FOREIGN_REFUSED, .says = "use --scope domain: a mirror is one site, and its requisites"},
    {"D domains", FOREIGN_REFUSED, true, "use --scope domain, which covers the start page's registrable domain"},
    {"include-directories", FOREIGN_REFUSED, true, "use --include '/DIR/*'"},
    {"exclude-directories", FOREIGN_REFUSED, true, "use --exclude '/DIR/*'"},
    {"accept-regex", FOREIGN_REFUSED, true, "use --include PATTERN"},
    {"reject-regex", FOREIGN_REFUSED, true, "use --exclude PATTERN"},
    {"e execute", FOREIGN_REFUSED, true, "settings of .wgetrc have no effect here; " NO_ROBOTS},
    {"no-robots", FOREIGN_REFUSED, .says = NO_ROBOTS},
    {"post-data", FOREIGN_REFUSED, true, "tiptoe sends only GET; to log in, use a browser, and its cookies with --cookies FILE"},
    {"O output-document", FOREIGN_REFUSED, true, "HTTrack's -O DIR is --output DIR here; to fetch one file with wget's -O, use curl"},
    {"user http-user", FOREIGN_REFUSED, true, "use --auth USER:PASSWORD"},
    {"password http-password", FOREIGN_REFUSED, true, "use --auth USER:PASSWORD"},
    {"save-cookies", FOREIGN_REFUSED, true, "use --cookies FILE --renew-cookies yes, which keeps session cookies too"},
    {"no-check-certificate", FOREIGN_REFUSED, .says = "use --ca-certificate FILE"},
    {"a output-file", FOREIGN_REFUSED, true, "use --log FILE for requests, or 2>FILE for messages"},
    {"b background", FOREIGN_REFUSED, .says = "use 'nohup tiptoe mirror URL &'; tiptoe status shows the progress"},
    {"warc-file", FOREIGN_REFUSED, true, "use --archive all --archive-prefix NAME"},
    {"near", FOREIGN_ALWAYS},
    {"F", FOREIGN_MEANS, true, .option = "user-agent"},
    {"sockets", FOREIGN_MEANS, true, .option = "connections"},
    {"A# max-rate", FOREIGN_MEANS, true, .option = "rate"},
    {"E#", FOREIGN_MEANS, true, .option = "max-time"},
    {"stay-on-same-dir", FOREIGN_MEANS, .option = "scope", .value = "path"},
    {"stay-on-same-domain", FOREIGN_MEANS, .option = "scope", .value = "domain"},
    {"r#", FOREIGN_REFUSED, true, "use --depth: it counts links, so HTTrack's -r3 is --depth 2; wget's -r is always on"},
    {"s#", FOREIGN_REFUSED, true, NO_ROBOTS},
    {"%e ext-depth", FOREIGN_REFUSED, true, "pages of other hosts belong only to --scope domain"},
    {"update", FOREIGN_REFUSED, .says = "use 'tiptoe update DIR'"},
    {"*", FOREIGN_REFUSED, true, "a filter of HTTrack; use --exclude PATTERN or --not-types TYPE; '-*' with '+*.pdf' is --only-types pdf"},
};

static bool is_zero(struct span value)
{
    return span_is(value, "0");
}

static bool is_log(struct span value)
{
    return span_is(value, "log") || span_is(value, "/dev/null") || span_has_suffix(value, ".log") ||
           span_has_suffix(value, "-log") || span_has_suffix(value, ".txt");
}

/* The options of tiptoe that mean something else there. */
static const struct {
    const char *names;
    bool (*is_meant)(struct span value); /* NULL: any value that our option refuses may be meant */
    const char *says;
} clashes[] = {
    {"l level", is_zero, "wget means no limit; for one page, use --depth 0"},
    {"o", is_log, "use --log FILE for requests, or 2>FILE for messages; for a folder of this name, use --output"},
    {"l level depth", NULL, "leave it out to mirror all pages"},
    {"c", NULL, "wget's -c is always on"},
    {"d", NULL, "wget's -d is --verbose"},
    {"robots", NULL, NO_ROBOTS},
};
/* clang-format on */

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
    for (size_t i = 0; i < COUNT_OF(rows); i++)
        if (has_name(rows[i].names, name))
            return &rows[i];
    return NULL;
}

/* Returns HTTrack's option of a letter and a number, a form that wget does not have, or NULL. */
static const struct foreign *find_numbered(const char *letters)
{
    const char name[2] = {letters[0], '#'};
    size_t digits = strspn(letters + 1, "0123456789");

    return digits > 0 && letters[1 + digits] == '\0' ? foreign_find(span_make(name, 2)) : NULL;
}

/* Returns true if NEXT is another option, a URL or missing: then the letter before it has no value. */
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
    if (!found && letters[1] && strchr("n%", letters[0])) {
        found = foreign_find(span_make(letters, 2));
        *used = found ? 2 : 1;
    }
    return found || (own && !(needs_value && is_no_value(next))) ? found
                                                                 : foreign_find(span_make(letters, 1));
}

void foreign_add_meaning(const struct foreign *foreign, const char *dashes, struct span name, struct buf *out)
{
    static const char *const verbs[] = {[FOREIGN_ALWAYS] = "is always on",
                                        [FOREIGN_MEANS] = "means --",
                                        [FOREIGN_WITHOUT] = "has no effect: "};

    (void)buf_add_format(out, "%s%s%.*s %s", out->len > 0 ? "; " : "", dashes, (int)name.len, name.at,
                         verbs[foreign->kind]);
    if (foreign->kind == FOREIGN_WITHOUT)
        (void)buf_add_text(out, foreign->says);
    else if (foreign->says)
        (void)buf_add_format(out, " (%s)", foreign->says);
    if (foreign->option)
        (void)buf_add_text(out, foreign->option);
    if (foreign->value && strcmp(foreign->value, "yes") != 0)
        (void)buf_add_format(out, " %s", foreign->value);
}

bool foreign_add_clash(struct span name, const char *value, const char *before, struct buf *why)
{
    for (size_t i = 0; i < COUNT_OF(clashes); i++) {
        bool (*is_meant)(struct span) = clashes[i].is_meant;

        if (has_name(clashes[i].names, name) && (value ? is_meant && is_meant(span_of(value)) : !is_meant)) {
            (void)buf_add_format(why, "%s%s", before, clashes[i].says);
            return true;
        }
    }
    return false;
}
