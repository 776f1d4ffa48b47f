-- Writes a timeline line and an audit line when a day of an order moves without a new state (a holiday that
-- was added late).
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
