/* SPDX-License-Identifier: MIT */
/* pairs MIRROR ORIGINALS: holds every file of a mirror against the file that the server gave, in the folder
 * ORIGINALS. Both are read by libxml2's HTML parser and walked side by side, references resolved by its URI
 * functions: tiptoe's own tokenizer, table of links and URL parser are not asked. A reference to what is in
 * the mirror must be relative and lead to its very file and fragment; any other must be absolute, and to
 * nothing that the server has, unless mirror.db says that it was refused or withheld. All else, ids included,
 * must be as it was. Prints the first differences and the counts; the status is 1 when there was a
 * difference. */
#include "config.h"

#include <libxml/HTMLparser.h>
#include <libxml/hash.h>
#include <libxml/uri.h>
#include <sqlite3.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

enum { PATH_ROOM = 4096, SHOWN = 20 };

struct pairs {
    const char *mirror, *originals;
    xmlHashTable *files;    /* URL → path below site/; a redirect's is that of its target */
    xmlHashTable *refused;  /* URL → something */
    char *site;             /* "http://127.0.0.1:1234" */
    const char *url, *path; /* of the document at hand */
    unsigned long documents, others, local, absolute, unread, differences;
};

static void __attribute__((format(printf, 2, 3))) differ(struct pairs *pairs, const char *format, ...)
{
    va_list list;

    if (++pairs->differences > SHOWN)
        return;
    va_start(list, format);
    printf("%s: ", pairs->path);
    vprintf(format, list);
    putchar('\n');
    va_end(list);
}

/* Sets FILE to the original of a URL of the site; false when there is none. */
static bool find_original(const struct pairs *pairs, const char *url, char file[PATH_ROOM])
{
    size_t site = strlen(pairs->site);
    struct stat found;
    char *path;

    if (strncmp(url, pairs->site, site) != 0 || url[site] != '/')
        return false;
    path = xmlURIUnescapeString(url + site, (int)strcspn(url + site, "?#"), NULL);
    (void)snprintf(file, PATH_ROOM, "%s%s", pairs->originals, path);
    if (stat(file, &found) == 0 && S_ISDIR(found.st_mode))
        (void)snprintf(file, PATH_ROOM, "%s%s/index.html", pairs->originals, path);
    xmlFree(path);
    return stat(file, &found) == 0;
}

static bool is_absolute(const char *reference)
{
    size_t len = strspn(reference, "abcdefghijklmnopqrstuvwxyz");

    return len > 1 && reference[len] == ':';
}

/* Where the relative REFERENCE leads from the document at hand: a path below site/. */
static void follow(const struct pairs *pairs, const char *reference, char to[PATH_ROOM])
{
    size_t folder = 0, len = strcspn(reference, "#?");
    char *path = xmlURIUnescapeString(reference, (int)len, NULL), *rest = path;

    if (len == 0) {
        (void)snprintf(to, PATH_ROOM, "%s", pairs->path);
    } else {
        (void)snprintf(to, PATH_ROOM, "%s", pairs->path);
        for (size_t i = 0; to[i]; i++)
            folder = to[i] == '/' ? i + 1 : folder;
        for (; strncmp(rest, "../", 3) == 0 && folder > 0; rest += 3)
            for (folder--; folder > 0 && to[folder - 1] != '/';)
                folder--;
        (void)snprintf(to + folder, PATH_ROOM - folder, "%s", rest);
    }
    xmlFree(path);
}

/* Whether the fragments of two references are the same, however they are escaped. */
static bool same_fragment(const char *had, const char *now)
{
    const char *had_at = strchr(had, '#'), *now_at = strchr(now, '#');
    char *had_text = xmlURIUnescapeString(had_at ? had_at : "", -1, NULL);
    char *now_text = xmlURIUnescapeString(now_at ? now_at : "", -1, NULL);
    bool same = had_text && now_text && strcmp(had_text, now_text) == 0;

    xmlFree(had_text);
    xmlFree(now_text);
    return same;
}

/* HAD is without blanks at its ends. */
static void check_local(struct pairs *pairs, const char *had, const char *now, const char *path)
{
    char to[PATH_ROOM];

    pairs->local++;
    if (is_absolute(now) || *now == '/') {
        differ(pairs, "%s is in the mirror, but became %s", had, now);
        return;
    }
    follow(pairs, now, to);
    if (strcmp(to, path) != 0 || strchr(now, '?'))
        differ(pairs, "%s became %s, not a reference to %s", had, now, path);
    if (!same_fragment(had, now))
        differ(pairs, "%s became %s: not the same fragment", had, now);
}

