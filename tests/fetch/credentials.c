/* SPDX-License-Identifier: MIT */
/* Answers to challenges of HTTP authentication: the examples of RFC 7616 and RFC 7617, the protection space,
 * and how often a server is answered. */
#include "config.h"

#include "fetch/credentials.h"

#include <stdio.h>

#include "tap.h"

#define DIGEST_HEAD "Digest realm=\"http-auth@example.org\", qop=\"auth, auth-int\", algorithm="
#define DIGEST_TAIL                                                                                          \
    ", nonce=\"7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v\", "                                             \
    "opaque=\"FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS\""

static struct credentials user;
static char field[CREDENTIALS_FIELD_BYTES];

static bool take(const char *path, unsigned version, int status, const char *challenge)
{
    struct answer_fields fields = {0};
    struct buf head BUF_LOCAL(CREDENTIALS_FIELD_BYTES);
    bool repeats;

    (void)buf_add_format(&head, "HTTP/1.1 %d\r\nWWW-Authenticate: %s\r\n\r\n", status, challenge);
    answer_fields_read(&fields, buf_span(&head));
    repeats = credentials_take(&user, span_of(path), version, status, &fields);
    answer_fields_release(&fields);
    return repeats;
}

/* Writes the value of Authorization of a request for PATH to `field`. */
static unsigned send(const char *path)
{
    struct buf out BUF_LOCAL(CREDENTIALS_FIELD_BYTES);
    unsigned version = credentials_add_field(&user, span_of(path), &out);

    (void)snprintf(field, sizeof field, "%s", buf_text(&out));
    return version;
}

static void begin(const char *text)
{
    if (user.user)
        credentials_release(&user);
    credentials_init(&user, text);
}

static void check_digest(void)
{
    static const struct {
        const char *challenge, *response;
    } cases[] = {
        {DIGEST_HEAD "MD5" DIGEST_TAIL, "response=\"8ca523f5e9506fed4657c9700eebdbec\""},
        {DIGEST_HEAD "SHA-256" DIGEST_TAIL,
         "response=\"753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1\""},
        {"Basic realm=\"a, \\\"b\\\"\", Negotiate abc==, " DIGEST_HEAD "SHA-256" DIGEST_TAIL ", " DIGEST_HEAD
         "MD5" DIGEST_TAIL,
         "response=\"753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1\""},
    };

    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        begin("Mufasa:Circle of Life");
        (void)snprintf(user.cnonce, sizeof user.cnonce, "f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ");
        ok(send("/dir/index.html") == 0, "nothing is sent before a challenge");
        ok(take("/dir/index.html", 0, 401, cases[i].challenge), "a challenge is answered");
        ok(send("/dir/index.html") == 1 && strstr(field, cases[i].response) && strstr(field, "nc=00000001") &&
               strstr(field, "opaque=\"FQhe/") && strstr(field, "username=\"Mufasa\""),
           "as in RFC 7616");
        ok(send("/other") == 1 && strstr(field, "nc=00000002") && strstr(field, "uri=\"/other\""),
           "without a domain, all paths of the origin are protected");
    }
}

static void check_basic(void)
{
    begin("Aladdin:open sesame");
    ok(take("/docs/a/b.html?q=/x/", 0, 401, "Basic realm=\"x\", charset=\"UTF-8\""), "Basic is answered");
    ok(send("/docs/a/c") == 1 && strcmp(field, "Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==") == 0, "as in RFC 7617");
    ok(send("/robots.txt") == 0 && send("/docs/b") == 0, "but not outside the folder that asked for it");
    ok(!take("/docs/a/c", 1, 200, "") && take("/docs/b/d", 0, 401, "Basic realm=\"x\""),
       "another folder asks, too");
    ok(send("/docs/") == 2 && send("/robots.txt") == 0, "then the folder of both is protected");
    ok(take("/docs/a/e", 1, 401, "Basic realm=\"x\""), "an older request is repeated");
    ok(!take("/docs/a/e", 2, 401, "Basic realm=\"x\""), "and refused once");
    begin("Aladdin:wrong");
    ok(take("/", 0, 401, "Basic realm=\"x\"") && send("/") == 1 && !take("/", 1, 401, "Basic realm=\"x\"") &&
           send("/") == 0 && !take("/a", 0, 401, "Basic realm=\"x\""),
       "a wrong password is sent once");
}

