/* SPDX-License-Identifier: MIT */
/* Parses the options of a command line by the rows of its command: --name value, --name=value, -l value,
 * -lvalue, and several flags in one word. Long names are not abbreviated: an abbreviation that is unique
 * today could become ambiguous with the next new option. */
#include "config.h"

#include "cmd/command.h"

#include <stdio.h>
#include <unistd.h>

#include "base/error.h"
#include "cmd/foreign.h"
#include "cmd/option_value.h"

const struct option_row options_common[] = {
    {.name = "help", .letter = 'h', .kind = OPTION_FLAG, .help = "print this text"},
    {.name = "quiet", .letter = 'q', .kind = OPTION_FLAG, .help = "print only errors and warnings"},
    {.name = "verbose", .letter = 'v', .kind = OPTION_FLAG, .help = "also print what is done and why"},
    {.name = "sandbox",
     .kind = OPTION_CHOICE,
     .argument = "auto|require|off",
     .standard = "auto",
     .help = "give up access to all other files, programs and connections: as far as this kernel can, or not "
             "run without it, or not at all"},
    {.name = "no-config", .kind = OPTION_FLAG, .help = "ignore the settings files ('tiptoe help config')"},
    {.kind = OPTION_END},
};

enum { NOTES_MAX = 16 * 1024, SAVED_MAX = 16 * 1024, LISTS = 1 << OPTION_LIST | 1 << OPTION_DELAYS };

struct option_value {
    const struct option_row *row;
    enum option_source source;
    int64_t number;
    char **texts; /* as typed, except that files are absolute; only a list has more than one */
    size_t count;
    char *place; /* of options_restore */
};

static void value_clear(struct option_value *value)
{
    for (size_t i = 0; i < value->count; i++)
        free(value->texts[i]);
    free(value->texts);
    free(value->place);
    *value = (struct option_value){.row = value->row};
}

/* Returns the text to keep for a value. */
static char *copy_text(const struct option_row *row, const char *text)
{
    char *here = row->kind == OPTION_FILE && text[0] != '/' ? getcwd(NULL, 0) : NULL, *copy;
    size_t size;

    if (!here)
        return mem_copy_text(text, strlen(text));
    size = strlen(here) + 1 + strlen(text) + 1;
    copy = mem_new(size, 1);
    (void)snprintf(copy, size, "%s/%s", here, text);
    free(here);
    return copy;
}

/* Says which commands have the option that this one refuses. */
static int refuse_here(const struct options *options, const struct option_row *row, struct buf *why)
{
    const char *comma = "";

    (void)buf_add_format(why, "--%s has no effect here; use it with ", row->name);
    for (const struct command *const *other = command_table; *other; other++)
        if ((*other)->options == options->command->options && command_has(*other, row)) {
            (void)buf_add_format(why, "%s%s", comma, (*other)->name);
            comma = ", ";
        }
    return ERROR_INVALID;
}

/* Sets a value from its text. A list keeps the items that the same source has set. */
static int value_set(struct options *options, size_t index, const char *text, enum option_source source,
                     struct buf *why)
{
    const struct option_row *row = options->values[index].row;
    struct option_value *value = &options->values[index];
    int64_t number;
    int error = option_value_read(row, text, &number, why);

    if (!error && source == FROM_CALL && options->command && !command_has(options->command, row))
        error = refuse_here(options, row, why);
    if (error)
        return error;
    if (row->kind == OPTION_DELAYS && strchr(text, '=')) /* the number is that of all other hosts */
        number = value->number;
    if (!(LISTS & 1 << row->kind) || value->source != source)
        value_clear(value);
    value->source = source;
    value->number = number;
    value->texts = mem_grow(value->texts, value->count + 1, sizeof *value->texts);
    value->texts[value->count++] = copy_text(row, text);
    return 0;
}

static void add_rows(struct options *options, const struct option_row *row)
{
    for (; row && row->kind != OPTION_END; row++)
        if (row->kind != OPTION_HEADING) {
            options->values = mem_grow(options->values, options->count + 1, sizeof *options->values);
            options->values[options->count++] = (struct option_value){.row = row};
        }
}

void options_init(struct options *options, const struct option_row *table)
{
    struct buf why BUF_LOCAL(1024);

    *options = (struct options){.count = 0};
    add_rows(options, table);
    add_rows(options, options_common);
    buf_init(&options->notes, NOTES_MAX);
    for (size_t i = 0; i < options->count; i++)
        if (options->values[i].row->standard &&
            value_set(options, i, options->values[i].row->standard, FROM_STANDARD, &why))
            die("the default of an option is invalid: %s", buf_text(&why));
}

