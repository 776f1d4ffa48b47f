-- Returns the number of weekdays between Monday, 5 January 1970 and a day. Every order calls it.
create or replace function weekdays_before(p_day date) returns integer language sql immutable as $$
  select (p_day - date '1970-01-05') / 7 * 5 + least((p_day - date '1970-01-05') % 7, 5)
$$;
