/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_EXTRACT_COLLECT_H
#define TIPTOE_EXTRACT_COLLECT_H

/* Private to extract/: adds links found in a document, or in a text inside it, to a list, and what other
 * readers share. */

#include "extract/extract.h"
#include "markup/candidate.h"
#include "markup/js_scan.h"
#include "markup/tokenizer.h"
#include "markup/value.h"
#include "url/url.h"

/* The text being scanned: the document, or the decoded value of an attribute in an outer text. */
struct layer {
    struct span text;
    const struct url *base;    /* of its URLs */
    bool has_base;             /* from a base element: "#x" is not a same-page link */
    const char *encoding;      /* of the kind CHARSET_UTF8 or CHARSET_ASCII_SAFE; NULL is UTF-8 */
    const struct layer *outer; /* NULL for the document */
    const struct value *value; /* maps positions in TEXT to the raw value */
    size_t outer_at;           /* start of the value in the outer text */
    enum link_escape escape;   /* how a part of the value is escaped there */
};

enum { COLLECTOR_DULL = 8, COLLECTOR_DULL_BYTES = 16 * 1024 };

/* Texts that scripts of a document give a name, which begin names of files (names.c). */
enum { CONSTANTS_MAX = 64 };

struct name_list {
    struct name_constant {
        struct span name, value; /* in the document */
    } constants[CONSTANTS_MAX];
    size_t constant_count;
    unsigned guess_count;
};

/* The state of link extraction. Reused from page to page. */
struct collector {
    struct link_list *links;
    const char *encoding;        /* of the document; used to encode queries */
    enum link_escape code_units; /* LINK_ESCAPE_UTF16LE or BE, or NONE */
    const struct url *document;  /* its URL, and the base of requisites before BASE_FROM */
    size_t base_from;
    unsigned candidates; /* number added so far, by collect_candidate; */
    unsigned form_urls;  /* and by script.c, of those that apps/ finds; */
    unsigned values;     /* and by collect_value */
    struct name_list names;
    struct span same_page;  /* the document's own URL, canonical */
    struct repeat *repeats; /* URLs that addresses resolve to; NULL before the first */
    uint64_t documents;     /* their number so far */
    struct url target;
    struct transcoder transcoder;
    struct value piece; /* one URL in CSS */
    struct buf unescaped;
    struct url folder;  /* that a script made of its own URL, or empty */
    struct url shelf;   /* where markup of a script has its files; empty if unknown */
    struct buf imports; /* of import maps: a line each for the URL of a scope, or empty, a name, its URL */
    struct buf mapped;  /* scratch memory for one name */
    struct buf dull[COLLECTOR_DULL]; /* script elements without links or guesses, by length (script.c) */
    bool is_template;                /* the text is a template: URLs with placeholders are not links */
    struct tokenizer tags;           /* fragment_read: the tags of a piece of markup, */
    struct buf markup;               /* its text, */
    struct value attribute;          /* the attribute at hand, */
    struct link_index index;         /* and the rows for attributes; made before the first piece */
    struct buf whole;                /* the document in UTF-8, if it must be transcoded for scanning */
};

void collector_init(struct collector *collector) NONNULL;
void collector_release(struct collector *collector) NONNULL;

/* Starts a document in ENCODING and makes ROOT its layer. Clears LINKS. Returns 0 or ERROR_TOO_LARGE. */
int collector_start(struct collector *collector, struct link_list *links, struct span document,
                    const char *encoding, const struct url *document_url, struct layer *root) CHECKED;

/* Converts the positions of all links, once they are added, to byte offsets in DOCUMENT. */
void collector_finish(struct collector *collector, struct span document) NONNULL;

/* Sorts the links by their places in the document, if they were added in another order. */
void collect_sort(struct collector *collector) NONNULL;

/* Adds the links of a document, whose layer is ROOT. */
typedef void collect_reader(struct collector *collector, const struct layer *root, void *context);

