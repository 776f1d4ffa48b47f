create or replace trigger bank_statement_lines_stay before update or delete or truncate on bank_statement_lines
  for each statement execute function never_removed();

create or replace trigger bank_statements_stay before update or delete or truncate on bank_statements
  for each statement execute function never_removed();

create or replace trigger daily_control_lines_fixed before update on daily_control_lines for each row
  when ((old.day, old.kind, old.subject, old.ours, old.theirs) is distinct from (new.day, new.kind, new.subject, new.ours, new.theirs)
    or old.closed_at is not null)
  execute function daily_controls_signed();

create or replace trigger daily_control_lines_stay before delete or truncate on daily_control_lines for each statement execute function never_removed();

create or replace trigger daily_controls_signed before update on daily_controls for each row when (old.signed_at is not null)
  execute function daily_controls_signed();

create or replace trigger daily_controls_stay before delete or truncate on daily_controls for each statement execute function never_removed();

create or replace trigger orders_await_slips before update on orders for each row
  when (old.status = 'SUBMITTED' and new.status = 'EXPIRED') execute function orders_await_slips();

create or replace trigger orders_ended_paid after update on orders for each row
  when (old.status = 'APPROVED' and new.status in ('CANCELLED', 'REJECTED') and new.kind = 'subscription')
  execute function orders_ended_paid();

create or replace trigger payment_case_confirmations_stay before update or delete or truncate on payment_case_confirmations
  for each statement execute function never_removed();

create or replace trigger payment_cases_over before update on payment_cases for each row
  when (old.state in ('MATCHED', 'REFUNDED', 'KNOWN') or (old.payment_id, old.reason, old.person_id, old.opened_at) is distinct from
    (new.payment_id, new.reason, new.person_id, new.opened_at)) execute function payment_cases_over();

create or replace trigger payment_cases_stay before delete or truncate on payment_cases for each statement execute function never_removed();

create or replace trigger payment_payers_stay before delete or truncate on payment_payers for each statement execute function never_removed();

create or replace trigger payments_fixed before update on payments for each statement execute function never_removed();

create or replace trigger payments_stay before delete or truncate on payments for each statement execute function never_removed();

create or replace trigger slip_confirmations_stay before update or delete or truncate on slip_confirmations
  for each statement execute function never_removed();

create or replace trigger slips_stay before delete or truncate on slips for each statement execute function never_removed();

create or replace trigger transfer_names_stay before update or delete on transfer_names for each row
  when (old.payment_id is not null) execute function transfer_names_stay();

create or replace trigger transfer_names_whole before truncate on transfer_names for each statement execute function never_removed();
