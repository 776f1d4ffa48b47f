-- A record is never changed. It goes when its owner's key is erased.
create or replace function flow_records_stay() returns trigger language plpgsql as $$
begin
  raise exception 'flow_records: a record is never changed or removed (%)', tg_op using errcode = 'restrict_violation';
end $$;
