create or replace function legal_documents_are_kept() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.state = 'PROPOSED'
     and to_jsonb(new) - array['state', 'decided_by', 'decided_at', 'decision_note']
       = to_jsonb(old) - array['state', 'decided_by', 'decided_at', 'decision_note'] then
    return new;
  end if;
  raise exception 'legal_documents: a version is decided once and never changed or removed (%)', tg_op
    using errcode = 'restrict_violation';
end $$;
