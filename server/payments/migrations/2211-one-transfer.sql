-- A transfer is booked once, whoever tells of it. Its names: the sending bank with the reference in upper case, letters and digits
-- alone ('014 TX1000001'), and the picture of a slip ('sha256 …'). A name belongs to the first slip or payment that has it.
create table transfer_names (
  name text primary key,
  -- The slip that was sent in with it; one that is refused or replaced gives it back.
  slip_id uuid references slips (id) deferrable initially deferred,
  -- The payment that it was booked as; then it stays.
  payment_id uuid references payments (id),
  check (num_nonnulls(slip_id, payment_id) > 0)
);
create index transfer_names_of_slip on transfer_names (slip_id);
create index transfer_names_of_payment on transfer_names (payment_id);
-- References are looked for under every bank's name. Neither bank nor reference has a space in its name.
create index transfer_names_by_reference on transfer_names (split_part(name, ' ', 2)) where payment_id is not null;

-- As transferNames of server/payments/transfer-names.ts; wanted once, for what is booked already.
create function pg_temp.transfer_name(p_bank text, p_reference text) returns text language sql as $$
  select upper(p_bank) || ' ' || coalesce(nullif(regexp_replace(upper(p_reference), '[^A-Z0-9]', '', 'g'), ''), p_reference);
$$;
insert into transfer_names (name, payment_id)
  select pg_temp.transfer_name(n.bank, n.reference), n.payment_id from (
    select p.bank, p.bank_reference as reference, p.id as payment_id, p.received_at as at from payments p
    union all select p.payer_bank, p.bank_reference, p.id, p.received_at from payments p where p.payer_bank is not null
    union all select s.bank, l.reference, l.payment_id, s.imported_at
      from bank_statement_lines l join bank_statements s on s.id = l.statement_id where l.payment_id is not null
  ) as n order by n.at, n.payment_id
  on conflict do nothing;
insert into transfer_names (name, slip_id, payment_id)
  select n.name, n.id, n.payment_id from (
    select 'sha256 ' || f.sha256 as name, s.id, s.payment_id, s.sent_at from slips s join files f on f.id = s.file_id
      where s.state in ('WAITING', 'CONFIRMED')
    union all select pg_temp.transfer_name(s.bank, s.bank_reference), s.id, s.payment_id, s.sent_at from slips s
      where s.state in ('WAITING', 'CONFIRMED') and s.bank is not null
  ) as n order by n.payment_id is null, n.sent_at, n.id
  on conflict do nothing;
drop index slips_of_a_transfer;

create function transfer_names_stay() returns trigger language plpgsql as $$
begin
  raise exception 'the name of a transfer that is booked stays' using errcode = 'check_violation';
end $$;
create trigger transfer_names_stay before update or delete on transfer_names for each row
  when (old.payment_id is not null) execute function transfer_names_stay();
create trigger transfer_names_whole before truncate on transfer_names for each statement execute function never_removed();

-- How many people of finance say that money is an order's, by its amount.
create table payment_approval_tiers (
  from_value numeric(30, 2) primary key check (from_value >= 0),
  approvals smallint not null check (approvals between 1 and 2)
);
insert into payment_approval_tiers values (0, 1), (50000.01, 2);

alter table payments
  -- The payment that it looks like (`payment_alike`).
  add column alike uuid references payments (id),
  drop constraint payments_reasons,
  -- 'payer-partial': a name that the bank cuts off is neither the investor's nor somebody else's, and a person decides.
  add constraint payments_reasons check (reason in
    ('unknown-order', 'order-not-open', 'paid-already', 'amount-short', 'amount-over', 'third-party',
      'payer-partial', 'alike')),
  add constraint payments_alike check ((reason = 'alike') is not true or alike is not null);
create index payments_by_amount on payments (amount, transferred_at);

drop trigger payment_cases_over on payment_cases;
alter table payment_cases
  drop constraint payment_cases_reason_check,
  add constraint payment_cases_reason_check check (reason in ('unknown-order', 'order-not-open', 'paid-already', 'amount-short',
    'amount-over', 'third-party', 'payer-partial', 'order-ended', 'alike')),
  drop constraint payment_cases_state_check,
  -- KNOWN: it is the transfer that it looks like, and is booked no more.
  add constraint payment_cases_state_check check (state in
    ('OPEN', 'HELD', 'ACCOUNT_WANTED', 'REFUND_DUE', 'MATCHED', 'REFUNDED', 'KNOWN') and (state <> 'KNOWN' or reason = 'alike'));
create trigger payment_cases_over before update on payment_cases for each row
  when (old.state in ('MATCHED', 'REFUNDED', 'KNOWN') or (old.payment_id, old.reason, old.person_id, old.opened_at) is distinct from
    (new.payment_id, new.reason, new.person_id, new.opened_at)) execute function payment_cases_over();

-- What each person of finance said about money where two say the same; the newest counts.
create table payment_case_confirmations (
  saying bigint generated always as identity primary key,
  case_id uuid not null references payment_cases (id),
  person_id uuid not null references people (id),
  at timestamptz not null,
  act text not null check (act in ('match', 'refund', 'same')),
  order_id uuid references orders (id),
  check (act <> 'match' or order_id is not null)
);
create index payment_case_confirmations_of_case on payment_case_confirmations (case_id, saying);
create trigger payment_case_confirmations_stay before update or delete or truncate on payment_case_confirmations
  for each statement execute function never_removed();

