create or replace function orders_raised() returns trigger language plpgsql as $$
begin
  if not exists (
    select from nav_compensations c join nav_corrections k on k.nav_id = c.nav_id
    where c.order_id = old.counter_order and c.proceeds = new.amount - old.amount and k.posted_at is null
      and c.id::text = new.change ->> 'compensation'
  ) then
    raise exception 'what a client ordered is never changed' using errcode = 'check_violation';
  end if;
  return new;
end $$;
