/* SPDX-License-Identifier: MIT */
/* Makes the settings that all transfers share from the options of their fetch: header lines, addresses that
 * may be private, credentials. */
#include "config.h"

#include "fetch/transfer.h"

#include <stdio.h>
#include <string.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "fetch/credentials.h"
#include "url/host.h"

enum { DEFAULT_TRANSFERS = 8 };

void transfer_check(CURLcode code)
{
    if (code != CURLE_OK)
        die("libcurl %s: %s", curl_version(), curl_easy_strerror(code));
}

struct curl_slist *transfer_setup_append(struct curl_slist *list, const char *line)
{
    struct curl_slist *longer = curl_slist_append(list, line);

    if (!longer)
        die("no memory for headers");
    return longer;
}

/* Returns the field lines of every request, followed by OWN. */
static struct curl_slist *list_headers(const struct fetch_options *options, struct texts own)
{
    struct curl_slist *list = transfer_setup_append(NULL, "Accept-Encoding: gzip, br, zstd, deflate");
    char from[512];

    if (options->from && snprintf(from, sizeof from, "From: %s", options->from) < (int)sizeof from)
        list = transfer_setup_append(list, from);
    for (size_t i = 0; i < own.count; i++)
        list = transfer_setup_append(list, own.all[i]);
    return list;
}

static char *copy_text(const char *text)
{
    return text ? mem_copy_text(text, strlen(text)) : NULL;
}

static void fill_setup(struct transfer_setup *setup, const struct fetch_options *options)
{
    *setup = (struct transfer_setup){
        .options = *options,
        .headers = list_headers(options, (struct texts){0}),
        .origin_headers = list_headers(options, options->origin_headers),
        .origin = copy_text(options->origin),
        .client_file = copy_text(options->client_file),
        .has_proxy = options->proxy != NULL,
        .has_cookies = options->cookies.at != NULL,
        .reads_tls = receive_knows_tls(),
        .proxy_takes_urls = options->proxy && !span_starts_nocase(span_of(options->proxy), "socks"),
    };
}

static void fill_defaults(struct fetch_options *options)
{
    enum { SECOND = 1000, MINUTE = 60 * SECOND };

    if (options->max_transfers == 0)
        options->max_transfers = DEFAULT_TRANSFERS;
    if (options->connect_timeout_ms <= 0)
        options->connect_timeout_ms = 15 * SECOND;
    if (options->stall_timeout_ms <= 0)
        options->stall_timeout_ms = 20 * SECOND;
    if (options->live_after_ms == 0)
        options->live_after_ms = 600 * 1000;
    if (options->least_rate == 0)
        options->least_rate = 100;
    if (options->total_timeout_ms <= 0)
        options->total_timeout_ms = 60 * MINUTE;
    if (options->document_timeout_ms <= 0)
        options->document_timeout_ms = 5 * MINUTE;
}

bool transfer_setup_has_header(const struct transfer_setup *setup, struct span name)
{
    for (const struct curl_slist *own = setup->own_headers; own; own = own->next) {
        if (span_equals_nocase(name, head_line_name(span_of(own->data))))
            return true;
    }
    return false;
}

/* Gives the host of TEXT, "host:port:address", this address, which may be private. libcurl knows the host by
 * its canonical name. */
static void resolve_as(struct transfer_setup *setup, const char *text)
{
    struct buf line BUF_LOCAL(2 * LIMIT_URL_BYTES);
    struct buf scratch BUF_LOCAL(LIMIT_URL_BYTES);
    struct span rest = span_of(text), address = rest;
    struct span host = span_take_until(&rest, ':');

    (void)span_take_until(&address, ':');
    (void)span_take_until(&address, ':');
    guard_open(&setup->guard, address);
    if (!host_add(&line, &scratch, host))
        return;
    (void)buf_add_format(&line, ":%.*s", (int)rest.len, rest.at);
    setup->resolve = transfer_setup_append(setup->resolve, buf_text(&line));
}

void transfer_setup_init(struct transfer_setup *setup, const struct fetch_options *given)
{
    struct fetch_options options = *given;

    fill_defaults(&options);
    fill_setup(setup, &options);
    if (options.credentials) {
        setup->credentials = MEM_NEW(struct credentials);
        credentials_init(setup->credentials, options.credentials);
    }
    for (size_t i = 0; i < options.private_hosts.count; i++)
        guard_open(&setup->guard, span_of(options.private_hosts.all[i]));
    for (size_t i = 0; i < options.resolve.count; i++)
        resolve_as(setup, options.resolve.all[i]);
    if (options.named_host.len > 0 &&
        !host_is_dns_name(options.named_host)) /* what it redirects to, a server named */
        guard_open(&setup->guard, options.named_host);
    setup->own_headers = setup->origin_headers;
    for (const struct curl_slist *shared = setup->headers; shared; shared = shared->next)
        setup->own_headers = setup->own_headers->next;
    setup->sends_jar = !setup->has_cookies && !transfer_setup_has_header(setup, span_of("Cookie"));
    setup->sends_referrer = !transfer_setup_has_header(setup, span_of("Referer"));
}

void transfer_setup_release(struct transfer_setup *setup)
{
    curl_slist_free_all(setup->resolve);
    curl_slist_free_all(setup->headers);
    curl_slist_free_all(setup->origin_headers);
    curl_slist_free_all(setup->serial_origins);
    guard_release(&setup->guard);
    jar_release(&setup->jar);
    free(setup->origin);
    free(setup->client_file);
    if (setup->credentials)
        credentials_release(setup->credentials);
    free(setup->credentials);
}
