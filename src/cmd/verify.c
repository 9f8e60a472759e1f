/* SPDX-License-Identifier: MIT */
/* `tiptoe verify`: compares all files and records of a mirror with their digests, or checks WARC files. */
#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <unistd.h>

#include "answer/decode.h"
#include "archive/check.h"
#include "base/error.h"
#include "base/file.h"
#include "base/json.h"
#include "base/limits.h"
#include "cmd/command.h"
#include "export/index_check.h"
#include "frontier/frontier.h"
#include "import/sources.h"
#include "mirror/folder.h"
#include "mirror/mirror.h"
#include "mirror/verify.h"
#include "term/message.h"
#include "weave/document.h"

enum { LINE_MAX = 8 * LIMIT_URL_BYTES, KINDS_MAX = 40, SHOWN_MAX = 10, PIECE_BYTES = 64 * 1024 };

/* Compares everything in MIRROR with its digests. */
static int verify_open(struct mirror *mirror, bool repair, verify_printer *print,
                       struct verify_result *result)
{
    struct weaver weaver;
    struct documents documents = weaver_documents(&weaver);
    int error = weaver_open(&weaver, mirror);
    bool changed;

    if (!error && !mirror->tree) /* it was opened for reading */
        error = frontier_refresh(mirror->frontier, &changed);
    if (!error)
        error = verify(mirror, &documents, repair, print, result);
    weaver_close(&weaver);
    return error;
}

/* Prints a problem as an object. */
static int print_problem(const char *text)
{
    struct buf line BUF_LOCAL(LINE_MAX);
    struct json_writer json;

    json_begin(&json, &line);
    json_member_text(&json, "message", span_of(text));
    json_close(&json);
    return puts(buf_text(&line));
}

/* Prints the sums: as an object, or in words, with what can be done about problems. */
static void print_sums(const char *dir, bool repair, bool as_json, const struct verify_result *result)
{
    const struct {
        const char *key;
        uint64_t count;
        const char *one, *many, *after;
        bool is_always;
    } sums[] = {
        {"files", result->files, "file", "files", "", true},
        {"records", result->records, "record", "records", "", true},
        {"problems", result->problems, "problem", "problems", "", true},
        {"imported", result->imported,
         "imported archive file was compared as a whole; tiptoe verify FILE reads its records",
         "imported archive files were compared as wholes; tiptoe verify FILE reads their records", ""},
        {"known", result->known, "damaged place in archive/ is known from an earlier --repair",
         "damaged places in archive/ are known from an earlier --repair", ""},
        {"repaired", result->repaired, "file of site/ was written again from the archive",
         "files of site/ were written again from the archive", ""},
        {"noted", result->noted, "URL must be fetched again: tiptoe update ",
         "URLs must be fetched again: tiptoe update ", dir},
    };
    struct buf line BUF_LOCAL(LINE_MAX);
    struct json_writer json;

    json_begin(&json, &line);
    json_member_text(&json, "directory", span_of(dir));
    for (size_t i = 0; i < COUNT_OF(sums); i++) {
        json_member_integer(&json, sums[i].key, (int64_t)sums[i].count);
        if (!as_json && (sums[i].count > 0 || sums[i].is_always))
            message_note("%" PRIu64 " %s%s", sums[i].count, sums[i].count == 1 ? sums[i].one : sums[i].many,
                         sums[i].after);
    }
    json_close(&json);
    if (as_json)
        (void)puts(buf_text(&line));
    else if (!repair && result->problems > result->waiting)
        message_note("to repair what can be repaired: tiptoe verify --repair %s", dir);
}

static int verify_mirror(const char *dir, const struct options *given)
{
    bool repair = options_given(given, "repair"), as_json = options_given(given, "json");
    struct verify_result result = {0};
    struct mirror mirror;
    int error;

    error = open_mirror(&mirror, dir, repair || folder_is_writable(dir) ? FOLDER_WRITE : FOLDER_READ);
    if (error)
        return error == ERROR_LOCKED ? EXIT_STOPPED : EXIT_LOCAL; /* in use is not damaged */
    error = verify_open(&mirror, repair, as_json ? print_problem : puts, &result);
    if (error)
        message_error("%s: %s", dir, error_reason(error, errno));
    else
        print_sums(dir, repair, as_json, &result);
    mirror_close(&mirror);
    return error || result.problems > result.repaired ? EXIT_LOCAL : EXIT_COMPLETE;
}

