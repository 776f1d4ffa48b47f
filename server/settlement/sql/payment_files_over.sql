create or replace function payment_files_over() returns trigger language plpgsql as $$
begin
  raise exception 'a payment file is decided once and never changed' using errcode = 'check_violation';
end $$;
