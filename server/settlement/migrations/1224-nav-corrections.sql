-- What a corrected NAV means for orders that were allotted at the one before: each with its difference, and whether it is made good.
create table nav_corrections (
  nav_id uuid primary key references navs (id),
  replaced_id uuid not null references navs (id),
  -- Under half a percent of the right NAV, or under a satang a unit, nothing is made good: the right NAV counts from then on.
  state text not null check (state in ('FORWARD_ONLY', 'PROPOSED', 'APPROVED', 'REJECTED')),
  found_at timestamptz not null
);
create table nav_correction_orders (
  nav_id uuid not null references nav_corrections (nav_id),
  order_id uuid not null references orders (id),
  -- What the investor would have more (or less) at the right NAV: units of a buy or of a sell by amount, baht of a sell by units.
  units numeric(30, 4) not null,
  baht numeric(30, 2) not null,
  -- What is made good; nobody gives back what was too much: the company bears that.
  owed_to text not null check (owed_to in ('INVESTOR', 'NOBODY')),
  primary key (nav_id, order_id)
);
-- Two people approve, none of them the one who entered the correction.
create table nav_correction_decisions (
  nav_id uuid not null references nav_corrections (nav_id),
  person_id uuid not null references people (id),
  decision text not null check (decision in ('APPROVED', 'REJECTED')),
  reason text not null check (length(reason) between 3 and 1000),
  at timestamptz not null,
  primary key (nav_id, person_id)
);

create function nav_correction_decided() returns trigger language plpgsql as $$
begin
  if not exists (select from people where id = new.person_id and role in ('finance', 'compliance')) then
    raise exception 'only finance or compliance decides' using errcode = 'check_violation';
  end if;
  if exists (select from navs where id = new.nav_id and entered_by = new.person_id) then
    raise exception 'who enters never approves' using errcode = 'check_violation', constraint = 'nav_correction_four_eyes';
  end if;
  perform from nav_corrections where nav_id = new.nav_id and state = 'PROPOSED' for update;
  if not found then
    raise exception 'the correction is decided' using errcode = 'check_violation';
  end if;
  update nav_corrections set state = new.decision where nav_id = new.nav_id
    and (new.decision = 'REJECTED' or exists (select from nav_correction_decisions d where d.nav_id = new.nav_id and d.decision = 'APPROVED'));
  return new;
end $$;
create trigger nav_correction_decided before insert on nav_correction_decisions for each row execute function nav_correction_decided();

create function nav_corrections_stay() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.state = 'PROPOSED' and pg_trigger_depth() > 1
    and to_jsonb(new) - 'state'::text = to_jsonb(old) - 'state'::text then return new; end if;
  raise exception 'a correction is decided by two people, and never changed or removed' using errcode = 'restrict_violation';
end $$;
create trigger nav_corrections_stay before update or delete on nav_corrections for each row execute function nav_corrections_stay();
create trigger nav_correction_orders_stay before update or delete or truncate on nav_correction_orders
  for each statement execute function never_removed();
create trigger nav_correction_decisions_stay before update or delete or truncate on nav_correction_decisions
  for each statement execute function never_removed();
