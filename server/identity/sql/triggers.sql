create or replace trigger identity_status_moves before insert or update on identity_statuses
  for each row execute function identity_status_moves();

create or replace trigger finders_go_with_the_key after update of wrapped_key on person_keys
  for each row when (new.wrapped_key is null) execute function forget_finders();
