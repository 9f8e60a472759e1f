/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_TESTS_FETCH_PLAYER2_H
#define TIPTOE_TESTS_FETCH_PLAYER2_H

/* An HTTP/2 server over TLS that plays prepared frames, even invalid ones, with a thread per connection. It
 * does not read requests: the n-th request, over all connections, gets the n-th part of the script. */
#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>
#include <stdint.h>

#include "base/span.h"
#include "fetch/listener.h"

enum play {
    PLAY_END,     /* of the script */
    PLAY_NEXT,    /* the rest is for the next request */
    PLAY_HEAD,    /* TEXT: the status, and a line per field */
    PLAY_DATA,    /* TEXT, VALUE times more */
    PLAY_LAST,    /* TEXT, and the stream ends */
    PLAY_TRAILER, /* TEXT: a line per field; the stream ends */
    PLAY_PUSH,    /* a promise of stream 2 */
    PLAY_RESET,   /* the stream, with error VALUE */
    PLAY_GOAWAY,  /* with error VALUE; no stream was processed, or (AFTER) this one was */
    PLAY_GOAWAY_AFTER,
    PLAY_RAW,    /* TEXT, VALUE bytes of it, on the connection */
    PLAY_SERIAL, /* later connections use HTTP/1.1 */
    PLAY_CLOSE,  /* the connection, with a TLS alert */
    PLAY_BREAK,  /* the connection, without one */
};

struct step {
    enum play play;
    const char *text;
    uint32_t value;
};

struct player2 {
    const struct step *script; /* the part for the next request */
    struct listener listener;
    SSL_CTX *tls;
    atomic_bool serial;
    atomic_int requests;
    pthread_mutex_t turn;
};

enum { FRAME_DATA, FRAME_HEADERS, FRAME_RST = 3, FRAME_SETTINGS, FRAME_PUSH, FRAME_PING, FRAME_GOAWAY };
enum { FLAG_END_STREAM = 1, FLAG_ACK = 1, FLAG_END_HEADERS = 4 };

static void player2_number(unsigned char *at, uint32_t value)
{
    for (int i = 0; i < 4; i++)
        at[i] = (unsigned char)(value >> (24 - 8 * i));
}

static bool player2_frame(SSL *tls, int type, int flags, uint32_t stream, const void *bytes, size_t len)
{
    unsigned char frame[9 + 16384] = {0, (unsigned char)(len >> 8), (unsigned char)len, (unsigned char)type,
                                      (unsigned char)flags};

    player2_number(frame + 5, stream);
    memcpy(frame + 9, bytes, len);
    return SSL_write(tls, frame, (int)(9 + len)) > 0;
}

static bool player2_error(SSL *tls, int type, uint32_t stream, uint32_t last, uint32_t error)
{
    unsigned char bytes[8];
    size_t len = 0;

    if (type == FRAME_GOAWAY) {
        player2_number(bytes, last);
        len = 4;
    }
    player2_number(bytes + len, error);
    return player2_frame(tls, type, 0, stream, bytes, len + 4);
}

static void player2_text(unsigned char *block, size_t *len, struct span text)
{
    block[(*len)++] = (unsigned char)text.len;
    memcpy(block + *len, text.at, text.len);
    *len += text.len;
}

/* HPACK (RFC 7541) without dynamic table: status by the 8th name of the static table, other names as text. */
static bool player2_head(SSL *tls, uint32_t stream, const char *text, int flags)
{
    struct span rest = span_of(text), name, line;
    unsigned char block[4096];
    size_t len = 0;

    while (rest.len > 0) {
        line = span_take_until(&rest, '\n');
        name = span_take_until(&line, ':');
        block[len++] = line.len == 0 ? 8 : 0;
        if (line.len > 0)
            player2_text(block, &len, name);
        player2_text(block, &len, line.len > 0 ? span_trim(line, " ") : name);
    }
    return player2_frame(tls, FRAME_HEADERS, flags | FLAG_END_HEADERS, stream, block, len);
}

static bool player2_data(SSL *tls, uint32_t stream, const struct step *step)
{
    int flags = step->play == PLAY_LAST ? FLAG_END_STREAM : 0;

    for (uint32_t i = 0; i < step->value; i++) {
        if (!player2_frame(tls, FRAME_DATA, 0, stream, step->text, strlen(step->text)))
            return false;
    }
    return player2_frame(tls, FRAME_DATA, flags, stream, step->text, strlen(step->text));
}

/* GET http://a/ on stream 2. */
static bool player2_push(SSL *tls, uint32_t stream)
{
    static const unsigned char promise[] = {0, 0, 0, 2, 0x82, 0x86, 0x84, 0x01, 1, 'a'};

    return player2_frame(tls, FRAME_PUSH, FLAG_END_HEADERS, stream, promise, sizeof promise);
}

/* Whether the connection stays open. */
static bool player2_step(struct player2 *player, SSL *tls, uint32_t stream, const struct step *step)
{
    switch (step->play) {
    case PLAY_HEAD:
        return player2_head(tls, stream, step->text, 0);
    case PLAY_TRAILER:
        return player2_head(tls, stream, step->text, FLAG_END_STREAM);
    case PLAY_DATA:
    case PLAY_LAST:
        return player2_data(tls, stream, step);
    case PLAY_PUSH:
        return player2_push(tls, stream);
    case PLAY_RESET:
        return player2_error(tls, FRAME_RST, stream, 0, step->value);
    case PLAY_GOAWAY:
        return player2_error(tls, FRAME_GOAWAY, 0, stream - 2, step->value);
    case PLAY_GOAWAY_AFTER:
        return player2_error(tls, FRAME_GOAWAY, 0, stream, step->value);
    case PLAY_RAW:
        return SSL_write(tls, step->text, (int)step->value) > 0;
    case PLAY_SERIAL:
        player->serial = true;
        return true;
    case PLAY_CLOSE:
        (void)SSL_shutdown(tls);
        return false;
    case PLAY_BREAK:
    case PLAY_END:
    case PLAY_NEXT:
    default:
        return false;
    }
}

