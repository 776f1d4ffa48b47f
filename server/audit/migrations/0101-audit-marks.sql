-- The mark of a batch is made with a key that is not in the database: whoever may write here can chain lines anew, but not
-- mark them. Batches from before have none; how many those are is kept outside (`audit-head.json`).
alter table audit_batches add column mark text;

-- Row triggers do not see a truncate.
create function audit_stays() returns trigger language plpgsql as $$
begin
  raise exception 'the audit trail is never emptied (%)', tg_table_name;
end $$;
create trigger audit_lines_not_emptied before truncate on audit_lines
  for each statement execute function audit_stays();
create trigger audit_batches_not_emptied before truncate on audit_batches
  for each statement execute function audit_stays();
