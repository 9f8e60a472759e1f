-- SPDX-License-Identifier: MIT
-- Every statement that tiptoe runs on mirror.db. A line "-- name: X" begins the statement X of enum statement. "scans" behind
-- the name permits the statement to read a whole table; a debug build dies if any other statement does. statements.awk turns
-- this file into C when building, and all statements are prepared when the database is opened.
-- @T is replaced by the columns of the table T, or of a list T of this file; P.@T for their values in the row P, with the texts of
-- the table rule instead of its ids; :@T for parameters of their names.

-- Opening.
-- name: DATA_VERSION
PRAGMA data_version;

-- name: URL_ALL scans
SELECT id, url, state, roles FROM url WHERE id > :after;

-- name: URL_REVISITED scans
SELECT 1 FROM url INDEXED BY url_queue CROSS JOIN visit ON visit.url = url.id
    WHERE url.state = 0 AND url.id <= (SELECT max(url) FROM visit) LIMIT 1;

-- URLs.
-- name: URL_ADD
INSERT INTO url (id, url, origin, state, kind, roles, depth, referrer, via, reason, rule)
    VALUES (:id, :url, :origin, :state, :kind, :roles, :depth, :referrer, :via, :reason, :rule);

-- name: URL_FACTS
SELECT origin, url.state, kind, roles, depth, url.reason, not_before > 0, wire_bytes, plain_bytes, url.url
    FROM url LEFT JOIN visit ON visit.url = url.id
    WHERE id = :id;

-- name: URL_SET_USE
UPDATE url SET roles = :roles, kind = :kind, depth = :depth WHERE id = :id;

-- name: URL_QUEUE
UPDATE url
    SET state = 0, roles = :roles, kind = :kind, depth = :depth, referrer = :referrer, via = :via,
        reason = 0, rule = NULL, attempts = 0, not_before = 0
    WHERE id = :id;

-- name: URL_SET
UPDATE url
    SET state = :state, reason = :reason,
        rule = iif(:rule IS NULL AND (:state = 6 OR :state = 0 AND state IN (0, 6)), rule, :rule),
        attempts = iif(:attempts < 0, attempts, :attempts), not_before = :not_before,
        gone = CASE WHEN :state IN (0, 4) THEN gone WHEN :gone < 0 THEN 1
            WHEN :state IN (2, 5) THEN gone + :gone ELSE 0 END
    WHERE id = :id;

-- name: URL_NEXT_REFUSED
SELECT id FROM url WHERE id > :after AND reason = :reason AND (state = 3 OR state = 6 AND reason = 4 OR state = 1 AND reason = 25 OR state = 2 OR state = 4 AND reason IN (14, 15, 21, 31, 32)) ORDER BY id LIMIT 1;

-- name: URL_NEXT_START
SELECT id FROM url WHERE id > :after AND kind = 0 ORDER BY id LIMIT 1;

-- name: URL_NEXT_SETTLED
SELECT id, url.state IN (2, 5) AND gone >= 3 AND kind <> 0, coalesce(document_state, 0), coalesce(seen_ms, 0) FROM url LEFT JOIN visit ON visit.url = id
    WHERE id > :after AND url.state IN (1, 2, 4, 5, 6) AND NOT (kind = 3 AND url.state = 5)
        AND NOT (url.state = 2 AND visit.status = 0) -- a URL with another name of the site
    ORDER BY id LIMIT 1;

-- name: URL_GONE_FOR_GOOD scans
SELECT 1 FROM url WHERE state IN (2, 5) AND gone >= 3 LIMIT 1;

-- name: URL_LEFT_OUT
SELECT 1 FROM url JOIN visit ON visit.url = id WHERE id = :id AND url.state IN (2, 5) AND gone >= 3 AND seen_run < :run;

-- name: URL_FAILURES scans
SELECT id, state, kind, reason, referrer IS NULL FROM url WHERE state IN (4, 5) AND kind <> 3;

-- The queue.
-- list: item = id, origin, url, kind, roles, depth, referrer, attempts, not_before
-- name: QUEUE_READY
SELECT @item FROM url
    WHERE state = 0 AND origin = :origin AND not_before <= :now AND kind <= :kind ORDER BY not_before, kind, id;

