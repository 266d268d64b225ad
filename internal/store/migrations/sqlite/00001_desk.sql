-- +goose Up
CREATE TABLE sub_statuses (
    key         TEXT PRIMARY KEY,
    name        TEXT NOT NULL,
    status      TEXT NOT NULL,
    status_name TEXT NOT NULL
) STRICT;

CREATE TABLE queues (
    key  TEXT PRIMARY KEY,
    name TEXT NOT NULL
) STRICT;

-- What is searched by stands in columns; the rest of a record is one JSON text, because it is only
-- ever read and written as a whole.
CREATE TABLE tickets (
    task_id   INTEGER PRIMARY KEY,
    ticket_id TEXT NOT NULL UNIQUE,
    created   INTEGER NOT NULL,
    record    TEXT NOT NULL
) STRICT;
CREATE INDEX tickets_created ON tickets (created, task_id);

CREATE TABLE notes (
    id      INTEGER PRIMARY KEY,
    task_id INTEGER NOT NULL REFERENCES tickets (task_id),
    record  TEXT NOT NULL
) STRICT;
CREATE INDEX notes_task ON notes (task_id, id);

CREATE TABLE categories (
    id     INTEGER PRIMARY KEY,
    record TEXT NOT NULL
) STRICT;

CREATE TABLE articles (
    id      INTEGER PRIMARY KEY,
    enabled INTEGER NOT NULL,
    record  TEXT NOT NULL
) STRICT;
CREATE VIRTUAL TABLE article_titles USING fts5 (title, tokenize = 'unicode61 remove_diacritics 2');

-- +goose Down
DROP TABLE article_titles;
DROP TABLE articles;
DROP TABLE categories;
DROP TABLE notes;
DROP TABLE tickets;
DROP TABLE queues;
DROP TABLE sub_statuses;
