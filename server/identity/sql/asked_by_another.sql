-- Returns whether the owner of an account took back a change of its e-mail or phone number since `p_at`. If
-- so, another person may have made the request at that time.
create or replace function asked_by_another(p_person uuid, p_at timestamptz) returns boolean language sql stable as $$
  select exists (select from contact_changes c where c.person_id = p_person and c.at <= p_at and p_at < c.undone_at);
$$;
