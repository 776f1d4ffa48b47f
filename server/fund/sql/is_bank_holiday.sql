/* Whether a day is a bank holiday for whoever does something about that day until they commit. */
create or replace function is_bank_holiday(p_day date) returns boolean language plpgsql as $$
begin
  perform calendar_counted_on();
  -- This is a separate statement, so that it sees data that was committed while the previous statement
  -- waited.
  return exists (select from bank_holidays where date = p_day);
end $$;
