-- Records the bank's confirmation of a sent payout.
create or replace function payouts_settled() returns trigger language plpgsql as $$
begin
  if new.compensation is null then
    update orders set paid_out_at = new.settled_at, changed_by = 'system:return-file', changed_at = new.settled_at,
        change = jsonb_build_object('payout', new.id)
      where id = new.order_id;
  end if;
  insert into order_events (order_id, at, from_status, to_status, actor, detail)
    values (new.order_id, new.settled_at, 'ALLOTTED', 'ALLOTTED', 'system:return-file',
      jsonb_strip_nulls(jsonb_build_object('what', 'paid-out', 'payout', new.id, 'compensation', new.compensation)));
  insert into audit_lines (at, actor, action, subject, from_state, to_state, detail)
    values (new.settled_at, 'system:return-file', 'orders.paid-out', 'order:' || new.order_id, new.state, new.state,
      jsonb_build_object('payout', new.id, 'amount', new.amount::text));
  return null;
end $$;
