-- Orders and what happened to them. The states and the ways between them are data; the database enforces them.
create table order_transitions (
  kind text not null check (kind in ('subscription', 'redemption', 'switch-out', 'switch-in')),
  -- Empty where an order begins.
  from_status text not null,
  to_status text not null,
  primary key (kind, from_status, to_status)
);
insert into order_transitions (kind, from_status, to_status)
  select 'subscription', from_status, to_status from (values
    ('', 'SUBMITTED'),
    ('SUBMITTED', 'APPROVED'), ('SUBMITTED', 'REJECTED'), ('SUBMITTED', 'CANCELLED'), ('SUBMITTED', 'EXPIRED'),
    ('APPROVED', 'ALLOTTED'), ('APPROVED', 'REJECTED'), ('APPROVED', 'CANCELLED')
  ) as way (from_status, to_status)
  union all
  select kind, from_status, to_status from (values ('redemption'), ('switch-out'), ('switch-in')) as selling (kind), (values
    ('', 'WAITING'),
    ('WAITING', 'APPROVED'), ('WAITING', 'REJECTED'), ('WAITING', 'CANCELLED'), ('WAITING', 'EXPIRED'),
    ('APPROVED', 'ALLOTTED'), ('APPROVED', 'REJECTED'), ('APPROVED', 'CANCELLED')
  ) as way (from_status, to_status);

create sequence order_numbers;

create table orders (
  id uuid primary key,
  reference text not null unique,
  kind text not null,
  status text not null check (status in ('SUBMITTED', 'WAITING', 'APPROVED', 'ALLOTTED', 'REJECTED', 'CANCELLED', 'EXPIRED')),
  person_id uuid not null references people (id),
  strategy text not null references strategies (code),
  -- The other leg of a switch.
  counter_order uuid references orders (id),
  -- Gross baht of a subscription or of a redemption by amount; units of a redemption by units.
  amount numeric(18, 2) check (amount > 0),
  units_wished numeric(18, 4) check (units_wished > 0),
  method text check (method in ('qr', 'transfer')),
  fee numeric(18, 2) not null default 0 check (fee >= 0),
  vat numeric(18, 2) not null default 0 check (vat >= 0),
  risk_level smallint not null,
  risk_acknowledged boolean not null,
  placed_at timestamptz not null,
  nav_date date not null,
  allotment_date date not null check (allotment_date > nav_date),
  pay_by timestamptz,
  paid_at timestamptz,
  -- Known from the allotment on.
  nav numeric(13, 4),
  units numeric(18, 4) check (units >= 0),
  value numeric(18, 2),
  allotted_on date,
  -- The same for every retry of one submission.
  idempotency_key text not null unique,
  -- Who changed it last, and when: the line that the database writes into the timeline and the audit.
  changed_by text not null,
  changed_at timestamptz not null,
  change jsonb not null default '{}',
  check (num_nonnulls(amount, units_wished) = 1),
  check (kind <> 'subscription' or (amount is not null and method is not null and pay_by is not null)),
  check (kind <> 'subscription' or fee + vat <= amount),
  check ((status = 'ALLOTTED') = (units is not null and nav is not null and value is not null and allotted_on is not null))
);
create index orders_of_person on orders (person_id, placed_at desc, id desc);
create index orders_to_allot on orders (nav_date, strategy, id) where status = 'APPROVED';
create index orders_unpaid on orders (pay_by, id) where status = 'SUBMITTED';

create table order_events (
  id bigint generated always as identity primary key,
  order_id uuid not null references orders (id),
  at timestamptz not null,
  from_status text,
  to_status text not null,
  actor text not null,
  detail jsonb not null
);
create index order_events_of_order on order_events (order_id, id);

