create or replace trigger audit_batches_not_emptied before truncate on audit_batches
  for each statement execute function audit_stays();

create or replace trigger audit_batches_stay before update or delete on audit_batches
  for each row execute function audit_batches_stay();

create or replace trigger audit_lines_not_emptied before truncate on audit_lines
  for each statement execute function audit_stays();

create or replace trigger audit_lines_stay before update or delete on audit_lines
  for each row execute function audit_lines_stay();
