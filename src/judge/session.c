/* SPDX-License-Identifier: MIT */
/* Sessions, recognised by the words that programs use in their URLs and forms. Punctuation and case do not
 * count: Special:UserLogout, /log-out and ?mode=log_out are the same word. */
#include "config.h"

#include "judge/session.h"

#include <string.h>

/* More than twice the longest word. */
enum { WINDOW_BYTES = 64, WORDS_MAX = 6 };

static const char *const ends[WORDS_MAX] = {"logout", "logoff", "signout", "signoff", "endsession"};
static const char *const begins[WORDS_MAX] = {"login", "logon", "signin", "signon", "/sso", "authenticate"};
static const char *const passwords[WORDS_MAX] = {"type=password", "type=\"password", "type='password"};

/* Whether TEXT has one of WORDS, without regard to case and to the bytes of IGNORED. */
static bool has_word(struct span text, const char *const words[WORDS_MAX], const char *ignored)
{
    char window[WINDOW_BYTES];
    size_t len = 0;

    for (size_t i = 0; i < text.len; i++) {
        if (text.at[i] == '\0' || strchr(ignored, text.at[i]))
            continue;
        if (len == sizeof window) {
            memmove(window, window + sizeof window / 2, sizeof window / 2);
            len = sizeof window / 2;
        }
        window[len++] = ascii_lower(text.at[i]);
        for (size_t w = 0; w < WORDS_MAX && words[w]; w++) {
            size_t word_len = strlen(words[w]);

            if (len >= word_len && memcmp(window + len - word_len, words[w], word_len) == 0)
                return true;
        }
    }
    return false;
}

bool session_ends_at(const struct url *url)
{
    return has_word(url_target(url), ends, "-_.+");
}

bool session_begins_at(const struct url *url)
{
    return has_word(url_path(url), begins, "-_.+");
}

bool session_asks(struct span html)
{
    return has_word(html, passwords, " \t\r\n");
}
