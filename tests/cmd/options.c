/* SPDX-License-Identifier: MIT */
/* Options: parsing, error messages, saving and restoring, and the help made from the table. */
#include "config.h"

#include "base/buf.h"
#include "base/error.h"
#include "cmd/command.h"
#include "cmd/command.h"
#include "tap.h"

enum { ARGUMENTS = 8 };

static const struct option_row rows[] = {
    {.kind = OPTION_HEADING, .help = "Scope"},
    {.name = "scope",
     .kind = OPTION_CHOICE,
     .argument = "host|domain|path",
     .standard = "host",
     .help = "which pages belong to the site",
     .scope = OPTION_OF_MIRROR},
    {.name = "depth",
     .letter = 'd',
     .kind = OPTION_NUMBER,
     .argument = "N",
     .min = 1,
     .max = 50,
     .help = "links from the start page",
     .scope = OPTION_OF_MIRROR},
    {.name = "max-bytes",
     .kind = OPTION_SIZE,
     .argument = "SIZE",
     .help = "stop after",
     .scope = OPTION_OF_MIRROR},
    {.name = "delay",
     .kind = OPTION_DELAYS,
     .argument = "SECONDS",
     .max = 3600000,
     .standard = "1",
     .help = "least time between two requests to one origin, in a sentence long enough to be wrapped",
     .scope = OPTION_OF_MIRROR},
    {.name = "max-time",
     .kind = OPTION_TIME,
     .argument = "TIME",
     .help = "stop after",
     .scope = OPTION_OF_MIRROR},
    {.name = "output", .letter = 'o', .kind = OPTION_TEXT, .argument = "DIR", .help = "where"},
    {.name = "include",
     .kind = OPTION_LIST,
     .argument = "PATTERN",
     .help = "only these",
     .scope = OPTION_OF_MIRROR},
    {.name = "dry-run", .letter = 'n', .kind = OPTION_FLAG, .help = "only look"},
    {.kind = OPTION_END},
};

struct fixture {
    struct options options;
    struct buf why;
    char *words[ARGUMENTS];
};

static int parse(struct fixture *f, const char *const *words)
{
    int count = 0;

    options_init(&f->options, rows);
    buf_init(&f->why, 1024);
    for (; count < ARGUMENTS && words[count]; count++)
        f->words[count] = (char *)(uintptr_t)words[count];
    return options_parse(&f->options, count, f->words, &f->why);
}

static void release(struct fixture *f)
{
    options_release(&f->options);
    buf_release(&f->why);
}

static const struct number_case {
    const char *name, *text;
    int64_t value; /* -1: refused */
} numbers[] = {
    {"depth", "1", 1},
    {"depth", "50", 50},
    {"depth", "51", -1},
    {"depth", "0", -1},
    {"depth", "-3", -1},
    {"depth", "", -1},
    {"depth", "7x", -1},
    {"depth", "99999999999999999999", -1},
    {"max-bytes", "500", 500},
    {"max-bytes", "20k", 20480},
    {"max-bytes", "20K", 20480},
    {"max-bytes", "1M", 1048576},
    {"max-bytes", "4G", INT64_C(4294967296)},
    {"max-bytes", "1T", INT64_C(1099511627776)},
    {"max-bytes", "9999999999T", -1},
    {"max-bytes", "1KB", -1},
    {"max-bytes", "K", -1},
    {"max-bytes", "-1", -1},
    {"delay", "0", 0},
    {"delay", "2", 2000},
    {"delay", "0.25", 250},
    {"delay", "1.5", 1500},
    {"delay", "0.001", 1},
    {"delay", "0.0001", -1},
    {"delay", ".5", -1},
    {"delay", "1.", -1},
    {"delay", "1.x", -1},
    {"delay", "3600", 3600000},
    {"delay", "3600.001", -1},
    {"max-time", "90", 90000},
    {"max-time", "90s", 90000},
    {"max-time", "15m", 900000},
    {"max-time", "2h", 7200000},
    {"max-time", "1h30m", 5400000},
    {"max-time", "1d", 86400000},
    {"max-time", "1h30", -1},
    {"max-time", "30m1h", -1},
    {"max-time", "1h1h", -1},
    {"max-time", "m", -1},
    {"max-time", "5w", -1},
    {"max-time", "999999999999999999d", -1},
    {"scope", "host", 0},
    {"scope", "path", 2},
    {"scope", "hos", -1},
    {"scope", "", -1},
    {"scope", "host|domain", -1},
};

