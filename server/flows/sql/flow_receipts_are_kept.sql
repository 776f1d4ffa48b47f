-- Rejects changes and deletes of receipts.
create or replace function flow_receipts_are_kept() returns trigger language plpgsql as $$
begin
  -- The exception is the job that erases whole instances of visitors, if no account claimed them.
  if tg_op = 'DELETE' and current_setting('saphan.erase', true) = 'unclaimed'
     and exists (select from flow_instances i where i.id = old.instance and i.subject like 'visitor:%') then
    return old;
  end if;
  raise exception 'flow_receipts: a receipt is never changed or removed (%)', tg_op using errcode = 'restrict_violation';
end $$;