void options_release(struct options *options)
{
    for (size_t i = 0; i < options->count; i++)
        value_clear(&options->values[i]);
    free(options->values);
    buf_release(&options->notes);
    *options = (struct options){0};
}

/* Returns the index of the row called NAME, or options->count. */
static size_t find_name(const struct options *options, struct span name)
{
    size_t i = 0;

    while (i < options->count && !span_is(name, options->values[i].row->name))
        i++;
    return i;
}

const struct option_row *options_row(const struct options *options, struct span name)
{
    size_t index = find_name(options, name);

    return index < options->count ? options->values[index].row : NULL;
}

static size_t find_letter(const struct options *options, char letter)
{
    size_t i = 0;

    while (i < options->count && options->values[i].row->letter != letter)
        i++;
    return i;
}

/* The unread rest of an argument list. */
struct words {
    char **at;
    char **end;
};

/* An option as it is typed. */
struct typed {
    const char *dashes;
    struct span name;
    const char *text; /* its value in the same word, or NULL */
};

static const char *next_word(const struct words *words)
{
    return words->at < words->end ? *words->at : NULL;
}

static int refuse_name(const struct options *options, struct span name, struct buf *why)
{
    struct suggestion suggestion = {.typed = name};

    for (size_t i = 0; i < options->count; i++)
        suggest_offer(&suggestion, span_of(options->values[i].row->name));
    buf_add_format(why, "unknown option '--%.*s'", (int)name.len, name.at);
    suggest_add(&suggestion, "--", why);
    return ERROR_INVALID;
}

/* Returns true for commands that mirror: only they know the options of other programs. */
static bool knows_foreign(const struct options *options)
{
    return find_name(options, span_of("connections")) < options->count;
}

/* Takes our option at INDEX. */
static int take_own(struct options *options, size_t index, const struct typed *typed, struct words *words,
                    struct buf *why)
{
    const struct option_row *row = options->values[index].row;
    const char *text = typed->text, *next = next_word(words);

    if (row->kind == OPTION_FLAG && text) {
        buf_add_format(why, "--%s takes no value, not '%s'", row->name, text);
        return ERROR_INVALID;
    }
    if (row->kind == OPTION_FLAG)
        text = "yes";
    else if (!text && next && strncmp(next, "--", 2) != 0)
        text = *words->at++;
    if (!text) {
        buf_add_format(why, "--%s needs a value: %s", row->name, row->argument);
        if (next)
            buf_add_format(why, ", not '%s'", next);
        return ERROR_INVALID;
    }
    return value_set(options, index, text, FROM_CALL, why);
}

static int take_foreign(struct options *options, const struct foreign *foreign, const struct typed *typed,
                        struct words *words, struct buf *why)
{
    const char *text = typed->text, *next = next_word(words);
    size_t index = foreign->option ? find_name(options, span_of(foreign->option)) : 0;

    if (foreign->kind == FOREIGN_REFUSED) {
        (void)buf_add_format(why, "unknown option '%s%.*s': %s", typed->dashes, (int)typed->name.len,
                             typed->name.at, foreign->says);
        return ERROR_INVALID;
    }
    if (foreign->takes_value && !text && next && (next[0] != '-' || !next[1]))
        text = *words->at++;
    if (foreign->takes_value && !text) {
        (void)buf_add_format(why, "%s%.*s needs a value%s%s", typed->dashes, (int)typed->name.len,
                             typed->name.at, foreign->option ? ": it means --" : "",
                             foreign->option ? foreign->option : "");
        return ERROR_INVALID;
    }
    foreign_add_meaning(foreign, typed->dashes, typed->name, &options->notes);
    if (!foreign->option)
        return 0;
    if (index == options->count)
        die("no option --%s", foreign->option);
    return value_set(options, index, foreign->value ? foreign->value : text, FROM_CALL, why);
}

/* Takes an option: FOREIGN, or ours at INDEX if that is NULL. */
static int take(struct options *options, size_t index, const struct foreign *foreign,
                const struct typed *typed, struct words *words, struct buf *why)
{
    bool has_value = foreign ? foreign->takes_value : options->values[index].row->kind != OPTION_FLAG;
    const char *value = typed->text ? typed->text : next_word(words);
    struct buf clash BUF_LOCAL(NOTES_MAX);
    int error = 0;

    if (has_value && value && knows_foreign(options) && foreign_add_clash(typed->name, value, "", &clash)) {
        (void)buf_add_format(why, "%s%.*s %s: %s", typed->dashes, (int)typed->name.len, typed->name.at, value,
                             buf_text(&clash));
        error = ERROR_INVALID;
    } else {
        error = foreign ? take_foreign(options, foreign, typed, words, why)
                        : take_own(options, index, typed, words, why);
    }
    if (error && knows_foreign(options))
        (void)foreign_add_clash(typed->name, NULL, "; ", why);
    return error;
}

