/* SPDX-License-Identifier: MIT */
/* The outcomes of statuses and of libcurl's codes, one row each. */
#include "config.h"

#include "answer/outcome.h"

#include <curl/curl.h>

#include "tap.h"

static const struct {
    int status;
    bool has_location;
    enum fetch_outcome outcome;
} statuses[] = {
    {200, false, FETCH_OK},           {201, true, FETCH_OK},           {204, false, FETCH_OK},
    {206, false, FETCH_PROTOCOL},     {299, false, FETCH_OK},          {101, false, FETCH_PROTOCOL},
    {0, false, FETCH_PROTOCOL},       {301, true, FETCH_REDIRECT},     {308, true, FETCH_REDIRECT},
    {300, true, FETCH_REDIRECT},      {302, false, FETCH_PROTOCOL},    {304, false, FETCH_NOT_MODIFIED},
    {304, true, FETCH_NOT_MODIFIED},  {305, true, FETCH_PROTOCOL},     {400, false, FETCH_CLIENT_ERROR},
    {400, true, FETCH_CLIENT_ERROR},  {399, true, FETCH_REDIRECT},     {199, false, FETCH_PROTOCOL},
    {306, true, FETCH_PROTOCOL},      {499, true, FETCH_CLIENT_ERROR}, {500, false, FETCH_SERVER_ERROR},
    {599, false, FETCH_SERVER_ERROR}, {600, false, FETCH_PROTOCOL},    {999, true, FETCH_PROTOCOL},
};

static const struct {
    CURLcode code;
    bool answered;
    enum fetch_outcome outcome;
    enum fetch_truncation truncation;
} endings[] = {
    {CURLE_OPERATION_TIMEDOUT, true, FETCH_TIMEOUT, FETCH_CUT_TIME},
    {CURLE_COULDNT_RESOLVE_HOST, false, FETCH_DNS, FETCH_CUT_UNSPECIFIED},
    {CURLE_COULDNT_RESOLVE_PROXY, false, FETCH_PROXY_DNS, FETCH_CUT_UNSPECIFIED},
    {CURLE_COULDNT_CONNECT, false, FETCH_UNREACHABLE, FETCH_CUT_UNSPECIFIED},
    {CURLE_OPERATION_TIMEDOUT, false, FETCH_TIMEOUT, FETCH_CUT_TIME},
    {CURLE_PEER_FAILED_VERIFICATION, false, FETCH_CERTIFICATE, FETCH_CUT_UNSPECIFIED},
    {CURLE_SSL_CONNECT_ERROR, false, FETCH_TLS, FETCH_CUT_UNSPECIFIED},
    {CURLE_PARTIAL_FILE, true, FETCH_PARTIAL, FETCH_CUT_DISCONNECT},
    {CURLE_RECV_ERROR, true, FETCH_PARTIAL, FETCH_CUT_DISCONNECT},
    {CURLE_RECV_ERROR, false, FETCH_RESET, FETCH_CUT_DISCONNECT},
    {CURLE_SEND_ERROR, false, FETCH_RESET, FETCH_CUT_DISCONNECT},
    {CURLE_GOT_NOTHING, false, FETCH_RESET, FETCH_CUT_DISCONNECT},
    {CURLE_HTTP2, false, FETCH_RESET, FETCH_CUT_DISCONNECT},
    {CURLE_HTTP2_STREAM, true, FETCH_PARTIAL, FETCH_CUT_DISCONNECT},
    {CURLE_WEIRD_SERVER_REPLY, false, FETCH_PROTOCOL, FETCH_CUT_UNSPECIFIED},
    {CURLE_UNSUPPORTED_PROTOCOL, false, FETCH_PROTOCOL, FETCH_CUT_UNSPECIFIED},
    {CURLE_WRITE_ERROR, true, FETCH_LOCAL, FETCH_CUT_UNSPECIFIED},
};

static const struct {
    enum fetch_outcome outcome;
    int status;
    bool may_pass;
} repeats[] = {
    {FETCH_OK, 200, false},          {FETCH_CLIENT_ERROR, 404, false}, {FETCH_CLIENT_ERROR, 429, true},
    {FETCH_CLIENT_ERROR, 408, true}, {FETCH_SERVER_ERROR, 503, true},  {FETCH_SERVER_ERROR, 501, false},
    {FETCH_TIMEOUT, 0, true},        {FETCH_TOO_LARGE, 200, false},    {FETCH_PRIVATE_ADDRESS, 0, false},
    {FETCH_PARTIAL, 200, true},      {FETCH_BAD_URL, 0, false},
};

int main(void)
{
    for (size_t i = 0; i < COUNT_OF(statuses); i++) {
        enum fetch_outcome seen = fetch_outcome_of_status(statuses[i].status, statuses[i].has_location);

        ok(seen == statuses[i].outcome, "status %d%s: %s", statuses[i].status,
           statuses[i].has_location ? " with Location" : "", fetch_outcomes[seen].word);
    }
    for (size_t i = 0; i < COUNT_OF(endings); i++) {
        enum fetch_outcome seen = fetch_outcome_of_code((int)endings[i].code, endings[i].answered);

        ok(seen == endings[i].outcome && fetch_outcomes[seen].truncation == endings[i].truncation,
           "'%s'%s: %s", curl_easy_strerror(endings[i].code), endings[i].answered ? " after headers" : "",
           fetch_outcomes[seen].word);
    }
    for (size_t i = 0; i < COUNT_OF(repeats); i++)
        ok(fetch_outcome_may_pass(repeats[i].outcome, repeats[i].status) == repeats[i].may_pass,
           "%s %d may%s pass", fetch_outcomes[repeats[i].outcome].word, repeats[i].status,
           repeats[i].may_pass ? "" : " not");
    for (int outcome = FETCH_OK; outcome <= FETCH_LOCAL; outcome++)
        ok(fetch_outcomes[outcome].text[0] && fetch_outcomes[outcome].word[0], "outcome %d has words",
           outcome);
    return done();
}
