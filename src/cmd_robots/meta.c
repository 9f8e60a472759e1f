/* SPDX-License-Identifier: MIT */
/* The command `tiptoe robots meta`: says what a page and its header fields allow robots to do, and by which
 * terms. */
#include "config.h"

#include <stdio.h>

#include "cmd/command.h"
#include "cmd_robots/source.h"
#include "term/message.h"

enum { EXIT_UNREADABLE = 3, OUTPUT_MAX = 64 * 1024 * 1024 };

static const struct option_row rows[] = {
    ROBOTS_AGENT_ROW,
    {.name = "header",
     .kind = OPTION_LIST,
     .argument = "LINE",
     .help = "a header line of the page: 'X-Robots-Tag: noindex'"},
    {.kind = OPTION_END},
};

static void add_term(struct buf *out, const struct meta_input *terms, const struct meta_term *term)
{
    safe_add(out, term->text);
    if (term->source == META_ELEMENT) {
        const struct meta_entry *meta = &terms->entries[term->index];
        bool is_named = meta->name.len > 0;

        buf_add_text(out, is_named ? " (meta name=" : " (meta http-equiv=");
        safe_add(out, is_named ? meta->name : meta->http_equiv);
        buf_add_format(out, ")%s\n", meta_reader_text(term->reader));
    } else {
        buf_add_format(out, " (%s, header %zu)\n", meta_source_text(term->source), term->index + 1);
    }
}

/* Reports a word that is not a term. */
static void report_unknown(void *file, size_t index, struct span word)
{
    (void)index;
    message_warn("%s: unknown word '%.*s'; robots ignore it", (const char *)file, (int)word.len, word.at);
}

static void print_verdict(const struct meta_input *terms)
{
    struct meta_verdict verdict;
    struct buf out BUF_LOCAL(OUTPUT_MAX);

    meta_init(&verdict);
    meta_judge(&verdict, terms);
    buf_add_format(&out, "%s %s %s\n", verdict.effects & META_NO_INDEX ? "noindex" : "index",
                   verdict.effects & META_NO_FOLLOW ? "nofollow" : "follow",
                   verdict.effects & META_NO_ARCHIVE ? "noarchive" : "archive");
    for (size_t i = 0; i < verdict.term_count; i++)
        add_term(&out, terms, &verdict.terms[i]);
    (void)fwrite(buf_text(&out), 1, out.len, stdout);
    meta_release(&verdict);
}

static int run_robots_meta(const struct options *given)
{
    struct robots_page page;
    bool is_open = robots_page_open(&page, given, given->operands[0]);

    page.terms.unknown = report_unknown;
    page.terms.context = given->operands[0];
    if (is_open)
        print_verdict(&page.terms);
    robots_page_release(&page);
    return is_open ? EXIT_COMPLETE : EXIT_UNREADABLE;
}

const struct command command_robots_meta = {
    .name = "robots meta",
    .usage = "[options] FILE",
    .summary = "report what a page's META elements and header fields allow robots to do",
    .options = rows,
    .operands_min = 1,
    .operands_max = 1,
    .needs = NEEDS_FILES,
    .run = run_robots_meta,
};
