/* SPDX-License-Identifier: MIT */
/* Reads the version and cipher suite of a connection, which libcurl only knows as an object of its TLS
 * library. That object is read only if the library is the OpenSSL that this program has: others have objects
 * of other forms. */
#include "config.h"

#include "fetch/tls.h"

#include <openssl/crypto.h>
#include <openssl/ssl.h>
#include <string.h>

bool tls_is_readable(void)
{
    const char *name = curl_version_info(CURLVERSION_NOW)->ssl_version;
    struct span text = name ? span_of(name) : span_of("");

    return span_starts(text, "OpenSSL/") &&
           span_is(span_part(text, strlen("OpenSSL/"), text.len), OpenSSL_version(OPENSSL_VERSION_STRING));
}

/* Returns the name that WARC records have for the version, as the IIPC proposes. */
static const char *version_name(const SSL *ssl)
{
    switch (SSL_version(ssl)) {
    case TLS1_3_VERSION:
        return "tls/1.3";
    case TLS1_2_VERSION:
        return "tls/1.2";
    case TLS1_1_VERSION:
        return "tls/1.1";
    case TLS1_VERSION:
        return "tls/1.0";
    default:
        return NULL;
    }
}

void tls_describe(CURL *easy, struct fetch_result *result)
{
    const struct curl_tlssessioninfo *session = NULL;
    const SSL_CIPHER *cipher;

    if (curl_easy_getinfo(easy, CURLINFO_TLS_SSL_PTR, &session) != CURLE_OK || !session ||
        session->backend != CURLSSLBACKEND_OPENSSL || !session->internals)
        return;
    result->tls_version = version_name(session->internals);
    cipher = SSL_get_current_cipher(session->internals);
    result->tls_cipher = cipher ? SSL_CIPHER_standard_name(cipher) : NULL;
}
