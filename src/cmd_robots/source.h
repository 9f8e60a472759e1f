/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_CMD_ROBOTS_SOURCE_H
#define TIPTOE_CMD_ROBOTS_SOURCE_H

#include "cmd/run.h"
#include "extract/html.h"
#include "lint/lint.h"

struct fetch;
struct options;
struct sandbox;

/* Reads one robots.txt after another, a file or an answer, with at most one request per second. Init, read or
 * fetch any number, release. All members that describe an answer are borrowed until the next one. */
struct robots_source {
    struct fetch *fetch; /* created on first use */
    const struct options *given;
    int spool_dir;
    int64_t next_ms;
    const char *name; /* of the last file, or its URL */
    struct url url;   /* the robots.txt before redirects */
    struct url hop, location;
    struct buf body;
    struct lint_answer answer;
    struct buf content_type; /* of the answer */
    bool is_cut;             /* the file is larger than the body */
};

/* The robot for which files and pages are read. */
#define ROBOTS_AGENT_ROW                                                                                     \
    {                                                                                                        \
        .name = "agent", .kind = OPTION_TEXT, .argument = "NAME", .standard = "tiptoe",                      \
        .help = "judge for this robot: a product token, or a whole User-Agent value"                         \
    }

/* The options that robots_source_init reads. */
#define ROBOTS_SOURCE_ROWS                                                                                   \
    {                                                                                                        \
        .name = "allow-private", .kind = OPTION_LIST, .argument = "HOST", .check = check_private_host,       \
        .help = "connect to this host even if its address is private (in a local network)"                   \
    }

/* Checks the options, and begins the sandbox of a command; with REQUESTS, it can fetch. Returns 0, or an enum
 * exit_status after an error message. */
int robots_source_confine(struct sandbox *sandbox, const struct options *given, bool requests) CHECKED;

/* Returns true for an operand that is a URL. */
bool robots_source_is_url(const char *operand) NONNULL;

void robots_source_init(struct robots_source *source, const struct options *given) NONNULL;
void robots_source_release(struct robots_source *source) NONNULL;

/* Requests the robots.txt of the site of URL. SOURCE has the outcome, even without an answer. Returns false
 * if URL is not valid, which is reported. */
bool robots_source_fetch(struct robots_source *source, const char *url) CHECKED;

/* Reads OPERAND, a file or by IS_URL a URL. Returns false if it cannot be read, which is reported. */
bool robots_source_read(struct robots_source *source, const char *operand, bool is_url) CHECKED;

/* Returns the meaning of the answer; a file is one. */
enum robots_class robots_source_class(const struct robots_source *source, enum robots_mode mode) NONNULL;

/* A page and the lines of --header, for what they say to the robot --agent. */
struct robots_page {
    struct buf body;
    struct page page;
    struct span *headers;
    struct meta_input terms; /* as of now; borrowed from the other members */
};

/* Opens FILE, which is a page if the lines do not give it another type. Returns false if it cannot be read,
 * which is reported. Release PAGE in any case. */
bool robots_page_open(struct robots_page *page, const struct options *given, const char *file) CHECKED;
void robots_page_release(struct robots_page *page) NONNULL;

#endif
