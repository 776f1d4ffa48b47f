-- Changes of flows while people write them, unsound ones too. Handing in makes a proposed version of each flow, which is
-- decided as every version is; how it went is read there and never kept twice.
create table changes (
  id uuid primary key,
  title text not null check (title <> ''),
  author uuid not null references people (id),
  -- Who writes it now.
  owner uuid not null references people (id),
  state text not null check (state in ('open', 'handed-in', 'withdrawn')),
  -- Rises with every save; who saves names the one that they wrote on.
  revision integer not null check (revision > 0),
  -- By flow: the version that it was written on, changed files as texts (nothing where one is gone), what leads back and
  -- forth again. `json`: its order is meaning.
  parts json not null,
  reason text,
  -- The versions that it was handed in as, last time.
  versions uuid[] not null default '{}',
  begun_at timestamptz not null,
  saved_at timestamptz not null,
  -- Everybody who wrote any of a change: who began or brought it in, and who saved it since. None of them decides about it.
  writers uuid[] not null,
  -- When an approved change is to be published, by whom and of which evidence; why it was not, where something had changed
  -- by then: {at, by, note, evidence, stopped}.
  schedule json check (schedule is null or state = 'handed-in'),
  check (state <> 'handed-in' or (reason is not null and cardinality(versions) > 0)),
  check (author = any (writers))
);
create index changes_by_save on changes (saved_at desc);

-- What people said about a change. It stays.
create table change_comments (
  seq bigint generated always as identity primary key,
  change_id uuid not null references changes (id),
  by_person uuid not null references people (id),
  at timestamptz not null,
  text text not null check (text <> '')
);
create index change_comments_of on change_comments (change_id, seq);
