create or replace trigger definition_current_all before truncate on definition_current
  for each statement execute function definition_current_follows();

create or replace trigger definition_current_row before insert or update or delete on definition_current
  for each row execute function definition_current_follows();

create or replace trigger definition_files_all before truncate on definition_files
  for each statement execute function definition_files_stay();

create or replace trigger definition_files_row before update or delete on definition_files
  for each row execute function definition_files_stay();

create or replace trigger definition_modules_all before truncate on definition_modules
  for each statement execute function definition_modules_stay();

create or replace trigger definition_modules_row before update or delete on definition_modules
  for each row execute function definition_modules_stay();

create or replace trigger definition_versions_all before truncate on definition_versions
  for each statement execute function definition_versions_no_truncate();

create or replace trigger definition_versions_published before update or delete on definition_versions
  for each row execute function definition_versions_stay();
