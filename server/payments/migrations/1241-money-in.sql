-- Money in: who reported it, by which references and from whom; transfer slips; money that fits no order, and what becomes of it.
alter table payments
  add column source text not null default 'bank' check (source in ('bank', 'statement', 'slip')),
  -- What the payer gave the bank: the order's and the customer's number.
  add column ref1 text,
  add column ref2 text,
  -- Where it came from, as the bank says: money that goes back goes there.
  add column payer_bank text,
  add column payer_account text,
  add column payer_name text,
  drop constraint payments_check,
  add constraint payments_reason check ((outcome = 'held') = (reason is not null));
update payments p set reason = case when p.amount < o.amount then 'amount-short' else 'amount-over' end
  from orders o where o.id = p.order_id and p.reason = 'amount-differs';
alter table payments add constraint payments_reasons check (reason in
  ('unknown-order', 'order-not-open', 'paid-already', 'amount-short', 'amount-over', 'third-party'));
create trigger payments_fixed before update on payments for each statement execute function never_removed();

-- A picture of a transfer, sent in for an order. It is money only once finance has seen it there.
create table slips (
  id uuid primary key,
  order_id uuid not null references orders (id),
  person_id uuid not null references people (id),
  file_id uuid not null unique references files (id),
  idempotency_key text not null unique,
  sent_at timestamptz not null,
  -- Whether its small code could be read: where it was, bank and reference stand as the code says them.
  code text not null check (code in ('read', 'none', 'damaged')),
  bank text,
  bank_reference text,
  state text not null default 'WAITING' check (state in ('WAITING', 'CONFIRMED', 'REFUSED')),
  decided_at timestamptz,
  reason text,
  payment_id uuid references payments (id),
  check ((code = 'read') <= (bank is not null and bank_reference is not null)),
  check ((state = 'WAITING') = (decided_at is null)),
  check ((state = 'REFUSED') = (reason is not null))
);
-- A transfer is sent in once; only one that was refused may come again.
create unique index slips_of_a_transfer on slips (bank, bank_reference) where state <> 'REFUSED' and bank is not null;
create unique index slips_waiting on slips (order_id) where state = 'WAITING';
create index slips_of_order on slips (order_id, sent_at);
create trigger slips_stay before delete or truncate on slips for each statement execute function never_removed();

-- What each person of finance read on it: two of them where the NAV of that day is approved already.
create table slip_confirmations (
  slip_id uuid not null references slips (id),
  person_id uuid not null references people (id),
  at timestamptz not null,
  bank text not null,
  bank_reference text not null,
  amount numeric(30, 2) not null check (amount > 0),
  transferred_at timestamptz not null,
  primary key (slip_id, person_id)
);
create trigger slip_confirmations_stay before update or delete or truncate on slip_confirmations
  for each statement execute function never_removed();

-- An order whose slip nobody has looked at yet is not over. Here, and not in the query that lets orders expire: this is asked once
-- the order's row is locked, when a slip that came in the same moment can be seen.
create function orders_await_slips() returns trigger language plpgsql as $$
begin
  if exists (select from slips where order_id = old.id and state = 'WAITING') then return null; end if;
  return new;
end $$;
create trigger orders_await_slips before update on orders for each row
  when (old.status = 'SUBMITTED' and new.status = 'EXPIRED') execute function orders_await_slips();

