-- Creates the payout of an allotted redemption, whatever statement allotted it. The payout is due on the same
-- day.
create or replace function orders_owe() returns trigger language plpgsql as $$
begin
  insert into payouts (order_id, person_id, account, label, amount, due_on)
    values (new.id, new.person_id, new.payout_account, new.payout_label, new.proceeds, greatest(new.allotted_on, new.allotment_date));
  return null;
end $$;
