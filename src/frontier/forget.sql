-- SPDX-License-Identifier: MIT
-- Deletes what came from answers of the URLs that are refused for reason 30, and moves the places of records to where the
-- temporary table moved says that they are now. Texts that no row uses any more are replaced, because ids are never reused.

CREATE TEMP TABLE forgotten AS SELECT id FROM url WHERE state = 3 AND reason = 30;
CREATE UNIQUE INDEX temp.forgotten_id ON forgotten (id);
DELETE FROM visit WHERE url IN forgotten;
DELETE FROM held WHERE url IN forgotten;
DELETE FROM view WHERE url IN forgotten;
DELETE FROM file WHERE url IN forgotten;
DELETE FROM change WHERE url IN forgotten;
DELETE FROM link_list WHERE page IN forgotten;
DELETE FROM setting WHERE name LIKE 'part %';
DELETE FROM evidence WHERE sort = 9;


-- Records that are lost have the place -1.
DELETE FROM payload WHERE archive_offset < 0;
DELETE FROM held WHERE archive_offset < 0;
DELETE FROM view WHERE archive_offset < 0;
UPDATE visit SET archive = NULL, archive_offset = 0, archive_length = 0, damaged = 1 WHERE archive_offset < 0;

UPDATE rule SET text = 'forgotten ' || id WHERE id NOT IN (
    SELECT rule FROM url WHERE rule > 0 UNION SELECT preferences FROM visit WHERE preferences > 0
    UNION SELECT rule FROM change WHERE rule > 0 UNION SELECT why FROM view WHERE why > 0);
UPDATE via SET text = 'forgotten ' || id WHERE id NOT IN (SELECT via FROM url WHERE via > 0);
