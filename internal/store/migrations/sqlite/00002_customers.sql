-- +goose Up
CREATE TABLE employees (
    id    INTEGER PRIMARY KEY,
    code  TEXT NOT NULL,
    email TEXT NOT NULL,
    name  TEXT NOT NULL
) STRICT;
CREATE INDEX employees_code ON employees (code);
CREATE INDEX employees_email ON employees (email);
CREATE INDEX employees_name ON employees (name);

-- Where a filter asks for a member of a record, a generated column shows it: the record stays the one truth.
CREATE TABLE customers (
    id               INTEGER PRIMARY KEY,
    created          INTEGER NOT NULL,
    folded           TEXT NOT NULL, -- the name as people search it, without case and accents
    record           TEXT NOT NULL,
    name             TEXT GENERATED ALWAYS AS (record ->> 'Name') VIRTUAL,
    code             TEXT GENERATED ALWAYS AS (record ->> 'Code') VIRTUAL,
    zone             TEXT GENERATED ALWAYS AS (record ->> 'Zone') VIRTUAL,
    city             TEXT GENERATED ALWAYS AS (record ->> 'City') VIRTUAL,
    state            TEXT GENERATED ALWAYS AS (record ->> 'State') VIRTUAL,
    country          TEXT GENERATED ALWAYS AS (record ->> 'Country') VIRTUAL,
    individual       INTEGER GENERATED ALWAYS AS (record ->> 'Individual') VIRTUAL,
    organization     INTEGER GENERATED ALWAYS AS (record ->> 'Organization') VIRTUAL,
    channel_partner  INTEGER GENERATED ALWAYS AS (record ->> 'ChannelPartner') VIRTUAL,
    primary_source   TEXT GENERATED ALWAYS AS (record ->> 'PrimarySource') VIRTUAL,
    secondary_source TEXT GENERATED ALWAYS AS (record ->> 'SecondarySource') VIRTUAL,
    tertiary_source  TEXT GENERATED ALWAYS AS (record ->> 'TertiarySource') VIRTUAL,
    assigned_id      INTEGER GENERATED ALWAYS AS (record ->> '$.Assigned.ID') VIRTUAL
) STRICT;
CREATE INDEX customers_created ON customers (created, id);
CREATE INDEX customers_name ON customers (name);
CREATE INDEX customers_code ON customers (code);
CREATE INDEX customers_zone ON customers (zone);
CREATE INDEX customers_city ON customers (city COLLATE NOCASE);
CREATE INDEX customers_state ON customers (state COLLATE NOCASE);
CREATE INDEX customers_country ON customers (country COLLATE NOCASE);
CREATE INDEX customers_secondary_source ON customers (secondary_source);

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
    sub_status     TEXT GENERATED ALWAYS AS (record ->> 'SubStatus') VIRTUAL,
    next_follow_up INTEGER GENERATED ALWAYS AS (record ->> 'FollowUpAt') VIRTUAL
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
    created         INTEGER GENERATED ALWAYS AS (record ->> 'CreatedAt') VIRTUAL,
    delivery_status TEXT GENERATED ALWAYS AS (record ->> 'DeliveryStatus') VIRTUAL,
    erp_order_id    TEXT GENERATED ALWAYS AS (record ->> 'ERPOrderID') VIRTUAL,
    erp_invoice_no  TEXT GENERATED ALWAYS AS (record ->> 'ERPInvoiceNo') VIRTUAL,
    unit_name       TEXT GENERATED ALWAYS AS (record ->> 'UnitName') VIRTUAL,
    block_name      TEXT GENERATED ALWAYS AS (record ->> 'BlockName') VIRTUAL,
    creator_id      INTEGER GENERATED ALWAYS AS (record ->> 'CreatorID') VIRTUAL,
    assigned_id     INTEGER GENERATED ALWAYS AS (record ->> '$.Assigned.ID') VIRTUAL
) STRICT;
CREATE INDEX orders_added ON orders (added, id);
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
DROP TABLE employees;
