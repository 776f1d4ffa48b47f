-- Every process keeps the calendar: whoever changes it, by a page or by hand, they all hear of it once it is committed.
create function calendar_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('saphan_page_events', '{"event":"calendar","data":{}}');
  return null;
end $$;
create trigger business_years_announced after insert or update or delete or truncate on business_years
  for each statement execute function calendar_changed();
create trigger bank_holidays_announced after insert or update or delete or truncate on bank_holidays
  for each statement execute function calendar_changed();
