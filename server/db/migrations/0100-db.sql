-- Which kind of installation this database belongs to, from its first start on: demonstration people,
-- moved clocks and readable mailboxes must never get to real ones.
create table installation (
  single boolean primary key default true check (single),
  env text not null check (env in ('development', 'runtime')),
  -- A digest made with the installation's key: a process with another key tells that it does not belong to this database.
  key_check text
);

-- How often something was called in a window of time, by all server processes together. What a crash loses is a minute's counting.
create unlogged table call_counts (
  key bytea primary key,
  calls integer not null,
  ends_at timestamptz not null
);
create index call_counts_ends on call_counts (ends_at);

-- What the database has of `server/*/sql`: `text_hash` of the file, `live_hash` of what PostgreSQL made of it, and the last
-- edition of the code that had it.
create table routines (
  name text primary key,
  kind text not null check (kind in ('function', 'view', 'trigger')),
  text_hash text not null,
  live_hash text not null,
  edition integer not null check (edition > 0)
);
