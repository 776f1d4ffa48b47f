-- Marks a case as a duplicate of the transfer it resembles, after two people confirmed, and reverses its booking.
create or replace function case_is_known(p_case uuid, p_by uuid, p_today date, p_at timestamptz) returns void language plpgsql as $$
declare p payments;
begin
  select q.* into p from payments q join payment_cases c on c.payment_id = q.id where c.id = p_case;
  update payment_cases set state = 'KNOWN', owner = p_by, note = null, refund_on = null where id = p_case;
  perform post_entries(array[('payment', p.id, house_account('unmatched'), house_account('bank:clients'), 'THB', p.amount, null,
      (p.transferred_at at time zone 'Asia/Bangkok')::date)::ledger_posting], p_today, p_at);
end $$;
