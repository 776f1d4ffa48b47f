-- Returns the people who can still approve an order: finance or compliance, not locked, not yet decided, and not the
-- author of a NAV used for its valuation.
create or replace function free_approvers(p_order uuid) returns table (person_id uuid, role text) language sql stable as $$
  select p.id, p.role::text
  from orders o
    cross join lateral (select (e.detail ->> 'navDay')::date as nav_day from order_events e where e.order_id = o.id order by e.id limit 1) as judged
    join people p on p.role in ('finance', 'compliance') and p.locked_at is null
  where o.id = p_order
    and not exists (select from order_approvals a where a.order_id = o.id and a.person_id = p.id)
    and not exists (select from navs n where n.strategy = o.strategy and n.entered_by = p.id and n.status <> 'REJECTED' and n.date = judged.nav_day);
$$;
