# SPDX-License-Identifier: MIT
# Turns style.css into a C header with its text.
BEGIN { print "/* Made from style.css by embed.awk. */\nstatic const char style_css[] =" }
{
    gsub(/\\/, "\\\\")
    gsub(/"/, "\\\"")
    print "    \"" $0 "\\n\""
}
END { print "    ;" }
