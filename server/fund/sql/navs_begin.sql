-- Requires that a new NAV has no decision yet, unless it is a demonstration value. For a day with an approved
-- NAV, only a correction is accepted that names this NAV and differs from it.
create or replace function navs_begin() returns trigger language plpgsql as $$
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
