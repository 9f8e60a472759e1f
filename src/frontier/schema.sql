-- SPDX-License-Identifier: MIT
-- mirror.db: everything that tiptoe knows about one mirror. A public format: read it with the sqlite3 shell, also during a run.
-- Times are milliseconds since 1970-01-01 UTC; sizes are bytes. "None" is NULL in columns with ids, and 0 in columns with other
-- numbers. Rows of url, origin, rule and via are never removed, and their ids are never reused.
-- The views at the end (urls, answers, link, changes, totals) show names instead of numbers.

PRAGMA application_id = 1953067124; -- "tipt"

-- The state of a URL. The rows of this table, and of the tables kind, reason and change_kind, are those of names.list.
CREATE TABLE state (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    meaning TEXT NOT NULL
) STRICT;
-- names: state

-- The purpose of a URL, in the order of the queue.
CREATE TABLE kind (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    meaning TEXT NOT NULL
) STRICT;
-- names: kind

-- The reason why a URL was refused, withheld or given up, or is stored in part.
CREATE TABLE reason (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    meaning TEXT NOT NULL
) STRICT;
-- names: reason

-- The options of the run, and other small values that later runs need.
CREATE TABLE setting (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- One row for each start of the program on this mirror.
CREATE TABLE run (
    id INTEGER PRIMARY KEY,
    version TEXT NOT NULL,               -- of tiptoe
    started_ms INTEGER NOT NULL,
    ended_ms INTEGER NOT NULL DEFAULT 0, -- 0: it has not ended, or was killed
    exit_status INTEGER NOT NULL DEFAULT 0,
    why TEXT NOT NULL DEFAULT '',        -- why it ended, a short sentence
    sequence INTEGER NOT NULL,           -- the greatest visit.sequence or visit.woven so far
    -- The load that the run has put on the sites:
    requests INTEGER NOT NULL DEFAULT 0,        -- number of requests, including those for robots.txt
    robots_requests INTEGER NOT NULL DEFAULT 0, -- of these: for robots.txt
    not_modified INTEGER NOT NULL DEFAULT 0,    -- of these: answered with 304
    bytes INTEGER NOT NULL DEFAULT 0,           -- received, including header blocks
    shortest_gap_ms INTEGER NOT NULL DEFAULT 0, -- between two requests to one origin; 0 and 0: no origin had two
    longest_gap_ms INTEGER NOT NULL DEFAULT 0,
    connections INTEGER NOT NULL DEFAULT 0,     -- most simultaneous requests to one origin
    waits INTEGER NOT NULL DEFAULT 0,           -- pauses that a site requested
    waited_ms INTEGER NOT NULL DEFAULT 0        -- total length of these pauses
) STRICT;

-- Every origin (scheme, host and port) that was ever linked to, and the state of its pace.
CREATE TABLE origin (
    id INTEGER PRIMARY KEY,
    origin TEXT NOT NULL,                       -- "https://example.org", with the port if it is not the scheme's default
    last_request_ms INTEGER NOT NULL DEFAULT 0, -- start of the last request
    pause_until_ms INTEGER NOT NULL DEFAULT 0,  -- no request before this time
    pause_reason INTEGER NOT NULL DEFAULT 0,    -- reason for the pause: 2 RateLimit, 5 Retry-After, 6 Visit-time
    delay_ms INTEGER NOT NULL DEFAULT 0,        -- gap between the starts of two requests
    delay_reason INTEGER NOT NULL DEFAULT 0,    -- reason for the gap: 0 --delay, 1 robots.txt, 2 RateLimit, 3 slow answers,
                                                -- 4 errors or refusals
    connections INTEGER NOT NULL DEFAULT 0,     -- most simultaneous requests
    limit_ms INTEGER NOT NULL DEFAULT 0,        -- gap because of RateLimit
    rest_ms INTEGER NOT NULL DEFAULT 0,         -- gap because of slow answers or errors
    answer_ms INTEGER NOT NULL DEFAULT 0,       -- time from the last request to the beginning of its answer
    usual_ms INTEGER NOT NULL DEFAULT 0,        -- usual value of answer_ms for pages; 0: unknown
    starts INTEGER NOT NULL DEFAULT 0,          -- number of its queued URLs, for each kind
    requisites INTEGER NOT NULL DEFAULT 0,
    pages INTEGER NOT NULL DEFAULT 0,
    candidates INTEGER NOT NULL DEFAULT 0,
    waiting INTEGER NOT NULL DEFAULT 0,         -- number of these that will be tried again
    address TEXT NOT NULL DEFAULT ''            -- IP address of its server at the last request; '': unknown
) STRICT;

-- The robots.txt of each origin from which it was requested.
CREATE TABLE robots (
    origin INTEGER PRIMARY KEY REFERENCES origin(id),
    answer INTEGER NOT NULL,        -- its meaning: 0 the rules of the body, 1 all allowed, 2 all disallowed, 3 unreachable
    status INTEGER NOT NULL,        -- HTTP status; 0 without an answer
    error TEXT,                     -- without an answer: the error, in one word
    fetched_ms INTEGER NOT NULL,    -- time of the last attempt
    expires_ms INTEGER NOT NULL,    -- it is requested again after this time
    final_url TEXT,                 -- after redirects
    redirects INTEGER NOT NULL,     -- number of redirects
    attempts INTEGER NOT NULL,      -- failed attempts since the last answer
    next_try_ms INTEGER NOT NULL,   -- time of the next attempt after a failed one
    truncated INTEGER NOT NULL,     -- 1: the body was cut at the limit
    body BLOB,                      -- as it was parsed
    etag TEXT,                      -- ETag of the body
    last_modified TEXT              -- its Last-Modified
) STRICT;

-- Texts of rules that decided about URLs: a line of robots.txt, a META tag, an option. Also preferences (visit.preferences).
CREATE TABLE rule (
    id INTEGER PRIMARY KEY,
    text TEXT NOT NULL
) STRICT;

-- Places in a page where links were found: "a href", "img srcset", "css url()".
CREATE TABLE via (
    id INTEGER PRIMARY KEY,
    text TEXT NOT NULL
) STRICT;

-- Every URL that was ever found, by its canonical text (WHATWG URL Standard, without user and fragment). The texts are unique;
-- there is no index on them, because the program keeps a set of them in memory. A URL that is being requested is still "queued".
CREATE TABLE url (
    id INTEGER PRIMARY KEY,
    url TEXT NOT NULL,
    origin INTEGER NOT NULL REFERENCES origin(id),
    state INTEGER NOT NULL,               -- table state
    kind INTEGER NOT NULL,                -- table kind
    roles INTEGER NOT NULL,               -- 1 page, 2 requisite, 3 both; 0: neither, because only links with rel=nofollow or
                                          -- guesses contain it
    depth INTEGER NOT NULL,               -- number of links from the start page
    referrer INTEGER REFERENCES url(id),  -- the page on which it was found first
    via INTEGER REFERENCES via(id),       -- the place on that page
    reason INTEGER NOT NULL,              -- table reason
    rule INTEGER REFERENCES rule(id),     -- the rule that decided, if there is one
    attempts INTEGER NOT NULL DEFAULT 0,  -- number of requests
    not_before INTEGER NOT NULL DEFAULT 0, -- of a queued URL: 0 if it is new; otherwise it will be tried again, but not before
                                          -- this time; 1: an update visits it again, after new URLs
    gone INTEGER NOT NULL DEFAULT 0       -- number of updates in a row that found nothing (404), or the same permanent redirect; 3 after a 410
) STRICT;

-- The queue of each origin, in its order: new URLs by kind and id, then those to be tried again by time.
CREATE INDEX url_queue ON url (origin, not_before, kind, id) WHERE state = 0;

-- The last useful answer of each URL that had one. It stays in force while its URL is requested again, and after worse answers:
-- a page that is now gone or failing (url.state) keeps the visit, and the file, of its last good answer.
CREATE TABLE visit (
    url INTEGER PRIMARY KEY REFERENCES url(id),
    state INTEGER NOT NULL,          -- table state: the state in which this answer settled its URL; 0: file lost or removed
    reason INTEGER NOT NULL,         -- table reason
    run INTEGER NOT NULL REFERENCES run(id),
    sequence INTEGER NOT NULL,       -- increases in the order of settling, over all runs
    woven INTEGER NOT NULL DEFAULT 0,-- the greatest sequence when its file was last rewritten; 0: never
    document INTEGER NOT NULL,       -- 1: site/ shows it with its links rewritten; 2: the same, of a page that scripts build
    requested_ms INTEGER NOT NULL,   -- start of the request
    duration_ms INTEGER NOT NULL,    -- from the start to the last byte
    status INTEGER NOT NULL,         -- HTTP status
    outcome TEXT,                    -- how the transfer ended, if not normally
    content_type TEXT,
    etag TEXT,
    last_modified TEXT,
    wire_bytes INTEGER NOT NULL,     -- size of the body as received
    plain_bytes INTEGER NOT NULL,    -- size of the decoded body
    digest BLOB,                     -- SHA-256 of the body as received
    archive INTEGER REFERENCES archive_file(id),
    archive_offset INTEGER NOT NULL, -- offset of its records
    archive_length INTEGER NOT NULL, -- total length of its records
    redirect_to INTEGER REFERENCES url(id), -- of a stored page: where its URL redirects now, while the page is kept
    redirect_fragment TEXT,          -- the fragment of Location, with its #
    title TEXT,
    preferences INTEGER REFERENCES rule(id), -- the site's preferences about uses of the page: lines and headers as written
    robots_terms TEXT,               -- META robots and X-Robots-Tag terms that were obeyed
    seen_run INTEGER NOT NULL,       -- run of the last request that brought this answer or left it in force
    seen_ms INTEGER NOT NULL,        -- start of that request
    seen_status INTEGER NOT NULL,    -- HTTP status of that request: 304 for an unchanged page, 0 without an answer
    damaged INTEGER NOT NULL DEFAULT 0, -- 1: its file or its original was found damaged or missing; the next update requests the
                                     -- URL without a condition and stores the answer again
    file_digest BLOB,                -- SHA-256 of its file, if that is neither a document nor the body as received
    unavailable_ms INTEGER NOT NULL DEFAULT 0, -- unavailable_after: it must not be stored after this time; 0: no such date
    document_state INTEGER NOT NULL DEFAULT 0, -- META DOCUMENT-STATE: 1 Static, 2 Dynamic; 0: neither
    meta_url TEXT,                   -- META URL: the address that the page prefers
    canonical TEXT,                  -- the address of its link rel=canonical
    shown INTEGER NOT NULL DEFAULT 0 -- of a page: a hash of its words, files and links, and one that also has numbers, in any order
) STRICT;

-- Pairs of URLs that differ in one feature only, such as a parameter, show whether it makes a difference. A feature
-- that made none is without effect: URLs that differ only in it are one page. Rows about families of URLs count pages instead:
-- those that brought nothing are "equal", those that brought something "different", and "pages" is the weight of the former since
-- the last of the latter. The number of rows is bounded.
CREATE TABLE evidence (
    id INTEGER PRIMARY KEY,
    kind TEXT NOT NULL,         -- of path, with the origin: # for numbers, * for any name
    sort INTEGER NOT NULL,      -- 0 a parameter, 1 parameters known for it, 2 all parameters, 3 their order, 4 the order of words
                                -- in the path, 5 a slash at the end, 6 index.html, 7 an empty query; 8 a family of URLs, with
                                -- these parameters; 9 a text of pages that is another one at each visit
    name TEXT NOT NULL,         -- of the feature
    equal INTEGER NOT NULL,     -- number of pairs that showed the same
    pages INTEGER NOT NULL,     -- number of different pages among these, up to 3
    different INTEGER NOT NULL, -- number of pairs that did not: the feature has an effect
    proof INTEGER NOT NULL,     -- the value of "equal" when it was found to be without effect; 0: it was not, or no longer is
    held INTEGER NOT NULL,      -- number of URLs that were not requested therefore; of a family 0
    last INTEGER NOT NULL       -- id of the last of them
) STRICT;

-- The file below site/ that shows a URL. It is claimed before it is written, and kept over visits.
CREATE TABLE file (
    url INTEGER PRIMARY KEY REFERENCES url(id),
    path TEXT NOT NULL,
    key TEXT NOT NULL -- the path as seen by file systems that ignore case
) STRICT;
CREATE UNIQUE INDEX file_key ON file (key);

-- Sitemaps that robots.txt or sitemap indexes name. They are read to discover pages and are not part of the mirror.
CREATE TABLE sitemap (
    id INTEGER PRIMARY KEY,
    url TEXT NOT NULL UNIQUE,
    origin INTEGER NOT NULL REFERENCES origin(id),
    voucher INTEGER NOT NULL REFERENCES origin(id), -- the origin whose robots.txt names it, or names its first index
    level INTEGER NOT NULL,                         -- 0: named by robots.txt; one more with each index
    queued INTEGER NOT NULL DEFAULT 1,              -- 1: to be read
    status INTEGER NOT NULL DEFAULT 0,              -- HTTP status; 0: no answer, or robots.txt forbids it
    pages INTEGER NOT NULL DEFAULT 0                -- number of URLs in it
) STRICT;

-- Files below site/ that are removed once the decision to remove them is committed. After a kill, the next run removes them.
CREATE TABLE leaving (
    path TEXT PRIMARY KEY
) STRICT, WITHOUT ROWID;

-- The kinds of changes that updates find.
CREATE TABLE change_kind (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    meaning TEXT NOT NULL
) STRICT;
-- names: change

-- A row for each URL that a run of an update found changed. A first run has none.
CREATE TABLE change (
    run INTEGER NOT NULL REFERENCES run(id),
    url INTEGER NOT NULL REFERENCES url(id),
    kind INTEGER NOT NULL, -- table change_kind
    rule INTEGER REFERENCES rule(id), -- if its file has left site/: the rule that removed it
    PRIMARY KEY (run, url)
) STRICT, WITHOUT ROWID;

-- Pages whose new answer is in the archive and not in force yet: an update decides at its end.
CREATE TABLE held (
    url INTEGER PRIMARY KEY REFERENCES url(id),
    requested_ms INTEGER NOT NULL,
    duration_ms INTEGER NOT NULL,
    digest BLOB NOT NULL,            -- SHA-256 of the body as received
    archive INTEGER NOT NULL REFERENCES archive_file(id),
    archive_offset INTEGER NOT NULL, -- offset of its records
    archive_length INTEGER NOT NULL, -- total length of its records
    wordings BLOB NOT NULL           -- numbers for comparing its words, and those of its copy, with other pages
) STRICT;

-- The files of archive/. If a file is longer than its length here, the rest comes from a killed run and is cut off.
CREATE TABLE archive_file (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    length INTEGER NOT NULL
) STRICT;

-- With --archive all: the record of the archive that has a body, by the SHA-256 of the body as received. If the same body comes
-- again, from any URL, a revisit record is written that refers to this record. Bodies below 1 KB are not listed.
CREATE TABLE payload (
    digest BLOB PRIMARY KEY,
    url TEXT NOT NULL,           -- WARC-Target-URI of the record
    date_us INTEGER NOT NULL,    -- its WARC-Date, in microseconds since 1970
    record TEXT NOT NULL,        -- the UUID of its WARC-Record-ID
    archive INTEGER NOT NULL REFERENCES archive_file(id),
    archive_offset INTEGER NOT NULL,
    archive_length INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- The links of pages that are stored, or withheld and followed; read them with the view link. The blob has a number for each
-- link, in the order of the page: the difference d between the id of its URL and the one before it (for the first link: the id
-- of the page). d >= 0 is written as 2d, d < 0 as -2d - 1, in groups of 7 bits, lowest first. Each byte of a number except its
-- last has 128 added.
CREATE TABLE link_list (
    page INTEGER PRIMARY KEY REFERENCES url(id),
    targets BLOB NOT NULL
) STRICT;

-- The pages that `tiptoe render` opens in a browser: all that scripts build, and samples of the rest. A page to whose own views
-- the links of its document lead ("#/about") has a row, and a file, for each of them.
CREATE TABLE view (
    id INTEGER PRIMARY KEY,
    url INTEGER NOT NULL REFERENCES url(id),
    fragment TEXT NOT NULL,          -- of the address that is opened, with its #; usually ''
    rounds INTEGER NOT NULL,         -- how often it waited for URLs that the mirror did not have; 0 when it had them all
    inputs BLOB NOT NULL,            -- the URLs that it requested, as in link_list; empty: it was not opened yet
    seen INTEGER NOT NULL,           -- a hash of what these were then: it is opened again when they are something else
    sequence INTEGER NOT NULL,       -- while this is the page's visit.sequence, or is not 0 with a fragment, site/ shows the document
    why INTEGER REFERENCES rule(id), -- why it does not; none: it does, or it was not opened yet
    digest BLOB,                     -- SHA-256 of the document
    archive INTEGER REFERENCES archive_file(id),
    archive_offset INTEGER NOT NULL, -- offset of the document's conversion record
    archive_length INTEGER NOT NULL,
    UNIQUE (url, fragment)
) STRICT;

-- URLs whose outcome differs from what earlier woven pages assumed. At the end of a run, pages that link to one of them and
-- were woven before this sequence are woven again, and the table is emptied.
CREATE TABLE misguess (
    url INTEGER PRIMARY KEY REFERENCES url(id),
    sequence INTEGER NOT NULL
) STRICT;

-- Sums over url and visit. Every change updates them, so that no query needs to count.
CREATE TABLE tally (
    state INTEGER NOT NULL,
    kind INTEGER NOT NULL,
    reason INTEGER NOT NULL,
    urls INTEGER NOT NULL,
    wire_bytes INTEGER NOT NULL,  -- of their answers
    plain_bytes INTEGER NOT NULL,
    PRIMARY KEY (state, kind, reason)
) STRICT, WITHOUT ROWID;

-- Every URL, with names.
CREATE VIEW urls AS
SELECT url.id, url.url, state.name AS state, reason.name AS reason, rule.text AS rule, kind.name AS kind, url.depth,
    page.url AS referrer, via.text AS via, url.attempts,
    CASE WHEN url.not_before > 0 THEN datetime(url.not_before / 1000, 'unixepoch') END AS not_before,
    CASE visit.document_state WHEN 1 THEN 'static' WHEN 2 THEN 'dynamic' END AS document_state, visit.meta_url, visit.canonical
FROM url
JOIN state ON state.id = url.state
JOIN kind ON kind.id = url.kind
JOIN reason ON reason.id = url.reason
LEFT JOIN rule ON rule.id = url.rule
LEFT JOIN via ON via.id = url.via
LEFT JOIN url AS page ON page.id = url.referrer
LEFT JOIN visit ON visit.url = url.id;

-- Every answer, with names.
CREATE VIEW answers AS
SELECT visit.url AS id, url.url, state.name AS state, visit.sequence,
    datetime(visit.requested_ms / 1000, 'unixepoch') AS requested, visit.duration_ms, visit.status, visit.outcome,
    visit.content_type, visit.wire_bytes, visit.plain_bytes, lower(hex(visit.digest)) AS digest, file.path,
    target.url AS redirect_to, visit.title, preferences.text AS preferences, visit.robots_terms, visit.etag, visit.last_modified,
    archive_file.name AS archive, visit.archive_offset, visit.archive_length
FROM visit
JOIN url ON url.id = visit.url
JOIN state ON state.id = url.state
LEFT JOIN file ON file.url = visit.url
LEFT JOIN url AS target ON target.id = visit.redirect_to
LEFT JOIN rule AS preferences ON preferences.id = visit.preferences
LEFT JOIN archive_file ON archive_file.id = visit.archive;

-- The links of every page that is stored, or withheld and followed, one in each row: SELECT target FROM link WHERE page = 1.
CREATE VIEW link AS
WITH RECURSIVE walk (page, at, part, number, shift, target, ends) AS (
    SELECT page, 1, (instr('0123456789ABCDEF', substr(hex(substr(targets, 1, 1)), 1, 1)) - 1) * 16
        + instr('0123456789ABCDEF', substr(hex(substr(targets, 1, 1)), 2, 1)) - 1, 0, 0, page, 0
    FROM link_list WHERE length(targets) > 0
    UNION ALL
    SELECT walk.page, at + 1,
        CASE WHEN at < length(targets)
            THEN (instr('0123456789ABCDEF', substr(hex(substr(targets, at + 1, 1)), 1, 1)) - 1) * 16
                + instr('0123456789ABCDEF', substr(hex(substr(targets, at + 1, 1)), 2, 1)) - 1 END,
        CASE WHEN part < 128 THEN 0 ELSE number + ((part - 128) << shift) END,
        CASE WHEN part < 128 THEN 0 ELSE shift + 7 END,
        CASE WHEN part >= 128 THEN target
            WHEN (number + (part << shift)) % 2 = 0 THEN target + (number + (part << shift)) / 2
            ELSE target - (number + (part << shift) + 1) / 2 END,
        part < 128
    FROM walk JOIN link_list ON link_list.page = walk.page
    WHERE part IS NOT NULL
)
SELECT page, target FROM walk WHERE ends = 1;

-- Every change, with names.
CREATE VIEW changes AS
SELECT change.run, datetime(run.started_ms / 1000, 'unixepoch') AS started, change_kind.name AS change, url.url,
    rule.text AS rule
FROM change
JOIN run ON run.id = change.run
JOIN url ON url.id = change.url
JOIN change_kind ON change_kind.id = change.kind
LEFT JOIN rule ON rule.id = change.rule;

-- The number of URLs in each state, with the reason.
CREATE VIEW totals AS
SELECT state.name AS state, kind.name AS kind, reason.name AS reason, tally.urls, tally.wire_bytes, tally.plain_bytes
FROM tally
JOIN state ON state.id = tally.state
JOIN kind ON kind.id = tally.kind
JOIN reason ON reason.id = tally.reason
WHERE tally.urls > 0;

PRAGMA user_version = 16;