-- name: QUEUE_FURTHER
SELECT @item FROM url
    WHERE state = 0 AND origin = :origin AND not_before = 0 AND kind = :kind AND id > :after ORDER BY id;

-- name: QUEUE_EARLIEST
SELECT min(not_before) FROM url WHERE state = 0 AND origin = :origin AND not_before > 0;

-- name: QUEUE_HURRY
UPDATE url SET not_before = max(1, not_before - :by)
    WHERE state = 0 AND origin = :origin AND not_before > :latest;

-- Whole rows.
-- name: ROW_GET
SELECT url.@item, url.state, url.reason, rule.text, via.text, page.url, visit.url IS NOT NULL, file.path, visit.@visit
    FROM url LEFT JOIN rule ON rule.id = url.rule LEFT JOIN via ON via.id = url.via
        LEFT JOIN url AS page ON page.id = url.referrer
        LEFT JOIN visit ON visit.url = url.id
        LEFT JOIN file ON file.url = url.id
    WHERE url.id = :id;

-- name: ROW_NEXT_DOCUMENT
SELECT visit.url, sequence FROM visit
    WHERE visit.url > :after AND document AND visit.state = 1
        AND EXISTS (SELECT 1 FROM file WHERE file.url = visit.url)
    ORDER BY visit.url LIMIT 1;

-- name: SHELL_COUNT scans
SELECT count(*) FROM visit WHERE document = 2 AND state = 1
    AND NOT EXISTS (SELECT 1 FROM view WHERE view.url = visit.url AND view.sequence = visit.sequence);

-- name: ROW_NEXT_VISIT
SELECT url FROM visit WHERE url > :after ORDER BY url LIMIT 1;

-- The latest answers are among the last rows, except in an update.
-- name: ROW_LAST_VISIT
SELECT url FROM visit WHERE url < :before AND sequence > :above ORDER BY url DESC LIMIT 1;

-- name: ROW_HOP
SELECT kind, referrer, substr(via.text, 1, 256), url.url FROM url LEFT JOIN via ON via.id = url.via WHERE url.id = :id;

-- An update expects its answers to be as before: what was missing is not guessed to have a file.
-- name: TARGET_GET
SELECT CASE WHEN visit.state IN (1, 2) OR (url.state = 0 AND visit.state IS NOT NULL) THEN visit.state
        ELSE url.state END, redirect_to,
    CASE visit.state WHEN 2 THEN redirect_fragment ELSE path END
    FROM url LEFT JOIN visit ON visit.url = id LEFT JOIN file ON file.url = id
    WHERE id = :id;

-- Answers.
-- name: VISIT_SET
INSERT OR REPLACE INTO visit (@visit) VALUES (:@visit);

-- name: VISIT_SET_WOVEN
UPDATE visit SET woven = :woven WHERE url = :url;

-- name: VISIT_PLACE
UPDATE visit
    SET archive_offset = :archive_offset, archive_length = :archive_length
    WHERE url = :url AND archive = :archive AND archive_offset = 0;

-- name: VISIT_SEEN
UPDATE visit
    SET seen_run = :run, seen_ms = :requested_ms, seen_status = :status,
        redirect_to = iif(state = 1, :redirect_to, redirect_to), etag = coalesce(:etag, etag),
        last_modified = nullif(coalesce(:last_modified, last_modified), ''), archive = coalesce(:archive, archive),
        archive_offset = iif(:archive IS NULL, archive_offset, :archive_offset),
        archive_length = iif(:archive IS NULL, archive_length, :archive_length),
        unavailable_ms = coalesce(:unavailable_ms, unavailable_ms),
        document_state = coalesce(:document_state, document_state),
        meta_url = iif(:document_state IS NULL, meta_url, :meta_url),
        canonical = iif(:document_state IS NULL, canonical, :canonical)
    WHERE url = :url;

-- name: VISIT_LATEST scans
SELECT coalesce(max(seen_ms), 0) FROM visit CROSS JOIN url ON url.id = visit.url WHERE url.state = 1 AND seen_run >= :run;

-- name: VISIT_STATE
SELECT state, reason FROM visit WHERE url = :url;

-- name: VISIT_SET_DAMAGED
UPDATE visit SET damaged = :damaged WHERE url = :url;

-- name: VISIT_LOSE
UPDATE visit SET state = 0, document = 0 WHERE url = :url;