static void test_numbers(void)
{
    for (size_t i = 0; i < COUNT_OF(numbers); i++) {
        const struct number_case *c = &numbers[i];
        char word[64];
        const char *const words[] = {word, NULL};
        struct fixture f;
        int error;

        (void)snprintf(word, sizeof word, "--%s=%s", c->name, c->text);
        error = parse(&f, words);
        if (c->value < 0)
            ok(error == ERROR_INVALID && strstr(buf_text(&f.why), c->name), "%s is refused: %s", word,
               buf_text(&f.why));
        else
            is_int(error ? -1 : options_number(&f.options, c->name), c->value, word);
        release(&f);
    }
}

static const struct refusal {
    const char *words[ARGUMENTS];
    const char *why;
} refusals[] = {
    {{"--nope"}, "unknown option '--nope'"},
    {{"--del=3"}, "unknown option '--del' (did you mean '--delay'?)"},
    {{"--dpeth=3"}, "unknown option '--dpeth' (did you mean '--depth'?)"},
    {{"--max-times", "3"}, "unknown option '--max-times' (did you mean '--max-time'?)"},
    {{"-x"}, "unknown option '-x'"},
    {{"--delay"}, "--delay needs a value: SECONDS"},
    {{"-nd"}, "--depth needs a value: N"},
    {{"--dry-run=yes"}, "--dry-run takes no value, not 'yes'"},
    {{"--delay", "fast"}, "--delay expects seconds such as 2 or 0.25, from 0 to 3600; not 'fast'"},
    {{"--depth=60"}, "--depth expects a whole number, from 1 to 50; not '60'"},
    {{"--scope=all"}, "--scope expects host, domain or path; not 'all'"},
    {{"--scope=doman"}, "--scope expects host, domain or path; not 'doman' (did you mean 'domain'?)"},
    {{"--max-time", "soon"}, "--max-time expects a time such as 90s, 15m, 2h or 1h30m; not 'soon'"},
};

static void test_refusals(void)
{
    for (size_t i = 0; i < COUNT_OF(refusals); i++) {
        struct fixture f;

        is_int(parse(&f, refusals[i].words), ERROR_INVALID, refusals[i].words[0]);
        is_str(buf_text(&f.why), refusals[i].why, refusals[i].why);
        release(&f);
    }
}

static void test_forms(void)
{
    static const char *const words[] = {"first",         "-nd7", "--include", "-a",
                                        "--include=b=c", "-o",   "out",       "--"};
    static const char *const dashes[] = {"-", "--", "--delay", "-n", NULL};
    struct fixture f;

    is_int(parse(&f, words), 0, "all forms of options are accepted");
    ok(options_flag(&f.options, "dry-run"), "a letter of a flag");
    is_int(options_number(&f.options, "depth"), 7, "a letter with its value in the same word");
    is_str(options_text(&f.options, "output"), "out", "a letter with its value in the next word");
    is_int(options_list(&f.options, "include").count, 2, "a list grows");
    is_str(options_list(&f.options, "include").all[0], "-a", "a value may begin with a dash");
    is_str(options_list(&f.options, "include").all[1], "b=c", "a value may have an equals sign");
    is_int(f.options.operand_count, 1, "one operand");
    is_str(f.options.operands[0], "first", "operands and options may be mixed");
    is_int(options_number(&f.options, "delay"), 1000, "an option that is not given has its default");
    ok(!options_given(&f.options, "delay") && options_given(&f.options, "depth"),
       "a default does not count as given");
    is_str(options_text(&f.options, "max-time"), NULL, "no default, no text");
    release(&f);

    is_int(parse(&f, dashes), 0, "words after -- are accepted");
    is_int(f.options.operand_count, 3, "they and a single dash are operands");
    is_str(f.options.operands[2], "-n", "even if they look like options");
    ok(!options_given(&f.options, "delay"), "and set no option");
    release(&f);
}

static int put(void *context, const struct option_row *row, struct span value)
{
    return buf_add_format(context, "%s=%.*s;", row->name, (int)value.len, value.at);
}

static int refuse(void *context, const struct option_row *row, struct span value)
{
    (void)context, (void)row, (void)value;
    return ERROR_IO;
}

