-- Rejects direct changes of the calendar, which changes only by four-eyes decisions (`calendar_changes`). A
-- migration that loads a year disables this trigger.
create or replace function calendar_by_decision() returns trigger language plpgsql as $$
begin
  raise exception '%: the calendar is changed by a decision in calendar_changes', tg_table_name using errcode = 'restrict_violation';
end $$;
