-- Processes the next batch of the oldest run that no other worker holds, in the caller's transaction. Runs of
-- one strategy are processed one after another. Returns no row if this worker has nothing to do.
create or replace function allot_batch(p_today date, p_at timestamptz, p_limit integer,
  out run_strategy text, out allotted uuid[], out aside uuid[]) returns setof record language plpgsql as $$
declare r settlement_runs; v_nav numeric; v_found tid[]; v_ids uuid[]; v_last uuid;
begin
  select s.* into r from settlement_runs s where s.done_at is null and not exists (
      select from settlement_runs b where b.strategy = s.strategy and b.done_at is null
        and (b.nav_date < s.nav_date or (b.nav_date = s.nav_date and b.side > s.side)))
    order by s.nav_date, s.side desc, s.strategy limit 1 for update skip locked;
  if not found then return; end if;
  v_nav := nav_to_settle(r.strategy, r.nav_date);
  select array_agg(f.at order by f.id), array_agg(f.id order by f.id) into v_found, v_ids from (
    select o.ctid as at, o.id from orders o
    where o.status = 'APPROVED' and o.nav_date = r.nav_date and o.strategy = r.strategy and (o.reserved_units > 0) = (r.side = 'sell')
      and o.id > coalesce(r.last_id, '00000000-0000-0000-0000-000000000000') and o.allotment_date <= p_today
      and (o.kind <> 'switch-in' or o.amount is not null)
      and not exists (select from orders_set_aside a where a.order_id = o.id)
    order by o.id limit p_limit
  ) as f;
  run_strategy := r.strategy;
  if v_ids is null then
    allotted := '{}'; aside := '{}';
  else
    aside := allot_or_set_aside(v_found, r.strategy, v_nav, r.side, p_today, p_at);
    v_last := v_ids[cardinality(v_ids)];
    allotted := case when cardinality(aside) = 0 then v_ids else array(select unnest(v_ids) except select unnest(aside) order by 1) end;
  end if;
  update settlement_runs s set last_id = coalesce(v_last, s.last_id), allotted = s.allotted + cardinality(allot_batch.allotted),
      set_aside = s.set_aside + cardinality(aside),
      done_at = case when coalesce(cardinality(v_ids), 0) < p_limit then p_at end
    where s.strategy = r.strategy and s.nav_date = r.nav_date and s.side = r.side;
  return next;
end $$;
