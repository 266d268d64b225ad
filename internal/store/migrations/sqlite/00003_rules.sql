-- +goose Up
ALTER TABLE queues ADD COLUMN record TEXT NOT NULL DEFAULT '{}';        -- its rules
ALTER TABLE queues ADD COLUMN last_agent INTEGER NOT NULL DEFAULT 0;    -- who got its last ticket, for round robin
ALTER TABLE employees ADD COLUMN phone TEXT NOT NULL DEFAULT '';
ALTER TABLE employees ADD COLUMN available INTEGER NOT NULL DEFAULT 1;

CREATE TABLE dispositions (
    path TEXT PRIMARY KEY
) STRICT;

CREATE TABLE sla_rules (
    queue    TEXT NOT NULL, -- empty: any
    priority TEXT NOT NULL, -- empty: any
    seconds  INTEGER NOT NULL,
    at_risk  INTEGER NOT NULL, -- per cent of the time
    PRIMARY KEY (queue, priority)
) STRICT;

ALTER TABLE articles ADD COLUMN key TEXT GENERATED ALWAYS AS (record ->> 'Key') VIRTUAL;
CREATE INDEX articles_key ON articles (key);
CREATE INDEX categories_folder ON categories (record ->> 'Folder');

-- Open are the tickets without a moment at which they were closed; agents are compared by how many they have.
UPDATE tickets SET record = json_set(record, '$.ClosedAt', coalesce(record ->> 'LastFollowUp', created))
    WHERE record ->> 'SubStatus' = 'CL' OR record ->> 'SubStatus' IN (SELECT key FROM sub_statuses WHERE status = 'C');
ALTER TABLE tickets ADD COLUMN assigned_id INTEGER GENERATED ALWAYS AS (record ->> 'AssignedID') VIRTUAL;
ALTER TABLE tickets ADD COLUMN closed_at INTEGER GENERATED ALWAYS AS (record ->> 'ClosedAt') VIRTUAL;
CREATE INDEX tickets_open ON tickets (assigned_id) WHERE closed_at IS NULL AND assigned_id IS NOT NULL;

-- +goose Down
DROP INDEX tickets_open;
ALTER TABLE tickets DROP COLUMN closed_at;
ALTER TABLE tickets DROP COLUMN assigned_id;
DROP INDEX categories_folder;
DROP INDEX articles_key;
ALTER TABLE articles DROP COLUMN key;
DROP TABLE sla_rules;
DROP TABLE dispositions;
ALTER TABLE employees DROP COLUMN available;
ALTER TABLE employees DROP COLUMN phone;
ALTER TABLE queues DROP COLUMN last_agent;
ALTER TABLE queues DROP COLUMN record;
