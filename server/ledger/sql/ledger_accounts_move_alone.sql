-- Rejects manual changes of accounts. Only the triggers of entries and orders change balances.
create or replace function ledger_accounts_move_alone() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' or pg_trigger_depth() < 2 then
    raise exception 'balances of ledger_accounts move with entries and orders alone' using errcode = 'check_violation';
  end if;
  return null;
end $$;
