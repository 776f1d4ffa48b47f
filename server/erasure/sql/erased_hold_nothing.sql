-- Rejects the erasure of a colleague, and of a person with units, money, an open order or an open payout.
create or replace function erased_hold_nothing() returns trigger language plpgsql as $$
begin
  if old.role is not null
    or exists (select from ledger_accounts where person_id = new.id and (balance <> 0 or pending <> 0))
    or exists (select from orders where person_id = new.id and status in ('SUBMITTED', 'WAITING', 'APPROVED'))
    or exists (select from payouts where person_id = new.id and state in ('DUE', 'FILED')) then
    raise exception 'person % has a role, units, money or open work', new.id using errcode = 'check_violation';
  end if;
  return new;
end $$;
