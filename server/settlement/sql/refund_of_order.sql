-- Returns the refund of a paid order: the actual refund if the order ended, otherwise the refund if the order
-- ended at `p_at`.
create or replace function refund_of_order(p_order uuid, p_at timestamptz, out state text, out day date, out account text) language plpgsql stable as $$
declare o orders; v_payment uuid; v_case uuid;
begin
  select * into o from orders where id = p_order and kind = 'subscription';
  v_payment := coalesce(
    (select m.payment_id from payment_cases m where m.matched_order = p_order and m.state = 'MATCHED' limit 1),
    (select p.id from payments p where p.order_id = p_order and p.outcome = 'matched'
      and not exists (select from payment_cases m where m.payment_id = p.id and m.state = 'MATCHED') limit 1));
  if v_payment is null then return; end if;
  select c.id into v_case from payment_cases c where c.payment_id = v_payment and c.reason = 'order-ended';
  if v_case is not null then
    select r.state, r.day, r.account into state, day, account from refund_stands(v_case) r;
  elsif o.status = 'APPROVED' then
    select r.state, r.day, r.label into state, day, account from refund_plan(v_payment, o.person_id, p_at) r;
  end if;
end $$;
