#!/bin/sh
# SPDX-License-Identifier: MIT
# What is known about products (site generators, content management systems, bundlers, search services) is in src/apps, so
# that there is one place to learn it and to add to it. Their names, in code, comments and texts, are in no other room. Each
# row is a regular expression (extended, without case, of whole words) and an example that it must find.
. "$(dirname "$0")/rules"

cat >"$work/table" <<'EOT'
next[.]js|Next.JS
_+next/[^"]*|_next/data
__next(_[a-z]+)?|__next_f
_*nuxt[0-9]*|__nuxt
_*gatsby|___gatsby
turbopack|globalThis["TURBOPACK"]
[a-z_]*webpack[a-z_]*|__webpack_require__
rspack|Rspack
mathjax|MathJax
rspress|Rspress
(__)?vite(press)?(__[a-z]+)?|__vite__mapDeps
_*vp_hash_map_*|__VP_HASH_MAP__
[a-z_]*pagefind[a-z_.]*|pagefind_is
pf_(meta|index|fragment|filter)|a.pf_meta
algolia[a-z.]*|algolianet.com
_*docusaurus|#__docusaurus
svelte(kit)?|SvelteKit
qwik|Qwik City
astro(-island)?|astro-island
react([. ]router)?|React
vue|Vue
angular|Angular
rollup|Rollup
esbuild|esbuild
sphinx|Sphinx
doxygen|Doxygen
mkdocs|MkDocs
jekyll|Jekyll
hugo|Hugo
wordpress|WordPress
wp-[a-z]+([.]php)?|wp-login.php
drupal|Drupal
joomla|Joomla
typo3|TYPO3
mediawiki|MediaWiki
load[.]php|load.php
(doku|moin|t)wiki|DokuWiki
moinmoin|MoinMoin
phpbb|phpBB
discuz|Discuz
discourse|Discourse
redmine|Redmine
bugzilla|Bugzilla
trac|Trac
gitweb|gitweb
cgit|cgit
gitlab|GitLab
gitea|Gitea
view(vc|cvs)|ViewVC
cvsweb|cvsweb.cgi
shopify|Shopify
squarespace|Squarespace
EOT

pattern() {
    printf '(^|[^a-z0-9_])(%s)([^a-z0-9_]|$)' "$1"
}

while IFS='|' read -r expression; do
    example=${expression##*|}
    printf '%s\n' "$example" | grep -iqE "$(pattern "${expression%|*}")" || echo "$expression does not find its example"
done <"$work/table" >"$offenders"
rule "each row finds its example"

sed 's/|[^|]*$//' "$work/table" | tr '\n' '|' | sed 's/|$//' >"$work/all"
find src -type f \( -name '*.[ch]' -o -name '*.js' -o -name '*.sql' -o -name '*.awk' -o -name '*.list' -o -name README \) \
    ! -path 'src/apps/*' | LC_ALL=C sort | xargs grep -niE "$(pattern "$(cat "$work/all")")" /dev/null >"$offenders"
rule "no room but apps/ names a product"
grep -liE "$(pattern "$(cat "$work/all")")" src/apps/*.c >/dev/null || echo "src/apps has no product" >"$offenders"
rule "the rule looks at names that exist"
done_ruling