static void check_refused(void)
{
    static const char *const refused[] = {
        "",
        "Negotiate",
        "Digest realm=\"x\"",
        DIGEST_HEAD "SHA-9" DIGEST_TAIL,
        DIGEST_HEAD "MD5-sess, qop=auth-int" DIGEST_TAIL,
        "Basic realm=\"x\", " DIGEST_HEAD "SHA-9" DIGEST_TAIL,
        "Basic realm=\"never ended, " DIGEST_HEAD "\\",
        "=,=\"=\"\\\",,Basic=\"",
    };

    for (size_t i = 0; i < COUNT_OF(refused); i++) {
        begin("a:b");
        if (take("/", 0, 401, refused[i]) && strncmp(refused[i], "Basic realm=\"never", 18) != 0)
            ok(false, "%s is not answered", refused[i]);
    }
    ok(true, "what cannot be answered is not");
}

static void check_stale(void)
{
    unsigned version = 0, sent = 0;
    char challenge[200];

    begin("a:b");
    ok(take("/", 0, 401, "Digest realm=\"x\", nonce=\"0\", qop=\"auth\""), "a nonce");
    for (int i = 1; i < 1000; i++) {
        version = send("/");
        sent++;
        (void)snprintf(challenge, sizeof challenge,
                       "Digest realm=\"x\", nonce=\"%d\", stale=true, qop=\"auth\"", i);
        if (!take("/", version, 401, challenge))
            break;
    }
    ok(sent < 20, "nonces that are always stale end: %u", sent);
    begin("a:b");
    (void)take("/", 0, 401, "Digest realm=\"x\", nonce=\"0\", qop=\"auth\"");
    for (int i = 1; i < 100 && sent > 0; i++) {
        (void)snprintf(challenge, sizeof challenge,
                       "Digest realm=\"x\", nonce=\"%d\", stale=true, qop=\"auth\"", i);
        if (take("/", send("/"), 200, "") || !take("/", send("/"), 401, challenge))
            sent = 0;
    }
    ok(sent > 0, "a nonce for each page is answered for ever");
}

/* A page that this user may not see, and one of another space, beside pages that are served. */
static void check_spaces(void)
{
    char path[6000] = "/?";

    begin("a:b");
    (void)take("/", 0, 401, "Digest realm=\"x\", nonce=\"0\", qop=\"auth\"");
    ok(!take("/", send("/"), 200, "") &&
           !take("/admin", send("/admin"), 401, "Digest realm=\"x\", nonce=\"1\", qop=\"auth\""),
       "a page that is not for this user is requested once");
    ok(take("/basic/a", send("/basic/a"), 401, "Basic realm=\"y\"") && send("/basic/b") == 2 &&
           send("/a") == 0,
       "the password is sent in the clear only in its own space");
    for (int i = 0; i < 100 && path[0]; i++)
        if (!take("/", send("/"), 401, i % 2 ? "Basic realm=\"z\"" : "Digest realm=\"x\", nonce=\"3\""))
            path[0] = '\0';
    ok(!path[0], "spaces that alternate at one page end");
    begin("a:b");
    (void)take("/", 0, 401, "Digest realm=\"x\", nonce=\"0\", qop=\"auth\"");
    (void)memset(path, 'x', sizeof path - 1);
    path[0] = '/';
    ok(!take(path, send(path), 401, "Digest realm=\"x\", nonce=\"0\", qop=\"auth\""),
       "a path that is too long for the field is not repeated");
}

int main(void)
{
    check_digest();
    check_basic();
    check_refused();
    check_stale();
    check_spaces();
    credentials_release(&user);
    return done();
}
