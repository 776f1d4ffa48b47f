-- Finds the booked payment that a transfer under another name resembles. Either it has the same amount within
-- two minutes, from the same account as far as both reports tell (a slip names only its bank). Or it has, at
-- any time, a reference of at least six characters that is booked under another bank, with the same amount;
-- slips may differ in amount, because a person reads it. Two payments that the bank itself assigns to
-- different orders are different transfers. Callers lock amount and reference first.
create or replace function payment_alike(
  p_bank text, p_reference text, p_payer_bank text, p_payer_hash bytea, p_order uuid, p_amount numeric, p_at timestamptz, p_source text
) returns uuid language sql stable as $$
  select p.id from payments p
  where not exists (select from payment_cases c where c.payment_id = p.id and c.state = 'KNOWN')
    and (p.id in (select n.payment_id from transfer_names n where n.payment_id is not null
          and split_part(n.name, ' ', 2) = p_reference and length(p_reference) >= 6)
        and (p.amount = p_amount or 'slip' in (p.source, p_source))
      or p.id in (select q.id from payments q where q.amount = p_amount
          and q.transferred_at between p_at - interval '2 minutes' and p_at + interval '2 minutes')
        and ('slip' in (p.source, p_source) or p.order_id is null or p_order is null or p.order_id = p_order)
        and case
          when p.payer_hash is not null and p_payer_hash is not null
            then p.payer_hash = p_payer_hash and may_be_one_bank(p.payer_bank, p_payer_bank)
          when 'slip' in (p.source, p_source) and p.payer_bank is not null and p_payer_bank is not null
            then may_be_one_bank(p.payer_bank, p_payer_bank)
          when 'slip' in (p.source, p_source) then p.bank = p_bank or p.order_id = p_order
            or exists (select from transfer_names n where n.payment_id = p.id and split_part(n.name, ' ', 2) = p_reference)
          else p.source <> p_source and p.order_id = p_order
        end)
  order by p.received_at, p.id limit 1;
$$;
