# SPDX-License-Identifier: MIT
# Turns data/icon.txt, 48 lines of 48 dots and crosses, into a C header.
BEGIN { print "/* Made from icon.txt by icon.awk. */\nstatic const char icon_rows[][49] = {" }
{ print "    \"" $0 "\"," }
END { print "};" }