/* TO_SERVER: of a form, which needs the server that it was written for. */
static void check_absolute(struct pairs *pairs, const char *had, const char *now, const char *url,
                           bool to_server)
{
    char file[PATH_ROOM];

    pairs->absolute++;
    if (!is_absolute(now))
        differ(pairs, "%s is not in the mirror, but became %s", had, now);
    if (!to_server && !xmlHashLookup(pairs->refused, (const xmlChar *)url) && find_original(pairs, url, file))
        differ(pairs, "%s is on the server, but not in the mirror", had);
}

/* The root is its own parent (RFC 3986, 5.2.4); libxml2 2.15 keeps the dots. */
static void stay_below_root(char *url)
{
    char *host = strstr(url, "://"), *path = host ? strchr(host + 3, '/') : NULL;

    while (path && strncmp(path, "/../", 4) == 0)
        memmove(path, path + 3, strlen(path + 3) + 1);
}

static void check_reference(struct pairs *pairs, const char *had, const char *now, bool to_server)
{
    char *trimmed = strdup(had + strspn(had, " \t\r\n"));
    xmlChar *url;
    const char *path;

    for (size_t len = strlen(trimmed); len > 0 && strchr(" \t\r\n", trimmed[len - 1]);)
        trimmed[--len] = '\0';
    url = xmlBuildURI((const xmlChar *)trimmed, (const xmlChar *)pairs->url);
    if (!url || strncmp((char *)url, "http", 4) != 0) {
        pairs->unread += url == NULL;
        if (url && strcmp(had, now) != 0)
            differ(pairs, "%s became %s", had, now);
    } else {
        url[strcspn((char *)url, "#")] = '\0';
        stay_below_root((char *)url);
        path = xmlHashLookup(pairs->files, url);
        if (path && !to_server)
            check_local(pairs, trimmed, now, path);
        else
            check_absolute(pairs, had, now, (char *)url, to_server);
    }
    xmlFree(url);
    free(trimmed);
}

/* Style sheets: what stands in url() is held against each other, and all between must be equal. */
static void check_css(struct pairs *pairs, const char *had, const char *now)
{
    for (;;) {
        const char *had_url = strstr(had, "url("), *now_url = strstr(now, "url(");
        char had_text[PATH_ROOM], now_text[PATH_ROOM];

        if (!had_url || !now_url)
            break;
        if (had_url - had != now_url - now || strncmp(had, now, (size_t)(had_url - had)) != 0)
            break;
        had = had_url + 4 + strspn(had_url + 4, "\"' ");
        now = now_url + 4 + strspn(now_url + 4, "\"' ");
        (void)snprintf(had_text, sizeof had_text, "%.*s", (int)strcspn(had, "\"' )"), had);
        (void)snprintf(now_text, sizeof now_text, "%.*s", (int)strcspn(now, "\"' )"), now);
        check_reference(pairs, had_text, now_text, false);
        had += strlen(had_text);
        now += strlen(now_text);
    }
    if (strcmp(had, now) != 0)
        differ(pairs, "a style sheet is not as it was at \"%.40s\" and \"%.40s\"", had, now);
}

static bool is_one_of(const xmlChar *name, const char *const names[])
{
    for (; *names; names++)
        if (strcmp((const char *)name, *names) == 0)
            return true;
    return false;
}

/* Whether ATTRIBUTE is the address of a form that sends something; a form by GET is a link. */
static bool is_to_server(const xmlAttr *attribute)
{
    xmlChar *method = xmlGetNoNsProp(attribute->parent, (const xmlChar *)"method");
    bool is_post = method && xmlStrcasecmp(method, (const xmlChar *)"post") == 0;

    xmlFree(method);
    return xmlStrEqual(attribute->name, (const xmlChar *)"formaction") ||
           (is_post && xmlStrEqual(attribute->name, (const xmlChar *)"action"));
}

