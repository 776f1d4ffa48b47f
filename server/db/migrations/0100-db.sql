-- The kind of installation, set at the first start. Demonstration people, moved clocks and readable mailboxes
-- must never reach real users.
create table installation (
  single boolean primary key default true check (single),
  env text not null check (env in ('development', 'runtime')),
  -- A digest of the installation's key. A process with another key detects by it that it uses the wrong
  -- database.
  key_check text
);

-- Number of calls per window, over all server processes. The table is unlogged: a crash loses only a minute
-- of counts.
create unlogged table call_counts (
  key bytea primary key,
  calls integer not null,
  ends_at timestamptz not null
);
create index call_counts_ends on call_counts (ends_at);

-- State of the files in `server/*/sql` in this database: `text_hash` of the file, `live_hash` of PostgreSQL's
-- definition, and the last edition that had the file.
create table routines (
  name text primary key,
  kind text not null check (kind in ('function', 'view', 'trigger')),
  text_hash text not null,
  live_hash text not null,
  edition integer not null check (edition > 0)
);
