create or replace function nav_compensations_begin() returns trigger language plpgsql as $$
begin
  if exists (
    select from new_rows n join nav_corrections c on c.nav_id = n.nav_id join orders o on o.id = n.order_id
    where c.state <> 'APPROVED' or c.posted_at is not null or (o.person_id, o.strategy) <> (n.person_id, n.strategy) or o.status <> 'ALLOTTED'
      or (select count(*) from nav_correction_decisions d where d.nav_id = n.nav_id and d.decision = 'APPROVED') < 2
  ) then
    raise exception 'an allotted order is made good once two people approved it, before it is posted' using errcode = 'check_violation';
  end if;
  return null;
end $$;
