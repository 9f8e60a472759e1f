# SPDX-License-Identifier: MIT
# Prints the members of an enum: with -v prefix=LINT, the index of each row "    [LINT_AGENT_EMPTY] =" of a table in C.
$0 ~ "^    \\[" prefix "_[A-Z0-9_]*\\] =" {
    split($0, part, /[][]/)
    print part[2] ","
}
