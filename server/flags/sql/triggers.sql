create or replace trigger flag_changes_all before truncate on flag_changes for each statement execute function flag_change_kept();

create or replace trigger flag_changes_row before insert or update or delete on flag_changes
  for each row execute function flag_change_kept();

create or replace trigger flag_sets_all before truncate on flag_sets for each statement execute function never_removed();

create or replace trigger flag_sets_follow before insert on flag_sets for each row execute function flag_set_follows();

create or replace trigger flag_sets_stay before update or delete on flag_sets for each row execute function never_removed();