-- name: VISIT_REDIRECT
UPDATE visit SET state = 2, document = 0, status = seen_status WHERE url = :url;

-- name: VISIT_WITHHOLD
UPDATE visit
    SET state = 6, reason = (SELECT reason FROM url WHERE id = :url), document = 0, etag = NULL,
        last_modified = NULL
    WHERE url = :url;

-- Files below site/.
-- name: FILE_SET
INSERT INTO file (url, path, key) VALUES (:url, :path, :key)
    ON CONFLICT (url) DO UPDATE SET path = excluded.path, key = excluded.key;

-- name: FILE_HOLDER
SELECT url FROM file WHERE key = :key AND url <> :url;

-- name: FILE_CLASH
SELECT url FROM file WHERE key = :key AND url <> :url
UNION ALL SELECT url FROM file WHERE key > :key || '/' AND key < :key || '0' AND url <> :url LIMIT 1;

-- Files X.html of pages whose URL ends in X, where X/ has no index.html, but other files, or the page is one that scripts build.
-- The first file below X/ tells whether X/ is written like X: X is another folder otherwise, except where case does not count.
-- CASE leaves out the rest for most pages.
-- name: FILE_BESIDE
SELECT page.key, page.path FROM file AS page
        CROSS JOIN visit ON visit.url = page.url CROSS JOIN url ON url.id = page.url
    WHERE page.key > :after AND substr(page.key, -5) = '.html' AND CASE WHEN visit.document = 2
        OR EXISTS (SELECT 1 FROM file AS below WHERE below.key > substr(page.key, 1, length(page.key) - 5) || '/'
            AND below.key < substr(page.key, 1, length(page.key) - 5) || '0')
    THEN NOT EXISTS (SELECT 1 FROM file AS own
            WHERE own.key = substr(page.key, 1, length(page.key) - 5) || '/index.html')
        AND ifnull(substr(page.path, 1, length(page.path) - 5) || '/' = (
            SELECT substr(below.path, 1, length(page.path) - 4) FROM file AS below
            WHERE below.key > substr(page.key, 1, length(page.key) - 5) || '/'
                AND below.key < substr(page.key, 1, length(page.key) - 5) || '0' ORDER BY below.key LIMIT 1), 1)
        AND visit.state = 1 AND substr(url.url, -1) <> '/' AND lower(substr(url.url, -5)) <> '.html'
        AND instr(url.url, '?') = 0 END
    ORDER BY page.key LIMIT 1;

-- name: FILE_RELEASE
DELETE FROM file WHERE url = :url;

-- name: FILE_COUNT scans
SELECT count(*) FROM file;

-- name: PAGE_COUNT scans
SELECT count(*) FROM file JOIN url ON url.id = file.url WHERE url.kind IN (0, 2);

-- name: FILE_ANY
SELECT EXISTS (SELECT 1 FROM file);

-- name: KEPT_PAGES scans
SELECT count(*) FROM url JOIN visit ON visit.url = url.id
    WHERE url.state = 0 AND visit.state = 1 AND url.kind IN (0, 2);

-- name: LEAVING_ADD
INSERT OR IGNORE INTO leaving (path) VALUES (:path);

-- name: LEAVING_NEXT
SELECT path FROM leaving ORDER BY path LIMIT 1;

-- name: FILE_EXISTS
SELECT EXISTS (SELECT 1 FROM file WHERE key = :key AND path = :path);

-- name: LEAVING_DONE
DELETE FROM leaving WHERE path = :path;

-- name: GONE_NEXT
SELECT url.id FROM url JOIN file ON file.url = url.id
    WHERE url.id > :after AND url.state = 5 ORDER BY url.id LIMIT 1;

-- name: LEAVES_NEXT
SELECT url.id FROM url JOIN visit ON visit.url = url.id JOIN file ON file.url = url.id
    WHERE url.id > :after AND url.state IN (2, 3, 6) AND visit.state = 1 ORDER BY url.id LIMIT 1;

-- Sitemaps.
-- name: SITEMAP_ADD scans
INSERT OR IGNORE INTO sitemap (url, origin, voucher, level)
    SELECT :url, :origin, :voucher, :level WHERE (SELECT count(*) FROM sitemap) < :most RETURNING id;

-- name: SITEMAP_FIND
SELECT @sitemap FROM sitemap WHERE url = :url;

