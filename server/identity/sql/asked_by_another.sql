-- True if the owner of an account took its e-mail or phone number back since `p_at`: what was asked for then, somebody else may have
-- asked for.
create or replace function asked_by_another(p_person uuid, p_at timestamptz) returns boolean language sql stable as $$
  select exists (select from contact_changes c where c.person_id = p_person and c.at <= p_at and p_at < c.undone_at);
$$;
