-- No sum that can be reached fits not: an order is less than a million million baht (common/baht), a NAV lies between 0.0001 and
-- 999,999,999.9999, so an order buys less than 10^16 units. Wider columns of the same scale are a change of the catalogue alone.
alter table orders alter column units_wished type numeric(30, 4), alter column units type numeric(30, 4);
alter table holdings alter column units type numeric(30, 4), alter column pending_units type numeric(30, 4),
  alter column cost type numeric(30, 2);
alter table ledger_accounts alter column balance type numeric(34, 4);
alter table ledger_entries alter column amount type numeric(34, 4);
alter table payments alter column amount type numeric(30, 2);

-- The largest single order that is taken online; above it somebody calls. No minimum above it, a million or more: possible-strategy.
alter table strategies add column max_order numeric(18, 2) not null default 100000000;
alter table strategies alter column max_order drop default,
  add constraint strategies_order_in_reach check (max_order between greatest(min_first, min_next, 1000000) and 999999999999.99);

-- As before (0806), and now also maximum: above the strategy's largest order.
create or replace function place_subscription(
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
  if p_amount > s.max_order then outcome := 'maximum'; return; end if;
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