-- name: SITEMAP_NEXT scans
SELECT @sitemap FROM sitemap WHERE queued = 1 AND origin = :origin ORDER BY id LIMIT 1;

-- name: SITEMAP_SETTLE
UPDATE sitemap SET queued = 0, status = :status, pages = :pages WHERE id = :id;

-- name: SITEMAP_REQUEUE scans
UPDATE sitemap SET queued = 1;

-- name: SITEMAP_ORIGIN scans
SELECT origin FROM sitemap WHERE queued = 1 AND origin > :after ORDER BY origin LIMIT 1;

-- Changes that updates found.
-- name: CHANGE_SET
INSERT OR REPLACE INTO change (run, url, kind, rule) VALUES (:run, :url, :kind, :rule);

-- name: CHANGE_COUNT
SELECT count(*) FROM change WHERE run >= :run AND kind = 1;

-- name: HELD_SET
INSERT OR REPLACE INTO held (@held) VALUES (:@held);

-- name: HELD_PLACE
UPDATE held
    SET archive_offset = :archive_offset, archive_length = :archive_length
    WHERE url = :url AND archive = :archive AND archive_offset = 0;

-- name: HELD_NEXT
SELECT @held FROM held WHERE url > :after ORDER BY url LIMIT 1;

-- name: HELD_DROP
DELETE FROM held WHERE url = :url;

-- name: CHANGE_NEXT
SELECT change.run, change.url, change.kind, run.started_ms, url.url, rule.text FROM change
    JOIN run ON run.id = change.run JOIN url ON url.id = change.url LEFT JOIN rule ON rule.id = change.rule
    WHERE (change.run, change.url) > (:run, :url) ORDER BY change.run, change.url LIMIT 1;

-- Links.
-- name: LINKS_SET
INSERT OR REPLACE INTO link_list (page, targets) VALUES (:page, :targets);

-- name: LINKS_GET
SELECT targets FROM link_list WHERE page = :page;

-- name: LINKS_IN_FORCE scans
SELECT page, targets FROM link_list CROSS JOIN visit ON visit.url = page CROSS JOIN url ON url.id = page
    WHERE visit.state IN (1, 6) AND url.state NOT IN (2, 5);

-- name: REDIRECTS_IN_FORCE scans
SELECT visit.url, redirect_to, url.kind = 0 FROM visit CROSS JOIN url ON url.id = visit.url
    WHERE visit.state = 2 AND url.state <> 5;

-- name: LINKS_WOVEN
SELECT page, targets, woven FROM link_list CROSS JOIN visit ON visit.url = page
    WHERE page > :after AND document AND woven < :woven_below AND state = 1 ORDER BY page;

-- Pages that are opened in a browser.
-- name: VIEW_ADD scans
INSERT OR IGNORE INTO view (url, fragment, rounds, inputs, seen, sequence, archive_offset, archive_length)
    SELECT :url, :fragment, 0, x'', 0, 0, 0, 0
    WHERE :fragment = '' OR (SELECT count(*) FROM view WHERE fragment <> '') < 300;

-- name: VIEW_ADD_SHELLS scans
INSERT OR IGNORE INTO view (url, fragment, rounds, inputs, seen, sequence, archive_offset, archive_length)
    SELECT url, '', 0, x'', 0, 0, 0, 0 FROM visit WHERE document = 2 AND state = 1 ORDER BY url;

-- name: VIEW_NEXT
SELECT view.@view FROM view WHERE id > :after ORDER BY id LIMIT 1;

-- name: VIEW_IN_FORCE
SELECT view.archive, view.archive_offset, view.archive_length FROM view JOIN visit ON visit.url = view.url
    WHERE view.url = :url AND fragment = :fragment AND view.archive > 0
        AND CASE fragment WHEN '' THEN view.sequence = visit.sequence ELSE view.sequence > 0 END;

-- name: VIEW_WITH_FILE
SELECT fragment FROM view WHERE url = :url AND fragment > :after AND sequence > 0 ORDER BY fragment LIMIT 1;

-- name: VIEW_SET
INSERT OR REPLACE INTO view (@view) VALUES (:@view);

-- name: VIEW_PLACE
UPDATE view
    SET archive_offset = :archive_offset, archive_length = :archive_length
    WHERE id = :id AND archive = :archive AND archive_offset = 0;

