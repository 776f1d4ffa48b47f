-- Who may still approve an order: of finance or compliance, not locked, has not said anything yet, and entered no NAV that it is judged by.
create function free_approvers(p_order uuid) returns table (person_id uuid, role text) language sql stable as $$
  select p.id, p.role::text
  from orders o
    cross join lateral (select (e.detail ->> 'navDay')::date as nav_day from order_events e where e.order_id = o.id order by e.id limit 1) as judged
    join people p on p.role in ('finance', 'compliance') and p.locked_at is null
  where o.id = p_order
    and not exists (select from order_approvals a where a.order_id = o.id and a.person_id = p.id)
    and not exists (select from navs n where n.strategy = o.strategy and n.entered_by = p.id and n.status <> 'REJECTED' and n.date = judged.nav_day);
$$;

-- Of whom too few are left to approve an order; nothing where enough are.
create function approvers_short(p_order uuid) returns text language sql stable as $$
  with free as (select role, count(*) as people from free_approvers(p_order) group by role),
    given as (select count(*) filter (where role = 'finance') as finance, count(*) filter (where role = 'compliance') as compliance
      from order_approvals where order_id = p_order)
  select case
    when coalesce((select people from free where role = 'finance'), 0) < o.approvals_needed - o.needs_compliance::integer - given.finance then 'finance'
    when o.needs_compliance and given.compliance = 0 and not exists (select from free where role = 'compliance') then 'compliance'
  end from orders o, given where o.id = p_order;
$$;
