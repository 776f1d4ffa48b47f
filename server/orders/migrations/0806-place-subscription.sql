-- Places a subscription: one call, one round trip. Timeline and audit follow by trigger.
-- Answers ok, or the first thing that speaks against it: not-able (no such investor, or a member of staff),
-- strategy-closed, minimum, risk-not-acknowledged (above p_max_risk, where there is one), terms-changed (another NAV day,
-- fee or VAT than was shown). The same key answers the same order, also when its terms have changed since.
create function place_subscription(
  p_id uuid, p_key text, p_prefix text, p_person uuid, p_strategy text, p_amount numeric, p_method text,
  p_fee numeric, p_vat numeric, p_risk_acknowledged boolean,
  p_max_risk integer, p_at timestamptz, p_today date, p_shown_nav_date date, p_nav_date date, p_allotment_date date, p_pay_by timestamptz,
  out outcome text, out order_id uuid, out order_reference text, out order_pay_by timestamptz,
  out order_nav_date date, out order_allotment_date date
) language plpgsql as $$
declare s strategies;
begin
  select 'ok', id, reference, pay_by, nav_date, allotment_date
    into outcome, order_id, order_reference, order_pay_by, order_nav_date, order_allotment_date
    from orders where idempotency_key = p_key and person_id = p_person;
  if found then return; end if;
  if not exists (select from people where id = p_person and role is null and locked_at is null) then
    outcome := 'not-able'; return;
  end if;
  select * into s from strategies where code = p_strategy;
  if not found or not s.open then outcome := 'strategy-closed'; return; end if;
  if p_amount < (case when exists (select from holdings where person_id = p_person and strategy = p_strategy and units > 0)
                 then s.min_next else s.min_first end) then
    outcome := 'minimum'; return;
  end if;
  if s.risk_level > p_max_risk and not p_risk_acknowledged then outcome := 'risk-not-acknowledged'; return; end if;
  if p_shown_nav_date <> p_nav_date or p_fee <> round(p_amount * s.front_end_bps * 0.0001, 2) or p_vat <> round(p_fee * s.vat_bps * 0.0001, 2) then
    outcome := 'terms-changed'; return;
  end if;
  insert into orders (id, reference, kind, status, person_id, strategy, amount, method, fee, vat, risk_level, risk_acknowledged,
      placed_at, nav_date, allotment_date, pay_by, idempotency_key, changed_by, changed_at)
    values (p_id, p_prefix || '-' || to_char(p_today, 'YYMMDD') || '-' || lpad(nextval('order_numbers')::text, 6, '0'),
      'subscription', 'SUBMITTED', p_person, p_strategy, p_amount, p_method, p_fee, p_vat, s.risk_level, p_risk_acknowledged,
      p_at, p_nav_date, p_allotment_date, p_pay_by, p_key, 'person:' || p_person, p_at)
    returning 'ok', id, reference, pay_by, nav_date, allotment_date
    into outcome, order_id, order_reference, order_pay_by, order_nav_date, order_allotment_date;
end $$;

-- Matches money with its order: approves the order with the later of both NAV days, books the baht, all or nothing.
-- Money that fits no open order is held in its own account. Answers matched, held (with the reason) or known (delivered before).
create function receive_payment(
  p_id uuid, p_bank text, p_bank_reference text, p_order uuid, p_amount numeric, p_transferred_at timestamptz,
  p_at timestamptz, p_today date, p_nav_date date, p_allotment_date date,
  out outcome text, out reason text, out order_nav_date date
) language plpgsql as $$
declare o orders; owner_account bigint;
begin
  select * into o from orders where id = p_order for update;
  reason := case
    when o.id is null then 'unknown-order'
    when o.status <> 'SUBMITTED' or p_transferred_at >= o.pay_by then 'order-not-open'
    when o.amount <> p_amount then 'amount-differs'
  end;
  outcome := case when reason is null then 'matched' else 'held' end;
  insert into payments (id, bank, bank_reference, order_id, amount, transferred_at, received_at, outcome, reason)
    values (p_id, p_bank, p_bank_reference, o.id, p_amount, p_transferred_at, p_at, outcome, reason)
    on conflict (bank, bank_reference) do nothing;
  if not found then
    outcome := 'known'; reason := null; return;
  end if;
  if outcome = 'matched' then
    insert into ledger_accounts (asset, person_id) values ('THB', o.person_id)
      on conflict (person_id, asset) where person_id is not null do nothing;
    select id into owner_account from ledger_accounts where person_id = o.person_id and asset = 'THB';
    update orders set status = 'APPROVED', paid_at = p_transferred_at,
        nav_date = greatest(nav_date, p_nav_date), allotment_date = greatest(allotment_date, p_allotment_date),
        changed_by = 'bank:' || p_bank, changed_at = p_at, change = jsonb_build_object('payment', p_id)
      where id = o.id returning nav_date into order_nav_date;
  else
    select id into owner_account from ledger_accounts where house = 'unmatched' and asset = 'THB';
  end if;
  insert into ledger_entries (kind, subject, account, asset, amount, booked_on, booked_at)
    values ('payment', p_id, (select id from ledger_accounts where house = 'outside' and asset = 'THB'), 'THB', -p_amount, p_today, p_at),
      ('payment', p_id, owner_account, 'THB', p_amount, p_today, p_at);
end $$;
