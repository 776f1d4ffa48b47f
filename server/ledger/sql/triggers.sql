create or replace trigger ledger_accounts_begin_empty after insert on ledger_accounts
  for each row when (new.balance <> 0 or new.cost <> 0 or new.pending <> 0) execute function ledger_accounts_move_alone();

create or replace trigger ledger_accounts_move_alone before update of id, asset, person_id, house, balance, cost, pending, since on ledger_accounts
  for each statement execute function ledger_accounts_move_alone();

create or replace trigger ledger_accounts_stay before delete or truncate on ledger_accounts
  for each statement execute function never_removed();

create or replace trigger ledger_entries_move after insert on ledger_entries referencing new table as new_entries
  for each statement execute function ledger_entries_move();

create or replace trigger ledger_entries_stay before update or delete or truncate on ledger_entries
  for each statement execute function never_removed();

-- The trigger's name sorts after that of the trigger that updates accounts. So it runs later, and rows are
-- always locked in the same sequence.
create or replace trigger ledger_entries_then_issue after insert on ledger_entries referencing new table as new_entries
  for each statement execute function ledger_entries_issue();

create or replace trigger units_issued_move_alone before insert or update or delete on units_issued
  for each statement execute function units_issued_move_alone();

create or replace trigger units_issued_stay before truncate on units_issued for each statement execute function never_removed();
