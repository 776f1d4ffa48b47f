create or replace trigger management_accrual_corrections_stay before update or delete or truncate on management_accrual_corrections
  for each statement execute function never_removed();

create or replace trigger management_accruals_stay before update or delete or truncate on management_accruals
  for each statement execute function never_removed();

create or replace trigger nav_compensations_begin after insert on nav_compensations referencing new table as new_rows
  for each statement execute function nav_compensations_begin();

create or replace trigger nav_compensations_stay before update or delete or truncate on nav_compensations
  for each statement execute function never_removed();

create or replace trigger nav_correction_decided before insert on nav_correction_decisions for each row execute function nav_correction_decided();

create or replace trigger nav_correction_decisions_stay before update or delete or truncate on nav_correction_decisions
  for each statement execute function never_removed();

create or replace trigger nav_correction_orders_kept before delete on nav_correction_orders
  for each row execute function nav_correction_orders_kept();

create or replace trigger nav_correction_orders_stay before update or truncate on nav_correction_orders
  for each statement execute function never_removed();

create or replace trigger nav_corrections_stay before update or delete on nav_corrections for each row execute function nav_corrections_stay();

create or replace trigger orders_owe after update of status on orders for each row
  when (old.status <> 'ALLOTTED' and new.status = 'ALLOTTED' and new.kind = 'redemption' and new.proceeds > 0)
  execute function orders_owe();

create or replace trigger orders_raised before update of amount on orders for each row
  when (old.kind = 'switch-in' and old.amount is not null and old.amount is distinct from new.amount) execute function orders_raised();

create or replace trigger payment_cases_go_back after insert on payment_cases for each row
  when (new.reason in ('order-ended', 'order-not-open', 'paid-already', 'amount-short')) execute function payment_cases_go_back();

create or replace trigger payment_files_over before update on payment_files for each row
  when (old.state <> 'MADE' or (old.id, old.number, old.value_date, old.lines, old.total, old.hash, old.made_by, old.made_at)
    is distinct from (new.id, new.number, new.value_date, new.lines, new.total, new.hash, new.made_by, new.made_at))
  execute function payment_files_over();

create or replace trigger payment_files_stay before delete or truncate on payment_files for each statement execute function never_removed();

create or replace trigger payouts_book after update on payouts for each row
  when (old.state <> new.state and new.state in ('PAID', 'RETURNED') and new.refund is null) execute function payouts_book();

create or replace trigger payouts_settled after update on payouts for each row
  when (old.settled_at is null and new.settled_at is not null and old.state = 'PAID' and new.refund is null) execute function payouts_settled();

create or replace trigger payouts_stay before delete or truncate on payouts for each statement execute function never_removed();

create or replace trigger payouts_step before update on payouts for each row execute function payouts_step();

create or replace trigger refunds_book after update on payouts for each row
  when (old.state <> new.state and new.state in ('PAID', 'RETURNED') and new.refund is not null) execute function refunds_book();

create or replace trigger settlement_runs_stay before delete or truncate on settlement_runs
  for each statement execute function never_removed();

create or replace trigger settlement_sweeps_stay before update or delete on settlement_sweeps
  for each statement execute function never_removed();

create or replace trigger tax_documents_follow after insert on tax_documents referencing new table as new_documents
  for each statement execute function tax_documents_follow();

create or replace trigger tax_documents_stay before update or delete or truncate on tax_documents
  for each statement execute function never_removed();

create or replace trigger tax_series_step before update or delete on tax_series for each row execute function tax_series_step();

create or replace trigger withholding_rates_stay before update or delete or truncate on withholding_rates
  for each statement execute function never_removed();
