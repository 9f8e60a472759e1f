/* SPDX-License-Identifier: MIT */
/* Maps libcurl's codes and HTTP's statuses (RFC 9110, 15) to outcomes. */
#include "config.h"

#include "answer/outcome.h"

#include <curl/curl.h>

#include "base/span.h"

static const struct {
    const char *word, *text;
    bool may_pass;
    enum fetch_truncation truncation;
} outcomes[] = {
#define FETCH_OUTCOME_ROW(name, word, text, may_pass, truncation) [name] = {word, text, may_pass, truncation},
    FETCH_OUTCOMES(FETCH_OUTCOME_ROW)
#undef FETCH_OUTCOME_ROW
};

const char *fetch_outcome_text(enum fetch_outcome outcome)
{
    return outcomes[outcome].text;
}

const char *fetch_outcome_word(enum fetch_outcome outcome)
{
    return outcomes[outcome].word;
}

enum fetch_truncation fetch_outcome_truncation(enum fetch_outcome outcome)
{
    return outcomes[outcome].truncation;
}

bool fetch_outcome_may_pass(enum fetch_outcome outcome, int status)
{
    static const int passing[] = {408, 425, 429};

    for (size_t i = 0; outcome == FETCH_CLIENT_ERROR && i < COUNT_OF(passing); i++) {
        if (status == passing[i])
            return true;
    }
    if (outcome == FETCH_SERVER_ERROR && (status == 501 || status == 505))
        return false;
    return outcomes[outcome].may_pass;
}

/* Returns the outcome of a status. 101 and 206 answer requests that we never send; 305 and 306 are
 * deprecated. */
enum fetch_outcome fetch_outcome_of_status(int status, bool has_location)
{
    if (status == 304)
        return FETCH_NOT_MODIFIED;
    if (status >= 200 && status < 300 && status != 206)
        return FETCH_OK;
    if (status >= 300 && status < 400 && status != 305 && status != 306 && has_location)
        return FETCH_REDIRECT;
    if (status >= 400 && status < 500)
        return FETCH_CLIENT_ERROR;
    if (status >= 500 && status < 600)
        return FETCH_SERVER_ERROR;
    return FETCH_PROTOCOL;
}

/* CURLE_TOO_LARGE, which libcurl before 8.6 does not have. */
enum { TOO_LARGE = 100 };

/* Codes that mean the same before and within an answer. All others mean that the connection ended. */
static const struct {
    int code;
    enum fetch_outcome outcome;
} codes[] = {
    {CURLE_OPERATION_TIMEDOUT, FETCH_TIMEOUT},
    {CURLE_COULDNT_RESOLVE_HOST, FETCH_DNS},
    {CURLE_COULDNT_RESOLVE_PROXY, FETCH_PROXY_DNS},
    {CURLE_COULDNT_CONNECT, FETCH_UNREACHABLE},
    {CURLE_PROXY, FETCH_UNREACHABLE},
    {CURLE_SSL_CONNECT_ERROR, FETCH_TLS},
    {CURLE_PEER_FAILED_VERIFICATION, FETCH_CERTIFICATE},
    {CURLE_SSL_ISSUER_ERROR, FETCH_CERTIFICATE},
    {CURLE_SSL_INVALIDCERTSTATUS, FETCH_CERTIFICATE},
    {CURLE_SSL_PINNEDPUBKEYNOTMATCH, FETCH_CERTIFICATE},
    {CURLE_SSL_CERTPROBLEM, FETCH_LOCAL},
    {CURLE_SSL_CACERT_BADFILE, FETCH_LOCAL},
    {CURLE_SSL_CIPHER, FETCH_TLS},
    {CURLE_USE_SSL_FAILED, FETCH_TLS},
    {CURLE_UNSUPPORTED_PROTOCOL, FETCH_PROTOCOL},
    {CURLE_URL_MALFORMAT, FETCH_BAD_URL},
    {CURLE_WEIRD_SERVER_REPLY, FETCH_PROTOCOL},
    {CURLE_BAD_CONTENT_ENCODING, FETCH_PROTOCOL},
    {CURLE_RANGE_ERROR, FETCH_PROTOCOL},
    {CURLE_TOO_MANY_REDIRECTS, FETCH_PROTOCOL},
    {CURLE_FILESIZE_EXCEEDED, FETCH_TOO_LARGE},
    {CURLE_OUT_OF_MEMORY, FETCH_PROTOCOL}, /* libcurl's code for a field line beyond its limit, */
    {TOO_LARGE, FETCH_PROTOCOL},           /* since 8.6, also for too many lines */
    {CURLE_FAILED_INIT, FETCH_LOCAL},
    {CURLE_INTERFACE_FAILED, FETCH_LOCAL},
    {CURLE_WRITE_ERROR, FETCH_LOCAL},
};

enum fetch_outcome fetch_outcome_of_code(int curl_code, bool answered)
{
    for (size_t i = 0; i < COUNT_OF(codes); i++) {
        if (curl_code == codes[i].code)
            return codes[i].outcome;
    }
    return answered ? FETCH_PARTIAL : FETCH_RESET;
}
