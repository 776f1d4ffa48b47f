-- Books incoming money once. It is matched with its order, which is then approved, or held in a case. A held
-- payment is in the account `unmatched`. `p_names` are the names of the transfer (`transfer_names`): if
-- another payment has one of them, nothing is written and the outcome is known. `p_payer` is the bank's data
-- about the payer, sealed. `p_alike` is a payment that this one may repeat; then two people decide. Outcome:
-- matched, held (with the reason), known.
create or replace function receive_payment(
  p_id uuid, p_bank text, p_bank_reference text, p_order uuid, p_amount numeric, p_transferred_at timestamptz,
  p_at timestamptz, p_today date, p_nav_date date, p_allotment_date date,
  p_source text, p_payer_bank text, p_payer_hash bytea, p_payer_ends text, p_payer bytea, p_third_party boolean,
  p_names text[], p_alike uuid, p_partial boolean,
  out outcome text, out reason text, out payment uuid
) language plpgsql as $$
declare o orders; v_named integer;
begin
  select * into o from orders where id = p_order and kind = 'subscription' for update;
  reason := case
    when p_alike is not null then 'alike'
    when o.id is null then 'unknown-order'
    when o.status in ('APPROVED', 'ALLOTTED') then 'paid-already'
    when o.status <> 'SUBMITTED' or p_transferred_at >= o.pay_by then 'order-not-open'
    when p_third_party then 'third-party'
    when p_partial then 'payer-partial'
    when p_amount < o.amount then 'amount-short'
    when p_amount > o.amount then 'amount-over'
  end;
  outcome := case when reason is null then 'matched' else 'held' end;
  begin
    insert into payments (id, bank, bank_reference, order_id, amount, transferred_at, received_at, outcome, reason,
        source, payer_bank, payer_hash, payer_ends, payer_matched, alike)
      values (p_id, p_bank, p_bank_reference, o.id, p_amount, p_transferred_at, p_at, outcome, reason,
        p_source, p_payer_bank, p_payer_hash, p_payer_ends, not p_third_party, p_alike);
    if p_payer is not null then insert into payment_payers values (p_id, p_payer); end if;
    -- A name that a slip reserved passes to the payment. If a name already belongs to another payment, the
    -- whole call is rolled back.
    insert into transfer_names (name, payment_id) select n, p_id from unnest(p_names) as n order by n
      on conflict (name) do update set payment_id = excluded.payment_id where transfer_names.payment_id is null;
    get diagnostics v_named = row_count;
    if v_named < cardinality(p_names) then raise unique_violation; end if;
  exception when unique_violation then
    outcome := 'known'; reason := null; return;
  end;
  payment := p_id;
  perform post_entries(array[('payment', p_id, house_account('bank:clients'),
      case outcome when 'matched' then person_account(o.person_id) else house_account('unmatched') end, 'THB', p_amount, null,
      (p_transferred_at at time zone 'Asia/Bangkok')::date)::ledger_posting], p_today, p_at);
  if outcome = 'held' then
    insert into payment_cases (payment_id, reason, amount, opened_at) values (p_id, reason, p_amount, p_at);
    return;
  end if;
  perform approve_paid(o.id, p_id, p_transferred_at, p_nav_date, p_allotment_date, 'bank:' || p_bank, p_at);
end $$;
