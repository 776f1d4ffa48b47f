-- Who places orders or enters a NAV counts on the calendar (shared, until they commit); who changes it waits for them, and they for it.
create or replace function calendar_counted_on() returns void language sql as $$ select pg_advisory_xact_lock_shared(7231001) $$;