/* Counts each kind of finding: a file with the same fault in every record must not fill the screen. */
struct findings {
    struct buf line;
    bool as_json;
    struct decoder *decoder;
    struct index_check *index;
    struct {
        const char *code;
        uint64_t count;
    } kinds[KINDS_MAX];
};

static uint64_t *count_of(struct findings *findings, const char *code)
{
    size_t i = 0;

    while (i < KINDS_MAX - 1 && findings->kinds[i].code && strcmp(findings->kinds[i].code, code) != 0)
        i++;
    findings->kinds[i].code = code;
    return &findings->kinds[i].count;
}

static void print_json(struct buf *line, const struct warc_finding *finding)
{
    struct json_writer json;

    buf_clear(line);
    json_begin(&json, line);
    json_member_text(&json, "file", span_of(finding->file));
    json_member_integer(&json, "offset", (int64_t)finding->offset);
    json_member_text(&json, "severity", span_of(finding->severity == WARC_ERROR ? "error" : "warning"));
    json_member_text(&json, "code", span_of(finding->code));
    json_member_text(&json, "message", finding->text);
    json_close(&json);
    (void)puts(buf_text(line));
}

/* Prints one line. Text quoted from the file is made safe. */
static void print_finding(void *context, const struct warc_finding *finding)
{
    struct findings *findings = context;
    struct buf *line = &findings->line;

    if (findings->as_json) {
        print_json(line, finding);
        return;
    }
    if (++*count_of(findings, finding->code) > SHOWN_MAX && message_level() < MESSAGE_VERBOSE)
        return;
    buf_clear(line);
    (void)safe_add(line, span_of(finding->file));
    (void)buf_add_format(line, ": byte %" PRIu64 ": %s: ", finding->offset,
                         finding->severity == WARC_ERROR ? "error" : "warning");
    (void)safe_add(line, finding->text);
    (void)puts(buf_text(line));
}

static void print_rest(const struct findings *findings)
{
    for (size_t i = 0; i < KINDS_MAX && message_level() < MESSAGE_VERBOSE && !findings->as_json; i++) {
        if (findings->kinds[i].count > SHOWN_MAX)
            printf("… and %" PRIu64 " more: %s (--verbose shows all)\n", findings->kinds[i].count - SHOWN_MAX,
                   findings->kinds[i].code);
    }
}

/* Larger bodies are tested up to this size. */
enum { DECODED_MAX = 64 * 1024 * 1024 };

/* Returns the reason why CODED cannot be decoded, or NULL. */
static const char *try_decoding(void *context, struct span codings, struct span coded)
{
    struct findings *findings = context;
    enum decode_result result;
    struct body plain;
    bool mislabelled;

    body_init(&plain, -1, DECODED_MAX, DECODED_MAX);
    result = decoder_run(findings->decoder, codings, coded, &plain, &mislabelled);
    body_release(&plain);
    if (mislabelled)
        return "it does not have this coding";
    return result == DECODE_TRUNCATED || result == DECODE_CORRUPT ? decode_result_text(result) : NULL;
}

static void compare(void *context, const struct warc_answer *answer)
{
    struct findings *findings = context;

    index_check_compare(findings->index, answer);
}

/* Reads the index NAME. */
static int read_index(struct index_check *index, const char *name)
{
    int fd RELEASED_BY(file_close) = open(name, O_RDONLY | O_CLOEXEC);
    char room[PIECE_BYTES];
    ssize_t got;

    if (fd < 0)
        return error_from_errno(errno);
    index_check_begin(index, INDEX_CHECK_CDXJ, name, NULL);
    while ((got = read(fd, room, sizeof room)) > 0)
        index_check_add(index, span_make(room, (size_t)got));
    index_check_end(index);
    return got < 0 ? error_from_errno(errno) : 0;
}

/* Reads the index of --against and all packages, then checks the records of all files, and of those inside
 * packages. */
static int check_files(struct warc_check *check, const struct options *given, struct index_check *index,
                       struct sources *sources)
{
    const struct package_reader reader = {index, index_check_begin_entry, index_check_add_entry,
                                          index_check_end_entry, index_check_end_package};
    const char *against = options_text(given, "against");
    struct buf why BUF_LOCAL(LINE_MAX);
    int error = against ? read_index(index, against) : 0;

    if (error)
        (void)buf_add_format(&why, "%s: %s", against, error_reason(error, errno));
    else
        error = sources_open(sources, given->operands, given->operand_count, NULL, &reader, &why);

