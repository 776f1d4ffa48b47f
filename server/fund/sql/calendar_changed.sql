-- Notifies all processes after each committed change of the calendar, even by hand, because they cache the
-- calendar.
create or replace function calendar_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('saphan_page_events', '{"event":"calendar","data":{}}');
  return null;
end $$;
