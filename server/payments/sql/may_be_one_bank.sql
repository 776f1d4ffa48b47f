-- Returns whether two banks may be the same. An unknown bank, or a bank without a code, matches every bank.
create or replace function may_be_one_bank(p_one text, p_other text) returns boolean language sql immutable as $$
  select coalesce(p_one = p_other or p_one !~ '^\d{3}$' or p_other !~ '^\d{3}$', true);
$$;
