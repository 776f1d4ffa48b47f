-- Orders of every kind. What a sell or the in leg of a switch costs is known from its allotment on; the rates it is charged at are
-- kept with it from the beginning.
do $$
declare c text;
begin
  for c in select conname from pg_constraint where conrelid = 'orders'::regclass and contype = 'c'
    and pg_get_constraintdef(oid) like any (array['%num_nonnulls(amount, units_wished)%', '%pay_by IS NOT NULL%', '%fee + vat%', '%allotted_on IS NOT NULL%'])
  loop execute format('alter table orders drop constraint %I', c); end loop;
end $$;

alter table orders
  add column sell_all boolean not null default false,
  -- The position of prevent-withdraw-dust when it was given: on, a remainder below the least is sold as well.
  add column dust_rule boolean not null default false,
  -- What the open order promises away of its holder's units.
  add column reserved_units numeric(30, 4) not null default 0 check (reserved_units >= 0),
  add column approvals_needed smallint check (approvals_needed between 1 and 3),
  add column needs_compliance boolean not null default false,
  -- Where the money of a redemption goes: the account, and its masked number as the order shows it.
  add column payout_account uuid,
  add column payout_label text,
  -- The rates and limits in force when it was given: front-end of a subscription, of the profit of a sell, of a switch-in.
  add column fee_bps integer check (fee_bps between 0 and 10000),
  add column vat_bps integer check (vat_bps between 0 and 10000),
  add column min_remainder numeric(18, 2),
  -- Known from the allotment of a sell on: what the units sold had cost, and what their holder gets.
  add column cost numeric(30, 2),
  add column proceeds numeric(30, 2) check (proceeds >= 0),
  -- Everything was sold because too little would have remained.
  add column forced boolean not null default false,
  add column paid_out_at timestamptz,
  -- Which status the last change took it out of; empty where that change left the status alone.
  add column status_before text;

alter table orders disable trigger orders_remember_change;
update orders o set fee_bps = s.front_end_bps, vat_bps = s.vat_bps from strategies s where s.code = o.strategy;
alter table orders enable trigger orders_remember_change;

alter table orders
  add constraint orders_wish check (case kind
    when 'subscription' then amount is not null and units_wished is null and not sell_all and method is not null and pay_by is not null
    -- Its amount is what the out leg brings, known from that one's allotment on.
    when 'switch-in' then units_wished is null and not sell_all
    else num_nonnulls(amount, units_wished) + sell_all::integer = 1 end),
  add constraint orders_legs check ((counter_order is not null) = (kind in ('switch-out', 'switch-in'))),
  add constraint orders_sells check (
    (kind in ('redemption', 'switch-out')) = (reserved_units > 0)
    and (kind in ('redemption', 'switch-out')) = (approvals_needed is not null)
    and (kind = 'redemption') = (payout_account is not null)),
  add constraint orders_charges check (fee + vat <= case when kind in ('subscription', 'switch-in') then coalesce(amount, 0) else coalesce(value, 0) end),
  add constraint orders_result check (
    (status = 'ALLOTTED') = (units is not null and nav is not null and value is not null and allotted_on is not null)
    and (status = 'ALLOTTED' or proceeds is null)
    and (status <> 'ALLOTTED' or kind not in ('redemption', 'switch-out') or (cost is not null and proceeds is not null))),
  add constraint orders_paid_out check (paid_out_at is null or (kind = 'redemption' and status = 'ALLOTTED'));
create index orders_to_approve on orders (placed_at, id) where status = 'WAITING';
create index orders_counter on orders (counter_order) where counter_order is not null;

-- A finance person or compliance says yes or no to a sell; of a switch, to its out leg, for both.
create table order_approvals (
  order_id uuid not null references orders (id),
  person_id uuid not null references people (id),
  role text not null check (role in ('finance', 'compliance')),
  decision text not null check (decision in ('APPROVED', 'REJECTED')),
  reason text check (decision = 'APPROVED' or reason <> ''),
  at timestamptz not null,
  primary key (order_id, person_id)
);
create trigger order_approvals_stay before update or delete or truncate on order_approvals
  for each statement execute function never_removed();

drop trigger orders_remember_change on orders;
drop function orders_remember_change();

-- What a client ordered is never changed.
create function orders_fixed() returns trigger language plpgsql as $$
begin
  raise exception 'what a client ordered is never changed' using errcode = 'check_violation';
