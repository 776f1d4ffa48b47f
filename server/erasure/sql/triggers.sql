create or replace trigger erased_hold_nothing before update of erased_at on people for each row
  when (old.erased_at is null and new.erased_at is not null) execute function erased_hold_nothing();

create or replace trigger erasures_stay before update or delete on erasures for each row execute function erasures_stay();

create or replace trigger erasures_no_truncate before truncate on erasures for each statement execute function never_removed();

create or replace trigger law_keeps_keys before update of wrapped_key on person_keys for each row
  when (new.wrapped_key is null and old.wrapped_key is not null) execute function law_keeps_keys();
