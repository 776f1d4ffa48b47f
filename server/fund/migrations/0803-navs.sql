-- Net asset values per unit. One person enters, another approves; an approved one never changes.
create table navs (
  id uuid primary key,
  strategy text not null references strategies (code),
  date date not null,
  nav numeric(13, 4) not null check (nav > 0),
  status text not null check (status in ('ENTERED', 'APPROVED', 'REJECTED')),
  -- Nobody entered a demonstration value.
  demo boolean not null default false,
  entered_by uuid references people (id),
  entered_at timestamptz not null,
  -- Why it lies so far from the one before.
  reason text,
  decided_by uuid references people (id),
  decided_at timestamptz,
  decision_reason text,
  check (demo = (entered_by is null)),
  check ((status = 'ENTERED') = (decided_at is null)),
  check (demo or (decided_by is null) = (decided_at is null)),
  constraint navs_four_eyes check (decided_by is null or decided_by <> entered_by)
);
create unique index navs_one_per_day on navs (strategy, date) where status <> 'REJECTED';
create index navs_approved on navs (strategy, date) include (nav) where status = 'APPROVED';
create index navs_waiting on navs (date, strategy) where status = 'ENTERED';

create function navs_stay() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.status = 'ENTERED'
    and (new.id, new.strategy, new.date, new.nav, new.demo, new.entered_at)
      = (old.id, old.strategy, old.date, old.nav, old.demo, old.entered_at)
    and (new.entered_by, new.reason) is not distinct from (old.entered_by, old.reason)
  then return new; end if;
  raise exception 'a decided NAV is never changed, and none is removed (% of %)', old.strategy, old.date;
end $$;
create trigger navs_stay before update or delete on navs for each row execute function navs_stay();