end $$;
create trigger orders_fixed before update of id, reference, kind, person_id, strategy, counter_order, units_wished, sell_all, dust_rule,
  reserved_units, method, approvals_needed, needs_compliance, payout_account, payout_label, fee_bps, vat_bps, min_remainder, risk_level,
  risk_acknowledged, placed_at, idempotency_key on orders for each statement execute function orders_fixed();
-- But what an allotment finds out: the amount and charges of a switch-in, the charges of a sell.
create trigger orders_fixed_amounts before update of amount, fee, vat on orders for each row
  when ((old.amount, old.fee, old.vat) is distinct from (new.amount, new.fee, new.vat) and (old.kind = 'subscription'
    or (old.amount is not null and old.amount is distinct from new.amount)
    or (old.kind in ('redemption', 'switch-out') and old.amount is distinct from new.amount)
    or ((old.fee, old.vat) is distinct from (new.fee, new.vat) and new.status <> 'ALLOTTED')))
  execute function orders_fixed();

create function orders_finished() returns trigger language plpgsql as $$
begin
  raise exception 'a finished order is never changed' using errcode = 'check_violation';
end $$;
create trigger orders_finished before update on orders for each row
  when (old.status in ('REJECTED', 'CANCELLED', 'EXPIRED') or (old.status = 'ALLOTTED' and (old.status, old.nav, old.units, old.value, old.fee,
    old.vat, old.cost, old.proceeds, old.allotted_on, old.nav_date) is distinct from (new.status, new.nav, new.units, new.value, new.fee, new.vat,
    new.cost, new.proceeds, new.allotted_on, new.nav_date)))
  execute function orders_finished();

create function orders_step() returns trigger language plpgsql as $$
begin
  new.status_before := nullif(old.status, new.status);
  return new;
end $$;
create trigger orders_step before update on orders for each row
  when (old.status <> new.status or new.status_before is not null) execute function orders_step();

-- Every new state has its way in the table, its approvals, its line in the timeline and its line in the audit, whoever writes it;
-- both legs of a switch go together; what a sell promised away is free again once it is finished.
create function orders_remember_step() returns trigger language plpgsql as $$
declare wrong record;
begin
  select n.reference, n.kind, n.status_before, n.status into wrong from new_orders n
    where n.status_before is not null and not exists (select from order_transitions t
      where t.kind = n.kind and t.from_status = n.status_before and t.to_status = n.status) limit 1;
  if found then
    raise exception 'order % (%) cannot go from % to %', wrong.reference, wrong.kind, wrong.status_before, wrong.status
      using errcode = 'check_violation';
  end if;
  if exists (select from new_orders where kind <> 'subscription' and status_before is not null) then
    select n.reference into wrong from new_orders n where n.kind in ('redemption', 'switch-out') and n.status = 'APPROVED' and n.status_before is not null
      and (select count(*) < n.approvals_needed or (n.needs_compliance and not coalesce(bool_or(a.role = 'compliance'), false))
           from order_approvals a where a.order_id = n.id and a.decision = 'APPROVED') limit 1;
    if found then
      raise exception 'order % lacks approvals', wrong.reference using errcode = 'check_violation';
    end if;
    select n.reference into wrong from new_orders n join orders c on c.id = n.counter_order
      where c.status <> n.status and not (case n.kind when 'switch-out' then n.status when 'switch-in' then c.status end = 'ALLOTTED'
        and case n.kind when 'switch-out' then c.status else n.status end in ('APPROVED', 'ALLOTTED')) limit 1;
    if found then
      raise exception 'both legs of the switch % go together', wrong.reference using errcode = 'check_violation';
    end if;
    update ledger_accounts a set pending = a.pending - freed.units
      from (select person_id, strategy, sum(reserved_units) as units from new_orders
        where status_before is not null and kind in ('redemption', 'switch-out') and status in ('ALLOTTED', 'REJECTED', 'CANCELLED', 'EXPIRED') group by 1, 2) as freed
      where a.person_id = freed.person_id and a.asset = freed.strategy;
  end if;
  insert into order_events (order_id, at, from_status, to_status, actor, detail)
    select id, changed_at, status_before, status, changed_by, change from new_orders where status_before is not null;
  insert into audit_lines (at, actor, action, subject, from_state, to_state)
    select changed_at, changed_by, 'orders.change', 'order:' || id, status_before, status from new_orders where status_before is not null;
  return null;
end $$;
create trigger orders_remember_step after update on orders referencing new table as new_orders
  for each statement execute function orders_remember_step();

