/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_BASE_DIE_H
#define TIPTOE_BASE_DIE_H

/* Ends the program at once with a message on stderr and exit status 1, for our own bugs and for lack of
 * memory. The mirror survives this at any instant. */
void die(const char *format, ...) __attribute__((noreturn, format(printf, 1, 2)));

#endif
