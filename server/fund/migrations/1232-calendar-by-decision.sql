-- The calendar is changed by what two people decided (1231), or by a migration that loads a year and says so by disabling this.
create function calendar_by_decision() returns trigger language plpgsql as $$
begin
  raise exception '%: the calendar is changed by a decision in calendar_changes', tg_table_name using errcode = 'restrict_violation';
end $$;
create trigger business_years_by_decision before insert or update or delete on business_years for each statement
  when (pg_trigger_depth() = 0) execute function calendar_by_decision();
create trigger business_years_kept before truncate on business_years for each statement execute function calendar_by_decision();
create trigger bank_holidays_by_decision before insert or update or delete on bank_holidays for each statement
  when (pg_trigger_depth() = 0) execute function calendar_by_decision();
create trigger bank_holidays_kept before truncate on bank_holidays for each statement execute function calendar_by_decision();
