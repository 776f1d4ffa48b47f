-- The one change that a receipt ever sees: its plain text is replaced by the sealed one.
create or replace function flow_receipts_are_kept() returns trigger language plpgsql as $$
begin
  -- The one way out: visitors' instances that nobody claimed are erased whole, by the job that says so.
  if tg_op = 'DELETE' and current_setting('saphan.erase', true) = 'unclaimed'
     and exists (select from flow_instances i where i.id = old.instance and i.subject like 'visitor:%') then
    return old;
  end if;
  if tg_op = 'UPDATE' and old.sealed is null and new.body is null and new.facts is null
     and to_jsonb(new) - array['body', 'facts', 'sealed', 'sealed_facts']
       = to_jsonb(old) - array['body', 'facts', 'sealed', 'sealed_facts'] then
    return new;
  end if;
  raise exception 'flow_receipts: a receipt is never changed or removed (%)', tg_op using errcode = 'restrict_violation';
end $$;
