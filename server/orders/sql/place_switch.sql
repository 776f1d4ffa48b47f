-- Places a switch: `write_switch`, after a check that the caller's days are the days of the calendar now (otherwise
-- nav-day-changed). A key that was used returns its order all the same.
create or replace function place_switch(
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
