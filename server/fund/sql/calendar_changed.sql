-- Every process keeps the calendar: whoever changes it, by a page or by hand, they all hear of it once it is committed.
create or replace function calendar_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('saphan_page_events', '{"event":"calendar","data":{}}');
  return null;
end $$;