-- Money that is nobody's units: it fitted no order, or its order ended. Each has a state, and somebody who looks after it.
create table payment_cases (
  id uuid primary key default gen_random_uuid(),
  payment_id uuid not null references payments (id),
  reason text not null check (reason in
    ('unknown-order', 'order-not-open', 'paid-already', 'amount-short', 'amount-over', 'third-party', 'order-ended')),
  amount numeric(30, 2) not null check (amount > 0),
  -- Whose account the money lies in; null: the account of unmatched money.
  person_id uuid references people (id),
  state text not null default 'OPEN' check (state in ('OPEN', 'HELD', 'REFUND_ASKED', 'REFUND_APPROVED', 'MATCHED', 'REFUNDED')),
  owner uuid references people (id),
  opened_at timestamptz not null,
  note text,
  matched_order uuid references orders (id),
  -- Where it goes back to, when, and who said so: one asks, another approves.
  refund_bank text,
  refund_account text,
  refund_name text,
  refund_on date,
  asked_by uuid references people (id),
  approved_by uuid references people (id),
  refund_reference text,
  unique (payment_id, reason),
  check (approved_by <> asked_by),
  check ((state in ('REFUND_ASKED', 'REFUND_APPROVED', 'REFUNDED')) = (asked_by is not null and refund_account is not null and refund_on is not null)),
  check ((state in ('REFUND_APPROVED', 'REFUNDED')) = (approved_by is not null)),
  check ((state = 'REFUNDED') = (refund_reference is not null)),
  check ((state = 'MATCHED') <= (matched_order is not null)),
  check (state <> 'HELD' or note is not null)
);
create index payment_cases_open on payment_cases (opened_at, id) where state not in ('MATCHED', 'REFUNDED');
create trigger payment_cases_stay before delete or truncate on payment_cases for each statement execute function never_removed();
create function payment_cases_over() returns trigger language plpgsql as $$
begin
  raise exception 'a case that is over is never changed' using errcode = 'check_violation';
end $$;
create trigger payment_cases_over before update on payment_cases for each row
  when (old.state in ('MATCHED', 'REFUNDED') or (old.payment_id, old.reason, old.person_id, old.opened_at) is distinct from
    (new.payment_id, new.reason, new.person_id, new.opened_at)) execute function payment_cases_over();
insert into payment_cases (payment_id, reason, amount, opened_at) select id, reason, amount, received_at from payments where outcome = 'held';

-- Paid money whose order is cancelled or rejected waits in its owner's account until it goes back.
create function orders_ended_paid() returns trigger language plpgsql as $$
begin
  insert into payment_cases (payment_id, reason, amount, person_id, opened_at)
    select p.id, 'order-ended', new.amount, new.person_id, new.changed_at
    from payments p left join payment_cases c on c.payment_id = p.id and c.state = 'MATCHED'
    where coalesce(c.matched_order, case when p.outcome = 'matched' then p.order_id end) = new.id;
  return null;
end $$;
create trigger orders_ended_paid after update on orders for each row
  when (old.status = 'APPROVED' and new.status in ('CANCELLED', 'REJECTED') and new.kind = 'subscription')
  execute function orders_ended_paid();

-- Takes in money that a bank reports, once per bank and reference. It approves its order with the later of both NAV days and is
-- booked to its owner; money that fits no open order is booked as unmatched, and its case is opened.
drop function receive_payment(uuid, text, text, uuid, numeric, timestamptz, timestamptz, date, date, date);
create function receive_payment(
  p_id uuid, p_bank text, p_bank_reference text, p_order uuid, p_amount numeric, p_transferred_at timestamptz,
  p_at timestamptz, p_today date, p_nav_date date, p_allotment_date date,
  p_source text, p_ref1 text, p_ref2 text, p_payer_bank text, p_payer_account text, p_payer_name text, p_third_party boolean,
  out outcome text, out reason text, out payment uuid
) language plpgsql as $$
declare o orders;
begin
  select * into o from orders where id = p_order and kind = 'subscription' for update;
  reason := case
    when o.id is null then 'unknown-order'
    when o.status in ('APPROVED', 'ALLOTTED') then 'paid-already'
    when o.status <> 'SUBMITTED' or p_transferred_at >= o.pay_by then 'order-not-open'
    when p_third_party then 'third-party'
    when p_amount < o.amount then 'amount-short'
    when p_amount > o.amount then 'amount-over'
  end;
  outcome := case when reason is null then 'matched' else 'held' end;
  insert into payments (id, bank, bank_reference, order_id, amount, transferred_at, received_at, outcome, reason,
      source, ref1, ref2, payer_bank, payer_account, payer_name)
    values (p_id, p_bank, p_bank_reference, o.id, p_amount, p_transferred_at, p_at, outcome, reason,
      p_source, p_ref1, p_ref2, p_payer_bank, p_payer_account, p_payer_name)
    on conflict (bank, bank_reference) do nothing returning id into payment;
  if payment is null then
    outcome := 'known'; reason := null; return;
  end if;
  insert into ledger_entries (kind, subject, debit, credit, asset, amount, value_date, booked_on, booked_at)
    values ('payment', p_id, house_account('bank:clients'),
      case outcome when 'matched' then person_account(o.person_id) else house_account('unmatched') end, 'THB', p_amount,
      (p_transferred_at at time zone 'Asia/Bangkok')::date, p_today, p_at);
  if outcome = 'held' then
    insert into payment_cases (payment_id, reason, amount, opened_at) values (p_id, reason, p_amount, p_at);
    return;
  end if;
  perform approve_paid(o.id, p_id, p_transferred_at, p_nav_date, p_allotment_date, 'bank:' || p_bank, p_at);
