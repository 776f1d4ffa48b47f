-- A correction is an entry of its own that names the one it replaces. With its approval the earlier one counts no more; both stay.
alter table navs drop constraint navs_status_check;
alter table navs
  add constraint navs_status check (status in ('ENTERED', 'APPROVED', 'REJECTED', 'REPLACED')),
  add column replaces uuid references navs (id),
  -- Numbers decisions in their order, so that whoever keeps a history sees that there is a newer one.
  add column decision bigint,
  add constraint navs_correction_has_reason check (replaces is null or reason <> '');

alter table navs disable trigger navs_stay;
update navs n set decision = d.decision
  from (select id, nextval('fund_decisions') as decision from (select id from navs where status = 'APPROVED' order by decided_at, id) as a) as d
  where n.id = d.id;
alter table navs enable trigger navs_stay;

drop index navs_one_per_day;
drop index navs_approved;
create unique index navs_one_approved on navs (strategy, date) include (nav) where status = 'APPROVED';
create unique index navs_one_waits on navs (strategy, date) where status = 'ENTERED';
create index navs_decided on navs (decision) where status = 'APPROVED';

create function navs_begin() returns trigger language plpgsql as $$
declare before navs;
begin
  select * into before from navs where strategy = new.strategy and date = new.date and status = 'APPROVED';
  if new.replaces is null and before.id is not null then
    raise exception 'the NAV of % of % is approved: only a correction replaces it', new.strategy, new.date
      using errcode = 'unique_violation', constraint = 'navs_one_approved';
  end if;
  if new.replaces is not null and (new.replaces, new.nav) is not distinct from (before.id, before.nav) then
    raise exception 'a correction changes something (% of %)', new.strategy, new.date using errcode = 'check_violation';
  end if;
  if new.replaces is not null and new.replaces is distinct from before.id then
    raise exception 'a correction names the approved NAV of its day (% of %)', new.strategy, new.date using errcode = 'check_violation';
  end if;
  if new.status <> 'ENTERED' and not (new.demo and new.status = 'APPROVED') then
    raise exception 'a NAV is entered, then decided (% of %)', new.strategy, new.date using errcode = 'check_violation';
  end if;
  if new.status = 'APPROVED' then new.decision := nextval('fund_decisions'); end if;
  return new;
end $$;
create trigger navs_begin before insert on navs for each row execute function navs_begin();

create or replace function navs_stay() returns trigger language plpgsql as $$
declare kept text[] := array['status', 'decided_by', 'decided_at', 'decision_reason', 'decision'];
begin
  if tg_op = 'UPDATE' and to_jsonb(new) - kept = to_jsonb(old) - kept then
    if old.status = 'ENTERED' and new.status in ('APPROVED', 'REJECTED') then
      if new.status = 'APPROVED' then
        -- The one before gives up its day first: a day has one NAV that counts.
        update navs set status = 'REPLACED' where id = new.replaces and status = 'APPROVED';
        if new.replaces is not null and not found then
          raise exception 'the NAV that this one corrects counts no more (% of %)', old.strategy, old.date;
        end if;
        new.decision := nextval('fund_decisions');
      end if;
      return new;
    end if;
    -- By that trigger alone.
    if old.status = 'APPROVED' and new.status = 'REPLACED' and pg_trigger_depth() > 1
      and to_jsonb(new) - 'status'::text = to_jsonb(old) - 'status'::text then return new; end if;
  end if;
  raise exception 'a decided NAV is never changed, and none is removed (% of %)', old.strategy, old.date;
end $$;
