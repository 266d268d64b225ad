-- +goose Up
-- The tables are those of PostgreSQL. What is searched by stands in columns, which the program fills from the record: an
-- index holds keys of at most some hundred bytes. The rest of a record is one JSON text, because it is only ever read
-- and written as a whole.
CREATE TABLE sub_statuses (
    key         TEXT PRIMARY KEY,
    name        TEXT NOT NULL,
    status      TEXT NOT NULL,
    status_name TEXT NOT NULL
) STRICT;

CREATE TABLE queues (
    key        TEXT PRIMARY KEY,
    name       TEXT NOT NULL,
    record     TEXT NOT NULL DEFAULT '{}',       -- its rules
    last_agent INTEGER NOT NULL DEFAULT 0        -- who got its last ticket, for round robin
) STRICT;

CREATE TABLE tickets (
    task_id     INTEGER PRIMARY KEY,
    ticket_id   TEXT NOT NULL UNIQUE,
    created     INTEGER NOT NULL,
    record      TEXT NOT NULL,
    assigned_id INTEGER, -- NULL: nobody
    closed_at   INTEGER  -- NULL: open
) STRICT;
CREATE INDEX tickets_created ON tickets (created, task_id);
CREATE INDEX tickets_open ON tickets (assigned_id) WHERE closed_at IS NULL AND assigned_id IS NOT NULL;

CREATE TABLE notes (
    id      INTEGER PRIMARY KEY,
    task_id INTEGER NOT NULL REFERENCES tickets (task_id),
    record  TEXT NOT NULL
) STRICT;
CREATE INDEX notes_task ON notes (task_id, id);

CREATE TABLE categories (
    id     INTEGER PRIMARY KEY,
    record TEXT NOT NULL,
    folder TEXT NOT NULL
) STRICT;
CREATE INDEX categories_folder ON categories (folder);

CREATE TABLE articles (
    id      INTEGER PRIMARY KEY,
    enabled INTEGER NOT NULL,
    record  TEXT NOT NULL,
    key     TEXT NOT NULL
) STRICT;
CREATE INDEX articles_key ON articles (key);
-- The titles of the enabled articles alone, so that a search need not read an article to see whether it is.
CREATE VIRTUAL TABLE article_titles USING fts5 (title, tokenize = 'unicode61 remove_diacritics 2');

CREATE TABLE employees (
    id        INTEGER PRIMARY KEY,
    code      TEXT NOT NULL,
    email     TEXT NOT NULL,
    name      TEXT NOT NULL,
    phone     TEXT NOT NULL DEFAULT '',
    available INTEGER NOT NULL DEFAULT 1
) STRICT;
CREATE INDEX employees_code ON employees (code);
CREATE INDEX employees_email ON employees (email);
CREATE INDEX employees_name ON employees (name);

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

CREATE TABLE customers (
    id               INTEGER PRIMARY KEY,
    created          INTEGER NOT NULL,
    folded           TEXT NOT NULL, -- the name as people search it, without case and accents
    name             TEXT NOT NULL,
    record           TEXT NOT NULL,
    name_key         TEXT NOT NULL,
    code             TEXT NOT NULL,
    zone             TEXT NOT NULL,
    city             TEXT NOT NULL,
    state            TEXT NOT NULL,
    country          TEXT NOT NULL,
    individual       INTEGER NOT NULL,
    organization     INTEGER NOT NULL,
    channel_partner  INTEGER NOT NULL,
    primary_source   TEXT NOT NULL,
    secondary_source TEXT NOT NULL,
    tertiary_source  TEXT NOT NULL,
    assigned_id      INTEGER NOT NULL
) STRICT;
-- A pull of customers names a day: the indexes of its filters hold the time beside the value, so that the customers of
-- other days are not read, and those that are found come in the order of the pull. A part of a name is found by walking
-- the index of times, which holds the names.
CREATE INDEX customers_created ON customers (created, id, folded);
CREATE INDEX customers_name ON customers (name_key);
CREATE INDEX customers_code ON customers (code);
CREATE INDEX customers_zone ON customers (zone, created);
CREATE INDEX customers_city ON customers (city);
CREATE INDEX customers_state ON customers (state);
CREATE INDEX customers_country ON customers (country);
CREATE INDEX customers_individual ON customers (created) WHERE individual;
CREATE INDEX customers_organization ON customers (created) WHERE organization;
CREATE INDEX customers_channel_partner ON customers (created) WHERE channel_partner;
CREATE INDEX customers_primary_source ON customers (primary_source, created);
CREATE INDEX customers_secondary_source ON customers (secondary_source, created);
CREATE INDEX customers_tertiary_source ON customers (tertiary_source, created);
CREATE INDEX customers_assigned ON customers (assigned_id, created);

