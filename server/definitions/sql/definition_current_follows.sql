-- Makes the last published version the current one. To return to an earlier version, its files are published
-- again.
create or replace function definition_current_follows() returns trigger language plpgsql as $$
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
