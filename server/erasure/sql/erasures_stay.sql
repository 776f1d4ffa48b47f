-- Rejects changes of an erasure, except setting its end.
create or replace function erasures_stay() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.ended_at is null and new.ended_at is not null
    and to_jsonb(old) - 'ended_at' = to_jsonb(new) - 'ended_at' then
    return new;
  end if;
  raise exception 'an erasure only ends' using errcode = 'check_violation';
end $$;
