-- The kind of installation, set at the first start: demonstration people, moved clocks and readable mailboxes must
-- never reach real users.
create table installation (
  single boolean primary key default true check (single),
  env text not null check (env in ('development', 'runtime')),
  -- A digest of the installation's key, by which a process with another key detects that it does not belong here.
  key_check text
);

-- Calls per window, over all server processes. Unlogged: a crash loses only a minute of counts.
create unlogged table call_counts (
  key bytea primary key,
  calls integer not null,
  ends_at timestamptz not null
);
create index call_counts_ends on call_counts (ends_at);

-- The state of `server/*/sql` in the database: `text_hash` of the file, `live_hash` of PostgreSQL's definition, and
-- the last edition that had it.
create table routines (
  name text primary key,
  kind text not null check (kind in ('function', 'view', 'trigger')),
  text_hash text not null,
  live_hash text not null,
  edition integer not null check (edition > 0)
);
