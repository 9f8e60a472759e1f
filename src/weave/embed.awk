# SPDX-License-Identifier: MIT
# Turns disk.js into a C header with its code, without comments and indentation.
BEGIN { print "/* Made from disk.js by embed.awk. */\nstatic const char disk_js[] =" }
/^ *\/\// || /^ *$/ { next }
{
    sub(/^ +/, "")
    gsub(/\\/, "\\\\\\\\")
    gsub(/"/, "\\\"")
    print "    \"" $0 "\\n\""
}
END { print "    ;" }
