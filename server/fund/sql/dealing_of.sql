/* Whether it takes increases (subscriptions, switches into it) and reductions (redemptions, switches out of it). */
create or replace function dealing_of(p_strategy text, out status text, out takes_in boolean, out takes_out boolean) returns setof record
language sql stable as $$
  select status, status in ('OPEN', 'NO_OUT'), status in ('OPEN', 'NO_IN') from strategy_dealing
    where strategy = p_strategy and state = 'APPROVED' order by decision desc limit 1
$$;