-- What a new sell promises away is kept from other orders; nobody promises more than they have.
create function orders_reserve() returns trigger language plpgsql as $$
begin
  if exists (select from new_orders n left join orders c on c.id = n.counter_order
      where n.kind in ('switch-out', 'switch-in') and (c.counter_order, c.person_id, c.status) is distinct from (n.id, n.person_id, n.status)) then
    raise exception 'both legs of a switch begin together' using errcode = 'check_violation';
  end if;
  update ledger_accounts a set pending = a.pending + taken.units
    from (select person_id, strategy, sum(reserved_units) as units from new_orders where reserved_units > 0 group by 1, 2) as taken
    where a.person_id = taken.person_id and a.asset = taken.strategy;
  if not found and exists (select from new_orders where reserved_units > 0) then
    raise exception 'more units than held' using errcode = 'check_violation', constraint = 'ledger_accounts_pending';
  end if;
  return null;
end $$;
create trigger orders_reserve after insert on orders referencing new table as new_orders
  for each statement execute function orders_reserve();

-- A day that moves without a new state (a holiday added late) is a line of the timeline as well.
create function orders_remember_day() returns trigger language plpgsql as $$
begin
  insert into order_events (order_id, at, from_status, to_status, actor, detail)
    values (new.id, new.changed_at, old.status, new.status, new.changed_by, new.change);
  insert into audit_lines (at, actor, action, subject, detail) values (new.changed_at, new.changed_by, 'orders.move', 'order:' || new.id,
    jsonb_build_object('from', old.nav_date, 'to', new.nav_date));
  return null;
end $$;
create trigger orders_remember_day after update of nav_date on orders for each row
  when (old.nav_date <> new.nav_date and old.status = new.status) execute function orders_remember_day();

-- As before (0808), and the order keeps its rates.
create or replace function place_subscription(
  p_id uuid, p_key text, p_prefix text, p_person uuid, p_strategy text, p_amount numeric, p_method text,
  p_fee numeric, p_vat numeric, p_risk_acknowledged boolean,
  p_max_risk integer, p_at timestamptz, p_today date, p_shown_nav_date date, p_nav_date date, p_allotment_date date, p_pay_by timestamptz,
  out outcome text, out order_id uuid, out order_reference text, out order_pay_by timestamptz,
  out order_nav_date date, out order_allotment_date date
) language plpgsql as $$
declare s strategies;
begin
  select 'ok', id, reference, pay_by, nav_date, allotment_date
    into outcome, order_id, order_reference, order_pay_by, order_nav_date, order_allotment_date
    from orders where idempotency_key = p_key and person_id = p_person;
  if found then return; end if;
  if not exists (select from people where id = p_person and role is null and locked_at is null) then
    outcome := 'not-able'; return;
  end if;
  select * into s from strategies where code = p_strategy;
  if not found or not s.open then outcome := 'strategy-closed'; return; end if;
  if p_amount > s.max_order then outcome := 'maximum'; return; end if;
  if p_amount < (case when exists (select from holdings where person_id = p_person and strategy = p_strategy and units > 0)
                 then s.min_next else s.min_first end) then
    outcome := 'minimum'; return;
  end if;
  if s.risk_level > p_max_risk and not p_risk_acknowledged then outcome := 'risk-not-acknowledged'; return; end if;
  if p_shown_nav_date <> p_nav_date or p_fee <> round(p_amount * s.front_end_bps * 0.0001, 2) or p_vat <> round(p_fee * s.vat_bps * 0.0001, 2) then
    outcome := 'terms-changed'; return;
  end if;
  insert into orders (id, reference, kind, status, person_id, strategy, amount, method, fee, vat, fee_bps, vat_bps, risk_level,
      risk_acknowledged, placed_at, nav_date, allotment_date, pay_by, idempotency_key, changed_by, changed_at)
    values (p_id, p_prefix || '-' || to_char(p_today, 'YYMMDD') || '-' || lpad(nextval('order_numbers')::text, 6, '0'),
      'subscription', 'SUBMITTED', p_person, p_strategy, p_amount, p_method, p_fee, p_vat, s.front_end_bps, s.vat_bps, s.risk_level,
      p_risk_acknowledged, p_at, p_nav_date, p_allotment_date, p_pay_by, p_key, 'person:' || p_person, p_at)
    returning 'ok', id, reference, pay_by, nav_date, allotment_date
    into outcome, order_id, order_reference, order_pay_by, order_nav_date, order_allotment_date;
end $$;
