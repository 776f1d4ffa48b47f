-- Takes the shared lock for transactions that use the calendar, such as orders and NAV entries, until they
-- commit. Changes of the calendar wait for these transactions, and the transactions wait for changes.
create or replace function calendar_counted_on() returns void language sql as $$ select pg_advisory_xact_lock_shared(7231001) $$;
