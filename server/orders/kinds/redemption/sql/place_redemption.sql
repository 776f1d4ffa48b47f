-- Places a redemption in one round trip. Triggers write its timeline and audit lines. Outcome: ok, or the
-- first objection. nav-day-changed also means that the caller's days differ from the current calendar. If the
-- dust rule sells everything, the order says so from the start, and its first timeline line has the original
-- request. The same key returns the same order, also to parallel callers, which wait for the lock on the
-- holding.
create or replace function place_redemption(
  p_id uuid, p_key text, p_prefix text, p_person uuid, p_strategy text, p_amount numeric, p_units numeric, p_all boolean, p_dust boolean,
  p_payout uuid, p_at timestamptz, p_today date, p_shown_nav_date date, p_nav_date date, p_allotment_date date,
  out outcome text, out order_id uuid, out order_reference text, out order_nav_date date, out order_allotment_date date,
  out order_sells_all boolean
) language plpgsql as $$
declare
  -- This is evaluated before the holding is locked, because it locks the calendar, which every caller locks
  -- first.
  days boolean := days_hold(p_nav_date, p_allotment_date, null, null);
  t record; j record; tier order_approval_tiers; label text;
begin
  perform from ledger_accounts where person_id = p_person and asset = p_strategy for no key update;
  select 'ok', id, reference, nav_date, allotment_date, sell_all or forced
    into outcome, order_id, order_reference, order_nav_date, order_allotment_date, order_sells_all
    from orders where idempotency_key = p_key and person_id = p_person;
  if found then return; end if;
  if not days then outcome := 'nav-day-changed'; return; end if;
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
      'redemption', 'WAITING', p_person, p_strategy, case when not j.forced then p_amount end, case when not j.forced then p_units end,
      p_all or j.forced, p_dust, j.forced,
      j.reserved, tier.approvals, tier.needs_compliance, p_payout, label, t.reduction_profit_bps, t.vat_bps, t.min_remainder,
      t.risk_level, false, p_at, p_nav_date, p_allotment_date, p_key, 'person:' || p_person, p_at,
      jsonb_strip_nulls(jsonb_build_object('value', j.value::text, 'nav', j.nav::text, 'navDay', j.nav_day,
        'wishedAmount', case when j.forced then p_amount::text end, 'wishedUnits', case when j.forced then p_units::text end)))
    returning 'ok', id, reference, nav_date, allotment_date, j.sells_all
    into outcome, order_id, order_reference, order_nav_date, order_allotment_date, order_sells_all;
end $$;
