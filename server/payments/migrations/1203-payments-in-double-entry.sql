-- As before (0805), booked in double entry.
create or replace function receive_payment(
  p_id uuid, p_bank text, p_bank_reference text, p_order uuid, p_amount numeric, p_transferred_at timestamptz,
  p_at timestamptz, p_today date, p_nav_date date, p_allotment_date date,
  out outcome text, out reason text, out order_nav_date date
) language plpgsql as $$
declare o orders; owner_account bigint;
begin
  select * into o from orders where id = p_order for update;
  reason := case
    when o.id is null then 'unknown-order'
    when o.status <> 'SUBMITTED' or p_transferred_at >= o.pay_by then 'order-not-open'
    when o.amount <> p_amount then 'amount-differs'
  end;
  outcome := case when reason is null then 'matched' else 'held' end;
  insert into payments (id, bank, bank_reference, order_id, amount, transferred_at, received_at, outcome, reason)
    values (p_id, p_bank, p_bank_reference, o.id, p_amount, p_transferred_at, p_at, outcome, reason)
    on conflict (bank, bank_reference) do nothing;
  if not found then
    outcome := 'known'; reason := null; return;
  end if;
  if outcome = 'matched' then
    owner_account := person_account(o.person_id);
    update orders set status = 'APPROVED', paid_at = p_transferred_at,
        nav_date = greatest(nav_date, p_nav_date), allotment_date = greatest(allotment_date, p_allotment_date),
        changed_by = 'bank:' || p_bank, changed_at = p_at, change = jsonb_build_object('payment', p_id)
      where id = o.id returning nav_date into order_nav_date;
  else
    owner_account := house_account('unmatched');
  end if;
  insert into ledger_entries (kind, subject, debit, credit, asset, amount, value_date, booked_on, booked_at)
    values ('payment', p_id, house_account('bank:clients'), owner_account, 'THB', p_amount,
      (p_transferred_at at time zone 'Asia/Bangkok')::date, p_today, p_at);
end $$;
