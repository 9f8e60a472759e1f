/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_ROBOTS_LINES_H
#define TIPTOE_ROBOTS_LINES_H

#include "base/buf.h"
#include "base/span.h"

/* The lines of a robots.txt, each with its field and value (RFC 9309 §2.2), the agent names and paths in
 * these values, and origins. */

enum robots_field {
    FIELD_NONE,  /* no colon, and the first word is not a field that needs none */
    FIELD_OTHER, /* a field without effect */
    FIELD_USER_AGENT,
    FIELD_ALLOW,
    FIELD_DISALLOW,
    FIELD_NOINDEX, /* and Noarchive */
    FIELD_CRAWL_DELAY,
    FIELD_REQUEST_RATE,
    FIELD_VISIT_TIME,
    FIELD_SITEMAP
};

/* All spans are borrowed from the text. */
struct robots_line {
    uint32_t number;   /* from 1 */
    struct span text;  /* as written, without its end, at most LIMIT_ROBOTS_LINE bytes */
    struct span code;  /* without comment, white space around it and text after a NUL */
    struct span value; /* without white space and invisible characters at its ends */
    enum robots_field field;
    bool damaged;  /* cut at a limit or NUL */
    bool trimmed;  /* the value has invisible characters at its ends */
    bool unquoted; /* the field starts or ends with a quote, as if the whole line were quoted */
};

struct robots_lines {
    struct span rest;
    uint32_t number;
    bool truncated;
};

/* Returns BODY without its byte order mark, borrowed; UTF-16 is converted to UTF-8 in DECODED, whose maximum
 * must be at least twice the length of BODY. */
struct span lines_decode(struct span body, struct buf *decoded) CHECKED;

/* Returns true for a web page that is served as robots.txt. */
bool lines_are_html(struct span text);

/* Returns the field for which google/robotstxt takes NAME too, by its beginning; FIELD_OTHER for another
 * name. "user_agent" is read only here. */
enum robots_field lines_field_by_beginning(struct span name);

/* Reads one line, all of RAW, into all members of LINE but its number. IS_CUT: the line may continue after
 * RAW. Returns false if it is blank or only a comment. */
bool lines_read(struct robots_line *line, struct span raw, bool is_cut) CHECKED;

/* Starts at the first line. TRUNCATED: the text is not the whole file, so its last line may be cut. */
void lines_start(struct robots_lines *lines, struct span text, bool truncated) NONNULL;

/* Reads the next line that is neither blank nor only a comment. Returns false at the end. */
bool lines_next(struct robots_lines *lines, struct robots_line *line) CHECKED;

/* Adds the lines of a robots.txt that state preferences about the use of pages (AIPREF, Content Signals,
 * RSL), each as written and with a line feed. Preferences are recorded with each stored copy, never
 * interpreted or enforced: a mirror for reading is neither training nor mining. Lines that do not fit into
 * OUT are dropped. */
void lines_add_usage(struct span body, struct buf *out) NONNULL;

/* Agent names in User-agent values (RFC 9309 §2.2.1). */

/* Takes the next name off a User-agent value: a word without its version and the punctuation around it, or
 * "*". Returns false at the end. Borrowed from VALUE. */
bool names_next(struct span *value, struct span *name) CHECKED;

/* Returns true if NAME contains TOKEN, or TOKEN contains NAME (of at least three characters), without being
 * equal. */
bool names_are_near(struct span name, struct span token);

/* The paths in the value of a rule (RFC 9309 §2.2.2). */

/* The paths of a Disallow or Noindex line, in the reading that forbids most: without leading colons and
 * without quotes, and each word a path if every word begins like one, or several divided by commas. Spans are
 * borrowed from the line. */
struct value_paths {
    struct span rest;
    bool is_list;
};

void value_paths_start(struct value_paths *paths, const struct robots_line *line) NONNULL;
bool value_paths_next(struct value_paths *paths, struct span *path) CHECKED;

/* Returns true for an Allow that takes effect, because it is written correctly: a whole path without white
 * space and control characters. */
bool value_is_proper_allow(const struct robots_line *line) NONNULL;

/* Reads the path of a rule that is written as an absolute URL of the site at ORIGIN ("https://host[:port]";
 * empty: of any site). Returns true with PATH set to that path, which may be empty or lack its first slash,
 * or to all of VALUE if it is not an absolute URL; false for a URL of another scheme, host or port. */
bool origin_rule_path(struct span origin, struct span value, struct span *path) CHECKED;

/* Adds the origin of an absolute http or https URL, "https://host[:port]" in lower case, without user
 * information and default port. Returns false, with nothing added, for any other text. */
bool origin_of(struct span url, struct buf *origin) CHECKED;

/* text.c: text that robots.txt and the robots terms of pages share. */

/* White space inside a line of robots.txt. */
#define TEXT_SPACE " \t\v\f"
/* The same and line ends, for texts with several lines. */
#define TEXT_BLANK TEXT_SPACE "\n\r"

static inline bool text_is_space(char c)
{
    return c == ' ' || c == '\t' || c == '\v' || c == '\f';
}

static inline bool text_is_control(char c)
{
    return (unsigned char)c < 0x20 || c == 0x7f;
}

/* Returns TEXT without TEXT_BLANK at its front. */
static inline struct span text_skip_blanks(struct span text)
{
    return span_part(text, span_skip(text, 0, TEXT_BLANK), text.len);
}

/* Writes "%XX" for C to OUT and returns the place after it. */
static inline char *text_put_escape(char *out, unsigned char c)
{
    static const char digits[] = "0123456789ABCDEF";

    *out++ = '%';
    *out++ = digits[c >> 4];
    *out++ = digits[c & 15];
    return out;
}

/* Moves the next line, without its end (CR, LF or CRLF), from the front of REST to LINE. Returns the length
 * of the end: 0 if the text ends without one. */
size_t text_take_line(struct span *rest, struct span *line) NONNULL;

/* Returns the least number of letters to insert, delete or replace to turn A into B (Levenshtein); ASCII case
 * does not count. SIZE_MAX if one is longer than TEXT_DISTANCE_MAX. */
enum { TEXT_DISTANCE_MAX = 64 };
size_t text_distance(struct span a, struct span b);

/* Returns the product token of an agent: "tiptoe" of "tiptoe/1.0 (+https://…)". Borrowed from AGENT. */
struct span text_token(struct span agent);

/* Returns the length of a non-ASCII space or invisible character at the front of TEXT (U+00A0, U+200B–200F,
 * U+2028, U+2029, U+2060, U+3000, U+FEFF in UTF-8); 0 without one. */
size_t text_invisible_len(struct span text);

/* Returns TEXT without white space and such characters at both ends. A single A0 byte, the no-break space of
 * Latin-1, counts too. */
struct span text_trim(struct span text);

/* Returns TEXT without single, double, back and typographic quotes at both ends. */
struct span text_unquote(struct span text);

/* Adds UTF-16 TEXT to OUT as UTF-8. Unpaired surrogates become U+FFFD; an odd byte at the end is dropped. */
void text_from_utf16(struct buf *out, struct span text, bool big_endian) NONNULL;

#endif
