-- +goose NO TRANSACTION
-- +goose Up
-- The indexes are built while other processes write. One that was not finished is no use and stays, so a migration that
-- is repeated drops it first.
DROP INDEX CONCURRENTLY IF EXISTS customers_individual;
CREATE INDEX CONCURRENTLY customers_individual ON customers (created, id) WHERE individual;
DROP INDEX CONCURRENTLY IF EXISTS customers_organization;
CREATE INDEX CONCURRENTLY customers_organization ON customers (created, id) WHERE organization;
DROP INDEX CONCURRENTLY IF EXISTS customers_channel_partner;
CREATE INDEX CONCURRENTLY customers_channel_partner ON customers (created, id) WHERE channel_partner;

-- Orders that are not somebody's are found by walking an index in the order of the pull: it holds whose they are. It
-- also does what orders_added did.
DROP INDEX CONCURRENTLY IF EXISTS orders_pulled;
CREATE INDEX CONCURRENTLY orders_pulled ON orders (added, id, assigned_id);
DROP INDEX CONCURRENTLY IF EXISTS orders_added;

-- +goose Down
CREATE INDEX CONCURRENTLY orders_added ON orders (added, id);
DROP INDEX CONCURRENTLY orders_pulled;
DROP INDEX CONCURRENTLY customers_channel_partner;
DROP INDEX CONCURRENTLY customers_organization;
DROP INDEX CONCURRENTLY customers_individual;