-- Whether two banks may be one: one that is untold, or that has no code, may be any.
create function may_be_one_bank(p_one text, p_other text) returns boolean language sql immutable as $$
  select coalesce(p_one = p_other or p_one !~ '^\d{3}$' or p_other !~ '^\d{3}$', true);
$$;

-- The payment that money under another name looks like: the same amount within two minutes either side, from the same account as far as
-- both sides tell (a slip tells its bank alone); or a reference of six signs or more that is booked under another bank's name, whenever
-- it came, of the same amount or where a slip tells it, since a person reads the amount of a slip. Money that the bank itself says is
-- for two orders is two transfers. Callers lock amount and reference before.
create function payment_alike(
  p_bank text, p_reference text, p_payer_bank text, p_payer_account text, p_order uuid, p_amount numeric, p_at timestamptz, p_source text
) returns uuid language sql stable as $$
  select p.id from payments p
  where not exists (select from payment_cases c where c.payment_id = p.id and c.state = 'KNOWN')
    and (p.id in (select n.payment_id from transfer_names n where n.payment_id is not null
          and split_part(n.name, ' ', 2) = p_reference and length(p_reference) >= 6)
        and (p.amount = p_amount or 'slip' in (p.source, p_source))
      or p.id in (select q.id from payments q where q.amount = p_amount
          and q.transferred_at between p_at - interval '2 minutes' and p_at + interval '2 minutes')
        and ('slip' in (p.source, p_source) or p.order_id is null or p_order is null or p.order_id = p_order)
        and case
          when p.payer_account is not null and p_payer_account is not null
            then p.payer_account = p_payer_account and may_be_one_bank(p.payer_bank, p_payer_bank)
          when 'slip' in (p.source, p_source) and p.payer_bank is not null and p_payer_bank is not null
            then may_be_one_bank(p.payer_bank, p_payer_bank)
          when 'slip' in (p.source, p_source) then p.bank = p_bank or p.order_id = p_order
            or exists (select from transfer_names n where n.payment_id = p.id and split_part(n.name, ' ', 2) = p_reference)
          else p.source <> p_source and p.order_id = p_order
        end)
  order by p.received_at, p.id limit 1;
$$;

-- As before (1322), with the reason 'payer-partial'. Each of its names is booked once; `p_alike` is what it looks like, and then it is held for two people.
drop function receive_payment(uuid, text, text, uuid, numeric, timestamptz, timestamptz, date, date, date, text, text, text, text, text, text, boolean);
create function receive_payment(
  p_id uuid, p_bank text, p_bank_reference text, p_order uuid, p_amount numeric, p_transferred_at timestamptz,
  p_at timestamptz, p_today date, p_nav_date date, p_allotment_date date,
  p_source text, p_ref1 text, p_ref2 text, p_payer_bank text, p_payer_account text, p_payer_name text, p_third_party boolean,
  p_names text[], p_alike uuid, p_partial boolean,
  out outcome text, out reason text, out payment uuid
) language plpgsql as $$
declare o orders; v_named integer;
begin
  select * into o from orders where id = p_order and kind = 'subscription' for update;
  reason := case
    when p_alike is not null then 'alike'
    when o.id is null then 'unknown-order'
    when o.status in ('APPROVED', 'ALLOTTED') then 'paid-already'
    when o.status <> 'SUBMITTED' or p_transferred_at >= o.pay_by then 'order-not-open'
    when p_third_party then 'third-party'
    when p_partial then 'payer-partial'
    when p_amount < o.amount then 'amount-short'
    when p_amount > o.amount then 'amount-over'
  end;
  outcome := case when reason is null then 'matched' else 'held' end;
  begin
    insert into payments (id, bank, bank_reference, order_id, amount, transferred_at, received_at, outcome, reason,
        source, ref1, ref2, payer_bank, payer_account, payer_name, payer_matched, alike)
      values (p_id, p_bank, p_bank_reference, o.id, p_amount, p_transferred_at, p_at, outcome, reason,
        p_source, p_ref1, p_ref2, p_payer_bank, p_payer_account, p_payer_name, not p_third_party, p_alike);
    -- A name that a slip was sent in with is the payment's from now on; one that is booked is not, and all of this is undone.
    insert into transfer_names (name, payment_id) select n, p_id from unnest(p_names) as n order by n
      on conflict (name) do update set payment_id = excluded.payment_id where transfer_names.payment_id is null;
    get diagnostics v_named = row_count;
    if v_named < cardinality(p_names) then raise unique_violation; end if;
  exception when unique_violation then
    outcome := 'known'; reason := null; return;
  end;
  payment := p_id;
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

-- Two people said that it is the transfer that it looks like: it is booked no more.
create function case_is_known(p_case uuid, p_by uuid, p_today date, p_at timestamptz) returns void language plpgsql as $$
declare p payments;
begin
  select q.* into p from payments q join payment_cases c on c.payment_id = q.id where c.id = p_case;
  update payment_cases set state = 'KNOWN', owner = p_by, note = null, refund_on = null where id = p_case;
  insert into ledger_entries (kind, subject, debit, credit, asset, amount, value_date, booked_on, booked_at)
    values ('payment', p.id, house_account('unmatched'), house_account('bank:clients'), 'THB', p.amount,
      (p.transferred_at at time zone 'Asia/Bangkok')::date, p_today, p_at);
end $$;
