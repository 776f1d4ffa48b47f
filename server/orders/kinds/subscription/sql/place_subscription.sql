-- Places a subscription in one round trip. Triggers write its timeline and audit lines. The terms of its NAV day
-- apply. Outcome: ok, or the first objection: not-able (no such investor, or a member of staff), strategy-closed,
-- maximum, minimum, risk-not-acknowledged (above p_max_risk), terms-changed (NAV day, fee or VAT differ from those
-- shown, or the days differ from the current calendar; the caller recomputes). The same key returns the same order,
-- even if its terms have changed since.
create or replace function place_subscription(
  p_id uuid, p_key text, p_prefix text, p_person uuid, p_strategy text, p_amount numeric, p_method text,
  p_fee numeric, p_vat numeric, p_risk_acknowledged boolean,
  p_max_risk integer, p_at timestamptz, p_today date, p_shown_nav_date date, p_nav_date date, p_allotment_date date, p_pay_by timestamptz,
  out outcome text, out order_id uuid, out order_reference text, out order_pay_by timestamptz,
  out order_nav_date date, out order_allotment_date date
) language plpgsql as $$
declare
  days boolean := days_hold(p_nav_date, p_allotment_date, null, p_pay_by);
  s record;
begin
  select 'ok', id, reference, pay_by, nav_date, allotment_date
    into outcome, order_id, order_reference, order_pay_by, order_nav_date, order_allotment_date
    from orders where idempotency_key = p_key and person_id = p_person;
  if found then return; end if;
  if not days then outcome := 'terms-changed'; return; end if;
  if not exists (select from people where id = p_person and role is null and locked_at is null) then
    outcome := 'not-able'; return;
  end if;
  select t.*, st.risk_level, d.takes_in into s
    from strategies st, terms_on(p_strategy, p_nav_date) t, dealing_of(p_strategy) d where st.code = p_strategy;
  if not found or not s.takes_in then outcome := 'strategy-closed'; return; end if;
  if p_amount > s.max_order then outcome := 'maximum'; return; end if;
  if p_amount < (case when exists (select from holdings where person_id = p_person and strategy = p_strategy and units > 0)
                 then s.min_next else s.min_first end) then
    outcome := 'minimum'; return;
  end if;
  if s.risk_level > p_max_risk and not p_risk_acknowledged then outcome := 'risk-not-acknowledged'; return; end if;
  if p_shown_nav_date <> p_nav_date or p_fee <> round(p_amount * s.front_end_bps * 0.0001, 2) or p_vat <> round(p_fee * s.vat_bps * 0.0001, 2) then
    outcome := 'terms-changed'; return;
  end if;
  insert into orders (id, reference, kind, status, person_id, strategy, amount, method, fee, vat, fee_bps, vat_bps, risk_level,
      risk_acknowledged, placed_at, nav_date, allotment_date, pay_by, idempotency_key, changed_by, changed_at)
    values (p_id, p_prefix || '-' || to_char(p_today, 'YYMMDD') || '-' || lpad(nextval('order_numbers')::text, 6, '0'),
      'subscription', 'SUBMITTED', p_person, p_strategy, p_amount, p_method, p_fee, p_vat, s.front_end_bps, s.vat_bps, s.risk_level,
      p_risk_acknowledged, p_at, p_nav_date, p_allotment_date, p_pay_by, p_key, 'person:' || p_person, p_at)
    returning 'ok', id, reference, pay_by, nav_date, allotment_date
    into outcome, order_id, order_reference, order_pay_by, order_nav_date, order_allotment_date;
end $$;
