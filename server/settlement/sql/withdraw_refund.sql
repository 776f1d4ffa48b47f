-- Withdraws a due refund. Returns false if it is already in a payment file or paid by hand.
create or replace function withdraw_refund(p_case uuid) returns boolean language plpgsql as $$
begin
  update payouts set state = 'WITHDRAWN' where refund = p_case and state = 'DUE' and entered_by is null;
  return not exists (select from payouts p where p.refund = p_case and p.state <> 'WITHDRAWN'
    and not (p.state = 'RETURNED' and exists (select from payouts n where n.follows = p.id and n.state = 'WITHDRAWN')));
end $$;
