-- Enforces four-eyes for the tables of the fund: finance enters a row, another person of finance or
-- compliance decides it once. Rows without an author come from the installation or a job, and are approved
-- from the start.
create or replace function fund_proposal() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    -- A row without an author comes from the installation, or from a job that protects investors. It needs no
    -- decision.
    if (new.entered_by is null) <> (new.state = 'APPROVED') or new.state = 'REJECTED' or new.decided_by is not null then
      raise exception '%: what a person enters waits for another one', tg_table_name using errcode = 'check_violation';
    end if;
    if new.entered_by is not null and not exists (select from people where id = new.entered_by and role = 'finance') then
      raise exception '%: only finance enters', tg_table_name using errcode = 'check_violation';
    end if;
  elsif tg_op = 'UPDATE' and old.state = 'PROPOSED' and new.state <> 'PROPOSED'
    and to_jsonb(new) - array['state', 'decided_by', 'decided_at', 'decision_note']
      = to_jsonb(old) - array['state', 'decided_by', 'decided_at', 'decision_note'] then
    if new.decided_by = old.entered_by then
      raise exception '%: who enters never approves', tg_table_name using errcode = 'check_violation', constraint = tg_table_name || '_four_eyes';
    end if;
    if not exists (select from people where id = new.decided_by and role in ('finance', 'compliance')) then
      raise exception '%: only finance or compliance decides', tg_table_name using errcode = 'check_violation';
    end if;
  else
    raise exception '%: a proposal is decided once and never changed or removed (%)', tg_table_name, tg_op using errcode = 'restrict_violation';
  end if;
  if new.state <> 'PROPOSED' then new.decision := nextval('fund_decisions'); end if;
  return new;
end $$;
