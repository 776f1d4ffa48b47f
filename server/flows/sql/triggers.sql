create or replace trigger flow_receipts_all before truncate on flow_receipts
  for each statement execute function flow_receipts_are_kept();

create or replace trigger flow_receipts_row before update or delete on flow_receipts
  for each row execute function flow_receipts_are_kept();

create or replace trigger flow_records_row before update or delete on flow_records
  for each row execute function flow_records_stay();
