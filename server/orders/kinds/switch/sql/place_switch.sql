-- Places both legs of a switch in one statement; each leg has the id of the other. The in leg gets the NAV of
-- the day on which the out leg is allotted. For outcome, dust rule and key see `place_redemption`.
create or replace function place_switch(
  p_id uuid, p_in_id uuid, p_key text, p_prefix text, p_person uuid, p_from text, p_to text,
  p_amount numeric, p_units numeric, p_all boolean, p_dust boolean, p_risk_acknowledged boolean, p_max_risk integer,
  p_at timestamptz, p_today date, p_shown_nav_date date, p_nav_date date, p_in_nav_date date, p_in_allotment_date date,
  out outcome text, out order_id uuid, out order_reference text, out order_nav_date date, out order_allotment_date date,
  out order_sells_all boolean, out in_id uuid, out in_reference text, out in_nav_date date, out in_allotment_date date
) language plpgsql as $$
declare
  -- This is evaluated before the holding is locked, because it locks the calendar, which every caller locks
  -- first.
  days boolean := days_hold(p_nav_date, p_in_nav_date, p_in_allotment_date, null);
  f record; t record; j record; tier order_approval_tiers;
begin
  perform from ledger_accounts where person_id = p_person and asset = p_from for no key update;
  select 'ok', o.id, o.reference, o.nav_date, o.allotment_date, o.sell_all or o.forced, i.id, i.reference, i.nav_date, i.allotment_date
    into outcome, order_id, order_reference, order_nav_date, order_allotment_date, order_sells_all,
      in_id, in_reference, in_nav_date, in_allotment_date
    from orders o join orders i on i.id = o.counter_order where o.idempotency_key = p_key and o.person_id = p_person;
  if found then return; end if;
  if not days then outcome := 'nav-day-changed'; return; end if;
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
      jsonb_strip_nulls(jsonb_build_object('value', j.value::text, 'nav', j.nav::text, 'navDay', j.nav_day,
        'wishedAmount', case when j.forced then p_amount::text end, 'wishedUnits', case when j.forced then p_units::text end))
    from (values
      (p_id, 'switch-out', p_from, p_in_id, case when not j.forced then p_amount end, case when not j.forced then p_units end,
        p_all or j.forced, p_dust, j.forced, j.reserved, tier.approvals, tier.needs_compliance,
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
