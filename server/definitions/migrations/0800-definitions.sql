-- What the files of versions contain, once for all versions that have it: flows share most of their files, and a version
-- changes few. The hash is SHA-256 of the JSON without blanks.
create table definition_files (
  hash text primary key check (hash ~ '^[0-9a-f]{64}$'),
  content json not null
);

-- Every version of every flow that was ever proposed or published.
create table definition_versions (
  id uuid primary key,
  flow text not null,
  -- 1, 2, 3… in the order of publication; null until then.
  number integer check (number > 0),
  -- Hash of the compiled bundle; null while it does not compile.
  hash text,
  -- files: read from disk at the first start; development: an edited file; draft: a file changed
  -- on disk in runtime; proposal: proposed by a person.
  source text not null check (source in ('files', 'development', 'draft', 'proposal')),
  state text not null,
  -- Path below the root to the hash of its content: everything the flow is made of.
  hashes json not null,
  -- Paths that differ from the version it was based on.
  changed jsonb not null default '[]',
  findings jsonb not null default '[]',
  evidence jsonb not null default '{}',
  note text,
  proposed_by uuid,
  approved_by uuid,
  proposed_at timestamptz not null,
  decided_at timestamptz,
  published_at timestamptz,
  -- Why somebody refused or approved; `note` stays what the proposer wrote.
  decision_note text,
  -- Four eyes: who edits never approves.
  check (approved_by is null or approved_by is distinct from proposed_by),
  unique (flow, number),
  constraint definition_versions_have_a_hash
    check (state not in ('approved', 'published') or hash is not null),
  -- Nobody publishes by hand: what was proposed is published with its approval, and decided once.
  constraint definition_versions_published_with_approval check (
    state <> 'published' or source in ('files', 'development')
    or (approved_by is not null and evidence -> 'approval' ->> 'hash' is not null)
    ),
  constraint definition_versions_state_check
    check (state in ('draft', 'proposed', 'approved', 'published', 'refused', 'withdrawn')),
  -- Nobody decided about it.
  constraint definition_versions_withdrawn_undecided
    check (state <> 'withdrawn' or (approved_by is null and proposed_by is not null)),
  -- The signed evidence of a version names them, too: the database takes none of them as who decided.
  constraint definition_versions_not_by_its_writers check (
    approved_by is null
    or not coalesce(evidence #> '{proposal,content,writers}', '[]') @> to_jsonb(approved_by::text)
    )
);
create index definition_versions_by_hash on definition_versions (hash) where state = 'published';
create index definition_versions_by_flow on definition_versions (flow, proposed_at desc);

-- Which version of a flow new instances begin on.
create table definition_current (
  flow text primary key,
  version uuid not null references definition_versions
);

-- What a published version compiles to, once for each edition of the compiler. The version stays what it is; a newer
-- compiler writes its own module beside the older one, under an address of its own.
create table definition_modules (
  -- The version: hash of its definition.
  hash text not null,
  -- The compiler: hash of everything that decides what it writes.
  edition text not null check (edition ~ '^[0-9a-f]{12}$'),
  flow text not null,
  module text not null,
  made_at timestamptz not null,
  -- What a published version compiles to is sealed: the hash of its bytes, signed.
  seal json,
  primary key (hash, edition)
);
