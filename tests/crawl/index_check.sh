#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests that `tiptoe verify` compares indexes with records, and packages with their own description: each row has one fault.
. "${top_srcdir:-.}/tests/crawl/lib.sh"

serve "$top_srcdir/tests/crawl/first.site"
crawl mirror --delay 0 --archive all -o m "$base/"
crawl export --cdxj i.cdxj m
cat "$work"/m/archive/*.gz >"$work/all.warc.gz"
sed "s/\"filename\":\"[^\"]*\"/\"filename\":\"all.warc.gz\"/" "$work/i.cdxj" >"$work/all.cdxj"
gzip -k "$work/all.cdxj"
for index in all.cdxj all.cdxj.gz; do
    crawl verify --against $index all.warc.gz
    exits 0 "$index is the index of these records"
    file_has err " 0 errors, 0 warnings"
done
crawl verify --against none.cdxj all.warc.gz
exits 1 "an index that is not there"
file_has err "none.cdxj"
crawl verify --against all.cdxj m
exits 2 "an index and a mirror"
crawl verify --json m
exits 0 "JSON about a mirror"

# row STATUS SENTENCE SCRIPT: the index as sed SCRIPT makes it.
row() {
    sed "$3" "$work/all.cdxj" >"$work/x.cdxj"
    crawl verify --against x.cdxj all.warc.gz
    exits "$1" "$3"
    file_has out "x.cdxj: byte" "$3: the line"
    file_has out "$2" "$3: $2"
}
row 1 "no complete answer begins" '3s/"offset":"/&9/'
row 1 "another length" '3s/"length":"/&9/'
row 1 "another URL" '3s,"url":"http://,&x,'
row 1 "another date" '3s/ 2\(...\)/ 1\1/'
row 1 "another digest" '3s/"digest":"sha256:./&0/'
row 1 "another status" '3s/"status":"./"status":"9/'
row 1 "no url, filename or offset" '3s/"offset"/"place"/'
row 1 "belongs before" '3{h;d};4G'
row 0 "is not that of its URL" '$s/^/~/'
row 0 "lacks length, digest or status" '3s/"length"/"size"/'
sed 3d "$work/all.cdxj" >"$work/x.cdxj"
crawl verify --against x.cdxj all.warc.gz
exits 0 "a record without a line"
file_has out "the index has no line for this record"
file_has err " 0 errors, 1 warning"
sed '3s/"length":"/&9/' "$work/all.cdxj" >"$work/x.cdxj"
crawl verify --json --against x.cdxj all.warc.gz
exits 1 "the same as JSON"
file_has out '{"file":"x.cdxj","offset":'
file_has out '"severity":"error","code":"index","message":"the record at the place'

packages() {
    for kind in all documents; do
        [ $kind = all ] || crawl mirror --delay 0 -o documents "$base/"
        crawl export --wacz "$kind.wacz" "$([ $kind = all ] && echo m || echo documents)"
        crawl verify "$kind.wacz"
        exits 0 "our own package of --archive $kind"
        file_has err " 0 errors, 0 warnings" "$kind: nothing to find"
        file_is out ''
    done
    serve - <<'END'
/
  type text/html
  repeat 90000 words <b>
END
    crawl mirror --delay 0 -o long "$base/"
    crawl export --wacz long.wacz long
    crawl verify long.wacz
    exits 0 "our own package of a page with a long text"
    if ! command -v zip >/dev/null 2>&1 || ! command -v unzip >/dev/null 2>&1; then
        skip "packages with faults" "zip or unzip is not installed"
        return
    fi
    fault 1 "datapackage.json is missing or is not JSON" rm datapackage.json
    fault 1 "does not have the hash of datapackage.json" sh -c 'echo >>datapackage.json'
    fault 0 "datapackage-digest.json is missing" rm datapackage-digest.json
    fault 1 "pages/pages.jsonl: differs from its hash" sh -c 'echo >>pages/pages.jsonl'
    fault 1 "no record has this page" sh -c 'echo "{\"url\":\"http://example.org/\"}" >>pages/pages.jsonl'
    fault 1 "pages/pages.jsonl: datapackage.json lists it" rm pages/pages.jsonl
    fault 1 "notes.txt: datapackage.json does not list it" touch notes.txt
    fault 1 "indexes/ has no index" rm -r indexes
    fault 1 "lacks profile" sed -i 's/"profile"/"Profile"/' datapackage.json
    fault 1 "another length" sh -c '
        gzip -dc indexes/index.cdx.gz | sed "1s/\"length\":\"/&9/" | gzip >x && mv x indexes/index.cdx.gz'
    fault 1 "20,000 entries or more" sh -c 'mkdir n && cd n && seq 20000 | xargs touch'
    fault 1 "lists 20,000 entries or more" sh -c '
        { echo "{\"resources\":["; seq 20001 | sed "s,.*,{\"path\":\"indexes/index.idx\"\,\"hash\":\"x\"}\,,"; echo "{}]}"; } >datapackage.json'
    way=
    fault 0 "the entry is compressed" true
}
# fault STATUS SENTENCE COMMAND…: the package after COMMAND in its folder.
way=-0
fault() {
    wanted=$1
    sentence=$2
    shift 2
    rm -rf "$work/z" "$work/x.wacz"
    mkdir "$work/z"
    (cd "$work/z" && unzip -qq ../all.wacz && "$@" && zip -qrD $way ../x.wacz .)
    crawl verify x.wacz
    exits "$wanted" "$sentence"
    file_has out "$sentence" "$*"
}
if has_library ARCHIVE; then
    packages
else
    skip "packages" "built without libarchive"
fi
done_testing
