-- Money whose fate is plain goes back by itself; what may still be matched, or is not the investor's, somebody decides about.
create or replace function payment_cases_go_back() returns trigger language plpgsql as $$
begin
  perform begin_refund(new.id, 'system:money-in', new.opened_at);
  return null;
end $$;
