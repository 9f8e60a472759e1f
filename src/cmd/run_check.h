/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_CMD_RUN_CHECK_H
#define TIPTOE_CMD_RUN_CHECK_H

#include <stddef.h>

/* Checks of option rows; see `check` in options.h. */
const char *check_archive_info(char *const *texts, size_t index) __attribute__((nonnull));
const char *check_archive_prefix(char *const *texts, size_t index) __attribute__((nonnull));
const char *check_auth(char *const *texts, size_t index) __attribute__((nonnull));
const char *check_certificates(char *const *texts, size_t index) __attribute__((nonnull));
const char *check_cookies(char *const *texts, size_t index) __attribute__((nonnull));
const char *check_header(char *const *texts, size_t index) __attribute__((nonnull));
const char *check_hours(char *const *texts, size_t index) __attribute__((nonnull));
const char *check_private_host(char *const *texts, size_t index) __attribute__((nonnull));
const char *check_types(char *const *texts, size_t index) __attribute__((nonnull));

#endif