    for (size_t i = 0; i < sources->count && !error; i++) {
        error = warc_check_file(check, sources->all[i].fd, UINT64_MAX, sources->all[i].label);
        if (error)
            (void)buf_add_format(&why, "%s: %s", sources->all[i].label, error_reason(error, errno));
    }
    if (!error) {
        error = warc_check_links(check);
        if (error)
            (void)buf_add_text(&why, error_reason(error, errno));
    }
    if (error)
        message_error("%s", buf_text(&why));
    return error;
}

static int verify_files(const struct options *given)
{
    const struct warc_check_result *result;
    struct findings findings = {0};
    struct warc_check *check;
    struct sources sources = {.count = 0};
    int error;
    bool whole;

    buf_init(&findings.line, LINE_MAX);
    findings.decoder = decoder_new();
    check = warc_check_new((struct warc_watch){&findings, print_finding, compare, try_decoding}, -1);
    findings.as_json = options_flag(given, "json");
    findings.index = index_check_new(check);
    error = check_files(check, given, findings.index, &sources);
    index_check_finish(findings.index);
    print_rest(&findings);
    result = warc_check_result(check);
    if (!error)
        message_note("%" PRIu64 " record%s, %" PRIu64 " error%s, %" PRIu64 " warning%s", result->records,
                     message_plural(result->records), result->errors, message_plural(result->errors),
                     result->warnings, message_plural(result->warnings));
    whole = !error && result->errors == 0 && sources.damaged == 0 && result->records > 0;
    if (!error && result->records == 0)
        message_error("%s: contains no WARC record; give a mirror's directory or WARC files",
                      given->operands[0]);
    sources_release(&sources);
    warc_check_free(check);
    decoder_free(findings.decoder);
    index_check_free(findings.index);
    buf_release(&findings.line);
    return whole ? EXIT_COMPLETE : EXIT_LOCAL;
}

/* Returns true if the file NAME begins as neither a WARC nor gzip, so that it is unpacked into temporary
 * files. */
static bool is_packed(const char *name)
{
    int fd RELEASED_BY(file_close) = open(name, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    char head[4] = "";
    ssize_t len = fd < 0 ? 0 : pread(fd, head, sizeof head, 0);

    return len == (ssize_t)sizeof head && memcmp(head, "WARC", 4) != 0 && memcmp(head, "\x1f\x8b", 2) != 0;
}

static int confine_verify(const struct options *given)
{
    struct sandbox sandbox;

    confine_begin(&sandbox, given, 0);
    confine_to_mirror(&sandbox, given->operands[0]);
    for (size_t i = 0; i < given->operand_count; i++) {
        sandbox_allow(&sandbox, given->operands[i], SANDBOX_READ);
        if (!is_packed(given->operands[i]))
            continue;
        sandbox_allow(&sandbox, ".", SANDBOX_WRITE);
        sandbox_allow(&sandbox, file_tmpdir(), SANDBOX_WRITE);
    }
    return confine_end(&sandbox);
}

static int verify_run(const struct options *given)
{
    int status = confine_verify(given);

    if (status)
        return status;
    for (size_t i = 0; i < given->operand_count; i++) {
        if (!open_is_folder(given->operands[i]))
            continue;
        if (given->operand_count > 1) {
            message_error("%s: is a directory; give one mirror, or WARC files only", given->operands[i]);
            return EXIT_USAGE;
        }
        if (options_given(given, "against")) {
            message_error("--against needs WARC files");
            return EXIT_USAGE;
        }
        return verify_mirror(given->operands[0], given);
    }
    if (options_given(given, "repair")) {
        message_error("--repair needs the directory of a mirror");
        return EXIT_USAGE;
    }
    return verify_files(given);
}

static const struct option_row rows[] = {
    {.name = "repair",
     .kind = OPTION_FLAG,
     .help = "write damaged files of site/ again from their originals; the next update fetches the others"},
    {.name = "against",
     .kind = OPTION_TEXT,
     .argument = "INDEX",
     .help = "compare an index (CDXJ, also compressed) with the records of the WARC files",
     .access = SANDBOX_READ},
    {.name = "json",
     .kind = OPTION_FLAG,
     .help = "print one JSON object per line for each finding, and for a mirror one with the sums"},
    {.kind = OPTION_END},
};

const struct command command_verify = {
    .name = "verify",
    .usage = "[--repair] [--against INDEX] [--json] [DIR | FILE…]",
    .options = rows,
    .summary = "check the files of a mirror, or WARC and WACZ files",
    .operands_max = OPERANDS_ANY,
    .needs = NEEDS_DIR | NEEDS_MORE,
    .run = verify_run,
};
