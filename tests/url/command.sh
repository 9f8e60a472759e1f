# SPDX-License-Identifier: MIT
# Tests `tiptoe url`: what it prints, and its exit statuses.
. "$top_srcdir/tests/crawl/lib.sh"

# prints TEXT ARG…: the command succeeds and prints TEXT.
prints()
{
    text=$1
    shift
    crawl url "$@"
    is "$status $(cat "$work/out")" "0 $text" "tiptoe url $*"
}

# refuses REASON ARG…: the command fails, says REASON and prints nothing.
refuses()
{
    reason=$1
    shift
    crawl url "$@"
    is "$status $(cat "$work/out")" "1 " "tiptoe url $* fails"
    ok "tiptoe url $* says why" grep -q "$reason" "$work/err"
}

prints http://example.org/ HTTP://Example.ORG:80
prints http://example.org/b http://example.org/a b
prints http://example.org/a http://example.org/a ""
prints https://other.example/ http://example.org/a https://other.example
prints https://other.example/ mailto:a@b https://other.example
prints https://other.example/ "" https://other.example
refuses "no valid host" http://exa%mple.org/
refuses "no valid host" http://exa%mple.org/ http://example.org/
refuses "no valid port" http://example.org/a //b:x
refuses "neither http nor https" http://example.org/a mailto:a@b
refuses "without a base" /a
refuses "without a base" mailto:a@b /a
crawl url
exits 2 "no operand is a mistake"
crawl url a b c
exits 2 "three are one too"
done_testing