end $$;

-- The order has its money: its NAV day is the later of order and money.
create function approve_paid(p_order uuid, p_payment uuid, p_paid_at timestamptz, p_nav_date date, p_allotment_date date, p_by text, p_at timestamptz)
  returns void language sql as $$
  update orders set status = 'APPROVED', paid_at = p_paid_at,
      nav_date = greatest(nav_date, p_nav_date), allotment_date = greatest(allotment_date, p_allotment_date),
      changed_by = p_by, changed_at = p_at, change = jsonb_build_object('payment', p_payment)
    where id = p_order;
$$;

-- Says that a held payment is the money of an open order: moves what the order costs to its owner and approves it. What is over
-- stays in a case of its own. Answers matched, or what speaks against it.
create function match_case(p_case uuid, p_order uuid, p_by uuid, p_nav_date date, p_allotment_date date, p_today date, p_at timestamptz)
  returns text language plpgsql as $$
declare c payment_cases; p payments; o orders;
begin
  select * into o from orders where id = p_order and kind = 'subscription' for update;
  select * into c from payment_cases where id = p_case for update;
  select * into p from payments where id = c.payment_id;
  if o.id is null then return 'order-unknown'; end if;
  if c.state not in ('OPEN', 'HELD') then return 'already-decided'; end if;
  if c.reason in ('third-party', 'order-ended') then return 'case-refund-only'; end if;
  if o.status <> 'SUBMITTED' or p.transferred_at >= o.pay_by then return 'order-not-open'; end if;
  if c.amount < o.amount then return 'amount-short'; end if;
  insert into ledger_entries (kind, subject, debit, credit, asset, amount, value_date, booked_on, booked_at)
    values ('payment', p.id, house_account('unmatched'), person_account(o.person_id), 'THB', o.amount,
      (p.transferred_at at time zone 'Asia/Bangkok')::date, p_today, p_at);
  update payment_cases set state = 'MATCHED', amount = o.amount, matched_order = o.id, owner = p_by, note = null where id = c.id;
  if c.amount > o.amount then
    -- A case has one reason once: an over-payment that is split leaves its rest under the other.
    insert into payment_cases (payment_id, reason, amount, opened_at, owner)
      values (p.id, case c.reason when 'amount-over' then 'paid-already' else 'amount-over' end, c.amount - o.amount, p_at, p_by);
  end if;
  perform approve_paid(o.id, p.id, p.transferred_at, p_nav_date, p_allotment_date, 'person:' || p_by, p_at);
  return 'matched';
end $$;

-- Books a refund: its money is set aside when it is approved, and leaves the bank when it is sent.
create function book_refund(p_case uuid, p_step text, p_today date, p_at timestamptz) returns void language sql as $$
  insert into ledger_entries (kind, subject, debit, credit, asset, amount, value_date, booked_on, booked_at)
    select 'refund', c.id,
      case p_step when 'sent' then house_account('refunds')
        else case when c.person_id is null then house_account('unmatched') else person_account(c.person_id) end end,
      case p_step when 'sent' then house_account('bank:clients') else house_account('refunds') end,
      'THB', c.amount, p_today, p_today, p_at
    from payment_cases c where c.id = p_case;
$$;
