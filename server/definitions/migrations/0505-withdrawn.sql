-- Who proposed a version may take it back while nobody has decided: it is kept, and never changes any more.
alter table definition_versions drop constraint definition_versions_state_check;
alter table definition_versions add constraint definition_versions_state_check
  check (state in ('draft', 'proposed', 'approved', 'published', 'refused', 'withdrawn'));
-- Nobody decided about it.
alter table definition_versions add constraint definition_versions_withdrawn_undecided
  check (state <> 'withdrawn' or (approved_by is null and proposed_by is not null));

create or replace function definition_versions_stay() returns trigger language plpgsql as $$
begin
  if old.state in ('published', 'refused', 'withdrawn') then
    raise exception 'definition_versions: version % of % is % and never changes',
      coalesce(old.number::text, old.id::text), old.flow, old.state using errcode = 'restrict_violation';
  end if;
  if tg_op = 'DELETE' then return old; end if;
  return new;
end $$;