static bool player2_answer(struct player2 *player, SSL *tls, uint32_t stream)
{
    const struct step *step;
    bool going = true;

    pthread_mutex_lock(&player->turn);
    player->requests++;
    for (step = player->script; going && step->play != PLAY_END && step->play != PLAY_NEXT; step++)
        going = player2_step(player, tls, stream, step);
    while (step->play != PLAY_END && step->play != PLAY_NEXT)
        step++;
    player->script = step->play == PLAY_NEXT ? step + 1 : step;
    pthread_mutex_unlock(&player->turn);
    return going;
}

static bool player2_read(SSL *tls, unsigned char *bytes, size_t len)
{
    for (size_t at = 0; at < len;) {
        int got = SSL_read(tls, bytes + at, (int)(len - at));

        if (got <= 0)
            return false;
        at += (size_t)got;
    }
    return true;
}

static void player2_serve_frames(struct player2 *player, SSL *tls)
{
    unsigned char frame[9 + 16384], preface[24];
    bool going =
        player2_read(tls, preface, sizeof preface) && player2_frame(tls, FRAME_SETTINGS, 0, 0, "", 0);

    while (going && player2_read(tls, frame, 9)) {
        size_t len = (size_t)frame[1] << 8 | frame[2];
        uint32_t stream = (uint32_t)frame[7] << 8 | frame[8];

        if (frame[0] != 0 || len > sizeof frame - 9 || !player2_read(tls, frame + 9, len))
            break;
        if (frame[3] == FRAME_HEADERS)
            going = player2_answer(player, tls, stream);
        else if (frame[3] == FRAME_SETTINGS && !(frame[4] & FLAG_ACK))
            going = player2_frame(tls, FRAME_SETTINGS, FLAG_ACK, 0, "", 0);
    }
}

/* The same answer to every request. */
static void player2_serve_lines(struct player2 *player, SSL *tls)
{
    static const char answer[] = "HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nserial";
    char request[8192];

    while (SSL_read(tls, request, sizeof request) > 0) {
        player->requests++;
        (void)SSL_write(tls, answer, sizeof answer - 1);
    }
}

static void player2_serve(void *argument, int fd)
{
    struct player2 *player = argument;
    SSL *tls = SSL_new(player->tls);
    const unsigned char *protocol;
    unsigned len = 0;

    if (!tls)
        abort();
    if (SSL_set_fd(tls, fd) == 1 && SSL_accept(tls) == 1) {
        SSL_get0_alpn_selected(tls, &protocol, &len);
        if (len == 2)
            player2_serve_frames(player, tls);
        else
            player2_serve_lines(player, tls);
    }
    SSL_free(tls);
    OPENSSL_thread_stop();
}

static int player2_choose(SSL *tls, const unsigned char **chosen, unsigned char *chosen_len,
                          const unsigned char *offered, unsigned len, void *argument)
{
    static const unsigned char frames[] = "\x2h2", lines[] = "\x8http/1.1";
    struct player2 *player = argument;
    const unsigned char *wanted = player->serial ? lines : frames;
    unsigned char *found;

    (void)tls;
    if (SSL_select_next_proto(&found, chosen_len, wanted, wanted[0] + 1U, offered, len) !=
        OPENSSL_NPN_NEGOTIATED)
        return SSL_TLSEXT_ERR_NOACK;
    *chosen = found;
    return SSL_TLSEXT_ERR_OK;
}

/* Creates a key and a self-signed certificate for 127.0.0.1, which is written to FILE. */
static void player2_certify(SSL_CTX *tls, const char *file)
{
    EVP_PKEY *key = EVP_EC_gen("P-256");
    X509 *certificate = X509_new();
    X509_NAME *name = X509_get_subject_name(certificate);
    X509_EXTENSION *host =
        X509V3_EXT_conf_nid(NULL, NULL, NID_subject_alt_name, (char *)(uintptr_t) "IP:127.0.0.1");
    FILE *out = fopen(file, "w");

    if (!key || !host || !out || X509_set_version(certificate, 2) != 1 ||
        !X509_gmtime_adj(X509_getm_notBefore(certificate), -3600) ||
        !X509_gmtime_adj(X509_getm_notAfter(certificate), 3600) || X509_set_pubkey(certificate, key) != 1 ||
        X509_NAME_add_entry_by_txt(name, "CN", MBSTRING_ASC, (const unsigned char *)"player", -1, -1, 0) !=
            1 ||
        X509_set_issuer_name(certificate, name) != 1 || X509_add_ext(certificate, host, -1) != 1 ||
        X509_sign(certificate, key, EVP_sha256()) == 0 || PEM_write_X509(out, certificate) != 1 ||
        fclose(out) != 0 || SSL_CTX_use_certificate(tls, certificate) != 1 ||
        SSL_CTX_use_PrivateKey(tls, key) != 1)
        abort();
    X509_EXTENSION_free(host);
    X509_free(certificate);
    EVP_PKEY_free(key);
}

static void player2_start(struct player2 *player, const char *certificate_file)
{
    player->tls = SSL_CTX_new(TLS_server_method());
    if (!player->tls || pthread_mutex_init(&player->turn, NULL) != 0)
        abort();
    player2_certify(player->tls, certificate_file);
    SSL_CTX_set_alpn_select_cb(player->tls, player2_choose, player);
    listener_start(&player->listener, player2_serve, player);
}

#endif
