-- A holiday that is added late moves open orders forward. What it moved stays: which order, from which days to which.
create table order_moves (
  calendar_change uuid not null references calendar_changes (id),
  order_id uuid not null references orders (id),
  nav_from date not null,
  nav_to date not null check (nav_to >= nav_from),
  allotment_from date not null,
  allotment_to date not null check (allotment_to >= allotment_from),
  pay_by_from timestamptz,
  pay_by_to timestamptz check (pay_by_to >= pay_by_from),
  primary key (calendar_change, order_id),
  check ((nav_from, allotment_from) <> (nav_to, allotment_to) or pay_by_from <> pay_by_to)
);
create trigger order_moves_stay before update or delete or truncate on order_moves
  for each statement execute function never_removed();

-- As before (1202), whichever of its days moves.
create or replace function orders_remember_day() returns trigger language plpgsql as $$
declare days jsonb := jsonb_strip_nulls(jsonb_build_object(
  'navFrom', case when old.nav_date <> new.nav_date then old.nav_date end,
  'navTo', case when old.nav_date <> new.nav_date then new.nav_date end,
  'allotmentFrom', case when old.allotment_date <> new.allotment_date then old.allotment_date end,
  'allotmentTo', case when old.allotment_date <> new.allotment_date then new.allotment_date end,
  'payByFrom', case when old.pay_by <> new.pay_by then old.pay_by end,
  'payByTo', case when old.pay_by <> new.pay_by then new.pay_by end));
begin
  insert into order_events (order_id, at, from_status, to_status, actor, detail)
    values (new.id, new.changed_at, old.status, new.status, new.changed_by, new.change || days);
  insert into audit_lines (at, actor, action, subject, detail)
    values (new.changed_at, new.changed_by, 'orders.move', 'order:' || new.id, days);
  return null;
end $$;
drop trigger orders_remember_day on orders;
create trigger orders_remember_day after update of nav_date, allotment_date, pay_by on orders for each row
  when (old.status = new.status
    and (old.nav_date, old.allotment_date, old.pay_by) is distinct from (new.nav_date, new.allotment_date, new.pay_by))
  execute function orders_remember_day();

-- Whoever places counts days by the calendar that their process keeps. Where it changed since, they count again; the order that
-- stands is answered all the same. Days of a kind: T+1, T+2 and the third for paying.
create function days_hold(p_nav date, p_next date, p_second date, p_pay_by timestamptz) returns boolean language plpgsql as $$
begin
  perform calendar_counted_on();
  return business_days_after(p_nav - 1, p_nav) = 1 and business_days_after(p_nav, p_next) = 1 and business_days_after(p_next - 1, p_next) = 1
    and (p_second is null or (business_days_after(p_nav, p_second) = 2 and business_days_after(p_second - 1, p_second) = 1))
    and (p_pay_by is null or business_days_after(p_nav, (p_pay_by at time zone 'Asia/Bangkok')::date) = 3);
end $$;

alter function place_subscription rename to write_subscription;
create function place_subscription(
  p_id uuid, p_key text, p_prefix text, p_person uuid, p_strategy text, p_amount numeric, p_method text,
  p_fee numeric, p_vat numeric, p_risk_acknowledged boolean,
  p_max_risk integer, p_at timestamptz, p_today date, p_shown_nav_date date, p_nav_date date, p_allotment_date date, p_pay_by timestamptz,
  out outcome text, out order_id uuid, out order_reference text, out order_pay_by timestamptz,
  out order_nav_date date, out order_allotment_date date
) language plpgsql as $$
begin
  if not days_hold(p_nav_date, p_allotment_date, null, p_pay_by)
    and not exists (select from orders where idempotency_key = p_key and person_id = p_person) then
    outcome := 'terms-changed'; return;
  end if;
  select w.* into outcome, order_id, order_reference, order_pay_by, order_nav_date, order_allotment_date
    from write_subscription(p_id, p_key, p_prefix, p_person, p_strategy, p_amount, p_method, p_fee, p_vat, p_risk_acknowledged,
      p_max_risk, p_at, p_today, p_shown_nav_date, p_nav_date, p_allotment_date, p_pay_by) as w;
end $$;

alter function place_redemption rename to write_redemption;
create function place_redemption(
  p_id uuid, p_key text, p_prefix text, p_person uuid, p_strategy text, p_amount numeric, p_units numeric, p_all boolean, p_dust boolean,
  p_payout uuid, p_at timestamptz, p_today date, p_shown_nav_date date, p_nav_date date, p_allotment_date date,
  out outcome text, out order_id uuid, out order_reference text, out order_nav_date date, out order_allotment_date date,
  out order_sells_all boolean
) language plpgsql as $$
begin
  if not days_hold(p_nav_date, p_allotment_date, null, null)
    and not exists (select from orders where idempotency_key = p_key and person_id = p_person) then
    outcome := 'nav-day-changed'; return;
  end if;
  select w.* into outcome, order_id, order_reference, order_nav_date, order_allotment_date, order_sells_all
    from write_redemption(p_id, p_key, p_prefix, p_person, p_strategy, p_amount, p_units, p_all, p_dust, p_payout, p_at, p_today,
      p_shown_nav_date, p_nav_date, p_allotment_date) as w;
end $$;

alter function place_switch rename to write_switch;
create function place_switch(
  p_id uuid, p_in_id uuid, p_key text, p_prefix text, p_person uuid, p_from text, p_to text,
  p_amount numeric, p_units numeric, p_all boolean, p_dust boolean, p_risk_acknowledged boolean, p_max_risk integer,
  p_at timestamptz, p_today date, p_shown_nav_date date, p_nav_date date, p_in_nav_date date, p_in_allotment_date date,
  out outcome text, out order_id uuid, out order_reference text, out order_nav_date date, out order_allotment_date date,
  out order_sells_all boolean, out in_id uuid, out in_reference text, out in_nav_date date, out in_allotment_date date
) language plpgsql as $$
begin
  if not days_hold(p_nav_date, p_in_nav_date, p_in_allotment_date, null)
    and not exists (select from orders where idempotency_key = p_key and person_id = p_person) then
    outcome := 'nav-day-changed'; return;
  end if;
  select w.* into outcome, order_id, order_reference, order_nav_date, order_allotment_date, order_sells_all,
      in_id, in_reference, in_nav_date, in_allotment_date
    from write_switch(p_id, p_in_id, p_key, p_prefix, p_person, p_from, p_to, p_amount, p_units, p_all, p_dust, p_risk_acknowledged,
      p_max_risk, p_at, p_today, p_shown_nav_date, p_nav_date, p_in_nav_date, p_in_allotment_date) as w;
end $$;
