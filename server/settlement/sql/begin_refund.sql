-- Schedules the refund of money for the next business day: to the sending account if the bank identified its
-- holder (investor or third party), otherwise to the investor's verified account. If there is neither, the
-- refund waits.
create or replace function begin_refund(p_case uuid, p_by text, p_at timestamptz) returns text language plpgsql as $$
declare c payment_cases; v_payee uuid := payee_of(p_case); plan record; v_state text;
begin
  select * into c from payment_cases where id = p_case for update;
  if c.state not in ('OPEN', 'HELD', 'ACCOUNT_WANTED') then return c.state; end if;
  select * into plan from refund_plan(c.payment_id, v_payee, p_at);
  v_state := case plan.state when 'due' then 'REFUND_DUE' else 'ACCOUNT_WANTED' end;
  if v_state = c.state then return v_state; end if;
  update payment_cases set state = v_state, refund_on = plan.day, note = null where id = c.id;
  if v_state = 'REFUND_DUE' then
    insert into payouts (refund, person_id, account, label, amount, due_on)
      values (c.id, v_payee, plan.account, plan.label, c.amount, plan.day);
  end if;
  insert into audit_lines (at, actor, action, subject, from_state, to_state, detail)
    values (p_at, p_by, 'payments.refund', 'payment-case:' || c.id, c.state, v_state, jsonb_build_object('amount', c.amount::text));
  return v_state;
end $$;
