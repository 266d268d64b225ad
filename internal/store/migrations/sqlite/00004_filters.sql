-- +goose Up
-- A pull of customers names a day: the indexes of its filters hold the time beside the value, so that the customers of
-- other days are not read, and those that are found come in the order of the pull.
CREATE INDEX customers_individual ON customers (created) WHERE individual;
CREATE INDEX customers_organization ON customers (created) WHERE organization;
CREATE INDEX customers_channel_partner ON customers (created) WHERE channel_partner;
CREATE INDEX customers_primary_source ON customers (primary_source, created);
CREATE INDEX customers_tertiary_source ON customers (tertiary_source, created);
CREATE INDEX customers_assigned ON customers (assigned_id, created);
DROP INDEX customers_zone;
CREATE INDEX customers_zone ON customers (zone, created);
DROP INDEX customers_secondary_source;
CREATE INDEX customers_secondary_source ON customers (secondary_source, created);

-- A part of a name, and orders that are not somebody's, are found by walking an index: it holds what is asked for.
DROP INDEX customers_created;
CREATE INDEX customers_created ON customers (created, id, folded);
DROP INDEX orders_added;
CREATE INDEX orders_added ON orders (added, id, assigned_id);

-- +goose Down
DROP INDEX orders_added;
CREATE INDEX orders_added ON orders (added, id);
DROP INDEX customers_created;
CREATE INDEX customers_created ON customers (created, id);
DROP INDEX customers_secondary_source;
CREATE INDEX customers_secondary_source ON customers (secondary_source);
DROP INDEX customers_zone;
CREATE INDEX customers_zone ON customers (zone);
DROP INDEX customers_assigned;
DROP INDEX customers_tertiary_source;
DROP INDEX customers_primary_source;
DROP INDEX customers_channel_partner;
DROP INDEX customers_organization;
DROP INDEX customers_individual;
