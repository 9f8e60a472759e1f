# SPDX-License-Identifier: MIT
# Turns a script, with the code of page.names if that comes before it, into a C header with the text NAME: the script without
# comments and indentation.
BEGIN { print "/* Made by embed.awk. */\nstatic const char " name "[] =" }
/^ *\/\// || /^ *$/ { next }
FILENAME ~ /[.]names$/ { code[$1] = substr($0, length($1) + 2); next }
{
    for (word in code)
        sub(word, code[word])
    sub(/^ +/, "")
    gsub(/\\/, "\\\\\\\\")
    gsub(/"/, "\\\"")
    print "    \"" $0 "\\n\""
}
END { print "    ;" }
