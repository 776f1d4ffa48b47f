-- This trigger runs per statement, because row triggers do not fire on truncate.
create or replace function audit_stays() returns trigger language plpgsql as $$
begin
  raise exception 'the audit trail is never emptied (%)', tg_table_name;
end $$;