-- name: VIEW_INPUTS scans
SELECT view.url, inputs FROM view CROSS JOIN visit ON visit.url = view.url CROSS JOIN url ON url.id = view.url
    WHERE visit.state IN (1, 6) AND url.state NOT IN (2, 5);

-- name: VIEW_LOSE
UPDATE view
    SET inputs = x'', sequence = 0, archive = NULL, archive_offset = 0, archive_length = 0
    WHERE url = :url AND fragment = :fragment;

-- The page's own document stays the one that is shown.
-- name: VIEW_SHOW_AGAIN
UPDATE view SET sequence = :sequence
    WHERE url = :url AND fragment = '' AND sequence = (SELECT sequence FROM visit WHERE url = :url);

-- name: VISIT_RENDERED
UPDATE visit SET sequence = :sequence, document = 2, woven = 0, title = coalesce(:title, title) WHERE url = :url;

-- Origins and their robots.txt.
-- list: pace = last_request_ms, pause_until_ms, delay_ms, pause_reason, delay_reason, connections, limit_ms, rest_ms, answer_ms, usual_ms, address, starts, requisites, pages, candidates, waiting
-- name: ORIGIN_ALL scans
SELECT @pace, id, origin FROM origin;

-- name: ORIGIN_ADD
INSERT INTO origin (id, origin) VALUES (:id, :text);

-- name: ORIGIN_SET
UPDATE origin SET (@pace) = (:@pace) WHERE id = :id;

-- name: ORIGIN_TEXT
SELECT origin FROM origin WHERE id = :id;

-- name: ROBOTS_SET
INSERT OR REPLACE INTO robots (@robots) VALUES (:@robots);

-- name: ROBOTS_GET
SELECT @robots FROM robots WHERE origin = :origin;

-- Texts that many rows share.
-- name: RULE_ALL scans
SELECT id, text FROM rule;

-- name: RULE_ADD
INSERT INTO rule (id, text) VALUES (:id, :text);

-- name: RULE_TEXT
SELECT text FROM rule WHERE id = :id;

-- name: VIA_ALL scans
SELECT id, text FROM via;

-- name: VIA_ADD
INSERT INTO via (id, text) VALUES (:id, :text);

-- The archive.
-- name: ARCHIVE_ADD
INSERT INTO archive_file (name, length) VALUES (:name, 0) RETURNING id;

-- name: ARCHIVE_REPLACE
UPDATE archive_file SET name = coalesce(:name, name), length = :length WHERE id = :id;

-- name: ARCHIVE_NEXT
SELECT @archive_file FROM archive_file WHERE id > :after ORDER BY id LIMIT 1;

-- name: PAYLOAD_ADD
INSERT OR IGNORE INTO payload (@payload) VALUES (:@payload);

-- name: PAYLOAD_GET
SELECT @payload FROM payload WHERE digest = :digest;

-- name: PAYLOAD_PLACE
UPDATE payload
    SET archive_offset = :archive_offset, archive_length = :archive_length
    WHERE digest = :digest AND archive = :archive AND archive_offset = 0;

-- name: PAYLOAD_LOSE_ONE
DELETE FROM payload WHERE digest = :digest;

-- name: PAYLOAD_LOSE scans
DELETE FROM payload WHERE archive = :archive AND archive_offset >= :archive_offset;

-- Evidence.
-- name: EVIDENCE_SET
INSERT OR REPLACE INTO evidence (@evidence) VALUES (:@evidence);

-- name: EVIDENCE_ALL scans
SELECT @evidence FROM evidence ORDER BY id;

-- name: EVIDENCE_PAGES scans
SELECT visit.url, url.url, shown FROM visit CROSS JOIN url ON url.id = visit.url
    WHERE visit.state = 1 AND sequence > :since
        AND visit.url > ifnull((SELECT url FROM visit WHERE state = 1 AND sequence > :since
            ORDER BY url DESC LIMIT 1 OFFSET :most), 0)
    ORDER BY visit.url;

-- Wrong guesses.
-- name: MISGUESS_SET
INSERT INTO misguess (url, sequence) VALUES (:url, :sequence)
    ON CONFLICT DO UPDATE SET sequence = max(sequence, excluded.sequence);

