-- Returns whether the owner of an account undid a change of e-mail or phone number that was in effect at
-- `p_at`. Another person may have made the requests of that time.
create or replace function asked_by_another(p_person uuid, p_at timestamptz) returns boolean language sql stable as $$
  select exists (select from contact_changes c where c.person_id = p_person and c.at <= p_at and p_at < c.undone_at);
$$;
