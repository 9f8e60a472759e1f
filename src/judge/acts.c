/* SPDX-License-Identifier: MIT */
/* Recognises links that act, by words of their own. A word counts as the name of a parameter, as the value of
 * one that chooses an action, and as the end of a path beside a number: of the thing that it acts on. */
#include "config.h"

#include "judge/acts.h"

#include "site/path.h"

enum { WORD_MAX = 24 };

/* Words are compared in lower case, without punctuation. */
static const char choosers[] = "action do mode op act cmd task method";
static const char names[] =
    "addtocart addtowishlist removefromcart removeitem removewishlist buynow quickbuy "
    "setlang setlanguage settheme switchtheme unsubscribe";
static const char actions[] =
    "addtocart addtowishlist removefromcart buy vote unvote upvote downvote like unlike dislike delete "
    "remove "
    "edit reply quote report subscribe unsubscribe watch unwatch follow unfollow markread setlang settheme "
    "logout logoff signout signoff";
static const char acts_on[] =
    "addtocart addtowishlist removefromcart vote unvote upvote downvote delete edit reply "
    "unlike unsubscribe unwatch unfollow";
static const char may_act_on[] = "like dislike report quote subscribe watch follow remove rate";
static const char leaves[] = "logout logoff signout signoff";

/* Returns whether TEXT is one of WORDS. */
static bool is_word(struct span text, const char *words)
{
    char word[WORD_MAX];
    size_t len = 0;

    for (size_t i = 0; i < text.len; i++) {
        if (text.at[i] == '-' || text.at[i] == '_' || text.at[i] == '+')
            continue;
        if (len == sizeof word)
            return false;
        word[len++] = ascii_lower(text.at[i]);
    }
    return len > 0 && span_is_one_of(span_make(word, len), words);
}

static bool is_number(struct span text)
{
    uint64_t number;

    return span_to_u64(text, &number);
}

/* Finds the word in the query; IS_ON becomes whether a parameter has a number. */
static struct span find_in_query(struct span query, bool *is_on)
{
    char separator = span_find(query, '&') < query.len ? '&' : ';';
    struct span found = span_make(NULL, 0);

    *is_on = false;
    while (query.len > 0) {
        struct span value = span_take_until(&query, separator), name = span_take_until(&value, '=');

        *is_on |= is_number(value);
        if (is_word(name, names))
            found = name;
        else if (is_word(name, choosers) && is_word(value, actions))
            found = value;
    }
    return found;
}

struct span acts_find(const struct url *url)
{
    struct span path = url_path(url), found, last, before, extension, nothing = span_make(NULL, 0);
    size_t at = span_after_last(path, '/'), from;
    bool is_on, is_program;

    found = find_in_query(url_query(url), &is_on);
    if (found.len > 0)
        return found;
    last = span_part(path, at, path.len);
    extension = types_own_extension(last);
    is_program = span_is_one_of_nocase(extension, "php cgi pl asp aspx jsp do");
    if (extension.len > 0 && !is_program)
        return nothing;
    if (is_program)
        last = span_part(last, 0, last.len - extension.len - 1);
    before = span_part(path, 0, at > 0 ? at - 1 : 0);
    from = span_after_last(before, '/');
    before = span_part(before, from, before.len);
    if (is_word(last, leaves))
        return last;
    if ((is_on || is_number(before)) && is_word(last, acts_on))
        return last;
    if (((is_on && is_program) || is_number(before)) && is_word(last, may_act_on))
        return last;
    return is_number(last) && is_word(before, acts_on) && !is_word(before, "vote") ? before : nothing;
}
