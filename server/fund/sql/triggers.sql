create or replace trigger bank_holidays_announced after insert or update or delete or truncate on bank_holidays
  for each statement execute function calendar_changed();

create or replace trigger bank_holidays_by_decision before insert or update or delete on bank_holidays for each statement
  when (pg_trigger_depth() = 0) execute function calendar_by_decision();

create or replace trigger bank_holidays_kept before truncate on bank_holidays for each statement execute function calendar_by_decision();

create or replace trigger business_years_announced after insert or update or delete or truncate on business_years
  for each statement execute function calendar_changed();

create or replace trigger business_years_by_decision before insert or update or delete on business_years for each statement
  when (pg_trigger_depth() = 0) execute function calendar_by_decision();

create or replace trigger business_years_kept before truncate on business_years for each statement execute function calendar_by_decision();

create or replace trigger calendar_changes_all before truncate on calendar_changes for each statement execute function fund_proposals_kept();

create or replace trigger calendar_changes_apply after update of state on calendar_changes for each row
  when (old.state = 'PROPOSED' and new.state = 'APPROVED') execute function calendar_apply();

create or replace trigger calendar_changes_row before insert or update or delete on calendar_changes for each row execute function fund_proposal();

create or replace trigger display_rates_all before truncate on display_rates for each statement execute function fund_proposals_kept();

create or replace trigger display_rates_row before insert or update or delete on display_rates for each row execute function fund_proposal();

create or replace trigger navs_begin before insert on navs for each row execute function navs_begin();

create or replace trigger navs_stay before update or delete on navs for each row execute function navs_stay();

create or replace trigger strategy_dealing_all before truncate on strategy_dealing for each statement execute function fund_proposals_kept();

create or replace trigger strategy_dealing_row before insert or update or delete on strategy_dealing for each row execute function fund_proposal();

create or replace trigger strategy_terms_all before truncate on strategy_terms for each statement execute function fund_proposals_kept();

create or replace trigger strategy_terms_row before insert or update or delete on strategy_terms for each row execute function fund_proposal();
