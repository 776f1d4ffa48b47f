-- Starts the refund of money in clear cases. A person decides about money that can still be matched, or that
-- comes from a third party.
create or replace function payment_cases_go_back() returns trigger language plpgsql as $$
begin
  perform begin_refund(new.id, 'system:money-in', new.opened_at);
  return null;
end $$;
