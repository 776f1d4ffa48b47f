-- A change is decided once and never altered or deleted. An unconfirmed press is escalated once.
create or replace function flag_change_kept() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' and new.state = 'PROPOSED' and new.escalated_at is null then
    return new;
  end if;
  if tg_op = 'UPDATE' and old.state = 'PROPOSED'
    and to_jsonb(new) - array['state', 'decided_by', 'decided_at', 'decision_note', 'escalated_at']
      = to_jsonb(old) - array['state', 'decided_by', 'decided_at', 'decision_note', 'escalated_at']
    and (old.escalated_at is null or new.escalated_at = old.escalated_at) then
    return new;
  end if;
  raise exception 'flag_changes: a change is decided once and never altered or removed (%)', tg_op
    using errcode = 'restrict_violation';
end $$;
