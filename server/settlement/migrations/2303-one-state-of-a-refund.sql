-- Where money that goes back stands, on which day, and to which account: the one answer for pages, letters and desks.
--   held: finance decides; account: an account is wanted; due: it leaves on that day; sent: the bank has it since that day;
--   arrived: the bank confirmed it, or somebody paid it by hand; returned: the bank could not pay it, and no day is set
create function refund_stands(p_case uuid, out state text, out day date, out account text) language sql stable as $$
  select case
      when c.state in ('OPEN', 'HELD') then 'held'
      when c.state = 'ACCOUNT_WANTED' then 'account'
      when c.state = 'REFUND_DUE' then case t.state when 'RETURNED' then 'returned' else 'due' end
      when c.state = 'REFUNDED' then case when t.state = 'PAID' and t.settled_at is null then 'sent' else 'arrived' end
    end,
    case
      when c.state = 'REFUND_DUE' and t.state <> 'RETURNED' then t.due_on
      -- Before refunds were payouts, a case kept its day itself.
      when c.state = 'REFUNDED' then coalesce((t.paid_at at time zone 'Asia/Bangkok')::date, c.refund_on)
    end,
    case when c.state in ('REFUND_DUE', 'REFUNDED') then t.label end
  from payment_cases c left join lateral (
    -- What came back and was paid again is told by what was paid last.
    select * from payouts o where o.refund = c.id and o.state <> 'WITHDRAWN'
    order by o.state = 'RETURNED', o.returned_at desc limit 1) as t on true
  where c.id = p_case
$$;

-- Where money of a payment would go back to, and when: the account that it came from where the bank said whose it is, the investor's or
-- somebody else's; else the investor's verified account. Where neither is known it waits until one is.
create function refund_plan(
  p_payment uuid, p_payee uuid, p_at timestamptz, out state text, out day date, out account uuid, out label text
) language plpgsql stable as $$
declare p payments;
begin
  select * into p from payments where id = p_payment;
  if p.payer_account ~ '^\d{10,16}$' and p.payer_bank ~ '^\d{3}$' and (p.payer_matched is not null or p_payee is null) is true then
    label := p.payer_bank || ' xxx-xxx-' || right(p.payer_account, 4);
  elsif p.payer_matched is distinct from false then
    select a.id, payout_account_label(p_payee, a.id, p_at) into account, label
      from bank_accounts a where a.person_id = p_payee and payout_account_label(p_payee, a.id, p_at) is not null order by a.seq desc limit 1;
  end if;
  state := case when label is null then 'account' else 'due' end;
  if state = 'due' then day := business_day_from((p_at at time zone 'Asia/Bangkok')::date + 1); end if;
end $$;

-- As before (1322), by that plan.
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

create index payments_of_order on payments (order_id) where order_id is not null;
create index payouts_of_case on payouts (refund) where refund is not null;

-- The refund of a paid order: as it stands where the order is over, as it would be if it ended at `p_at` where it is not.
create function refund_of_order(p_order uuid, p_at timestamptz, out state text, out day date, out account text) language plpgsql stable as $$
declare o orders; v_payment uuid; v_case uuid;
begin
  select * into o from orders where id = p_order and kind = 'subscription';
  v_payment := coalesce(
    (select m.payment_id from payment_cases m where m.matched_order = p_order and m.state = 'MATCHED' limit 1),
    (select p.id from payments p where p.order_id = p_order and p.outcome = 'matched'
      and not exists (select from payment_cases m where m.payment_id = p.id and m.state = 'MATCHED') limit 1));
  if v_payment is null then return; end if;
  select c.id into v_case from payment_cases c where c.payment_id = v_payment and c.reason = 'order-ended';
  if v_case is not null then
    select r.state, r.day, r.account into state, day, account from refund_stands(v_case) r;
  elsif o.status = 'APPROVED' then
    select r.state, r.day, r.label into state, day, account from refund_plan(v_payment, o.person_id, p_at) r;
  end if;
end $$;
