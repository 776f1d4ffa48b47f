create or replace function calendar_to_change() returns void language sql as $$ select pg_advisory_xact_lock(7231001) $$;