-- Every new state has its way in the table, its line in the timeline and its line in the audit, whoever writes it.
create function orders_remember_new() returns trigger language plpgsql as $$
declare wrong record;
begin
  select n.reference, n.kind, n.status into wrong from new_orders n
    where not exists (select from order_transitions t where t.kind = n.kind and t.from_status = '' and t.to_status = n.status) limit 1;
  if found then
    raise exception 'order % (%) cannot begin as %', wrong.reference, wrong.kind, wrong.status using errcode = 'check_violation';
  end if;
  insert into order_events (order_id, at, from_status, to_status, actor, detail)
    select id, changed_at, null, status, changed_by, change from new_orders;
  insert into audit_lines (at, actor, action, subject, to_state, detail)
    select changed_at, changed_by, 'orders.place', 'order:' || id, status, jsonb_build_object('kind', kind, 'strategy', strategy)
    from new_orders;
  return null;
end $$;
create trigger orders_remember_new after insert on orders referencing new table as new_orders
  for each statement execute function orders_remember_new();

-- A plan is kept from the first call on, which may be of one row; nested loops would then take a batch to its square.
create function orders_remember_change() returns trigger language plpgsql set enable_nestloop = off as $$
declare wrong record;
begin
  select o.reference, o.kind, o.status as from_status, n.status as to_status into wrong
    from old_orders o join new_orders n using (id)
    where n.status <> o.status and not exists (
      select from order_transitions t where t.kind = o.kind and t.from_status = o.status and t.to_status = n.status) limit 1;
  if found then
    raise exception 'order % (%) cannot go from % to %', wrong.reference, wrong.kind, wrong.from_status, wrong.to_status
      using errcode = 'check_violation';
  end if;
  if (select count(*) from old_orders o join new_orders n
        on (n.id, n.reference, n.kind, n.person_id, n.strategy, n.risk_level, n.risk_acknowledged, n.placed_at, n.idempotency_key,
            n.fee, n.vat)
         = (o.id, o.reference, o.kind, o.person_id, o.strategy, o.risk_level, o.risk_acknowledged, o.placed_at, o.idempotency_key,
            o.fee, o.vat)
        and n.amount is not distinct from o.amount and n.units_wished is not distinct from o.units_wished)
     <> (select count(*) from old_orders) then
    raise exception 'what a client ordered is never changed' using errcode = 'check_violation';
  end if;
  if exists (select from old_orders where status in ('ALLOTTED', 'REJECTED', 'CANCELLED', 'EXPIRED')) then
    raise exception 'a finished order is never changed' using errcode = 'check_violation';
  end if;
  insert into order_events (order_id, at, from_status, to_status, actor, detail)
    select n.id, n.changed_at, o.status, n.status, n.changed_by, n.change
    from old_orders o join new_orders n using (id) where n.status <> o.status;
  insert into audit_lines (at, actor, action, subject, from_state, to_state)
    select n.changed_at, n.changed_by, 'orders.change', 'order:' || n.id, o.status, n.status
    from old_orders o join new_orders n using (id) where n.status <> o.status;
  return null;
end $$;
create trigger orders_remember_change after update on orders referencing old table as old_orders new table as new_orders
  for each statement execute function orders_remember_change();

create function never_removed() returns trigger language plpgsql as $$
begin
  raise exception 'rows of % are never removed or changed', tg_table_name using errcode = 'check_violation';
end $$;
create trigger orders_stay before delete or truncate on orders for each statement execute function never_removed();
create trigger order_events_stay before update or delete or truncate on order_events
  for each statement execute function never_removed();

-- Money that came in. One row per bank and reference, whatever is delivered twice.
create table payments (
  id uuid primary key,
  bank text not null,
  bank_reference text not null,
  order_id uuid references orders (id),
  amount numeric(18, 2) not null check (amount > 0),
  -- When the money was sent, as the bank says: this decides the NAV day.
  transferred_at timestamptz not null,
  received_at timestamptz not null,
  outcome text not null check (outcome in ('matched', 'held')),
  -- Why it is held: unknown-order, amount-differs, order-not-open.
  reason text check ((outcome = 'held') = (reason is not null)),
  unique (bank, bank_reference)
);
create trigger payments_stay before delete or truncate on payments for each statement execute function never_removed();
