create sequence order_numbers;

-- Orders and their events. The migration of each kind inserts its states and transitions as rows, which the
-- database enforces.
create table order_transitions (
  kind text not null,
  -- Status before the transition; empty for the first state of an order.
  from_status text not null,
  to_status text not null,
  primary key (kind, from_status, to_status)
);

create table orders (
  id uuid primary key,
  reference text not null unique,
  kind text not null,
  status text not null check (status in ('SUBMITTED', 'WAITING', 'APPROVED', 'ALLOTTED', 'REJECTED', 'CANCELLED', 'EXPIRED')),
  person_id uuid not null references people (id),
  strategy text not null references strategies (code),
  -- Id of the other leg of a switch.
  counter_order uuid references orders (id),
  -- Ordered quantity: gross baht of a subscription or of a redemption by amount; units of a redemption by
  -- units.
  amount numeric(18, 2) check (amount > 0),
  units_wished numeric(30, 4) check (units_wished > 0),
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
  -- Values that are known only after the allotment of the order.
  nav numeric(13, 4),
  units numeric(30, 4) check (units >= 0),
  value numeric(18, 2),
  allotted_on date,
  -- Idempotency key, identical for every retry of one submission.
  idempotency_key text not null unique,
  -- Author and time of the last change. The database copies them to the timeline and the audit trail.
  changed_by text not null,
  changed_at timestamptz not null,
  change jsonb not null default '{}',
  sell_all boolean not null default false,
  -- Whether the flag prevent-withdraw-dust was on at placement. If so, a remainder below the minimum is sold
  -- as well.
  dust_rule boolean not null default false,
  -- Number of units that the open order reserves.
  reserved_units numeric(30, 4) not null default 0 check (reserved_units >= 0),
  approvals_needed smallint check (approvals_needed between 1 and 3),
  needs_compliance boolean not null default false,
  -- Destination of a redemption's money: the account, and its masked number as shown in the order.
  payout_account uuid,
  payout_label text,
  -- Rates and limits in force at placement. fee_bps: front-end fee of a subscription, share of the profit of a sell,
  -- or fee of a switch-in.
  fee_bps integer check (fee_bps between 0 and 10000),
  vat_bps integer check (vat_bps between 0 and 10000),
  min_remainder numeric(18, 2),
  -- Values that are known only after the allotment of a sell: the cost of the sold units, and the proceeds
  -- for their holder.
  cost numeric(30, 2),
  proceeds numeric(30, 2) check (proceeds >= 0),
  -- Whether all units were sold because the remainder would have been too small.
  forced boolean not null default false,
  paid_out_at timestamptz,
  -- Status before the last change; empty if the last change did not change the status.
  status_before text,
  sent_at timestamptz check (sent_at is null or (kind = 'redemption' and status = 'ALLOTTED')),
  constraint orders_wish check (case kind
    when 'subscription' then amount is not null and units_wished is null and not sell_all and method is not null and pay_by is not null
    -- The amount of a switch-in is the proceeds of the out leg, known after that leg is allotted.
    when 'switch-in' then units_wished is null and not sell_all
    else num_nonnulls(amount, units_wished) + sell_all::integer = 1 end),
  constraint orders_legs check ((counter_order is not null) = (kind in ('switch-out', 'switch-in'))),
  constraint orders_sells check (
    (kind in ('redemption', 'switch-out')) = (reserved_units > 0)
    and (kind in ('redemption', 'switch-out')) = (approvals_needed is not null)
    and (kind = 'redemption') = (payout_account is not null)),
  constraint orders_charges check (fee + vat <= case when kind in ('subscription', 'switch-in') then coalesce(amount, 0) else coalesce(value, 0) end),
  constraint orders_result check (
    (status = 'ALLOTTED') = (units is not null and nav is not null and value is not null and allotted_on is not null)
    and (status = 'ALLOTTED' or proceeds is null)
    and (status <> 'ALLOTTED' or kind not in ('redemption', 'switch-out') or (cost is not null and proceeds is not null))),
  constraint orders_paid_out check (paid_out_at is null or (kind = 'redemption' and status = 'ALLOTTED')),
  -- An allotted sell sells at least one ten-thousandth of a unit. If its amount is too small for that,
  -- settlement sets the order aside and pays nothing.
  constraint orders_sell_something check (status <> 'ALLOTTED' or reserved_units = 0 or units > 0)
);
create index orders_of_person on orders (person_id, placed_at desc, id desc);
create index orders_unpaid on orders (pay_by, id) where status = 'SUBMITTED';
create index orders_to_approve on orders (placed_at, id) where status = 'WAITING';
create index orders_counter on orders (counter_order) where counter_order is not null;
create index orders_to_allot on orders (nav_date, strategy, (reserved_units > 0), id) where status = 'APPROVED';
-- Serves the check of each sell for an open sale of all units. Without it the check would be slow for
-- investors with thousands of old orders.
create index orders_selling_all on orders (person_id, strategy) where sell_all and status in ('WAITING', 'APPROVED');
create index orders_paid_not_yet_units on orders (person_id, strategy)
  where status = 'APPROVED' and kind in ('subscription', 'switch-in');

create table order_events (
  id bigint generated always as identity primary key,
  order_id uuid not null,
  at timestamptz not null,
  from_status text,
  to_status text not null,
  actor text not null,
  detail jsonb not null
);
create index order_events_of_order on order_events (order_id, id);

-- Accounts into which clients pay, with the holder as shown in banking apps. Clients see the account with the
-- first position.
create table pay_in_accounts (
  position smallint primary key,
  -- Names of bank and holder in the bank's own spelling, in one or both languages.
  bank text not null check (bank <> ''),
  holder text not null check (holder <> ''),
  number text not null check (number <> ''),
  -- Whether the account is a demonstration account. In runtime, such accounts are never shown.
  demo boolean not null default false
);
insert into pay_in_accounts values
  (1, 'ธนาคารสาธิต / Demonstration Bank', 'บลจ. สะพาน เพื่อลูกค้า / Saphan Asset Management for Clients', '000-0-00000-0', true);

-- Approvals and rejections of sells by finance or compliance. For a switch, the out leg has the decision for both
-- legs.
create table order_approvals (
  order_id uuid not null references orders (id),
  person_id uuid not null references people (id),
  role text not null check (role in ('finance', 'compliance')),
  decision text not null check (decision in ('APPROVED', 'REJECTED')),
  -- Reason of the decision, sealed with the investor's key, as in the audit line.
  reason jsonb check (decision = 'APPROVED' or reason is not null),
  at timestamptz not null,
  primary key (order_id, person_id)
);

-- Number of approvals that a sell needs, by its value at the last NAV before placement.
create table order_approval_tiers (
  from_value numeric(30, 2) primary key check (from_value >= 0),
  approvals smallint not null check (approvals between 1 and 3),
  -- Whether the last approval must come from compliance.
  needs_compliance boolean not null
);
insert into order_approval_tiers values (0, 1, false), (2000000, 2, false), (50000000, 3, true);

-- Open orders that a holiday moved to later days: the order, its old days and its new days.
create table order_moves (
  calendar_change uuid not null references calendar_changes (id),
  order_id uuid not null references orders (id),
  nav_from date not null,
  nav_to date not null check (nav_to >= nav_from),
  allotment_from date not null,
  allotment_to date not null check (allotment_to >= allotment_from),
  pay_by_from timestamptz,
  pay_by_to timestamptz check (pay_by_to >= pay_by_from),
  primary key (calendar_change, order_id),
  check ((nav_from, allotment_from) <> (nav_to, allotment_to) or pay_by_from <> pay_by_to)
);
