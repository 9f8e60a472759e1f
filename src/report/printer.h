/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_REPORT_PRINTER_H
#define TIPTOE_REPORT_PRINTER_H

#include "base/json.h"
#include "report/report.h"

/* Prints sections of facts, tables and charts as text for a terminal, as one JSON object, or as a page. The
 * caller does not need to know which: a part that a format does not show prints nothing. Arguments are
 * borrowed for the call. */

/* The facts of a URL, found by its id. All texts come from outside and may be hostile. */
struct report_address {
    struct span url;     /* canonical */
    struct span href;    /* a reference from the report to its file; empty: none */
    struct span title;   /* empty: none */
    int state, reason;   /* of the frontier */
    int status;          /* HTTP status of the last request; 0: none */
    struct span outcome; /* the outcome of the last request, in one word; empty: success */
};

/* The texts for ids, each borrowed until the next call of the source. Only report.h needs RULE and ORIGIN. */
struct report_source {
    void *context;
    void (*address)(void *context, int64_t id, struct report_address *address);
    struct span (*rule)(void *context, int64_t id);
    struct span (*origin)(void *context, int64_t id);
};

enum value_kind {
    VALUE_COUNT,
    VALUE_BYTES,
    VALUE_MS,
    VALUE_BOOL,
    VALUE_TIME,   /* milliseconds since 1970; 0 for none */
    VALUE_TEXT,   /* from outside */
    VALUE_URL,    /* `number` is its id */
    VALUE_URLS,   /* `ids` has the first `count` of `number` ids */
    VALUE_ADDRESS /* a URL or origin without a row of its own */
};

struct report_value {
    enum value_kind kind;
    int64_t number;
    struct span text;
    const uint32_t *ids;
    size_t count;
};

/* Values of each kind. */
#define COUNT(n)   ((struct report_value){.kind = VALUE_COUNT, .number = (int64_t)(n)})
#define BYTES(n)   ((struct report_value){.kind = VALUE_BYTES, .number = (n)})
#define MS(n)      ((struct report_value){.kind = VALUE_MS, .number = (n)})
#define BOOL(n)    ((struct report_value){.kind = VALUE_BOOL, .number = (n)})
#define TIME(n)    ((struct report_value){.kind = VALUE_TIME, .number = (n)})
#define TEXT(span) ((struct report_value){.kind = VALUE_TEXT, .text = (span)})
#define URL(id)    ((struct report_value){.kind = VALUE_URL, .number = (int64_t)(id)})

/* The colour of a number. */
enum tone { TONE_PLAIN, TONE_GOOD, TONE_BAD };

/* Keys are the stable names in JSON; labels are for people. Lines show keys, with a blank for _. */
struct fact {
    const char *key, *label;
    struct report_value value;
    enum tone tone;
    bool is_line; /* a sentence, which takes a line of its own */
};

struct report_column {
    const char *key, *label;
    enum value_kind kind;
    int source; /* the caller's number for where its values come from */
};

enum { COLUMNS_MAX = 7 };

struct table {
    const char *key, *title;
    const struct report_column *columns; /* at most COLUMNS_MAX, then one without a key */
    const char *nothing;                 /* printed instead of an empty table; NULL: print nothing */
};

/* Counts, with a bar for each. */
struct chart {
    const char *key, *title;
    const char *const *labels;
    const int64_t *values;
    size_t count;
};

struct section {
    const char *key, *title;
    const char *about; /* a sentence or two */
};

struct printer {
    enum report_format format;
    const struct report_source *source;
    struct buf out; /* not written yet */
    int fd;         /* the output; -1: everything stays in `out` */
    int error;      /* the first write error */
    struct json_writer json;
    struct buf scratch;
    struct span site;      /* of a page: the origin of the start page, which is omitted from addresses */
    const char *group_end; /* of a page: what ends the open group; NULL: none is open */
    bool all;              /* of text: every row of each table */
    size_t total, rows;    /* of the current table, and printed so far */
};

/* Begins a report; SOURCE outlives the printer; NULL: no value has an id. */
void printer_init(struct printer *printer, enum report_format format, int fd,
                  const struct report_source *source) __attribute__((nonnull(1)));

/* Begins a report of the site START with these sections. VERDICT is what it says first, or NULL. */
void printer_begin(struct printer *printer, struct span start, const struct fact *verdict,
                   const struct section *sections, size_t count) __attribute__((nonnull(1)));
void printer_section(struct printer *printer, const struct section *section) NONNULL;
void printer_fact(struct printer *printer, const struct fact *fact) NONNULL;
/* Prints COUNT facts, except those without a key. */
void printer_facts(struct printer *printer, const struct fact *facts, size_t count) NONNULL;
/* Prints COUNT numbers as the object KEY in JSON, and as lines of a text with their labels otherwise. */
void printer_object(struct printer *printer, const char *key, const struct fact *facts, size_t count) NONNULL;
/* Prints the fact KEY, whose text is FORMAT, for JSON and lines. */
void printer_text(struct printer *printer, const char *key, const char *format, ...)
    __attribute__((nonnull, format(printf, 3, 4)));
void printer_chart(struct printer *printer, const struct chart *chart) NONNULL;

/* Begins a table whose list has TOTAL rows. A row has a value for each column. */
void printer_table(struct printer *printer, const struct table *table, size_t total) NONNULL;
void printer_row(struct printer *printer, const struct table *table, const struct report_value *values)
    NONNULL;
void printer_end_table(struct printer *printer) NONNULL;
void printer_end_section(struct printer *printer) NONNULL;

/* Writes the rest. Returns 0 or the first error. */
int printer_end(struct printer *printer) CHECKED;
void printer_release(struct printer *printer) NONNULL;

/* Adds a number for people: "1,234", "3.4 MB", "120 ms", "2026-11-20 15:44 UTC". */
void printer_add_number(struct buf *out, enum value_kind kind, int64_t number) NONNULL;

#endif
