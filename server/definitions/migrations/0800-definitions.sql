-- File contents, stored once for all versions, because versions share most files. The hash is SHA-256 of the compact
-- JSON.
create table definition_files (
  hash text primary key check (hash ~ '^[0-9a-f]{64}$'),
  content json not null
);

-- Every proposed or published version of every flow.
create table definition_versions (
  id uuid primary key,
  flow text not null,
  -- Number of the version in the sequence of publication: 1, 2, 3… Null before publication.
  number integer check (number > 0),
  -- Hash of the compiled bundle. Null if the version does not compile.
  hash text,
  -- Source of the version. files: read from disk at the first start; development: an edited file; draft: a
  -- file changed on disk in runtime; proposal: proposed by a person.
  source text not null check (source in ('files', 'development', 'draft', 'proposal')),
  state text not null,
  -- Content hash of each file of the flow, by path below the root.
  hashes json not null,
  -- Paths of the files that differ from the base version.
  changed jsonb not null default '[]',
  findings jsonb not null default '[]',
  evidence jsonb not null default '{}',
  note text,
  proposed_by uuid,
  approved_by uuid,
  proposed_at timestamptz not null,
  decided_at timestamptz,
  published_at timestamptz,
  -- Reason given for the decision. `note` is the author's note.
  decision_note text,
  -- Four-eyes: the author cannot approve.
  check (approved_by is null or approved_by is distinct from proposed_by),
  unique (flow, number),
  constraint definition_versions_have_a_hash
    check (state not in ('approved', 'published') or hash is not null),
  -- Prevents publication by hand: a proposal is published only with its approval, and decided only once.
  constraint definition_versions_published_with_approval check (
    state <> 'published' or source in ('files', 'development')
    or (approved_by is not null and evidence -> 'approval' ->> 'hash' is not null)
    ),
  constraint definition_versions_state_check
    check (state in ('draft', 'proposed', 'approved', 'published', 'refused', 'withdrawn')),
  -- A withdrawn version has no decision.
  constraint definition_versions_withdrawn_undecided
    check (state <> 'withdrawn' or (approved_by is null and proposed_by is not null)),
  -- The signed evidence also lists all writers. The person who decides cannot be one of them.
  constraint definition_versions_not_by_its_writers check (
    approved_by is null
    or not coalesce(evidence #> '{proposal,content,writers}', '[]') @> to_jsonb(approved_by::text)
    )
);
create index definition_versions_by_hash on definition_versions (hash) where state = 'published';
create index definition_versions_by_flow on definition_versions (flow, proposed_at desc);

-- The version of a flow on which new instances begin.
create table definition_current (
  flow text primary key,
  version uuid not null references definition_versions
);

-- Compiled modules of published versions, one per compiler edition. The version does not change: a newer compiler
-- writes its own module next to the older one, under another address.
create table definition_modules (
  -- Identifier of the version: the hash of its definition.
  hash text not null,
  -- Identifier of the compiler: a hash of everything that affects its output.
  edition text not null check (edition ~ '^[0-9a-f]{12}$'),
  flow text not null,
  module text not null,
  made_at timestamptz not null,
  -- The signed hash of the module's bytes.
  seal json,
  primary key (hash, edition)
);
