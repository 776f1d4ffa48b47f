-- Rejects changes and deletes of records. Erasing the owner's key makes a record unreadable.
create or replace function flow_records_stay() returns trigger language plpgsql as $$
begin
  raise exception 'flow_records: a record is never changed or removed (%)', tg_op using errcode = 'restrict_violation';
end $$;
