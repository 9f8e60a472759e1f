# SPDX-License-Identifier: MIT
# Turns disk.js, with the code of page.names, into a C header with its code, without comments and indentation.
BEGIN { print "/* Made from disk.js by embed.awk. */\nstatic const char disk_js[] =" }
/^ *\/\// || /^ *$/ { next }
FNR == NR { code[$1] = substr($0, length($1) + 2); next }
{
    for (name in code)
        sub(name, code[name])
    sub(/^ +/, "")
    gsub(/\\/, "\\\\\\\\")
    gsub(/"/, "\\\"")
    print "    \"" $0 "\\n\""
}
END { print "    ;" }
