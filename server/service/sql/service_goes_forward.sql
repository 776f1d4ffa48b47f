create or replace function service_goes_forward() returns trigger language plpgsql as $$
begin
  if old.state in ('answered', 'done') or (old.state = 'acknowledged' and new.state = 'open') then
    raise exception 'a request of customer service goes forward only (% is %)', old.reference, old.state
      using errcode = 'check_violation';
  end if;
  return new;
end $$;