static void test_saving(void)
{
    static const char *const words[] = {"--include=a", "--include=b", "--delay", "0.5", "-o", "x", NULL};
    static const char *const later[] = {"--include=z", NULL};
    struct fixture f;
    struct buf saved;

    buf_init(&saved, 1024);
    is_int(parse(&f, words), 0, "options to save");
    is_int(options_save(&f.options, put, &saved), 0, "they are saved");
    is_str(buf_text(&saved), "delay=0.5;include=a\nb;", "as typed, without the options for this call only");
    is_int(options_save(&f.options, refuse, NULL), ERROR_IO, "an error of the callback is returned");
    release(&f);

    is_int(parse(&f, later), 0, "a later call");
    is_int(options_restore(&f.options, "delay", span_of("0.5"), FROM_MIRROR, NULL, &f.why), 0,
           "delay is restored");
    is_int(options_restore(&f.options, "include", span_of("a"), FROM_MIRROR, NULL, &f.why), 0,
           "the first of a list");
    is_int(options_number(&f.options, "delay"), 500, "a restored value is used");
    is_int(options_list(&f.options, "include").count, 1, "a list that is given now replaces the saved list");
    is_str(options_list(&f.options, "include").all[0], "z", "as a whole");
    is_int(options_restore(&f.options, "gone", span_of("1"), FROM_MIRROR, NULL, &f.why), ERROR_NOT_FOUND,
           "an unknown name is an error");
    is_int(options_restore(&f.options, "depth", span_of("x"), FROM_MIRROR, NULL, &f.why), ERROR_INVALID,
           "a damaged value is refused");
    release(&f);

    is_int(parse(&f, later + 1), 0, "a call without options");
    is_int(options_restore(&f.options, "include", span_of("a\nb"), FROM_MIRROR, NULL, &f.why), 0,
           "a list is restored from a line for each item");
    is_int(options_list(&f.options, "include").count, 2, "all items are there");
    buf_clear(&saved);
    is_int(options_save(&f.options, put, &saved), 0, "a restored list can be saved");
    is_str(buf_text(&saved), "include=a\nb;", "unchanged");
    release(&f);
    buf_release(&saved);
}

static void test_help(void)
{
    static const struct command command = {
        .name = "mirror", .usage = "[options] URL", .summary = "copy a site", .options = rows};
    struct buf out;
    struct span text, line;
    size_t widest = 0;

    buf_init(&out, 64 * 1024);
    help_command(&out, &command);
    ok(strstr(buf_text(&out), "usage: tiptoe mirror [options] URL\ncopy a site\n\nScope\n") != NULL,
       "help begins with usage, summary and the first heading");
    for (const struct option_row *row = rows; row->kind != OPTION_END; row++)
        ok(strstr(buf_text(&out), row->name ? row->name : row->help) != NULL, "help has row %zu",
           (size_t)(row - rows));
    ok(strstr(buf_text(&out), "  -o, --output DIR ") != NULL, "letter, name and argument");
    ok(strstr(buf_text(&out), "[1]\n") != NULL, "help has the default");
    ok(strstr(buf_text(&out), "--help") != NULL, "help has the common options");
    for (text = buf_span(&out); text.len > 0;) {
        line = span_take_until(&text, '\n');
        widest = line.len > widest ? line.len : widest;
    }
    ok(widest <= 80, "no line is wider than 80 columns (%zu)", widest);
    buf_release(&out);
}

static void test_overview(void)
{
    struct buf out;

    buf_init(&out, 64 * 1024);
    help_overview(&out, NULL);
    ok(strstr(buf_text(&out), "\n  mirror ") && strstr(buf_text(&out), "\n  robots check "), "all commands");
    buf_clear(&out);
    help_overview(&out, "robots");
    ok(!strstr(buf_text(&out), "\n  mirror ") && strstr(buf_text(&out), "\n  robots check ") &&
           strstr(buf_text(&out), "\n  robots test "),
       "the commands of a group");
    buf_clear(&out);
    help_overview(&out, "robot");
    ok(!strstr(buf_text(&out), "\n  robots check "), "the beginning of a group's name is not a group");
    buf_release(&out);
}

int main(void)
{
    test_overview();
    test_numbers();
    test_refusals();
    test_forms();
    test_saving();
    test_help();
    return done();
}
