create or replace trigger case_entries_stay before update or delete on case_entries
  for each row execute function case_entries_stay();

create or replace trigger case_moves before insert or update on cases for each row execute function case_moves();
