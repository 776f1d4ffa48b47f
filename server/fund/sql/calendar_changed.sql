-- Notifies all processes, which cache the calendar, after each committed change, by page or by hand.
create or replace function calendar_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('saphan_page_events', '{"event":"calendar","data":{}}');
  return null;
end $$;
