-- Books a refund that was sent or returned, against the account that contained the money.
create or replace function refunds_book() returns trigger language plpgsql as $$
declare v_at timestamptz := case new.state when 'PAID' then new.paid_at else new.returned_at end;
  v_today date := (v_at at time zone 'Asia/Bangkok')::date; v_from bigint; v_bank bigint := house_account('bank:clients');
begin
  select case when c.person_id is null then house_account('unmatched') else person_account(c.person_id) end into v_from
    from payment_cases c where c.id = new.refund;
  perform post_entries(array[(case new.state when 'PAID' then 'refund' else 'payout-returned' end, new.id,
      case new.state when 'PAID' then v_from else v_bank end, case new.state when 'PAID' then v_bank else v_from end,
      'THB', new.amount, null, v_today)::ledger_posting], v_today, v_at);
  update payment_cases set state = case new.state when 'PAID' then 'REFUNDED' else 'REFUND_DUE' end where id = new.refund;
  insert into audit_lines (at, actor, action, subject, from_state, to_state, detail)
    values (v_at, case new.state when 'RETURNED' then 'system:return-file'
        else 'person:' || coalesce(new.confirmed_by, (select decided_by from payment_files where id = new.file_id)) end,
      case new.state when 'PAID' then 'payments.pay-back' else 'payments.refund-returned' end, 'payment-case:' || new.refund,
      old.state, new.state, jsonb_build_object('payout', new.id, 'amount', new.amount::text));
  return null;
end $$;
