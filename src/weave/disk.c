/* SPDX-License-Identifier: MIT */
/* Adds the scripts by which pages with scripts work away from their site. From disk: Chromium and Firefox
 * refuse every module from disk, and a path from the root of the site is one from the root of the disk.
 * Modules become classic scripts, each where it was, and disk.js, which precedes them, runs them as modules:
 * several pages may have one, and import() works. On a plain server, pages that scripts build need their own
 * address: such an app takes what it shows from that, and at /plants/sundew.html it would look for a plant
 * with the name sundew.html. */
#include "config.h"

#include "weave/document.h"

#include "markup/js_scan.h"
#include "markup/tokenizer.h"
#include "weave/disk_js.h"

#define PAGE ".html"

/* A page that is being rewritten. */
struct disk {
    struct tokenizer tokenizer;
    struct content content;
    struct buf *out;
    struct buf code; /* of the script at hand */
    size_t copied;   /* what of the page is in `out` already, or left out */
    struct span path, site, url;
    bool has_begun; /* the first script is there */
};

static void copy_to(struct disk *disk, size_t at, size_t to)
{
    (void)buf_add_span(disk->out, span_part(disk->tokenizer.text, disk->copied, at - disk->copied));
    disk->copied = to;
}

/* Adds URL, or a part of one, as a string of a script element may have it. */
static void add_address(struct buf *out, struct span url)
{
    for (size_t i = 0; i < url.len; i++)
        (void)buf_add_format(out, strchr("\"\\<", url.at[i]) ? "%%%02X" : "%c", (unsigned char)url.at[i]);
}

/* Adds disk.js before the tag at AT. */
static void begin(struct disk *disk, size_t at)
{
    copy_to(disk, at, at);
    (void)buf_add_text(disk->out, "<script>");
    (void)buf_add_text(disk->out, disk_js);
    (void)buf_add_text(disk->out, "(\"./");
    for (size_t i = 0; i < disk->path.len; i++)
        if (disk->path.at[i] == '/')
            (void)buf_add_text(disk->out, "../");
    (void)buf_add_format(disk->out, "\",\"%.*s\",\"", (int)disk->site.len, disk->site.at);
    add_address(disk->out, disk->url);
    (void)buf_add_text(disk->out, "\")</script>");
    disk->has_begun = true;
}

static bool has_handler(const struct disk *disk)
{
    for (size_t i = 0; i < disk->tokenizer.token.count; i++)
        if (span_starts_nocase(tokenizer_name(&disk->tokenizer, &disk->tokenizer.token.attributes[i]), "on"))
            return true;
    return false;
}

/* Removes the attribute that makes a script a module, and has a file wait for the page and be in UTF-8, as
 * modules are. */
static void make_classic(struct disk *disk, const struct attribute *type, bool is_file)
{
    size_t end = type->value_at + type->value_len + (type->quote != QUOTE_BARE);

    copy_to(disk, type->name_at, end);
    if (is_file)
        (void)buf_add_text(disk->out, "defer charset=utf-8 data-module");
}

static void take_text(struct disk *disk, size_t from, size_t end, const struct attribute *module)
{
    struct span text = span_part(disk->tokenizer.text, from, end - from);

    if (!js_module_wrap(&disk->code, text, span_of(""), module != NULL))
        return;
    if (module)
        make_classic(disk, module, false);
    copy_to(disk, from, end);
    (void)buf_add_span(disk->out, buf_span(&disk->code));
}

static void take_script(struct disk *disk)
{
    const struct attribute *type = tokenizer_attribute(&disk->tokenizer, "type");
    struct span value = tokenizer_raw(&disk->tokenizer, "type");
    struct attribute module = type ? *type : (struct attribute){0};
    bool is_module = span_is_nocase(span_trim_white(value), "module");
    bool is_code = value.len == 0 || span_is_nocase(value, "text/javascript");
    size_t from = disk->tokenizer.token.end;

    if (!disk->has_begun && (is_code || is_module))
        begin(disk, disk->tokenizer.token.at);
    if (tokenizer_attribute(&disk->tokenizer, "src")) {
        if (is_module)
            make_classic(disk, &module, true);
        return;
    }
    if ((is_code || is_module) && tokenizer_next(&disk->tokenizer)) {
        content_follow(&disk->content, &disk->tokenizer);
        take_text(disk, from, disk->tokenizer.token.at, is_module ? &module : NULL);
    }
}

/* Takes a start tag, unless it is in a template. */
static void take_tag(struct disk *disk)
{
    if (disk->content.templates > 0)
        return;
    if (span_is_nocase(disk->tokenizer.token.name, "script"))
        take_script(disk);
    else if (!disk->has_begun && has_handler(disk))
        begin(disk, disk->tokenizer.token.at);
}

static void start(struct disk *disk, struct span page)
{
    buf_clear(disk->out);
    tokenizer_start(&disk->tokenizer, page);
    content_start(&disk->content, false);
    buf_init(&disk->code, disk->out->max);
}

static void end(struct disk *disk)
{
    buf_release(&disk->code);
    tokenizer_release(&disk->tokenizer);
}

bool disk_page(struct buf *out, struct span page, struct span path, struct span site, struct span url)
{
    struct disk disk = {.out = out, .path = path, .site = site, .url = url};

    start(&disk, page);
    while (content_next_start(&disk.content, &disk.tokenizer))
        take_tag(&disk);
    if (disk.has_begun)
        copy_to(&disk, page.len, page.len);
    end(&disk);
    return disk.has_begun && !out->full;
}

static void add_script(struct buf *out, struct span name)
{
    (void)buf_add_text(out, "<script>if(location.protocol!=\"file:\")if(location.pathname.endsWith(\"/");
    add_address(out, name);
    (void)buf_add_text(out, PAGE "\"))history.replaceState(history.state,\"\",\"./");
    add_address(out, name);
    (void)buf_add_text(out, "\"+location.search+location.hash)</script>");
}

/* The line for readers of a page that stays blank from disk, where browsers run no modules. */
static const char notice[] =
    "<script>location.protocol==\"file:\"&&addEventListener(\"load\",function(){"
    "document.body.innerText.trim()||document.body.append("
    "\"Browsers do not run the scripts of this page from disk. To see it: tiptoe serve\")})</script>\n";

bool disk_shell_page(struct buf *out, struct span page, struct span url)
{
    struct disk disk = {.out = out};
    struct span name = span_part(url, span_after_last(url, '/'), url.len);
    bool has_url = name.len > 0 && span_find(url, '?') == url.len && !span_has_suffix_nocase(url, PAGE);
    bool may_say = !span_has(page, notice);

    start(&disk, page);
    while ((has_url || may_say) && content_next_start(&disk.content, &disk.tokenizer)) {
        size_t at = disk.tokenizer.token.at;

        if (!span_is_nocase(disk.tokenizer.token.name, "script") || disk.content.templates > 0)
            continue;
        copy_to(&disk, at, at);
        if (has_url)
            add_script(out, name);
        disk.has_begun |= has_url;
        has_url = false;
        if (may_say && span_is_nocase(tokenizer_raw(&disk.tokenizer, "type"), "module") &&
            tokenizer_attribute(&disk.tokenizer, "src")) {
            (void)buf_add_text(out, notice);
            disk.has_begun = true;
            may_say = false;
        }
    }
    copy_to(&disk, page.len, page.len);
    end(&disk);
    return disk.has_begun && !out->full;
}
