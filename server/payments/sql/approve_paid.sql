-- Approves a paid order. Its NAV day is that of the order or of the money, whichever is later. Skips a day
-- that became a holiday after the caller computed it. The order's row is locked first, so either this call
-- sees the holiday or the holiday's transaction sees the order.
create or replace function approve_paid(p_order uuid, p_payment uuid, p_paid_at timestamptz, p_nav_date date, p_allotment_date date, p_by text, p_at timestamptz)
  returns void language plpgsql as $$
declare o orders; v_nav date;
begin
  select * into o from orders where id = p_order;
  v_nav := business_day_from(greatest(o.nav_date, p_nav_date));
  update orders set status = 'APPROVED', paid_at = p_paid_at, nav_date = v_nav,
      allotment_date = business_day_from(greatest(o.allotment_date, p_allotment_date, v_nav + 1)),
      changed_by = p_by, changed_at = p_at, change = jsonb_build_object('payment', p_payment)
    where id = p_order;
end $$;
