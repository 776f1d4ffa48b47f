create or replace trigger role_changes_stay before update or delete on role_changes
  for each row execute function role_changes_stay();

create or replace trigger test_marks_stay before update or delete on test_marks for each row execute function test_marks_stay();

create or replace trigger erased_people_stay before update of erased_at on people for each row
  when (old.erased_at is not null and new.erased_at is distinct from old.erased_at) execute function erased_people_stay();

create or replace trigger no_session_of_the_erased before insert on sessions
  for each row execute function no_session_of_the_erased();
