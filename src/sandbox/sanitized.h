/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_SANDBOX_SANITIZED_H
#define TIPTOE_SANDBOX_SANITIZED_H

/* Defines SANITIZED in builds whose search for leaks reads /proc and stops threads with ptrace. */
#ifdef __SANITIZE_ADDRESS__
#define SANITIZED
#elif defined __has_feature
#if __has_feature(address_sanitizer)
#define SANITIZED
#endif
#endif

#endif
