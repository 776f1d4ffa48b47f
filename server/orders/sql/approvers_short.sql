-- Returns the role in which too few people remain who can approve an order; null if there are enough.
create or replace function approvers_short(p_order uuid) returns text language sql stable as $$
  with free as (select role, count(*) as people from free_approvers(p_order) group by role),
    given as (select count(*) filter (where role = 'finance') as finance, count(*) filter (where role = 'compliance') as compliance
      from order_approvals where order_id = p_order)
  select case
    when coalesce((select people from free where role = 'finance'), 0) < o.approvals_needed - o.needs_compliance::integer - given.finance then 'finance'
    when o.needs_compliance and given.compliance = 0 and not exists (select from free where role = 'compliance') then 'compliance'
  end from orders o, given where o.id = p_order;
$$;
