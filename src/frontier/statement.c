/* SPDX-License-Identifier: MIT */
/* The SQL of every statement, and the schema it speaks to (schema.sql, embedded when building). */
#include "config.h"

#include "frontier/statement.h"

#include "frontier/schema_sql.h"

static const struct db_statement statements[STATEMENT_COUNT] = {
    [DATA_VERSION] = {.sql = "PRAGMA data_version"},
    [URL_ALL] = {.sql = "SELECT id, url, state, roles FROM url WHERE id > :after", .scans = true},
    [URL_REVISITED] = {.sql = "SELECT 1 FROM url INDEXED BY url_queue CROSS JOIN visit ON visit.url = url.id"
                              " WHERE url.state = 0 LIMIT 1",
                       .scans = true},
    [VISIT_QUEUED] = {.sql = "SELECT 1 FROM visit CROSS JOIN url ON url.id = visit.url"
                             " WHERE url.state = 0 LIMIT 1",
                      .scans = true},
    [URL_ADD] =
        {.sql =
             "INSERT INTO url (id, url, origin, state, kind, roles, depth, referrer, via, reason, rule)"
             " VALUES (:id, :url, :origin, :state, :kind, :roles, :depth, :referrer, :via, :reason, :rule)"},
    [URL_FACTS] = {.sql =
                       "SELECT url.url, origin, url.state, kind, roles, depth, url.reason, not_before > 0, "
                       "wire_bytes, plain_bytes"
                       " FROM url LEFT JOIN visit ON visit.url = url.id WHERE id = :id"},
    [URL_SET_ROLES] = {.sql = "UPDATE url SET roles = :roles, kind = :kind WHERE id = :id"},
    [URL_PROMOTE] = {.sql = "UPDATE url SET roles = :roles, kind = :kind, depth = :depth WHERE id = :id"},
    [URL_QUEUE] =
        {.sql =
             "UPDATE url SET state = 0, roles = :roles, kind = :kind, depth = :depth, referrer = :referrer,"
             " via = :via, reason = 0, rule = NULL, attempts = 0, not_before = 0 WHERE id = :id"},
    [URL_REQUEUE] = {.sql = "UPDATE url SET state = 0, reason = 0, rule = NULL, attempts = 0, not_before = 0 "
                            "WHERE id = :id"},
    [URL_RETRY] = {.sql = "UPDATE url SET state = 0, reason = 0, rule = NULL, attempts = :attempts, "
                          "not_before = :not_before"
                          " WHERE id = :id"},
    [URL_SETTLE] = {.sql = "UPDATE url SET state = :state, reason = :reason, rule = :rule,"
                           " attempts = coalesce(:attempts, attempts), not_before = 0 WHERE id = :id"},
    [URL_NEXT_REFUSED] = {.sql = "SELECT id FROM url WHERE id > :after AND state = 3 AND reason = :reason "
                                 "ORDER BY id LIMIT 1"},
    [URL_NEXT_SETTLED] = {.sql = "SELECT id FROM url WHERE id > :after AND state IN (1, 2, 4, 5, 6) "
                                 "AND NOT (kind = 3 AND state = 5) ORDER BY id LIMIT 1"},
    [URL_REVISIT] = {.sql = "UPDATE url SET state = 0, reason = 0, attempts = 0, not_before = :not_before "
                            "WHERE id = :id"},
    [URL_KEEP] = {.sql = "UPDATE url SET state = :state, reason = :reason, attempts = :attempts, "
                         "not_before = 0 WHERE id = :id"},
    [URL_FIND] = {.sql = "SELECT id FROM url WHERE url = :url", .scans = true},

    [QUEUE_FRESH] = {.sql = "SELECT id, url, kind, roles, depth, referrer, attempts, not_before FROM url"
                            " WHERE state = 0 AND origin = :origin AND not_before = 0 AND kind = :kind"
                            " AND id > :after ORDER BY id"},
    [QUEUE_AGAIN] = {.sql = "SELECT id, url, kind, roles, depth, referrer, attempts, not_before FROM url"
                            " WHERE state = 0 AND origin = :origin AND not_before > 0 AND not_before <= :now"
                            " AND kind <= :kind ORDER BY not_before, kind, id"},
    [QUEUE_EARLIEST] =
        {.sql = "SELECT min(not_before) FROM url WHERE state = 0 AND origin = :origin AND not_before > 0"},
    [QUEUE_WALK] =
        {.sql = "SELECT id, url, kind, roles, depth, referrer, attempts, not_before FROM url"
                " WHERE state = 0 AND origin = :origin AND (not_before, kind, id) > (:not_before, :kind, :id)"
                " ORDER BY not_before, kind, id LIMIT 1"},

    [ROW_GET] =
        {.sql =
             "SELECT url.id, url.origin, url.url, url.kind, url.roles, url.depth, url.referrer, url.attempts,"
             " url.not_before, url.state, url.reason, rule.text, via.text, page.url,"
             " visit.url, visit.run, visit.sequence, visit.woven, visit.document, visit.requested_ms,"
             " visit.duration_ms, visit.status, visit.outcome, visit.content_type, visit.etag, "
             "visit.last_modified,"
             " visit.wire_bytes, visit.plain_bytes, visit.digest, visit.archive, visit.archive_offset,"
             " visit.archive_length, visit.redirect_to, visit.title, visit.robots_terms, file.path, "
             "preferences.text, visit.state, visit.reason, visit.seen_run, visit.seen_ms, visit.seen_status,"
             " visit.redirect_fragment FROM url LEFT JOIN rule ON rule.id = url.rule LEFT JOIN via ON via.id "
             "= url.via"
             " LEFT JOIN url AS page ON page.id = url.referrer LEFT JOIN visit ON visit.url = url.id"
             " LEFT JOIN rule AS preferences ON preferences.id = visit.preferences"
             " LEFT JOIN file ON file.url = url.id WHERE url.id = :id"},
    [ROW_NEXT_DOCUMENT] =
        {.sql = "SELECT visit.url, woven FROM visit"
                " WHERE visit.url > :after AND document AND woven < :woven_below AND visit.state = 1"
                " AND EXISTS (SELECT 1 FROM file WHERE file.url = visit.url) ORDER BY visit.url LIMIT 1"},
    [ROW_NEXT_VISIT] =
        {.sql = "SELECT url FROM visit WHERE url > :after AND sequence > :above ORDER BY url LIMIT 1"},
    [ROW_HOP] = {.sql = "SELECT kind, referrer, via.text, url.url FROM url LEFT JOIN via ON via.id = url.via"
                        " WHERE url.id = :id"},
    [TARGET_GET] = {.sql = "SELECT CASE WHEN visit.state IN (1, 2) THEN visit.state ELSE url.state END,"
                           " redirect_to, CASE visit.state WHEN 2 THEN redirect_fragment ELSE path END FROM "
                           "url LEFT JOIN visit ON visit.url = id"
                           " LEFT JOIN file ON file.url = id WHERE id = :id"},

    [VISIT_SET] =
        {.sql =
             "INSERT OR REPLACE INTO visit (url, state, reason, run, sequence, woven, document, "
             "requested_ms, "
             "duration_ms, status,"
             " outcome, content_type, etag, last_modified, wire_bytes, plain_bytes, digest, archive,"
             " archive_offset, archive_length, redirect_to, redirect_fragment, title, preferences, "
             "robots_terms, "
             "seen_run, seen_ms,"
             " seen_status)"
             " VALUES (:url, :state, :reason, :run, :sequence, :woven, :document, :requested_ms, "
             ":duration_ms, "
             ":status,"
             " :outcome, :content_type, :etag, :last_modified, :wire_bytes, :plain_bytes, :digest, :archive,"
             " :archive_offset, :archive_length, :redirect_to, :redirect_fragment, :title, :preferences, "
             ":robots_terms,"
             " :run, :requested_ms, :status)"},
    [VISIT_SET_WOVEN] = {.sql = "UPDATE visit SET woven = :woven WHERE url = :url"},
    [VISIT_PLACE] = {.sql =
                         "UPDATE visit SET archive_offset = :archive_offset, archive_length = :archive_length"
                         " WHERE url = :url AND archive = :archive AND archive_offset = 0"},
    [VISIT_SEEN] =
        {.sql = "UPDATE visit SET seen_run = :run, seen_ms = :requested_ms, seen_status = :status,"
                " etag = coalesce(:etag, etag), last_modified = coalesce(:last_modified, last_modified),"
                " archive = coalesce(:archive, archive),"
                " archive_offset = iif(:archive IS NULL, archive_offset, :archive_offset),"
                " archive_length = iif(:archive IS NULL, archive_length, :archive_length)"
                " WHERE url = :url"},
    [VISIT_STATE] = {.sql = "SELECT state, reason FROM visit WHERE url = :url"},
    [VISIT_LOSE] = {.sql = "UPDATE visit SET state = 0, document = 0 WHERE url = :url"},
    [FILE_SET] = {.sql = "INSERT INTO file (url, path, key) VALUES (:url, :path, :key)"
                         " ON CONFLICT (url) DO UPDATE SET path = excluded.path, key = excluded.key"},
    [FILE_HOLDER] = {.sql = "SELECT url FROM file WHERE key = :key AND url <> :url"},
    [FILE_NEAR] =
        {.sql = "SELECT url FROM file WHERE key >= :key AND key < :key || '0' AND url <> :url LIMIT 1"},
    [FILE_BELOW] =
        {.sql = "SELECT url FROM file WHERE key > :key || '/' AND key < :key || '0' AND url <> :url LIMIT 1"},
    [FILE_RELEASE] = {.sql = "DELETE FROM file WHERE url = :url"},
    [FILE_COUNT] = {.sql = "SELECT count(*) FROM file", .scans = true},
    [KEPT_PAGES] = {.sql = "SELECT count(*) FROM url JOIN visit ON visit.url = url.id"
                           " WHERE url.state = 0 AND visit.state = 1 AND url.kind IN (0, 2)",
                    .scans = true},
    [LEAVING_ADD] = {.sql = "INSERT OR IGNORE INTO leaving (path) VALUES (:path)"},
    [LEAVING_NEXT] = {.sql = "SELECT path, EXISTS (SELECT 1 FROM file WHERE file.path = leaving.path)"
                             " FROM leaving LIMIT 1",
                      .scans = true},
    [LEAVING_DONE] = {.sql = "DELETE FROM leaving WHERE path = :path"},
    [GONE_NEXT] = {.sql = "SELECT url.id, file.path FROM url JOIN file ON file.url = url.id"
                          " WHERE url.id > :after AND url.state = 5 ORDER BY url.id LIMIT 1"},
    [SITEMAP_ADD] =
        {.sql = "INSERT OR IGNORE INTO sitemap (url, origin, voucher, level)"
                " SELECT :url, :origin, :voucher, :level WHERE (SELECT count(*) FROM sitemap) < :most"
                " RETURNING id",
         .scans = true},
    [SITEMAP_FIND] = {.sql = "SELECT id FROM sitemap WHERE url = :url"},
    [SITEMAP_NEXT] = {.sql =
                          "SELECT id, url, voucher, level FROM sitemap WHERE queued = 1 AND origin = :origin"
                          " ORDER BY id LIMIT 1",
                      .scans = true},
    [SITEMAP_SETTLE] = {.sql =
                            "UPDATE sitemap SET queued = 0, status = :status, pages = :pages WHERE id = :id"},
    [SITEMAP_REQUEUE] = {.sql = "UPDATE sitemap SET queued = 1", .scans = true},
    [SITEMAP_COUNT] = {.sql = "SELECT count(*) FROM sitemap WHERE queued = 1", .scans = true},
    [SITEMAP_ORIGIN] =
        {.sql = "SELECT origin FROM sitemap WHERE queued = 1 AND origin > :after ORDER BY origin LIMIT 1",
         .scans = true},
    [URL_ADVANCE] = {.sql = "UPDATE url SET not_before = 0 WHERE id = :id"},
    [CHANGE_SET] = {.sql = "INSERT OR REPLACE INTO change (run, url, kind) VALUES (:run, :url, :kind)"},
    [CHANGE_NEXT] =
        {.sql = "SELECT change.run, change.url, change.kind, run.started_ms, url.url FROM change"
                " JOIN run ON run.id = change.run JOIN url ON url.id = change.url"
                " WHERE (change.run, change.url) > (:run, :url) ORDER BY change.run, change.url LIMIT 1"},
    [LINKS_SET] = {.sql = "INSERT OR REPLACE INTO link_list (page, targets) VALUES (:page, :targets)"},
    [LINKS_GET] = {.sql = "SELECT targets FROM link_list WHERE page = :page"},
    [LINKS_WOVEN] = {.sql = "SELECT page, targets, woven FROM link_list CROSS JOIN visit ON visit.url = page"
                            " WHERE page > :after AND document AND woven < :woven_below AND state = 1"
                            " ORDER BY page"},

    [ORIGIN_ALL] = {.sql = "SELECT id, origin, last_request_ms, pause_until_ms, delay_ms, starts, "
                           "requisites, pages, candidates, waiting, pause_reason, delay_reason, connections,"
                           " limit_ms, rest_ms, answer_ms, usual_ms FROM origin",
                    .scans = true},
    [ORIGIN_ADD] = {.sql = "INSERT INTO origin (id, origin) VALUES (:id, :text)"},
    [ORIGIN_SET] =
        {.sql = "UPDATE origin SET last_request_ms = :last_request_ms, pause_until_ms = :pause_until_ms,"
                " delay_ms = :delay_ms, starts = :starts, requisites = :requisites, pages = :pages,"
                " candidates = :candidates,"
                " waiting = :waiting, pause_reason = :pause_reason, delay_reason = :delay_reason,"
                " connections = :connections, limit_ms = :limit_ms, rest_ms = :rest_ms,"
                " answer_ms = :answer_ms, usual_ms = :usual_ms WHERE id = :id"},
    [ORIGIN_TEXT] = {.sql = "SELECT origin FROM origin WHERE id = :id"},
    [ROBOTS_SET] = {.sql = "INSERT OR REPLACE INTO robots (origin, answer, status, error, fetched_ms, "
                           "expires_ms, final_url,"
                           " redirects, attempts, next_try_ms, truncated, body)"
                           " VALUES (:origin, :answer, :status, :error, :fetched_ms, :expires_ms, :final_url,"
                           " :redirects, :attempts, :next_try_ms, :truncated, :body)"},
    [ROBOTS_GET] = {.sql = "SELECT answer, status, error, fetched_ms, expires_ms, final_url, redirects, "
                           "attempts, next_try_ms,"
                           " truncated, body FROM robots WHERE origin = :origin"},
    [ROBOTS_LED] = {.sql = "SELECT 1 FROM robots WHERE final_url = :url OR redirects > 1 LIMIT 1",
                    .scans = true},
    [RULE_ALL] = {.sql = "SELECT id, text FROM rule", .scans = true},
    [RULE_ADD] = {.sql = "INSERT INTO rule (id, text) VALUES (:id, :text)"},
    [VIA_ALL] = {.sql = "SELECT id, text FROM via", .scans = true},
    [VIA_ADD] = {.sql = "INSERT INTO via (id, text) VALUES (:id, :text)"},

    [ARCHIVE_ADD] = {.sql = "INSERT INTO archive_file (name, length) VALUES (:name, 0) RETURNING id"},
    [ARCHIVE_SET] = {.sql = "UPDATE archive_file SET length = :length WHERE id = :id"},
    [ARCHIVE_NEXT] = {.sql =
                          "SELECT id, name, length FROM archive_file WHERE id > :after ORDER BY id LIMIT 1"},
    [PAYLOAD_ADD] =
        {.sql = "INSERT OR IGNORE INTO payload (digest, url, date_us, record, archive, archive_offset,"
                " archive_length) VALUES (:digest, :url, :date_us, :record, :archive,"
                " :archive_offset, :archive_length)"},
    [PAYLOAD_GET] = {.sql =
                         "SELECT url, date_us, record, archive, archive_offset, archive_length FROM payload"
                         " WHERE digest = :digest"},
    [PAYLOAD_PLACE] =
        {.sql = "UPDATE payload SET archive_offset = :archive_offset, archive_length = :archive_length"
                " WHERE digest = :digest AND archive = :archive AND archive_offset = 0"},
    [PAYLOAD_LOSE] =
        {.sql = "DELETE FROM payload WHERE archive = :archive AND archive_offset >= :archive_offset",
         .scans = true},
    [MISGUESS_SET] = {.sql = "INSERT INTO misguess (url, sequence) VALUES (:url, :sequence) "
                             "ON CONFLICT DO UPDATE SET sequence = max(sequence, excluded.sequence)"},
    [MISGUESS_UNANSWERED] = {.sql =
                                 "INSERT INTO misguess (url, sequence) SELECT id, :sequence FROM url"
                                 " WHERE state = 4 AND NOT EXISTS (SELECT 1 FROM visit WHERE visit.url = id)"
                                 " ON CONFLICT DO UPDATE SET sequence = max(sequence, excluded.sequence)",
                             .scans = true},
    [MISGUESS_ANY] = {.sql = "SELECT 1 FROM misguess LIMIT 1", .scans = true},
    [MISGUESS_ALL] = {.sql = "SELECT url, sequence FROM misguess", .scans = true},
    [MISGUESS_GET] = {.sql = "SELECT sequence FROM misguess WHERE url = :url"},
    [MISGUESS_REDIRECTS] = {.sql = "SELECT visit.url FROM visit"
                                   " CROSS JOIN misguess AS target ON target.url = redirect_to"
                                   " LEFT JOIN misguess AS known ON known.url = visit.url"
                                   " WHERE visit.state = 2 AND known.sequence IS NOT 9223372036854775807",
                            .scans = true},
    [MISGUESS_FORGET] = {.sql = "DELETE FROM misguess", .scans = true},
    [SETTING_SET] = {.sql = "INSERT OR REPLACE INTO setting (name, value) VALUES (:name, :value)"},
    [SETTING_GET] = {.sql = "SELECT value FROM setting WHERE name = :name"},
    [RUN_ADD] =
        {.sql = "INSERT INTO run (version, started_ms, sequence) VALUES (:version, :started_ms, :sequence)"
                " RETURNING id"},
    [RUN_END] =
        {.sql = "UPDATE run SET ended_ms = :ended_ms, exit_status = :exit_status, why = :why WHERE id = :id"},
    [RUN_SET_SEQUENCE] = {.sql = "UPDATE run SET sequence = :sequence WHERE id = :id"},
    [RUN_SET_COURTESY] = {.sql = "UPDATE run SET requests = :requests, robots_requests = :robots_requests,"
                                 " not_modified = :not_modified, bytes = :bytes,"
                                 " shortest_gap_ms = :shortest_gap_ms, longest_gap_ms = :longest_gap_ms,"
                                 " connections = :connections, waits = :waits, waited_ms = :waited_ms"
                                 " WHERE id = :id"},
    [RUN_COURTESY] = {.sql = "SELECT requests, robots_requests, not_modified, bytes, shortest_gap_ms,"
                             " longest_gap_ms, connections, waits, waited_ms FROM run WHERE id = :id"},
    [RUN_LAST] =
        {.sql = "SELECT id, started_ms, ended_ms, exit_status, why, sequence, version FROM run ORDER BY id "
                "DESC LIMIT 1"},
    [REPORT_URLS] = {.sql = "SELECT id, origin, state, kind, roles, depth, referrer, reason, rule FROM url"
                            " ORDER BY id",
                     .scans = true},
    [REPORT_ANSWERS] =
        {.sql = "SELECT url, state, seen_status, wire_bytes, plain_bytes, duration_ms, redirect_to,"
                " preferences, content_type FROM visit ORDER BY url",
         .scans = true},
    [REPORT_RUNS] = {.sql = "SELECT id, started_ms, ended_ms, exit_status, why, requests, robots_requests,"
                            " not_modified, bytes, shortest_gap_ms, longest_gap_ms, connections, waits,"
                            " waited_ms FROM run ORDER BY id DESC",
                     .scans = true},
    [REPORT_CHANGES] = {.sql = "SELECT url, kind FROM change WHERE run >= :since ORDER BY run, url"},
    [REPORT_LINKS] = {.sql = "SELECT page, targets FROM link_list ORDER BY page", .scans = true},
    [REPORT_REFUSED] =
        {.sql =
             "SELECT url.url, url.state, url.reason, rule.text FROM url LEFT JOIN rule ON rule.id = url.rule"
             " WHERE url.state IN (3, 6) ORDER BY url.id",
         .scans = true},
    [RULE_TEXT] = {.sql = "SELECT text FROM rule WHERE id = :id"},
    [TALLY_ALL] = {.sql = "SELECT state, kind, reason, urls, wire_bytes, plain_bytes FROM tally",
                   .scans = true},
    [TALLY_SET] = {.sql = "INSERT OR REPLACE INTO tally (state, kind, reason, urls, wire_bytes, plain_bytes)"
                          " VALUES (:state, :kind, :reason, :urls, :wire_bytes, :plain_bytes)"},
};

/* From version v to v + 1; upgrades[0] is never used. Version 1 was never released: nothing leads from there.
 */
static const char *const upgrades[SCHEMA_VERSION] = {
    [2] = "CREATE TABLE payload (digest BLOB PRIMARY KEY, url TEXT NOT NULL, date_us INTEGER NOT NULL,"
          " record TEXT NOT NULL, archive INTEGER NOT NULL REFERENCES archive_file(id),"
          " archive_offset INTEGER NOT NULL, archive_length INTEGER NOT NULL) STRICT, WITHOUT ROWID;",
    [3] = "INSERT INTO reason VALUES (24, 'import', 'not in the archive that the mirror was imported from');",
};

const struct db_format mirror_format = {
    .application_id = SCHEMA_APPLICATION,
    .version = SCHEMA_VERSION,
    .schema = schema_sql,
    .upgrades = upgrades,
    .statements = statements,
    .count = STATEMENT_COUNT,
};
