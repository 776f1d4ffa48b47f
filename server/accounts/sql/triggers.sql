create or replace trigger role_changes_stay before update or delete on role_changes
  for each row execute function role_changes_stay();

create or replace trigger test_marks_stay before update or delete on test_marks for each row execute function test_marks_stay();
