-- Ensures that a document number comes from its counter and follows the previous one.
create or replace function tax_series_step() returns trigger language plpgsql as $$
begin
  if tg_op <> 'UPDATE' or new.last < old.last or (new.establishment, new.month, new.kind) <> (old.establishment, old.month, old.kind) then
    raise exception 'a counter of tax documents only goes on' using errcode = 'check_violation';
  end if;
  return new;
end $$;