/* META refresh; any other content must be as it was. */
static void check_content(struct pairs *pairs, const char *had, const char *now)
{
    size_t had_len = strcspn(had, "="), now_len = strcspn(now, "=");
    char had_text[PATH_ROOM], now_text[PATH_ROOM];

    if (had[had_len] && had_len >= 3 && strncasecmp(had + had_len - 3, "url", 3) == 0 && now[now_len]) {
        had += had_len + 1 + strspn(had + had_len + 1, "\"' ");
        now += now_len + 1 + strspn(now + now_len + 1, "\"' ");
        (void)snprintf(had_text, sizeof had_text, "%.*s", (int)strcspn(had, "\"'"), had);
        (void)snprintf(now_text, sizeof now_text, "%.*s", (int)strcspn(now, "\"'"), now);
        check_reference(pairs, had_text, now_text, false);
    } else if (strcmp(had, now) != 0) {
        differ(pairs, "content=%s became %s", had, now);
    }
}

static void check_attribute(struct pairs *pairs, const xmlAttr *had, const xmlAttr *now)
{
    static const char *const references[] = {"href", "src",    "data",       "poster",   "background",
                                             "cite", "action", "formaction", "longdesc", NULL};
    xmlChar *had_value = xmlNodeListGetString(had->doc, had->children, 1);
    xmlChar *now_value = xmlNodeListGetString(now->doc, now->children, 1);
    const char *had_text = had_value ? (char *)had_value : "", *now_text = now_value ? (char *)now_value : "";

    if (!xmlStrEqual(had->name, now->name))
        differ(pairs, "attribute %s became %s", had->name, now->name);
    else if (is_one_of(had->name, references))
        check_reference(pairs, had_text, now_text, is_to_server(had));
    else if (strcmp((const char *)had->name, "style") == 0)
        check_css(pairs, had_text, now_text);
    else if (strcmp((const char *)had->name, "content") == 0)
        check_content(pairs, had_text, now_text);
    else if (strcmp(had_text, now_text) != 0)
        differ(pairs, "%s=%s became %s", had->name, had_text, now_text);
    xmlFree(had_value);
    xmlFree(now_value);
}

static void check_node(struct pairs *pairs, const xmlNode *had, const xmlNode *now)
{
    const xmlAttr *had_attribute, *now_attribute;

    if (had->type != now->type || !xmlStrEqual(had->name, now->name)) {
        differ(pairs, "<%s> became <%s>", had->name, now->name);
    } else if (had->type == XML_ELEMENT_NODE) {
        had_attribute = had->properties;
        now_attribute = now->properties;
        for (; had_attribute && now_attribute;
             had_attribute = had_attribute->next, now_attribute = now_attribute->next)
            check_attribute(pairs, had_attribute, now_attribute);
        if (had_attribute || now_attribute)
            differ(pairs, "<%s> has more or fewer attributes", had->name);
    } else if (had->content && now->content) {
        if (had->parent && xmlStrEqual(had->parent->name, (const xmlChar *)"style"))
            check_css(pairs, (char *)had->content, (char *)now->content);
        else if (!xmlStrEqual(had->content, now->content))
            differ(pairs, "text became another: \"%.60s\"", now->content);
    }
}

/* The node after NODE in the order of the document. */
static const xmlNode *next_node(const xmlNode *node)
{
    if (node->children && node->type == XML_ELEMENT_NODE)
        return node->children;
    while (node && !node->next)
        node = node->parent && node->parent->type == XML_ELEMENT_NODE ? node->parent : NULL;
    return node ? node->next : NULL;
}

static void check_html(struct pairs *pairs, const char *had_file, const char *now_file)
{
    int options = HTML_PARSE_RECOVER | HTML_PARSE_NOERROR | HTML_PARSE_NOWARNING | HTML_PARSE_NONET;
    xmlDoc *had = htmlReadFile(had_file, NULL, options), *now = htmlReadFile(now_file, NULL, options);
    const xmlNode *a = had ? xmlDocGetRootElement(had) : NULL, *b = now ? xmlDocGetRootElement(now) : NULL;

    for (; a && b; a = next_node(a), b = next_node(b))
        check_node(pairs, a, b);
    if (a || b)
        differ(pairs, "the page has more or fewer elements");
    xmlFreeDoc(had);
    xmlFreeDoc(now);
}

/* A whole file, ended by a NUL. */
static char *read_file(const char *path, size_t *len)
{
    FILE *file = fopen(path, "rb");
    struct stat found;
    char *bytes;

    *len = 0;
    if (!file || fstat(fileno(file), &found) != 0) {
        if (file)
            (void)fclose(file);
        return NULL;
    }
    bytes = malloc((size_t)found.st_size + 1);
    if (bytes) {
        *len = fread(bytes, 1, (size_t)found.st_size, file);
        bytes[*len] = '\0';
    }
    (void)fclose(file);
    return bytes;
}

