-- Money that leaves: each payout is one sum to one account. It goes out with a payment file that one person of finance makes and
-- another releases, or is marked as paid by two of them. One that comes back is closed, and another one follows it.
create table payment_files (
  id uuid primary key,
  number bigint generated always as identity unique,
  value_date date not null,
  lines integer not null check (lines > 0),
  total numeric(30, 2) not null check (total > 0),
  -- SHA-256 of its bytes; the bytes hold account numbers and are made anew from what is sealed.
  hash text not null check (hash ~ '^[0-9a-f]{64}$'),
  state text not null default 'MADE' check (state in ('MADE', 'RELEASED', 'DISCARDED')),
  made_by uuid not null references people (id),
  made_at timestamptz not null,
  decided_by uuid references people (id),
  decided_at timestamptz,
  check ((state = 'MADE') = (decided_by is null and decided_at is null)),
  -- Who made it cannot release it; discard it, anybody of finance can.
  constraint payment_files_four_eyes check (state <> 'RELEASED' or decided_by <> made_by)
);
create trigger payment_files_stay before delete or truncate on payment_files for each statement execute function never_removed();
create function payment_files_over() returns trigger language plpgsql as $$
begin
  raise exception 'a payment file is decided once and never changed' using errcode = 'check_violation';
end $$;
create trigger payment_files_over before update on payment_files for each row
  when (old.state <> 'MADE' or (old.id, old.number, old.value_date, old.lines, old.total, old.hash, old.made_by, old.made_at)
    is distinct from (new.id, new.number, new.value_date, new.lines, new.total, new.hash, new.made_by, new.made_at))
  execute function payment_files_over();

create table payouts (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references orders (id),
  person_id uuid not null references people (id),
  account uuid not null,
  label text,
  amount numeric(30, 2) not null check (amount > 0),
  due_on date not null,
  state text not null default 'DUE' check (state in ('DUE', 'FILED', 'PAID', 'RETURNED')),
  file_id uuid references payment_files (id),
  line integer,
  -- By hand: who says that it was paid, with the bank's reference; somebody else confirms.
  entered_by uuid references people (id),
  reference text,
  confirmed_by uuid references people (id),
  paid_at timestamptz,
  returned_at timestamptz,
  return_reason text,
  -- The payout that came back, and that this one is made for.
  follows uuid unique references payouts (id),
  unique (file_id, line),
  check ((file_id is null) = (line is null)),
  check (state <> 'FILED' or file_id is not null),
  check ((state in ('PAID', 'RETURNED')) = (paid_at is not null)),
  check ((state = 'RETURNED') = (returned_at is not null and return_reason is not null)),
  check ((entered_by is null) = (reference is null) and (confirmed_by is null or entered_by is not null)),
  check (state not in ('PAID', 'RETURNED') or file_id is not null or confirmed_by is not null),
  constraint payouts_four_eyes check (confirmed_by <> entered_by)
);
-- An order is paid out once.
create unique index payouts_of_order on payouts (order_id) where state <> 'RETURNED';
create index payouts_open on payouts (due_on, id) where state in ('DUE', 'FILED');
create index payouts_of_file on payouts (file_id, line);
create trigger payouts_stay before delete or truncate on payouts for each statement execute function never_removed();

create function payouts_step() returns trigger language plpgsql as $$
begin
  if (old.state, new.state) not in (('DUE', 'FILED'), ('FILED', 'DUE'), ('FILED', 'PAID'), ('DUE', 'PAID'), ('PAID', 'RETURNED'), ('DUE', 'DUE'))
    or (old.id, old.order_id, old.person_id, old.account, old.amount, old.due_on) is distinct from
      (new.id, new.order_id, new.person_id, new.account, new.amount, new.due_on)
    or (new.state = 'PAID' and new.file_id is not null
      and not exists (select from payment_files f where f.id = new.file_id and f.state = 'RELEASED'))
  then
    raise exception 'a payout goes from % to % in no way', old.state, new.state using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger payouts_step before update on payouts for each row execute function payouts_step();

-- Whoever allots a redemption: what its holder gets is due on that very day.
create function orders_owe() returns trigger language plpgsql as $$
begin
  insert into payouts (order_id, person_id, account, label, amount, due_on)
    values (new.id, new.person_id, new.payout_account, new.payout_label, new.proceeds, greatest(new.allotted_on, new.allotment_date));
  return null;
end $$;
create trigger orders_owe after update of status on orders for each row
  when (old.status <> 'ALLOTTED' and new.status = 'ALLOTTED' and new.kind = 'redemption' and new.proceeds > 0)
  execute function orders_owe();

-- Money has left, or has come back: books, order, timeline and audit follow, whoever says so.
create function payouts_book() returns trigger language plpgsql as $$
declare v_today date := ((case new.state when 'PAID' then new.paid_at else new.returned_at end) at time zone 'Asia/Bangkok')::date;
  v_at timestamptz := case new.state when 'PAID' then new.paid_at else new.returned_at end;
  v_by text := 'person:' || coalesce(new.confirmed_by, (select decided_by from payment_files where id = new.file_id));
begin
  insert into ledger_entries (kind, subject, debit, credit, asset, amount, value_date, booked_on, booked_at)
    select case new.state when 'PAID' then 'payout' else 'payout-returned' end, new.id,
      case new.state when 'PAID' then owner.id else bank.id end, case new.state when 'PAID' then bank.id else owner.id end,
      'THB', new.amount, v_today, v_today, v_at
    from (select person_account(new.person_id) as id) as owner, (select house_account('bank:clients') as id) as bank;
  if new.state = 'RETURNED' then v_by := 'system:return-file'; end if;
  update orders set paid_out_at = case new.state when 'PAID' then new.paid_at end, changed_by = v_by, changed_at = v_at,
      change = jsonb_build_object('payout', new.id)
    where id = new.order_id;
  insert into order_events (order_id, at, from_status, to_status, actor, detail)
    values (new.order_id, v_at, 'ALLOTTED', 'ALLOTTED', v_by,
      jsonb_build_object('what', case new.state when 'PAID' then 'paid-out' else 'payout-returned' end, 'payout', new.id));
  insert into audit_lines (at, actor, action, subject, from_state, to_state, detail)
    values (v_at, v_by, case new.state when 'PAID' then 'orders.pay-out' else 'orders.payout-returned' end, 'order:' || new.order_id,
      old.state, new.state, jsonb_build_object('payout', new.id, 'amount', new.amount::text));
  return null;
end $$;
create trigger payouts_book after update on payouts for each row
  when (old.state <> new.state and new.state in ('PAID', 'RETURNED')) execute function payouts_book();
