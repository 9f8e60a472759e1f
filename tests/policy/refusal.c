/* SPDX-License-Identifier: MIT */
/* Firewalls' answers, and pages that only look like them. */
#include "config.h"

#include "policy/refusal.h"

#include "tap.h"

static const struct {
    int status;
    const char *head, *body;
    enum refusal refusal;
    const char *who;
} cases[] = {
    {200, "HTTP/1.1 200 OK\r\nServer: cloudflare\r\n\r\n", "<p>a page", REFUSAL_NONE, ""},
    {404, "HTTP/1.1 404 Not Found\r\n\r\n", "", REFUSAL_NONE, ""},
    {401, "HTTP/1.1 401 Unauthorized\r\n\r\n", "", REFUSAL_NONE, ""},
    {403, "HTTP/1.1 403 Forbidden\r\n\r\n", "no", REFUSAL_STATUS, ""},
    {429, "HTTP/1.1 429 Too Many Requests\r\n\r\n", "slower", REFUSAL_STATUS, ""},
    {503, "HTTP/1.1 503 Busy\r\n\r\n", "busy", REFUSAL_NONE, ""},
    {403, "HTTP/1.1 403 Forbidden\r\nCF-Mitigated: challenge\r\n\r\n", "", REFUSAL_CHALLENGE, "Cloudflare"},
    {200, "HTTP/1.1 200 OK\r\ncf-mitigated:challenge\r\n\r\n", "", REFUSAL_CHALLENGE, "Cloudflare"},
    {200, "HTTP/1.1 200 OK\r\nX-Note: cf-mitigated: challenge\r\n\r\n", "", REFUSAL_NONE, ""},
    {202, "HTTP/1.1 202 Accepted\r\nx-amzn-waf-action: challenge\r\n\r\n", "", REFUSAL_CHALLENGE, "AWS WAF"},
    {429, "HTTP/1.1 429 No\r\nx-vercel-mitigated: challenge\r\n\r\n", "", REFUSAL_CHALLENGE, "Vercel"},
    {503, "", "<script>window._cf_chl_opt={cvId: '3'}", REFUSAL_CHALLENGE, "Cloudflare"},
    {200, "", "<script id=\"anubis_challenge\" type=\"application/json\">", REFUSAL_CHALLENGE, "Anubis"},
    {200, "", "<pre>&lt;script id=\"anubis_challenge\"&gt;</pre>", REFUSAL_NONE, ""},
    {200, "", "<iframe id=\"main-iframe\" src=\"/_Incapsula_Resource?CWUDNSAI=23&xinfo=1\">",
     REFUSAL_CHALLENGE, "Imperva"},
    {200, "", "<p>a page<script src=\"/_Incapsula_Resource?SWJIYLWA=71\"></script>", REFUSAL_NONE, ""},
    {200, "", "<title>You are being redirected...</title><script>sucuri_cloudproxy_js='';S='",
     REFUSAL_CHALLENGE, "Sucuri"},
    {200, "", "<html><head><title>Request Rejected</title></head><body>The requested URL was rejected.",
     REFUSAL_CHALLENGE, "F5"},
    {403, "", "<script src=\"https://ct.captcha-delivery.com/c.js\">", REFUSAL_CHALLENGE, "DataDome"},
    {200, "", "<script src=\"https://ct.captcha-delivery.com/c.js\">", REFUSAL_NONE, ""},
    {200, "", "", REFUSAL_NONE, ""},
};

static void test_size(void)
{
    static char body[REFUSAL_BODY_MAX + 1];
    struct refusal_answer answer = {.status = 200, .body = {body, sizeof body}};
    const char *who;

    memset(body, 'x', sizeof body);
    memcpy(body, "_cf_chl_opt", 11);
    is_int(refusal_judge(&answer, &who), REFUSAL_NONE, "a large page is no challenge");
    answer.body.len--;
    is_int(refusal_judge(&answer, &who), REFUSAL_CHALLENGE, "a smaller one is");
    memset(body, 'x', 11);
    memcpy(body + sizeof body / 2, "_cf_chl_opt", 11);
    is_int(refusal_judge(&answer, &who), REFUSAL_NONE, "far from its start marks are not looked for");
}

int main(void)
{
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct refusal_answer answer = {cases[i].status, span_of(cases[i].head), span_of(cases[i].body)};
        const char *who;

        is_int(refusal_judge(&answer, &who), cases[i].refusal,
               *cases[i].body ? cases[i].body : "an answer by its head");
        is_str(who, cases[i].who, "the firewall's name");
    }
    test_size();
    return done();
}
