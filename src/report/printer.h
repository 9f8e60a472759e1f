/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_REPORT_PRINTER_H
#define TIPTOE_REPORT_PRINTER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/json.h"
#include "base/span.h"

/* The interface between the contents of a report and its three formats: contents.c calls a printer without
 * knowing which one it is. A printer borrows its arguments for the call. */

/* The texts for the numbers in the facts. All texts come from outside and may be hostile; spans are borrowed
 * until the next call of the source. */
struct report_address {
    struct span url;     /* canonical */
    struct span href;    /* a reference from the report to its file; empty: none */
    struct span title;   /* empty: none */
    int state, reason;   /* defined by the caller */
    int status;          /* HTTP status of the last request; 0: none */
    struct span outcome; /* the outcome of the last request, in one word; empty: success */
};

struct report_source {
    void *context;
    void (*address)(void *context, int64_t id, struct report_address *address);
    struct span (*rule)(void *context, int64_t id);
    struct span (*origin)(void *context, int64_t id);
    const char *(*reason)(int state, int reason); /* "not requested: robots.txt disallows it" */
    const char *(*change_name)(int kind);
    int (*clean)(struct buf *out, struct span text); /* adds text from outside, made harmless */
};

enum value_kind {
    VALUE_COUNT,
    VALUE_BYTES,
    VALUE_MS,
    VALUE_TIME,   /* milliseconds since 1970; 0 for none */
    VALUE_TEXT,   /* from outside */
    VALUE_URL,    /* `number` is its id */
    VALUE_URLS,   /* `ids` has the first `count` of `number` ids */
    VALUE_ADDRESS /* a URL or origin without a row of its own */
};

struct value {
    enum value_kind kind;
    int64_t number;
    struct span text;
    const uint32_t *ids;
    size_t count;
};

/* Values of each kind. */
#define COUNT(n)   ((struct value){.kind = VALUE_COUNT, .number = (int64_t)(n)})
#define BYTES(n)   ((struct value){.kind = VALUE_BYTES, .number = (n)})
#define MS(n)      ((struct value){.kind = VALUE_MS, .number = (n)})
#define TIME(n)    ((struct value){.kind = VALUE_TIME, .number = (n)})
#define TEXT(span) ((struct value){.kind = VALUE_TEXT, .text = (span)})
#define URL(id)    ((struct value){.kind = VALUE_URL, .number = (int64_t)(id)})

/* The colour of a number. */
enum tone { TONE_PLAIN, TONE_GOOD, TONE_BAD };

/* Keys are the stable names in JSON; labels are for people. */
struct fact {
    const char *key, *label;
    struct value value;
    enum tone tone;
    bool is_line; /* a sentence, which takes a line of its own */
};

struct column {
    const char *key, *label;
    enum value_kind kind;
};

struct table {
    const char *key, *title;
    const struct column *columns;
    size_t column_count;
    size_t shown, total; /* rows */
    const char *nothing; /* printed instead of an empty table; NULL: print nothing */
};

enum chart_form { CHART_BARS, CHART_COLUMNS };

struct chart {
    const char *key, *title;
    enum chart_form form;
    enum value_kind unit;
    const char *const *labels;
    const int64_t *values;
    size_t count;
};

struct section {
    const char *key, *title;
    const char *about; /* a sentence or two */
};

struct printer;
struct printer_ops {
    bool prints_all; /* also sections in which there is nothing */
    void (*begin)(struct printer *printer, struct span start, const struct section *sections, size_t count);
    void (*section)(struct printer *printer, const struct section *section);
    void (*fact)(struct printer *printer, const struct fact *fact);
    void (*table)(struct printer *printer, const struct table *table);
    void (*row)(struct printer *printer, const struct table *table, const struct value *values);
    void (*end_table)(struct printer *printer, const struct table *table);
    void (*chart)(struct printer *printer, const struct chart *chart);
    void (*end_section)(struct printer *printer, const struct section *section);
    void (*end)(struct printer *printer);
};

struct printer {
    const struct printer_ops *ops;
    const struct report_source *source;
    struct buf out; /* not written yet */
    int fd;         /* the output; -1: everything stays in `out` */
    int error;      /* the first write error */
    struct json_writer json;
    struct buf scratch;
    struct fact verdict;      /* what the output begins with; no key: nothing */
    struct span site;         /* html.c: the origin of the start page, which is omitted from addresses */
    bool in_facts, in_charts; /* html.c: the open group */
    bool all;                 /* text.c: every row of each table */
    size_t rows;              /* text.c: rows of the current table so far */
};

extern const struct printer_ops printer_text, printer_json, printer_html;

void printer_init(struct printer *printer, const struct printer_ops *ops, const struct report_source *source,
                  int fd) __attribute__((nonnull));

/* Writes the rest. Returns 0 or the first error. */
int printer_end(struct printer *printer) __attribute__((nonnull, warn_unused_result));
void printer_release(struct printer *printer) __attribute__((nonnull));

/* Writes the output if it has grown large. Calls to it keep memory bounded. */
void printer_flush(struct printer *printer) __attribute__((nonnull));

/* Prints a fact, or one that is a number without a colour. */
void printer_fact(struct printer *printer, const char *key, const char *label, struct value value,
                  enum tone tone) __attribute__((nonnull));
void printer_count(struct printer *printer, const char *key, const char *label, int64_t number)
    __attribute__((nonnull));

/* Adds a number for people: "1,234", "3.4 MB", "120 ms", "2026-11-20 15:44 UTC". */
void printer_add_number(struct buf *out, enum value_kind kind, int64_t number) __attribute__((nonnull));

#endif
