-- Lets money go back on the next business day: to the account that it came from where the bank said whose it is, the investor's or
-- somebody else's; else to the investor's verified account. Where neither is known it waits until one is.
create or replace function begin_refund(p_case uuid, p_by text, p_at timestamptz) returns text language plpgsql as $$
declare c payment_cases; p payments; v_payee uuid := payee_of(p_case); v_account uuid; v_label text; v_back boolean;
  v_on date := business_day_from((p_at at time zone 'Asia/Bangkok')::date + 1); v_state text := 'REFUND_DUE';
begin
  select * into c from payment_cases where id = p_case for update;
  if c.state not in ('OPEN', 'HELD', 'ACCOUNT_WANTED') then return c.state; end if;
  select * into p from payments where id = c.payment_id;
  v_back := p.payer_account ~ '^\d{10,16}$' and p.payer_bank ~ '^\d{3}$'
    and (p.payer_matched is not null or v_payee is null) is true;
  if v_back then
    v_label := p.payer_bank || ' xxx-xxx-' || right(p.payer_account, 4);
  elsif p.payer_matched is distinct from false then
    select a.id, payout_account_label(v_payee, a.id, p_at) into v_account, v_label
      from bank_accounts a where a.person_id = v_payee and payout_account_label(v_payee, a.id, p_at) is not null order by a.seq desc limit 1;
  end if;
  if v_label is null then v_state := 'ACCOUNT_WANTED'; v_on := null; end if;
  if v_state = c.state then return v_state; end if;
  update payment_cases set state = v_state, refund_on = v_on, note = null where id = c.id;
  if v_state = 'REFUND_DUE' then
    insert into payouts (refund, person_id, account, label, amount, due_on) values (c.id, v_payee, v_account, v_label, c.amount, v_on);
  end if;
  insert into audit_lines (at, actor, action, subject, from_state, to_state, detail)
    values (p_at, p_by, 'payments.refund', 'payment-case:' || c.id, c.state, v_state, jsonb_build_object('amount', c.amount::text));
  return v_state;
end $$;
