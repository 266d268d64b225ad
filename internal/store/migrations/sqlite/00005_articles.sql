-- +goose Up
-- The index of titles has the enabled articles alone, so that a search need not read an article to see whether it is.
DELETE FROM article_titles WHERE rowid IN (SELECT id FROM articles WHERE NOT enabled);

-- +goose Down
INSERT INTO article_titles (rowid, title) SELECT id, record ->> 'Title' FROM articles WHERE NOT enabled;
