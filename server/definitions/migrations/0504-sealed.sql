-- What a published version compiles to is sealed: the hash of its bytes, signed. Modules from before have no seal and are
-- compiled again at their first use.
alter table definition_modules add column seal json;

-- Why somebody refused or approved; `note` stays what the proposer wrote.
alter table definition_versions add column decision_note text;

-- Nobody publishes by hand: what was proposed is published with its approval, and decided once.
alter table definition_versions add constraint definition_versions_published_with_approval check (
  state <> 'published' or source in ('files', 'development')
  or (approved_by is not null and evidence -> 'approval' ->> 'hash' is not null)
) not valid;

create or replace function definition_versions_stay() returns trigger language plpgsql as $$
begin
  if old.state in ('published', 'refused') then
    raise exception 'definition_versions: version % of % is % and never changes',
      coalesce(old.number::text, old.id::text), old.flow, old.state using errcode = 'restrict_violation';
  end if;
  if tg_op = 'DELETE' then return old; end if;
  return new;
end $$;

-- The version in force is the one that was published last; going back is publishing older files again.
create function definition_current_follows() returns trigger language plpgsql as $$
begin
  if tg_op in ('DELETE', 'TRUNCATE') then
    raise exception 'definition_current: a flow never loses its version' using errcode = 'restrict_violation';
  end if;
  if not exists (
    select 1 from definition_versions v
    where v.id = new.version and v.flow = new.flow and v.state = 'published'
      and v.number = (select max(number) from definition_versions where flow = new.flow and state = 'published')
  ) then
    raise exception 'definition_current: % never points anywhere but to the version published last', new.flow
      using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger definition_current_row before insert or update or delete on definition_current
  for each row execute function definition_current_follows();
create trigger definition_current_all before truncate on definition_current
  for each statement execute function definition_current_follows();
