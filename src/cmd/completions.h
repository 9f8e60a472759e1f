/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_CMD_COMPLETIONS_H
#define TIPTOE_CMD_COMPLETIONS_H

#include "base/buf.h"

/* The shells in the order of COMPLETIONS_SHELLS, an OPTION_CHOICE. */
enum completions_shell { COMPLETIONS_BASH, COMPLETIONS_ZSH, COMPLETIONS_FISH };
#define COMPLETIONS_SHELLS "bash|zsh|fish"

/* Adds a script by which SHELL completes commands and options of tiptoe, made from their tables. */
void completions_add(struct buf *out, enum completions_shell shell) __attribute__((nonnull));

#endif
