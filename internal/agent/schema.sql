CREATE TABLE IF NOT EXISTS row (
  made   INTEGER PRIMARY KEY,               -- in the order in which they came to this host
  agent  TEXT NOT NULL,                     -- name of the agent's directory
  kind   TEXT NOT NULL,
  id     TEXT NOT NULL,
  stage  TEXT NOT NULL DEFAULT '',          -- of a write; so are form and owner
  form   TEXT NOT NULL DEFAULT '',          -- its kind and record
  owner  TEXT NOT NULL DEFAULT '',          -- the process that sends it
  body   BLOB NOT NULL,                     -- JSON; empty of a row that is gone, which the servers do not know yet
  sum    TEXT NOT NULL,                     -- of kind, id and body: rows of a damaged file are compared with it
  rev    TEXT NOT NULL,                     -- names this content, on all hosts
  past   TEXT NOT NULL DEFAULT '',          -- the revs that it grew from and that others may have, the newest first
  sent   INTEGER NOT NULL DEFAULT 0,        -- the servers may have this rev
  number INTEGER NOT NULL DEFAULT 0,        -- of the version that the servers were last known to have; 0 for none
  dirty  INTEGER NOT NULL DEFAULT 1,        -- this rev is not known to be there
  UNIQUE (agent, kind, id)) STRICT;

-- What was taken from the servers: the number up to which each kind was read, and the section of the bucket.
CREATE TABLE IF NOT EXISTS seen (
  agent TEXT NOT NULL, kind TEXT NOT NULL, number INTEGER NOT NULL DEFAULT 0, section TEXT NOT NULL DEFAULT '',
  PRIMARY KEY (agent, kind)) STRICT;

-- What other hosts have deleted or replaced, for whoever misses something.
CREATE TABLE IF NOT EXISTS aside (
  at INTEGER NOT NULL, agent TEXT NOT NULL, kind TEXT NOT NULL, id TEXT NOT NULL, body BLOB NOT NULL,
  why TEXT NOT NULL) STRICT;
