create or replace function definition_versions_stay() returns trigger language plpgsql as $$
begin
  if old.state in ('published', 'refused', 'withdrawn') then
    raise exception 'definition_versions: version % of % is % and never changes',
      coalesce(old.number::text, old.id::text), old.flow, old.state using errcode = 'restrict_violation';
  end if;
  if tg_op = 'DELETE' then return old; end if;
  return new;
end $$;
