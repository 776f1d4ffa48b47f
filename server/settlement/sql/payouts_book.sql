create or replace function payouts_book() returns trigger language plpgsql as $$
declare v_at timestamptz := case new.state when 'PAID' then new.paid_at else new.returned_at end;
  v_today date := (v_at at time zone 'Asia/Bangkok')::date;
  v_owner bigint := person_account(new.person_id);
  v_bank bigint := house_account('bank:clients');
  v_what text := case when new.state = 'RETURNED' then 'payout-returned' when new.file_id is null then 'paid-out' else 'sent' end;
  v_by text := 'person:' || coalesce(new.confirmed_by, (select decided_by from payment_files where id = new.file_id));
begin
  perform post_entries(array[(case new.state when 'PAID' then 'payout' else 'payout-returned' end, new.id,
      case new.state when 'PAID' then v_owner else v_bank end, case new.state when 'PAID' then v_bank else v_owner end,
      'THB', new.amount, null, v_today)::ledger_posting], v_today, v_at);
  if new.state = 'RETURNED' then v_by := 'system:return-file'; end if;
  -- Only the order's own payout marks it as paid out, not a compensation.
  if new.compensation is null then
    update orders set sent_at = case new.state when 'PAID' then new.paid_at end,
        paid_out_at = case v_what when 'paid-out' then new.paid_at end, changed_by = v_by, changed_at = v_at,
        change = jsonb_build_object('payout', new.id)
      where id = new.order_id;
  end if;
  insert into order_events (order_id, at, from_status, to_status, actor, detail)
    values (new.order_id, v_at, 'ALLOTTED', 'ALLOTTED', v_by,
      jsonb_strip_nulls(jsonb_build_object('what', v_what, 'payout', new.id, 'compensation', new.compensation)));
  insert into audit_lines (at, actor, action, subject, from_state, to_state, detail)
    values (v_at, v_by, case new.state when 'PAID' then 'orders.pay-out' else 'orders.payout-returned' end, 'order:' || new.order_id,
      old.state, new.state, jsonb_build_object('payout', new.id, 'amount', new.amount::text));
  return null;
end $$;
