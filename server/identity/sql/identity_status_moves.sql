create or replace function identity_status_moves() returns trigger language plpgsql as $$
declare before text := case when tg_op = 'UPDATE' then old.status else 'NONE' end;
begin
  if tg_op = 'UPDATE' and (old.person_id, old.entity) <> (new.person_id, new.entity) then
    raise exception 'a status stays with its person and its entity';
  end if;
  if tg_op = 'UPDATE' and old.status = new.status then return new; end if;
  -- An insert with an existing row continues as an update, which fires this trigger again.
  if tg_op = 'INSERT' and exists (select from identity_statuses s where s.person_id = new.person_id and s.entity = new.entity) then
    return new;
  end if;
  if not exists (
    select from status_transitions t join status_machines m using (machine)
    where m.entity = new.entity and t.from_status = before and t.to_status = new.status
  ) then
    raise exception '% of person % cannot go from % to %', new.entity, new.person_id, before, new.status;
  end if;
  return new;
end $$;
