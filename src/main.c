/* SPDX-License-Identifier: MIT */
/* Chooses a command and runs it. */
#include "config.h"

int main(void)
{
    return 2;
}
