/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_FETCH_COOKIES_H
#define TIPTOE_FETCH_COOKIES_H

#include <stdbool.h>

#include <curl/curl.h>

/* Reads FILE once, into the cookies that all transfers of SHARE share. */
void cookies_load(CURLSH *share, const char *file) NONNULL;

/* Returns true if libcurl reads a cookie from FILE. It ignores those that have expired. */
bool cookies_are_in(const char *file) NONNULL;

/* Writes these cookies to FD, in the Netscape format. 0, or the error of writing. */
int cookies_write(CURLSH *share, int fd) CHECKED;

#endif
