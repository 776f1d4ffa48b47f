create or replace function audit_batches_stay() returns trigger language plpgsql as $$
begin
  raise exception 'an audit batch is never changed or removed (batch %)', old.number;
end $$;
