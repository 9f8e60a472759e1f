/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_FETCH_TRANSFER_SETUP_H
#define TIPTOE_FETCH_TRANSFER_SETUP_H

#include <curl/curl.h>

#include "fetch/cookies.h"
#include "fetch/fetch.h"
#include "fetch/guard.h"

struct credentials;
struct sockets;

/* The settings that the transfers of one fetch object share. */
struct transfer_setup {
    CURLSH *share;                   /* of TLS sessions, and of the user's cookies */
    struct fetch_options options;    /* with the defaults; its texts last until fetch_new returns */
    char *origin, *client_file;      /* copies of two of them */
    struct credentials *credentials; /* for it; NULL without */
    struct curl_slist *resolve;
    struct curl_slist *headers;           /* for all origins */
    struct curl_slist *origin_headers;    /* for the start page's origin: the same, and its own */
    const struct curl_slist *own_headers; /* the rest of origin_headers, which other origins do not get */
    struct sockets *sockets;
    struct guard guard;
    struct jar jar;
    struct curl_slist *serial_origins; /* these get HTTP/1.1 only */
    bool proxy_takes_urls, has_proxy, has_cookies;
    bool sends_jar;      /* no cookies of the user are sent */
    bool sends_referrer; /* nor a Referer of the user */
    bool reads_tls;      /* receive_knows_tls */
};

/* Makes the settings of OPTIONS, except for share and sockets. */
void transfer_setup_init(struct transfer_setup *setup, const struct fetch_options *options) NONNULL;
void transfer_setup_release(struct transfer_setup *setup) NONNULL;

/* Returns true if the user gave the field NAME for the origin. */
bool transfer_setup_has_header(const struct transfer_setup *setup, struct span name) NONNULL;

/* Returns LIST with LINE at its end. */
struct curl_slist *transfer_setup_append(struct curl_slist *list, const char *line)
    __attribute__((nonnull(2), returns_nonnull));

/* Dies unless CODE is CURLE_OK: for options that this libcurl must know. */
void transfer_check(CURLcode code);

#endif
