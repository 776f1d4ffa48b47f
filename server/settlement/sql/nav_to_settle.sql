-- The NAV that a batch settles at. Its correction waits until the batch is done, so that it finds every order that was allotted at it;
-- a batch that waited for a correction takes the one that counts from then on.
create or replace function nav_to_settle(p_strategy text, p_date date) returns numeric language plpgsql as $$
declare v_nav numeric;
begin
  for i in 1 .. 3 loop
    select nav into v_nav from navs where strategy = p_strategy and date = p_date and status = 'APPROVED' for share;
    exit when found;
  end loop;
  return v_nav;
end $$;
