-- SPDX-License-Identifier: MIT
-- mirror.db in format 9, as it was before format 10: its tables and lookup rows, without comments.
PRAGMA application_id = 1953067124;
CREATE TABLE state (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    meaning TEXT NOT NULL
) STRICT;
CREATE TABLE kind (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    meaning TEXT NOT NULL
) STRICT;
CREATE TABLE reason (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    meaning TEXT NOT NULL
) STRICT;
CREATE TABLE setting (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE run (
    id INTEGER PRIMARY KEY,
    version TEXT NOT NULL,
    started_ms INTEGER NOT NULL,
    ended_ms INTEGER NOT NULL DEFAULT 0,
    exit_status INTEGER NOT NULL DEFAULT 0,
    why TEXT NOT NULL DEFAULT '',
    sequence INTEGER NOT NULL,
    requests INTEGER NOT NULL DEFAULT 0,
    robots_requests INTEGER NOT NULL DEFAULT 0,
    not_modified INTEGER NOT NULL DEFAULT 0,
    bytes INTEGER NOT NULL DEFAULT 0,
    shortest_gap_ms INTEGER NOT NULL DEFAULT 0,
    longest_gap_ms INTEGER NOT NULL DEFAULT 0,
    connections INTEGER NOT NULL DEFAULT 0,
    waits INTEGER NOT NULL DEFAULT 0,
    waited_ms INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE TABLE origin (
    id INTEGER PRIMARY KEY,
    origin TEXT NOT NULL,
    last_request_ms INTEGER NOT NULL DEFAULT 0,
    pause_until_ms INTEGER NOT NULL DEFAULT 0,
    pause_reason INTEGER NOT NULL DEFAULT 0,
    delay_ms INTEGER NOT NULL DEFAULT 0,
    delay_reason INTEGER NOT NULL DEFAULT 0,
    connections INTEGER NOT NULL DEFAULT 0,
    limit_ms INTEGER NOT NULL DEFAULT 0,
    rest_ms INTEGER NOT NULL DEFAULT 0,
    answer_ms INTEGER NOT NULL DEFAULT 0,
    usual_ms INTEGER NOT NULL DEFAULT 0,
    starts INTEGER NOT NULL DEFAULT 0,
    requisites INTEGER NOT NULL DEFAULT 0,
    pages INTEGER NOT NULL DEFAULT 0,
    candidates INTEGER NOT NULL DEFAULT 0,
    waiting INTEGER NOT NULL DEFAULT 0,
    address TEXT NOT NULL DEFAULT ''
) STRICT;
CREATE TABLE robots (
    origin INTEGER PRIMARY KEY REFERENCES origin(id),
    answer INTEGER NOT NULL,
    status INTEGER NOT NULL,
    error TEXT,
    fetched_ms INTEGER NOT NULL,
    expires_ms INTEGER NOT NULL,
    final_url TEXT,
    redirects INTEGER NOT NULL,
    attempts INTEGER NOT NULL,
    next_try_ms INTEGER NOT NULL,
    truncated INTEGER NOT NULL,
    body BLOB,
    etag TEXT,
    last_modified TEXT
) STRICT;
CREATE TABLE rule (
    id INTEGER PRIMARY KEY,
    text TEXT NOT NULL
) STRICT;
CREATE TABLE via (
    id INTEGER PRIMARY KEY,
    text TEXT NOT NULL
) STRICT;
CREATE TABLE url (
    id INTEGER PRIMARY KEY,
    url TEXT NOT NULL,
    origin INTEGER NOT NULL REFERENCES origin(id),
    state INTEGER NOT NULL,
    kind INTEGER NOT NULL,
    roles INTEGER NOT NULL,
    depth INTEGER NOT NULL,
    referrer INTEGER REFERENCES url(id),
    via INTEGER REFERENCES via(id),
    reason INTEGER NOT NULL,
    rule INTEGER REFERENCES rule(id),
    attempts INTEGER NOT NULL DEFAULT 0,
    not_before INTEGER NOT NULL DEFAULT 0,
    gone INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX url_queue ON url (origin, not_before, kind, id) WHERE state = 0;
CREATE TABLE visit (
    url INTEGER PRIMARY KEY REFERENCES url(id),
    state INTEGER NOT NULL,
    reason INTEGER NOT NULL,
    run INTEGER NOT NULL REFERENCES run(id),
    sequence INTEGER NOT NULL,
    woven INTEGER NOT NULL DEFAULT 0,
    document INTEGER NOT NULL,
    requested_ms INTEGER NOT NULL,
    duration_ms INTEGER NOT NULL,
    status INTEGER NOT NULL,
    outcome TEXT,
    content_type TEXT,
    etag TEXT,
    last_modified TEXT,
    wire_bytes INTEGER NOT NULL,
    plain_bytes INTEGER NOT NULL,
    digest BLOB,
    archive INTEGER REFERENCES archive_file(id),
    archive_offset INTEGER NOT NULL,
    archive_length INTEGER NOT NULL,
    redirect_to INTEGER REFERENCES url(id),
    redirect_fragment TEXT,
    title TEXT,
    preferences INTEGER REFERENCES rule(id),
    robots_terms TEXT,
    seen_run INTEGER NOT NULL,
    seen_ms INTEGER NOT NULL,
    seen_status INTEGER NOT NULL,
    damaged INTEGER NOT NULL DEFAULT 0,
    file_digest BLOB,
    unavailable_ms INTEGER NOT NULL DEFAULT 0,
    document_state INTEGER NOT NULL DEFAULT 0,
    meta_url TEXT,
    canonical TEXT
) STRICT;
CREATE TABLE file (
    url INTEGER PRIMARY KEY REFERENCES url(id),
    path TEXT NOT NULL,
    key TEXT NOT NULL
) STRICT;
CREATE UNIQUE INDEX file_key ON file (key);
CREATE TABLE sitemap (
    id INTEGER PRIMARY KEY,
    url TEXT NOT NULL UNIQUE,
    origin INTEGER NOT NULL REFERENCES origin(id),
    voucher INTEGER NOT NULL REFERENCES origin(id),
    level INTEGER NOT NULL,
    queued INTEGER NOT NULL DEFAULT 1,
    status INTEGER NOT NULL DEFAULT 0,
    pages INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE TABLE leaving (
    path TEXT PRIMARY KEY
) STRICT, WITHOUT ROWID;
CREATE TABLE change_kind (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    meaning TEXT NOT NULL
) STRICT;
CREATE TABLE change (
    run INTEGER NOT NULL REFERENCES run(id),
    url INTEGER NOT NULL REFERENCES url(id),
    kind INTEGER NOT NULL,
    rule INTEGER REFERENCES rule(id),
    PRIMARY KEY (run, url)
) STRICT, WITHOUT ROWID;
CREATE TABLE archive_file (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    length INTEGER NOT NULL
) STRICT;
CREATE TABLE payload (
    digest BLOB PRIMARY KEY,
    url TEXT NOT NULL,
    date_us INTEGER NOT NULL,
    record TEXT NOT NULL,
    archive INTEGER NOT NULL REFERENCES archive_file(id),
    archive_offset INTEGER NOT NULL,
    archive_length INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE link_list (
    page INTEGER PRIMARY KEY REFERENCES url(id),
    targets BLOB NOT NULL
) STRICT;
CREATE TABLE misguess (
    url INTEGER PRIMARY KEY REFERENCES url(id),
    sequence INTEGER NOT NULL
) STRICT;
CREATE TABLE tally (
    state INTEGER NOT NULL,
    kind INTEGER NOT NULL,
    reason INTEGER NOT NULL,
    urls INTEGER NOT NULL,
    wire_bytes INTEGER NOT NULL,
    plain_bytes INTEGER NOT NULL,
    PRIMARY KEY (state, kind, reason)
) STRICT, WITHOUT ROWID;
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
CREATE VIEW changes AS
SELECT change.run, datetime(run.started_ms / 1000, 'unixepoch') AS started, change_kind.name AS change, url.url,
    rule.text AS rule
FROM change
JOIN run ON run.id = change.run
JOIN url ON url.id = change.url
JOIN change_kind ON change_kind.id = change.kind
LEFT JOIN rule ON rule.id = change.rule;
CREATE VIEW totals AS
SELECT state.name AS state, kind.name AS kind, reason.name AS reason, tally.urls, tally.wire_bytes, tally.plain_bytes
FROM tally
JOIN state ON state.id = tally.state
JOIN kind ON kind.id = tally.kind
JOIN reason ON reason.id = tally.reason
WHERE tally.urls > 0;
INSERT INTO state VALUES(0,'queued','to be requested, perhaps again');
INSERT INTO state VALUES(1,'done','answered and stored');
INSERT INTO state VALUES(2,'redirected','answered with a redirect to another URL');
INSERT INTO state VALUES(3,'refused','never requested; reason and rule say why');
INSERT INTO state VALUES(4,'failed','given up: no answer, or one that could not be stored');
INSERT INTO state VALUES(5,'gone','the server says that it does not exist (404, 410)');
INSERT INTO state VALUES(6,'withheld','fetched, but must not be stored');
INSERT INTO kind VALUES(0,'start','given by the user');
INSERT INTO kind VALUES(1,'requisite','a file that a stored page needs to look right: images, styles, scripts');
INSERT INTO kind VALUES(2,'page','a page that a stored page links to');
INSERT INTO kind VALUES(3,'candidate','only guesses contain it: texts of scripts or data that look like its address; a 404 is not a failure');
INSERT INTO reason VALUES(0,'none','');
INSERT INTO reason VALUES(1,'robots','robots.txt disallows it');
INSERT INTO reason VALUES(2,'robots unreachable','robots.txt could not be fetched, so no request is allowed');
INSERT INTO reason VALUES(3,'scope','outside --scope');
INSERT INTO reason VALUES(4,'pattern','--include or --exclude');
INSERT INTO reason VALUES(5,'requisites','a requisite that --requisites leaves out');
INSERT INTO reason VALUES(6,'depth','too many links from the start page');
INSERT INTO reason VALUES(7,'max pages','the number of pages was reached');
INSERT INTO reason VALUES(8,'max bytes','the number of bytes was reached');
INSERT INTO reason VALUES(9,'max file size','the file is too large');
INSERT INTO reason VALUES(10,'length','the URL is too long');
INSERT INTO reason VALUES(11,'trap','looks like one of endless URLs with no new content');
INSERT INTO reason VALUES(12,'noindex','META robots or X-Robots-Tag says NOINDEX or NONE');
INSERT INTO reason VALUES(13,'noarchive','META robots or X-Robots-Tag says NOARCHIVE');
INSERT INTO reason VALUES(14,'status','the HTTP status is an error');
INSERT INTO reason VALUES(15,'network','no complete answer; the outcome of the visit says why');
INSERT INTO reason VALUES(16,'redirects','too many redirects, or circular ones');
INSERT INTO reason VALUES(17,'location','a redirect without a valid target');
INSERT INTO reason VALUES(18,'content','the body cannot be decoded, or is too large when decoded');
INSERT INTO reason VALUES(19,'name','no file name is possible for it');
INSERT INTO reason VALUES(20,'nofollow','all links to it have rel=nofollow');
INSERT INTO reason VALUES(21,'challenge','a firewall answered instead of the site');
INSERT INTO reason VALUES(22,'blocked','not requested: its host had begun to refuse requests');
INSERT INTO reason VALUES(23,'guesses','a candidate that was not requested, because most earlier candidates did not exist');
INSERT INTO reason VALUES(24,'import','not in the archive from which the mirror was imported');
INSERT INTO reason VALUES(25,'cut','done, but that archive has only a part of it');
INSERT INTO change_kind VALUES(0,'new','stored for the first time');
INSERT INTO change_kind VALUES(1,'changed','its body has changed');
INSERT INTO change_kind VALUES(2,'moved','now a redirect, or a redirect to another URL; a page''s file may be kept');
INSERT INTO change_kind VALUES(3,'gone','the server says that it does not exist (404, 410); its file is kept');
INSERT INTO change_kind VALUES(4,'deleted','its file was removed by --delete');
INSERT INTO change_kind VALUES(5,'refused','robots.txt or an option now refuses it; its file was removed from site/');
INSERT INTO change_kind VALUES(6,'withheld','it must not be stored any more; its file was removed from site/');
INSERT INTO change_kind VALUES(7,'failing','no complete answer now; its last good copy is kept');
PRAGMA user_version = 9;
