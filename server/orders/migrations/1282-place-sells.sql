-- How many people approve a sell, by its value at the last NAV when it was given.
create table order_approval_tiers (
  from_value numeric(30, 2) primary key check (from_value >= 0),
  approvals smallint not null check (approvals between 1 and 3),
  -- One of them, the last, is of compliance.
  needs_compliance boolean not null
);
insert into order_approval_tiers values (0, 1, false), (2000000, 2, false), (50000000, 3, true);

-- Judges what somebody wishes to sell by the last approved NAV; the caller has locked the account. Answers ok or what speaks against it,
-- how many units are promised away, what they are worth, and whether nothing is left.
--   available = held - what open orders have promised away
--   by amount: truncate4(amount / NAV) are sold, and a ten-thousandth more is promised where that does not come out even
--   the remainder is compared after it is rounded to the satang; too small, it is sold as well (dust rule) or refused
create function judge_sell(
  p_person uuid, p_strategy text, p_amount numeric, p_units numeric, p_all boolean, p_dust boolean,
  p_min_reduction numeric, p_min_remainder numeric,
  out outcome text, out reserved numeric, out value numeric, out sells_all boolean, out forced boolean, out nav numeric, out nav_day date
) language plpgsql as $$
declare a ledger_accounts; available numeric; wished numeric; remainder numeric;
begin
  select n.nav, n.date into nav, nav_day from navs n where n.strategy = p_strategy and n.status = 'APPROVED' order by n.date desc limit 1;
  if not found then outcome := 'unavailable'; return; end if;
  select * into a from ledger_accounts where person_id = p_person and asset = p_strategy;
  available := coalesce(a.balance - a.pending, 0);
  if a.pending > 0 and (p_all or available = 0 or exists (
      select from orders where person_id = p_person and strategy = p_strategy and sell_all and status in ('WAITING', 'APPROVED'))) then
    outcome := 'everything-pending'; return;
  end if;
  wished := case when p_all then available when p_units is not null then p_units else div(p_amount * 10000, nav) * 0.0001 end;
  if available = 0 or wished > available then outcome := 'not-enough-units'; return; end if;
  value := coalesce(p_amount, round(wished * nav, 2));
  -- Whoever sells everything may sell less than the least.
  if wished <= 0 or (value < p_min_reduction and wished < available) then outcome := 'minimum'; return; end if;
  remainder := available - wished;
  forced := remainder > 0 and round(remainder * nav, 2) < p_min_remainder;
  if forced and not p_dust then outcome := 'remainder'; return; end if;
  sells_all := forced or wished = available;
  reserved := case when sells_all then available
    else least(available, wished + case when wished * nav < p_amount then 0.0001 else 0 end) end;
  if forced then value := round(available * nav, 2); end if;
  outcome := 'ok';
end $$;

-- Places a redemption: one call, one round trip. Answers ok, or the first thing that speaks against it. The same key answers the
-- order that stands, also to those who ask at the same moment: they wait for the holding.
create function place_redemption(
  p_id uuid, p_key text, p_prefix text, p_person uuid, p_strategy text, p_amount numeric, p_units numeric, p_all boolean, p_dust boolean,
  p_payout uuid, p_at timestamptz, p_today date, p_shown_nav_date date, p_nav_date date, p_allotment_date date,
  out outcome text, out order_id uuid, out order_reference text, out order_nav_date date, out order_allotment_date date,
  out order_sells_all boolean
) language plpgsql as $$
declare t record; j record; tier order_approval_tiers; label text;
begin
  perform from ledger_accounts where person_id = p_person and asset = p_strategy for no key update;
  select 'ok', id, reference, nav_date, allotment_date, sell_all or forced
    into outcome, order_id, order_reference, order_nav_date, order_allotment_date, order_sells_all
    from orders where idempotency_key = p_key and person_id = p_person;
  if found then return; end if;
  if not exists (select from people where id = p_person and role is null and locked_at is null) then
    outcome := 'not-able'; return;
  end if;
  select y.*, s.risk_level, d.takes_out into t
    from strategies s, terms_on(p_strategy, p_nav_date) y, dealing_of(p_strategy) d where s.code = p_strategy;
  if not found or not t.takes_out then outcome := 'strategy-closed'; return; end if;
  label := payout_account_label(p_person, p_payout, p_at);
  if label is null then outcome := 'destination-not-verified'; return; end if;
  select * into j from judge_sell(p_person, p_strategy, p_amount, p_units, p_all, p_dust, t.min_reduction, t.min_remainder);
  if j.outcome <> 'ok' then outcome := j.outcome; return; end if;
  if p_shown_nav_date <> p_nav_date then outcome := 'nav-day-changed'; return; end if;
  select * into tier from order_approval_tiers where from_value <= j.value order by from_value desc limit 1;
  insert into orders (id, reference, kind, status, person_id, strategy, amount, units_wished, sell_all, dust_rule, forced,
      reserved_units, approvals_needed, needs_compliance, payout_account, payout_label, fee_bps, vat_bps, min_remainder,
      risk_level, risk_acknowledged, placed_at, nav_date, allotment_date, idempotency_key, changed_by, changed_at, change)
    values (p_id, p_prefix || '-' || to_char(p_today, 'YYMMDD') || '-' || lpad(nextval('order_numbers')::text, 6, '0'),
      'redemption', 'WAITING', p_person, p_strategy, p_amount, p_units, p_all, p_dust, j.forced,
      j.reserved, tier.approvals, tier.needs_compliance, p_payout, label, t.reduction_profit_bps, t.vat_bps, t.min_remainder,
      t.risk_level, false, p_at, p_nav_date, p_allotment_date, p_key, 'person:' || p_person, p_at,
      jsonb_build_object('value', j.value::text, 'nav', j.nav::text, 'navDay', j.nav_day))
    returning 'ok', id, reference, nav_date, allotment_date, j.sells_all
    into outcome, order_id, order_reference, order_nav_date, order_allotment_date, order_sells_all;
