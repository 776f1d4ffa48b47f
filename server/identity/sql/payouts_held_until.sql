-- Returns the time until which no account of a person is paid, as of `p_at`; null if there is no such time.
-- Payouts are held for a day after a change of phone number, its undoing, or restored access.
create or replace function payouts_held_until(p_person uuid, p_at timestamptz) returns timestamptz language sql stable as $$
  select greatest(
    (select p.money_from from proved_phones p where p.person_id = p_person),
    (select max(c.undone_at) + interval '24 hours' from contact_changes c
      where c.person_id = p_person and c.kind = 'phone' and c.undone_at <= p_at),
    (select max(c.at) + interval '24 hours' from contact_changes c
      where c.person_id = p_person and c.kind = 'access' and c.at <= p_at));
$$;
