-- Places a subscription: `write_subscription`, after a check that the caller's days are the days of the calendar now. A caller
-- whose process had an older calendar gets terms-changed and counts again; a key that was used returns its order all the same.
create or replace function place_subscription(
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
