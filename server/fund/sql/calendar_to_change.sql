-- Takes the exclusive lock of the calendar until the transaction ends. `calendar_counted_on` waits for it.
create or replace function calendar_to_change() returns void language sql as $$ select pg_advisory_xact_lock(7231001) $$;