static void check_bytes(struct pairs *pairs, const char *had_file, const char *now_file, bool css)
{
    size_t had_len, now_len;
    char *had = read_file(had_file, &had_len), *now = read_file(now_file, &now_len);

    if (!had || !now)
        differ(pairs, "cannot be read");
    else if (css)
        check_css(pairs, had, now);
    else if (had_len != now_len || memcmp(had, now, had_len) != 0)
        differ(pairs, "is not what the server gave");
    free(had);
    free(now);
}

static void check_file(struct pairs *pairs, const char *url, const char *path, const char *type)
{
    bool html = strncmp(type, "text/html", 9) == 0, css = strncmp(type, "text/css", 8) == 0;
    char had[PATH_ROOM], now[PATH_ROOM];

    pairs->url = url;
    pairs->path = path;
    (void)snprintf(now, sizeof now, "%s/site/%s", pairs->mirror, path);
    if (!find_original(pairs, url, had))
        return;
    if (html)
        check_html(pairs, had, now);
    else
        check_bytes(pairs, had, now, css);
    pairs->documents += html || css;
    pairs->others += !(html || css);
}

static const char *column(sqlite3_stmt *statement, int index)
{
    const unsigned char *text = sqlite3_column_text(statement, index);

    return text ? (const char *)text : "";
}

static sqlite3_stmt *ask(sqlite3 *db, const char *sql)
{
    sqlite3_stmt *statement = NULL;

    if (sqlite3_prepare_v2(db, sql, -1, &statement, NULL) != SQLITE_OK) {
        (void)fprintf(stderr, "pairs: %s\n", sqlite3_errmsg(db));
        exit(2);
    }
    return statement;
}

static void load(struct pairs *pairs, sqlite3 *db)
{
    sqlite3_stmt *use = ask(db, "SELECT url.url, file.path FROM visit JOIN url ON url.id = visit.url"
                                " JOIN file ON file.url = coalesce(visit.redirect_to, visit.url)");

    while (sqlite3_step(use) == SQLITE_ROW) {
        const char *url = column(use, 0), *host = strstr(url, "://");
        size_t before = host ? (size_t)(host - url) + 3 : 0;

        if (!pairs->site)
            pairs->site = strndup(url, before + strcspn(url + before, "/"));
        (void)xmlHashAddEntry(pairs->files, (const xmlChar *)url, strdup(column(use, 1)));
    }
    (void)sqlite3_finalize(use);
    use = ask(db,
              "SELECT url FROM url JOIN state ON state.id = url.state WHERE name IN ('refused', 'withheld')");
    while (sqlite3_step(use) == SQLITE_ROW)
        (void)xmlHashAddEntry(pairs->refused, (const xmlChar *)column(use, 0), pairs);
    (void)sqlite3_finalize(use);
}

static void free_path(void *path, const xmlChar *name)
{
    (void)name;
    free(path);
}

int main(int argc, char **argv)
{
    struct pairs pairs = {.files = xmlHashCreate(4096), .refused = xmlHashCreate(4096)};
    char name[PATH_ROOM];
    sqlite3 *db = NULL;
    sqlite3_stmt *use;

    if (argc != 3) {
        (void)fputs("usage: pairs MIRROR ORIGINALS\n", stderr);
        return 2;
    }
    pairs.mirror = argv[1];
    pairs.originals = argv[2];
    (void)snprintf(name, sizeof name, "%s/mirror.db", pairs.mirror);
    if (sqlite3_open_v2(name, &db, SQLITE_OPEN_READWRITE, NULL) != SQLITE_OK)
        return 2;
    load(&pairs, db);
    use = ask(db, "SELECT url.url, file.path, visit.content_type FROM file JOIN url ON url.id = file.url"
                  " JOIN visit ON visit.url = file.url ORDER BY file.path");
    while (sqlite3_step(use) == SQLITE_ROW)
        check_file(&pairs, column(use, 0), column(use, 1), column(use, 2));
    (void)sqlite3_finalize(use);
    (void)sqlite3_close(db);
    printf("%lu pages and sheets, %lu other files, %lu local references, %lu absolute, %lu not read, "
           "%lu differences\n",
           pairs.documents, pairs.others, pairs.local, pairs.absolute, pairs.unread, pairs.differences);
    xmlHashFree(pairs.files, free_path);
    xmlHashFree(pairs.refused, NULL);
    free(pairs.site);
    return pairs.differences > 0 || pairs.local == 0;
}