end $$;

-- Places a switch: both legs in one statement, each naming the other. The in leg gets the NAV of the day that the out leg is allotted.
create function place_switch(
  p_id uuid, p_in_id uuid, p_key text, p_prefix text, p_person uuid, p_from text, p_to text,
  p_amount numeric, p_units numeric, p_all boolean, p_dust boolean, p_risk_acknowledged boolean, p_max_risk integer,
  p_at timestamptz, p_today date, p_shown_nav_date date, p_nav_date date, p_in_nav_date date, p_in_allotment_date date,
  out outcome text, out order_id uuid, out order_reference text, out order_nav_date date, out order_allotment_date date,
  out order_sells_all boolean, out in_id uuid, out in_reference text, out in_nav_date date, out in_allotment_date date
) language plpgsql as $$
declare f record; t record; j record; tier order_approval_tiers;
begin
  perform from ledger_accounts where person_id = p_person and asset = p_from for no key update;
  select 'ok', o.id, o.reference, o.nav_date, o.allotment_date, o.sell_all or o.forced, i.id, i.reference, i.nav_date, i.allotment_date
    into outcome, order_id, order_reference, order_nav_date, order_allotment_date, order_sells_all,
      in_id, in_reference, in_nav_date, in_allotment_date
    from orders o join orders i on i.id = o.counter_order where o.idempotency_key = p_key and o.person_id = p_person;
  if found then return; end if;
  if not exists (select from people where id = p_person and role is null and locked_at is null) then
    outcome := 'not-able'; return;
  end if;
  if p_from = p_to then outcome := 'same-strategy'; return; end if;
  select y.*, s.risk_level, d.takes_out into f
    from strategies s, terms_on(p_from, p_nav_date) y, dealing_of(p_from) d where s.code = p_from;
  if not found or not f.takes_out then outcome := 'strategy-closed'; return; end if;
  select y.*, s.risk_level, d.takes_in into t
    from strategies s, terms_on(p_to, p_in_nav_date) y, dealing_of(p_to) d where s.code = p_to;
  if not found or not t.takes_in then outcome := 'strategy-closed'; return; end if;
  select * into j from judge_sell(p_person, p_from, p_amount, p_units, p_all, p_dust, f.min_reduction, f.min_remainder);
  if j.outcome <> 'ok' then outcome := j.outcome; return; end if;
  if j.value < t.min_first and not exists (select from holdings where person_id = p_person and strategy = p_to and units > 0) then
    outcome := 'minimum'; return;
  end if;
  if t.risk_level > p_max_risk and not p_risk_acknowledged then outcome := 'risk-not-acknowledged'; return; end if;
  if p_shown_nav_date <> p_nav_date then outcome := 'nav-day-changed'; return; end if;
  select * into tier from order_approval_tiers where from_value <= j.value order by from_value desc limit 1;
  insert into orders (id, reference, kind, status, person_id, strategy, counter_order, amount, units_wished, sell_all, dust_rule, forced,
      reserved_units, approvals_needed, needs_compliance, fee_bps, vat_bps, min_remainder, risk_level, risk_acknowledged,
      placed_at, nav_date, allotment_date, idempotency_key, changed_by, changed_at, change)
    select leg.id, p_prefix || '-' || to_char(p_today, 'YYMMDD') || '-' || lpad(nextval('order_numbers')::text, 6, '0'),
      leg.kind, 'WAITING', p_person, leg.strategy, leg.counter, leg.amount, leg.units, leg.sell_all, leg.dust, leg.forced,
      leg.reserved, leg.approvals, leg.compliance, leg.fee_bps, leg.vat_bps, leg.min_remainder, leg.risk_level, leg.acknowledged,
      p_at, leg.nav_date, leg.allotment_date, leg.key, 'person:' || p_person, p_at,
      jsonb_build_object('value', j.value::text, 'nav', j.nav::text, 'navDay', j.nav_day)
    from (values
      (p_id, 'switch-out', p_from, p_in_id, p_amount, p_units, p_all, p_dust, j.forced, j.reserved, tier.approvals, tier.needs_compliance,
        f.reduction_profit_bps, f.vat_bps, f.min_remainder, f.risk_level, false, p_nav_date, p_in_nav_date, p_key),
      (p_in_id, 'switch-in', p_to, p_id, null, null, false, p_dust, false, 0, null, false,
        t.switch_in_bps, t.vat_bps, null, t.risk_level, p_risk_acknowledged, p_in_nav_date, p_in_allotment_date, p_key || ':in')
    ) as leg (id, kind, strategy, counter, amount, units, sell_all, dust, forced, reserved, approvals, compliance,
      fee_bps, vat_bps, min_remainder, risk_level, acknowledged, nav_date, allotment_date, key);
  select 'ok', o.id, o.reference, o.nav_date, o.allotment_date, j.sells_all, i.id, i.reference, i.nav_date, i.allotment_date
    into outcome, order_id, order_reference, order_nav_date, order_allotment_date, order_sells_all,
      in_id, in_reference, in_nav_date, in_allotment_date
    from orders o join orders i on i.id = o.counter_order where o.id = p_id;
end $$;
