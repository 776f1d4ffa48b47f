-- Applies an approved change to the calendar. Raises an error for a holiday on a day that has a NAV, and for
-- a change without effect.
create or replace function calendar_apply() returns trigger language plpgsql as $$
declare changed integer;
begin
  perform calendar_to_change();
  if new.kind = 'CONFIRM_YEAR' then
    update business_years set confirmed = true where year = new.year and not confirmed;
  elsif new.kind = 'ADD_HOLIDAY' then
    -- The exclusive lock of `calendar_to_change` makes this check wait for entries of a NAV for that day.
    if exists (select from navs where date = new.date and status in ('ENTERED', 'APPROVED')) then
      raise exception 'calendar: % has a NAV', new.date using errcode = 'check_violation', constraint = 'calendar_changes_no_nav';
    end if;
    insert into bank_holidays (date, th, en) values (new.date, trim(new.th), trim(new.en)) on conflict do nothing;
  else
    delete from bank_holidays where date = new.date;
  end if;
  get diagnostics changed = row_count;
  if changed <> 1 then
    raise exception 'calendar: % of % changes nothing', new.kind, coalesce(new.date::text, new.year::text) using errcode = 'check_violation';
  end if;
  return null;
end $$;