CREATE TABLE contacts (
    id          INTEGER PRIMARY KEY,
    customer_id INTEGER NOT NULL REFERENCES customers (id),
    record      TEXT NOT NULL
) STRICT;
CREATE INDEX contacts_customer ON contacts (customer_id, id);

-- How a customer is reached, the customer's own phone and e-mail and those of all contacts: tel:digits, mailto:address.
CREATE TABLE reach (
    address     TEXT NOT NULL,
    customer_id INTEGER NOT NULL REFERENCES customers (id),
    PRIMARY KEY (address, customer_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX reach_customer ON reach (customer_id);

CREATE TABLE enquiries (
    id             INTEGER PRIMARY KEY,
    customer_id    INTEGER NOT NULL REFERENCES customers (id),
    record         TEXT NOT NULL,
    sub_status     TEXT NOT NULL,
    next_follow_up INTEGER NOT NULL
) STRICT;
CREATE INDEX enquiries_customer ON enquiries (customer_id);
CREATE INDEX enquiries_sub_status ON enquiries (sub_status);
CREATE INDEX enquiries_follow_up ON enquiries (next_follow_up);

CREATE TABLE orders (
    id              INTEGER PRIMARY KEY,
    customer_id     INTEGER NOT NULL REFERENCES customers (id),
    enquiry_id      INTEGER NOT NULL REFERENCES enquiries (id),
    added           INTEGER NOT NULL,
    record          TEXT NOT NULL,
    created         INTEGER NOT NULL,
    delivery_status TEXT NOT NULL,
    erp_order_id    TEXT NOT NULL,
    erp_invoice_no  TEXT NOT NULL,
    unit_name       TEXT NOT NULL,
    block_name      TEXT NOT NULL,
    creator_id      INTEGER NOT NULL,
    assigned_id     INTEGER NOT NULL
) STRICT;
-- Orders that are not somebody's are found by walking this index: it holds whose they are.
CREATE INDEX orders_added ON orders (added, id, assigned_id);
CREATE INDEX orders_created ON orders (created);
CREATE INDEX orders_customer ON orders (customer_id, id);
CREATE INDEX orders_enquiry ON orders (enquiry_id);
CREATE INDEX orders_delivery_status ON orders (delivery_status);
CREATE INDEX orders_erp_order_id ON orders (erp_order_id);
CREATE INDEX orders_erp_invoice_no ON orders (erp_invoice_no);
CREATE INDEX orders_unit_name ON orders (unit_name);
CREATE INDEX orders_block_name ON orders (block_name);
CREATE INDEX orders_creator ON orders (creator_id);
CREATE INDEX orders_assigned ON orders (assigned_id);

-- The members attr1 to attr15 of free-form blocks, by which pulls can ask.
CREATE TABLE customer_attributes (
    name        TEXT NOT NULL,
    value       TEXT NOT NULL,
    customer_id INTEGER NOT NULL REFERENCES customers (id),
    PRIMARY KEY (name, value, customer_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX customer_attributes_customer ON customer_attributes (customer_id);

CREATE TABLE order_attributes (
    name     TEXT NOT NULL,
    value    TEXT NOT NULL,
    order_id INTEGER NOT NULL REFERENCES orders (id),
    PRIMARY KEY (name, value, order_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX order_attributes_order ON order_attributes (order_id);

-- +goose Down
DROP TABLE order_attributes;
DROP TABLE customer_attributes;
DROP TABLE orders;
DROP TABLE enquiries;
DROP TABLE reach;
DROP TABLE contacts;
DROP TABLE customers;
DROP TABLE sla_rules;
DROP TABLE dispositions;
DROP TABLE employees;
DROP TABLE article_titles;
DROP TABLE articles;
DROP TABLE categories;
DROP TABLE notes;
DROP TABLE tickets;
DROP TABLE queues;
DROP TABLE sub_statuses;