-- name: MISGUESS_UNANSWERED scans
INSERT INTO misguess (url, sequence)
    SELECT id, :sequence FROM url
    WHERE state = 4 AND NOT EXISTS (SELECT 1 FROM visit WHERE visit.url = id)
    ON CONFLICT DO UPDATE SET sequence = max(sequence, excluded.sequence);

-- name: MISGUESS_ANY scans
SELECT 1 FROM misguess LIMIT 1;

-- name: MISGUESS_ALL scans
SELECT url, sequence FROM misguess;

-- name: MISGUESS_GET
SELECT sequence FROM misguess WHERE url = :url;

-- name: MISGUESS_REDIRECTS scans
SELECT visit.url FROM visit CROSS JOIN misguess AS target ON target.url = redirect_to
    LEFT JOIN misguess AS known ON known.url = visit.url
    WHERE visit.state = 2 AND target.sequence > 1 AND known.sequence IS NOT 9223372036854775807;

-- name: MISGUESS_FORGET scans
DELETE FROM misguess;

-- name: STORED_ANY scans
-- An archive with nothing but robots.txt has no answer of the mirror.
SELECT EXISTS (SELECT 1 FROM file) OR EXISTS (SELECT 1 FROM visit WHERE archive IS NOT NULL);

-- Settings and runs.
-- name: SETTING_SET
INSERT OR REPLACE INTO setting (name, value) VALUES (:name, :value);

-- name: SETTING_DROP
DELETE FROM setting WHERE name = :name;

-- name: SETTING_GET
SELECT value FROM setting WHERE name = :name;

-- name: RUN_ADD
INSERT INTO run (version, started_ms, sequence) VALUES (:version, :started_ms, :sequence) RETURNING id;

-- name: RUN_END
UPDATE run SET ended_ms = :ended_ms, exit_status = :exit_status, why = :why WHERE id = :id;

-- name: RUN_SET_SEQUENCE
UPDATE run SET sequence = :sequence WHERE id = (SELECT max(id) FROM run);

-- list: load = requests, robots_requests, not_modified, bytes, shortest_gap_ms, longest_gap_ms, connections, waits, waited_ms
-- name: RUN_SET_LOAD
UPDATE run SET (@load) = (:@load) WHERE id = :id;

-- name: RUN_LOAD_SUM scans
SELECT sum(requests), sum(robots_requests), sum(not_modified), sum(bytes), min(iif(longest_gap_ms > 0, shortest_gap_ms, NULL)),
    max(longest_gap_ms), max(connections), sum(waits), sum(waited_ms) FROM run;

-- name: RUN_FIRST
SELECT started_ms FROM run ORDER BY id LIMIT 1;

-- name: RUN_ENDED
SELECT coalesce(nullif(ended_ms, 0), (SELECT started_ms - 1 FROM run WHERE id > :run ORDER BY id LIMIT 1), 9000000000000000)
    FROM run WHERE id = :run;

-- name: RUN_SEQUENCE
SELECT sequence FROM run ORDER BY id DESC LIMIT 1;

-- Reports.
-- name: REPORT_URLS scans
SELECT id, origin, state, kind, roles, depth, referrer, reason, rule FROM url ORDER BY id;

-- name: REPORT_ANSWERS scans
SELECT visit.url, state, seen_status, wire_bytes, plain_bytes, duration_ms, redirect_to, preferences, content_type,
    document, view.sequence = visit.sequence,
    coalesce(why, (SELECT min(of_view.why) FROM view AS of_view WHERE of_view.url = visit.url))
    FROM visit LEFT JOIN view ON view.url = visit.url AND fragment = ''
    ORDER BY visit.url;

-- name: REPORT_RUNS scans
SELECT @load, id, started_ms, ended_ms, exit_status, why FROM run ORDER BY id DESC;

-- name: REPORT_LINKS scans
SELECT page, targets FROM link_list ORDER BY page;

-- name: REPORT_REFUSED scans
SELECT url.url, url.state, url.reason, rule.text FROM url LEFT JOIN rule ON rule.id = url.rule
    WHERE url.state IN (3, 6) ORDER BY url.id;

-- Sums.
-- name: TALLY_ALL scans
SELECT @tally FROM tally;

-- name: TALLY_SET
INSERT OR REPLACE INTO tally (@tally) VALUES (:@tally);
