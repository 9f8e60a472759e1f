-- SPDX-License-Identifier: MIT
-- search.db: an index of the words of all stored pages, derived from mirror.db and the archive. It may be deleted at any time:
-- `tiptoe search` makes it again. Characters of languages that are written without spaces are separated by U+200B.

PRAGMA application_id = 1953067123; -- "tips"

-- The state of mirror.db that the whole index agrees with.
CREATE TABLE state (
    id INTEGER PRIMARY KEY,
    run INTEGER NOT NULL,     -- the last run of mirror.db
    sequence INTEGER NOT NULL -- its greatest visit.sequence
) STRICT;
INSERT INTO state VALUES (1, 0, 0);

-- The documents that were read for the index.
CREATE TABLE document (
    url INTEGER PRIMARY KEY,  -- url.id of mirror.db
    sequence INTEGER NOT NULL -- visit.sequence of the answer that was read
) STRICT;

-- The words of those that are pages. The rowid is url.id of mirror.db.
CREATE VIRTUAL TABLE page USING fts5(
    title,
    headings, -- which the body has, too
    body,
    tokenize = "porter unicode61 remove_diacritics 2 categories 'L* N* Co M*'"
);

PRAGMA user_version = 3;
