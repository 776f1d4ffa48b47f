-- Whether two banks may be one: one that is untold, or that has no code, may be any.
create or replace function may_be_one_bank(p_one text, p_other text) returns boolean language sql immutable as $$
  select coalesce(p_one = p_other or p_one !~ '^\d{3}$' or p_other !~ '^\d{3}$', true);
$$;
