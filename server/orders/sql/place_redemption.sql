-- Places a redemption: `write_redemption`, after a check that the caller's days are the days of the calendar now (otherwise
-- nav-day-changed). A key that was used returns its order all the same.
create or replace function place_redemption(
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
