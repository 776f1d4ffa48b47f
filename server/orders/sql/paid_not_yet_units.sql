-- Returns the money, less charges, that an investor has paid for units of a strategy that are not yet
-- allotted. An in leg of a switch has money once its out leg is allotted. In legs with a NAV day after
-- `p_day` are omitted, so that the result does not depend on the sequence in which strategies are settled.
create or replace function paid_not_yet_units(p_person uuid, p_strategy text, p_day date) returns numeric language sql stable as $$
  select coalesce(sum(o.amount - charge.fee - round(charge.fee * o.vat_bps * 0.0001, 2)), 0.00)
  from orders o cross join lateral (select round(o.amount * o.fee_bps * 0.0001, 2) as fee) as charge
  where o.person_id = p_person and o.strategy = p_strategy and o.status = 'APPROVED' and o.amount is not null
    and (o.kind = 'subscription' or (o.kind = 'switch-in' and o.nav_date <= p_day))
$$;
