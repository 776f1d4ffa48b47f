-- The business calendar is changed by proposals: one of finance enters, another person of finance or compliance decides, and the
-- database writes what is approved into the calendar, as what it is.
create table calendar_changes (
  id uuid primary key,
  kind text not null check (kind in ('CONFIRM_YEAR', 'ADD_HOLIDAY', 'WITHDRAW_HOLIDAY')),
  year integer not null references business_years (year),
  date date,
  -- The holiday's name; of one that is withdrawn, what it was called.
  th text,
  en text,
  state text not null check (state in ('PROPOSED', 'APPROVED', 'REJECTED')),
  note text not null check (length(note) between 3 and 1000),
  entered_by uuid not null references people (id),
  entered_at timestamptz not null,
  decided_by uuid references people (id),
  decided_at timestamptz,
  decision_note text,
  decision bigint unique,
  check ((state = 'PROPOSED') = (decided_at is null)),
  constraint calendar_changes_day check (case kind when 'CONFIRM_YEAR' then num_nonnulls(date, th, en) = 0
    else extract(year from date) = year and length(trim(th)) between 2 and 200 and length(trim(en)) between 2 and 200 end),
  constraint calendar_changes_weekday check (extract(isodow from date) < 6)
);
create unique index calendar_changes_one_waits on calendar_changes (year, coalesce(date, '-infinity')) where state = 'PROPOSED';
create trigger calendar_changes_row before insert or update or delete on calendar_changes for each row execute function fund_proposal();
create trigger calendar_changes_all before truncate on calendar_changes for each statement execute function fund_proposals_kept();

-- Who places orders or enters a NAV counts on the calendar (shared, until they commit); who changes it waits for them, and they for it.
create function calendar_counted_on() returns void language sql as $$ select pg_advisory_xact_lock_shared(7231001) $$;
create function calendar_to_change() returns void language sql as $$ select pg_advisory_xact_lock(7231001) $$;

create function calendar_apply() returns trigger language plpgsql as $$
declare changed integer;
begin
  perform calendar_to_change();
  if new.kind = 'CONFIRM_YEAR' then
    update business_years set confirmed = true where year = new.year and not confirmed;
  elsif new.kind = 'ADD_HOLIDAY' then
    -- Who enters a NAV of that day waits for this, or this for them.
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
create trigger calendar_changes_apply after update of state on calendar_changes for each row
  when (old.state = 'PROPOSED' and new.state = 'APPROVED') execute function calendar_apply();

/* Whether a day is a bank holiday for whoever does something about that day until they commit. */
create function is_bank_holiday(p_day date) returns boolean language plpgsql as $$
begin
  perform calendar_counted_on();
  -- A statement of its own: it sees what was committed while this one waited.
  return exists (select from bank_holidays where date = p_day);
end $$;

/* The day itself where banks work on it, else the next one. */
create function business_day_from(p_day date) returns date language sql stable as $$
  select d::date from generate_series(p_day, p_day + 30, interval '1 day') as d
    where extract(isodow from d) < 6 and not exists (select from bank_holidays where date = d::date) order by d limit 1
$$;

/* How many business days lie after one day, up to another one and with it. */
create function business_days_after(p_day date, p_until date) returns integer language sql stable as $$
  select count(*)::integer from generate_series(p_day + 1, p_until, interval '1 day') as d
    where extract(isodow from d) < 6 and not exists (select from bank_holidays where date = d::date)
$$;
