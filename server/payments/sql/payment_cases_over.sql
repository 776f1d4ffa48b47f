create or replace function payment_cases_over() returns trigger language plpgsql as $$
begin
  -- The exception is a refund that the bank rejected. The change comes from the trigger of its payout.
  if old.state = 'REFUNDED' and new.state = 'REFUND_DUE' and pg_trigger_depth() > 1 then return new; end if;
  raise exception 'a case that is over is never changed' using errcode = 'check_violation';
end $$;
