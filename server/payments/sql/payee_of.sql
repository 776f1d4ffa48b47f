-- Returns the owner of the money: the owner of its account, the person finance named, or the investor whose order it
-- named.
create or replace function payee_of(p_case uuid) returns uuid language sql stable as $$
  select coalesce(c.person_id, c.payee, o.person_id) from payment_cases c join payments p on p.id = c.payment_id
    left join orders o on o.id = p.order_id where c.id = p_case;
$$;
