create or replace function audit_lines_stay() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.batch is null and new.batch is not null
    and (new.id, new.at, new.actor, new.action, new.subject, new.detail)
      = (old.id, old.at, old.actor, old.action, old.subject, old.detail)
    and (new.from_state, new.to_state, new.version)
      is not distinct from (old.from_state, old.to_state, old.version)
  then return new; end if;
  raise exception 'an audit line is never changed or removed (line %)', old.id;
end $$;
