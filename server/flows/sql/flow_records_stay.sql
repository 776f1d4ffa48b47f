-- Rejects changes and deletes of records. A record becomes unreadable when its own key or the owner's key is
-- destroyed.
create or replace function flow_records_stay() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.locked_key = '' and to_jsonb(new) - 'locked_key' = to_jsonb(old) - 'locked_key' then
    return new;
  end if;
  raise exception 'flow_records: a record is never changed or removed (%)', tg_op using errcode = 'restrict_violation';
end $$;