/* Sets LINKS to those that READ adds for DOCUMENT, in ENCODING and at URL; CONTEXT is for READ. Returns 0 or
 * ERROR_TOO_LARGE, with no links. */
int collect_file(struct link_list *links, struct span document, const char *encoding, const struct url *url,
                 collect_reader *read, void *context)
    __attribute__((nonnull(1, 3, 4, 5), warn_unused_result));

/* Adds a link of LEN bytes at AT in the layer, where ESCAPE applies (NONE: only the layer's own escape). TEXT
 * is the decoded URL. Returns NULL if the list is full. */
struct link *collect(struct collector *collector, const struct layer *layer, size_t at, size_t len,
                     struct span text, enum link_escape escape, enum link_role role, const char *where)
    __attribute__((nonnull(1, 2, 8)));

/* Adds a LINK_CANDIDATE of LEN bytes at AT in the layer if TEXT is a likely URL. Adds at most
 * LIMIT_CANDIDATES per document. IS_VALUE: it is a string between quotes in a page's own script, which may be
 * replaced if it is absolute. */
void collect_candidate(struct collector *collector, const struct layer *layer, size_t at, size_t len,
                       struct span text, enum candidate_sign sign, const char *where, bool is_value)
    __attribute__((nonnull(1, 2, 7)));

/* Adds TEXT, of LEN bytes at AT in the layer, as a value for templates (PLACE_LISTED) if it is a plain word.
 * KIND and NAME say what has it: "option ", "tree". Adds at most LIMIT_TEMPLATE_VALUES per document. */
void collect_value(struct collector *collector, const struct layer *layer, size_t at, size_t len,
                   struct span text, const char *kind, struct span name) NONNULL;

/* Takes a plain word in quotes, and a comma after it, from LIST, the inside of an array. Returns an empty
 * span if that is anything else. */
struct span take_word(struct js_cursor *list) NONNULL;

/* Returns true if LIST has at least two such words, and nothing else. */
bool is_list_of_words(struct js_cursor list);

/* Adds CODE, a constant, to a script at AT of the layer. */
void collect_insertion(struct collector *collector, const struct layer *layer, size_t at, const char *code)
    NONNULL;

/* Declares the encoding in the document: replaces LEN bytes at AT of the layer with BEFORE, NAME and
 * AFTER. */
void collect_encoding(struct collector *collector, const struct layer *layer, size_t at, size_t len,
                      const char *before, struct span name, const char *after) NONNULL;

/* Adds the style sheets that an XML document references before its root element. */
void collect_prolog(struct collector *collector, const struct layer *layer) NONNULL;

/* Adds the files of the video that an XML document (MPD) lists. */
void collect_dash(struct collector *collector, const struct layer *layer) NONNULL;

/* Adds all links in the CSS between FROM and TO of the layer. */
void collect_css(struct collector *collector, const struct layer *layer, size_t from, size_t to) NONNULL;

/* Adds all links of a script element's text between FROM and TO of the layer. */
void collect_script(struct collector *collector, const struct layer *layer, enum script_kind kind,
                    size_t from, size_t to) NONNULL;

/* Adds the candidates of the code from FROM to the end of the layer: of an attribute such as onclick, or of a
 * javascript: URL. It is short, so that the name of any file in it counts. */
void collect_handler(struct collector *collector, const struct layer *layer, size_t from) NONNULL;

/* Returns true if a module specifier is URL-like. Any other is bare: an import map resolves it. */
bool specifier_is_address(struct span text);

/* The next two read JSON between FROM and TO of a layer. */

/* Adds the addresses of an import map, and keeps its names in collector->imports. */
void collect_map(struct collector *collector, const struct layer *layer, size_t from, size_t to) NONNULL;

/* Adds the strings of data for scripts that are likely addresses, as candidates. OWN is the layer with the
 * base of the data's own file, if it has one that is elsewhere, or NULL. */
void collect_data(struct collector *collector, const struct layer *layer, const struct layer *own,
                  size_t from, size_t to) __attribute__((nonnull(1, 2)));

