-- Changes of flows while people write them, valid or not. Submitting one creates a proposed version per flow, which is
-- decided like every version. The result is stored only there.
create table changes (
  id uuid primary key,
  title text not null check (title <> ''),
  author uuid not null references people (id),
  -- The current writer.
  owner uuid not null references people (id),
  state text not null check (state in ('open', 'handed-in', 'withdrawn')),
  -- Increases with every save. A save names the revision on which it is based.
  revision integer not null check (revision > 0),
  -- Per flow: the base version, changed files as text (null: deleted), undo and redo steps. `json`, because its order
  -- matters.
  parts json not null,
  reason text,
  -- The versions of the last submission.
  versions uuid[] not null default '{}',
  begun_at timestamptz not null,
  saved_at timestamptz not null,
  -- Everyone who wrote a part: created, imported or saved it. None of them can decide.
  writers uuid[] not null,
  -- The scheduled publication of an approved change, with approver, evidence and, if it was not published, the reason:
  -- {at, by, note, evidence, stopped}.
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
