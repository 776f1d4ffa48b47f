-- Changes of flows while people write them, valid or not. Submitting a change creates a proposed version per
-- flow, on which people decide as on every version. The decision is stored only in the version.
create table changes (
  id uuid primary key,
  title text not null check (title <> ''),
  author uuid not null references people (id),
  -- Person who may currently edit the change.
  owner uuid not null references people (id),
  state text not null check (state in ('open', 'handed-in', 'withdrawn')),
  -- Number that increases with every save. A save names the revision on which it is based.
  revision integer not null check (revision > 0),
  -- Per flow: the base version, the changed files as text (null: deleted), and the undo and redo steps. The
  -- type is `json`, because the order of members matters.
  parts json not null,
  reason text,
  -- Versions that the last submission created.
  versions uuid[] not null default '{}',
  begun_at timestamptz not null,
  saved_at timestamptz not null,
  -- All people who wrote a part, by creating, importing or saving it. None of them can decide.
  writers uuid[] not null,
  -- Scheduled publication of an approved change, with approver and evidence: {at, by, note, evidence,
  -- stopped}. `stopped` is the reason if the change was not published.
  schedule json check (schedule is null or state = 'handed-in'),
  check (state <> 'handed-in' or (reason is not null and cardinality(versions) > 0)),
  check (author = any (writers))
);
create index changes_by_save on changes (saved_at desc);

-- Comments on a change, never deleted.
create table change_comments (
  seq bigint generated always as identity primary key,
  change_id uuid not null references changes (id),
  by_person uuid not null references people (id),
  at timestamptz not null,
  text text not null check (text <> '')
);
create index change_comments_of on change_comments (change_id, seq);
