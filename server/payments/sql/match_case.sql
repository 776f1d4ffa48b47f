-- Matches a held payment with an open order: moves the price of the order to its owner and approves the
-- order. A surplus stays in a separate case and is refunded. A due refund can be matched until it is in a
-- payment file. Returns matched, or the objection.
create or replace function match_case(p_case uuid, p_order uuid, p_by uuid, p_nav_date date, p_allotment_date date, p_today date, p_at timestamptz)
  returns text language plpgsql as $$
declare c payment_cases; p payments; o orders; rest uuid;
begin
  select * into o from orders where id = p_order and kind = 'subscription' for update;
  select * into c from payment_cases where id = p_case for update;
  select * into p from payments where id = c.payment_id;
  if o.id is null then return 'order-unknown'; end if;
  if c.state not in ('OPEN', 'HELD', 'ACCOUNT_WANTED', 'REFUND_DUE') then return 'already-decided'; end if;
  if c.reason in ('third-party', 'order-ended') then return 'case-refund-only'; end if;
  if o.status <> 'SUBMITTED' or p.transferred_at >= o.pay_by then return 'order-not-open'; end if;
  if c.amount < o.amount then return 'amount-short'; end if;
  if not withdraw_refund(c.id) then return 'already-decided'; end if;
  perform post_entries(array[('payment', p.id, house_account('unmatched'), person_account(o.person_id), 'THB', o.amount, null,
      (p.transferred_at at time zone 'Asia/Bangkok')::date)::ledger_posting], p_today, p_at);
  update payment_cases set state = 'MATCHED', amount = o.amount, matched_order = o.id, owner = p_by, note = null where id = c.id;
  if c.amount > o.amount then
    -- A payment has one case per reason. If an over-payment is split, the case of the rest gets the other
    -- reason.
    insert into payment_cases (payment_id, reason, amount, opened_at, owner, payee)
      values (p.id, case c.reason when 'amount-over' then 'paid-already' else 'amount-over' end, c.amount - o.amount, p_at, p_by, o.person_id)
      returning id into rest;
    perform begin_refund(rest, 'person:' || p_by, p_at);
  end if;
  perform approve_paid(o.id, p.id, p.transferred_at, p_nav_date, p_allotment_date, 'person:' || p_by, p_at);
  return 'matched';
end $$;