static int read_long(struct options *options, const char *word, struct words *words, struct buf *why)
{
    const char *equals = strchr(word, '=');
    struct typed typed = {.dashes = "--",
                          .name = equals ? span_make(word, (size_t)(equals - word)) : span_of(word),
                          .text = equals ? equals + 1 : NULL};
    size_t index = find_name(options, typed.name);
    const struct foreign *foreign =
        index == options->count && knows_foreign(options) ? foreign_find(typed.name) : NULL;

    if (!foreign && index == options->count)
        return refuse_name(options, typed.name, why);
    return take(options, index, foreign, &typed, words, why);
}

static int read_letters(struct options *options, const char *letters, struct words *words, struct buf *why)
{
    bool is_flag = true;
    int error = 0;

    while (*letters && !error && is_flag) {
        size_t index = find_letter(options, *letters), used = 1;
        const struct option_row *own = index < options->count ? options->values[index].row : NULL;
        const struct foreign *foreign =
            knows_foreign(options) ? foreign_find_letters(letters, own, next_word(words), &used) : NULL;
        struct typed typed = {.dashes = "-", .name = span_make(letters, used)};

        if (!foreign && !own) {
            (void)buf_add_format(why, "unknown option '-%.*s'", *letters == '%' && letters[1] ? 2 : 1,
                                 letters);
            return ERROR_INVALID;
        }
        is_flag = foreign ? !foreign->takes_value : own->kind == OPTION_FLAG;
        letters += used;
        typed.text = is_flag || !*letters ? NULL : letters;
        error = take(options, index, foreign, &typed, words, why);
    }
    return error;
}

int options_parse(struct options *options, int argc, char **argv, struct buf *why)
{
    struct words words = {.at = argv, .end = argv + argc};
    int error = 0;

    options->operands = argv;
    options->operand_count = 0;
    while (words.at < words.end && !error) {
        char *word = *words.at++;

        if (strcmp(word, "--") == 0)
            break;
        if (strncmp(word, "--", 2) == 0)
            error = read_long(options, word + 2, &words, why);
        else if (word[0] == '-' && word[1])
            error = read_letters(options, word + 1, &words, why);
        else
            options->operands[options->operand_count++] = word;
    }
    while (words.at < words.end && !error)
        options->operands[options->operand_count++] = *words.at++;
    return error;
}

/* Returns true if the saved TEXT is a delay for all hosts, and VALUE has only delays of single hosts. */
static bool is_for_others(const struct option_value *value, const char *text)
{
    bool has_all = value->row->kind != OPTION_DELAYS || strchr(text, '=');

    for (size_t i = 0; i < value->count && !has_all; i++)
        has_all = !strchr(value->texts[i], '=');
    return !has_all;
}

/* Takes a line of options_restore. */
static int restore_line(struct options *options, size_t index, const char *text, enum option_source source,
                        struct buf *why)
{
    struct option_value *value = &options->values[index];

    if (value->source <= source)
        return value_set(options, index, text, source, why);
    if (!is_for_others(value, text))
        return 0;
    if (source == FROM_MIRROR) /* which keeps it */
        return value_set(options, index, text, value->source, why);
    return option_value_read(value->row, text, &value->number, why);
}

int options_restore(struct options *options, const char *name, struct span value, enum option_source source,
                    const char *place, struct buf *why)
{
    size_t index = find_name(options, span_of(name));
    int error = 0;

    if (index == options->count) {
        (void)refuse_name(options, span_of(name), why);
        return ERROR_NOT_FOUND;
    }
    if (value.len > SAVED_MAX) {
        buf_add_format(why, "--%s: the value is too long; give the option again", name);
        return ERROR_INVALID;
    }
    while (value.len > 0 && !error) {
        struct span line = span_take_until(&value, '\n');
        char *text = mem_copy_text(line.at, line.len);

        error = restore_line(options, index, text, source, why);
        free(text);
    }
    if (!error && place && options->values[index].source == source && !options->values[index].place)
        options->values[index].place = mem_copy_text(place, strlen(place));
    return error;
}

int options_save(const struct options *options, options_put *put, void *context)
{
    struct buf text BUF_LOCAL(SAVED_MAX);
    int error = 0;

    for (size_t i = 0; i < options->count && !error; i++) {
        const struct option_value *value = &options->values[i];

        if (value->row->scope == OPTION_OF_RUN || value->source == FROM_STANDARD)
            continue;
        buf_clear(&text);
        for (size_t j = 0; j < value->count && !error; j++)
            error = buf_add_format(&text, "%s%s", j > 0 ? "\n" : "", value->texts[j]);
        if (!error)
            error = put(context, value->row, buf_span(&text));
    }
    return error;
}

