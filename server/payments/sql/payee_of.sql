-- Returns the owner of the money: the owner of the account that contains it, the person named by finance, or
-- the investor whose order the money named.
create or replace function payee_of(p_case uuid) returns uuid language sql stable as $$
  select coalesce(c.person_id, c.payee, o.person_id) from payment_cases c join payments p on p.id = c.payment_id
    left join orders o on o.id = p.order_id where c.id = p_case;
$$;
