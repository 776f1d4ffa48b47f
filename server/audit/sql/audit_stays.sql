-- Rejects a truncate, because row triggers do not fire on it.
create or replace function audit_stays() returns trigger language plpgsql as $$
begin
  raise exception 'the audit trail is never emptied (%)', tg_table_name;
end $$;
