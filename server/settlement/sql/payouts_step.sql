create or replace function payouts_step() returns trigger language plpgsql as $$
begin
  if (old.state, new.state) not in (('DUE', 'FILED'), ('FILED', 'DUE'), ('FILED', 'PAID'), ('DUE', 'PAID'), ('PAID', 'RETURNED'), ('DUE', 'DUE'),
      ('DUE', 'WITHDRAWN'))
      -- The only other change: the bank confirms a paid payout, once.
      and not (old.state = 'PAID' and new.state = 'PAID' and old.settled_at is null and new.settled_at is not null)
    or (old.id, old.order_id, old.person_id, old.account, old.amount, old.due_on, old.compensation, old.refund) is distinct from
      (new.id, new.order_id, new.person_id, new.account, new.amount, new.due_on, new.compensation, new.refund)
    or (old.settled_at is not null and new.settled_at is distinct from old.settled_at)
    or (new.state = 'PAID' and new.file_id is not null
      and not exists (select from payment_files f where f.id = new.file_id and f.state = 'RELEASED'))
  then
    raise exception 'a payout goes from % to % in no way', old.state, new.state using errcode = 'check_violation';
  end if;
  -- For a payout by hand, the second person confirms the arrival.
  if new.state = 'PAID' and new.file_id is null then new.settled_at := new.paid_at; end if;
  return new;
end $$;