/* Moves the empty items of a list to its end, and returns the others. */
static struct texts texts_of(struct option_value *value)
{
    size_t count = 0;

    for (size_t i = 0; i < value->count; i++) {
        char *text = value->texts[i];

        value->texts[i] = value->texts[count];
        value->texts[count] = text;
        count += *text != '\0';
    }
    return (struct texts){.all = (const char *const *)value->texts, .count = count};
}

/* Returns true for a flag that was given, and for the first word of a choice, such as yes. */
static bool is_true(const struct option_value *value)
{
    return value->row->kind == OPTION_CHOICE ? value->number == 0 : value->number != 0;
}

static void set_member(void *member, struct option_value *value)
{
    const struct option_row *row = value->row;
    int64_t number = value->count > 0 ? value->number : row->unset;

    if (row->kind == OPTION_LIST)
        *(struct texts *)member = texts_of(value);
    else if (row->kind == OPTION_TEXT || row->kind == OPTION_FILE)
        *(const char **)member = value->count > 0 ? value->texts[0] : NULL;
    else if (row->into_bytes == sizeof(bool))
        *(bool *)member = is_true(value);
    else if (row->into_bytes == sizeof(int64_t))
        *(int64_t *)member = number;
    else
        *(int *)member = (int)number;
}

void options_read(struct options *options, void *target)
{
    for (size_t i = 0; i < options->count; i++)
        if (options->values[i].row->into_bytes > 0)
            set_member((char *)target + options->values[i].row->into, &options->values[i]);
}

int options_check(const struct options *options, struct buf *why)
{
    for (size_t i = 0; i < options->count; i++) {
        const struct option_value *value = &options->values[i];
        const struct option_row *row = value->row;

        if (row->kind == OPTION_LIST && row->max > 0 && value->count > (size_t)row->max) {
            (void)buf_add_format(why, "--%s: too many names; give at most %d", row->name, (int)row->max);
            return ERROR_INVALID;
        }
        for (size_t j = 0; j < value->count && row->check; j++) {
            const char *reason = row->check(value->texts, j);

            if (!reason)
                continue;
            (void)buf_add_format(why, "--%s%s%s: %s", row->name, row->is_secret ? "" : " ",
                                 row->is_secret ? "" : value->texts[j], reason);
            return ERROR_INVALID;
        }
    }
    return 0;
}

/* Returns the value of NAME, whose kind must be one of KINDS (bits). */
static const struct option_value *value_of(const struct options *options, const char *name, unsigned kinds)
{
    size_t index = find_name(options, span_of(name));

    if (index == options->count || !(kinds & (1U << options->values[index].row->kind)))
        die("no option --%s of this kind", name);
    return &options->values[index];
}

enum option_source options_source(const struct options *options, const char *name)
{
    return value_of(options, name, ~0U)->source;
}

bool options_given(const struct options *options, const char *name)
{
    return options_source(options, name) != FROM_STANDARD;
}

const char *options_place(const struct options *options, const char *name)
{
    return value_of(options, name, ~0U)->place;
}

bool options_flag(const struct options *options, const char *name)
{
    return is_true(value_of(options, name, 1U << OPTION_FLAG | 1U << OPTION_CHOICE));
}

int64_t options_number(const struct options *options, const char *name)
{
    return value_of(options, name,
                    1U << OPTION_NUMBER | 1U << OPTION_SIZE | 1U << OPTION_DELAYS | 1U << OPTION_TIME |
                        1U << OPTION_CHOICE)
        ->number;
}

const char *options_text(const struct options *options, const char *name)
{
    const struct option_value *value = value_of(options, name, ~(1U << OPTION_FLAG | 1U << OPTION_LIST));

    return value->count > 0 ? value->texts[0] : NULL;
}

void options_walk_files(const struct options *options,
                        void (*found)(void *context, const char *path, enum sandbox_access access),
                        void *context)
{
    for (size_t i = 0; i < options->count; i++) {
        const struct option_value *value = &options->values[i];

        for (size_t j = 0; value->row->access != SANDBOX_NOTHING && j < value->count; j++)
            found(context, value->texts[j], value->row->access);
    }
}

struct texts options_list(const struct options *options, const char *name)
{
    const struct option_value *value = value_of(options, name, LISTS);

    return (struct texts){.all = (const char *const *)value->texts, .count = value->count};
}