/* Adds the files that the tags in TEXT name as candidates. TEXT is the meaning of the LEN bytes at AT of the
 * layer, and may be cut off anywhere. */
void fragment_read(struct collector *collector, const struct layer *layer, size_t at, size_t len,
                   struct span text) __attribute__((nonnull(1, 2)));

/* Returns the folder that markup has before a name that CODE adds, as in "<img src='pictures/" + name; empty
 * without one. */
struct span fragment_folder(struct span code);

/* A text with names of files without a folder or in parts, and what they may be relative to. */
struct name_source {
    struct collector *collector;
    const struct layer *first, *second; /* SECOND: NULL, or a layer with another base */
    struct span text;
    size_t from;  /* where the text starts in the layers */
    bool keeps;   /* its bytes last as long as the document */
    bool is_file; /* a script or data, not a page */
};

/* Adds TEXT, of LEN bytes at AT in the layers, as a guess that its form alone makes likely. */
void names_guess(const struct name_source *source, size_t at, size_t len, struct span text) NONNULL;

/* Returns the path that follows the string of TEXT that ends at END as another argument, if it leads up to
 * the folder that the string is relative to, as in open("a/b.html", "../../"). Empty without one. */
struct span names_way_up(struct span text, size_t end);

/* Returns true if STRING of TEXT, which is FILE, names an image without a folder and is the value of a member
 * whose name does not speak of a file, as in {"icon": "bold.png"}: only the script knows the folder. */
bool names_is_icon(struct span text, const struct js_string *string, struct span file) NONNULL;

/* Reads STRING, or a piece of a template, with the code beside it: keeps it as a constant, or guesses the
 * name that a constant or variable and it are. TEXT is its meaning. */
void names_read(const struct name_source *source, const struct js_string *string, struct span text) NONNULL;

/* Returns the local part of NAME, of an element or attribute in XML: what follows its prefix. */
struct span xml_local_name(struct span name);

/* The position of the href value of a processing instruction without its quotes; character references are not
 * decoded. */
struct prolog_sheet {
    size_t at, len;
    char quote;
};

/* Finds the next <?xml-stylesheet href=…?> (Associating Style Sheets with XML documents 1.0) in the prolog of
 * an XML document. The caller sets *AT to 0 before the first call. In the encoding of the document a byte
 * below 0x80 must always be that ASCII character. Returns false if there are no more; *AT is then the start
 * of the root element or the end of the text. */
bool prolog_next(struct span document, size_t *at, struct prolog_sheet *sheet) CHECKED;

struct xml;

/* Callbacks for the events of an XML document, which may be untrusted. Names are local names, without a
 * prefix; they are borrowed for the call. DEPTH is 1 for the root. START returns the buffer that text is
 * added to, in UTF-8, up to the next tag, or NULL. */
struct xml_events {
    struct buf *(*start)(void *context, int depth, struct span name, struct xml *xml);
    void (*end)(void *context, int depth, struct span name);
};

/* Reads TEXT, in ENCODING (of the kind CHARSET_UTF8 or CHARSET_ASCII_SAFE; NULL is UTF-8), and passes CONTEXT
 * to each callback. All that precedes the XML declaration or the root element is left out, a document type
 * included: no entity of its own exists, and no other file is opened. Reading continues after errors, but
 * ends at a tag with too many attributes (LIMIT_TAG_ATTRIBUTES) and where elements nest too deep. Returns
 * whether all elements had their tags. */
bool xml_read(struct span text, const char *encoding, const struct xml_events *events, void *context)
    __attribute__((nonnull(3, 4)));

/* Returns the value of the attribute with the local name NAME as TEXT has it; NULL start without one. NULL
 * NAME: the text of the element that ends, which has no other in it. */
struct span xml_raw(const struct xml *xml, const char *name) __attribute__((nonnull(1)));

/* Returns the value of the attribute of the current element with the local name NAME, borrowed until the
 * next; NULL start without one. */
struct span xml_attribute(struct xml *xml, const char *name) NONNULL;

#endif
