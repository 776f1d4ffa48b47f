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
  state text not null check (state in ('draft', 'proposed', 'approved', 'published', 'refused')),
  -- Path below the root to its content: everything the flow is made of.
  files jsonb not null,
  -- Paths that differ from the version it was based on.
  changed jsonb not null default '[]',
  -- The ES module that browsers and servers import.
  module text,
  findings jsonb not null default '[]',
  evidence jsonb not null default '{}',
  note text,
  proposed_by uuid,
  approved_by uuid,
  proposed_at timestamptz not null,
  decided_at timestamptz,
  published_at timestamptz,
  check (state not in ('approved', 'published') or (hash is not null and module is not null)),
  -- Four eyes: who edits never approves.
  check (approved_by is null or approved_by is distinct from proposed_by),
  unique (flow, number)
);
create index definition_versions_by_hash on definition_versions (hash) where state = 'published';
create index definition_versions_by_flow on definition_versions (flow, proposed_at desc);

-- Which version of a flow new instances begin on.
create table definition_current (
  flow text primary key,
  version uuid not null references definition_versions
);

create function definition_versions_stay() returns trigger language plpgsql as $$
begin
  if old.state = 'published' then
    raise exception 'definition_versions: version % of % is published and never changes', old.number, old.flow
      using errcode = 'restrict_violation';
  end if;
  if tg_op = 'DELETE' then return old; end if;
  return new;
end $$;
create trigger definition_versions_published before update or delete on definition_versions
  for each row execute function definition_versions_stay();

create function definition_versions_no_truncate() returns trigger language plpgsql as $$
begin
  raise exception 'definition_versions: published versions are never removed' using errcode = 'restrict_violation';
end $$;
create trigger definition_versions_all before truncate on definition_versions
  for each statement execute function definition_versions_no_truncate();
