-- Returns the NAV for a batch and locks it. A correction of the NAV waits for the batch, so it finds every
-- order allotted at that NAV. A batch that waited for a correction uses the new NAV.
create or replace function nav_to_settle(p_strategy text, p_date date) returns numeric language plpgsql as $$
declare v_nav numeric;
begin
  for i in 1 .. 3 loop
    select nav into v_nav from navs where strategy = p_strategy and date = p_date and status = 'APPROVED' for share;
    exit when found;
  end loop;
  return v_nav;
end $$;
