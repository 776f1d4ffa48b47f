-- Money that goes back to whoever sent it is a payout as every other: the same table, payment file, return file and two people.
-- Whether the name on the sending account is the investor's; null: the bank did not say, or their names are not known.
alter table payments add column payer_matched boolean;

alter table payouts
  alter column order_id drop not null,
  alter column person_id drop not null,
  -- Of a refund without one: the account that the money came from.
  alter column account drop not null,
  add column refund uuid references payment_cases (id),
  drop constraint payouts_state_check,
  -- WITHDRAWN: the money was matched or put on hold after all, before it was in a file.
  add constraint payouts_state_check check (state in ('DUE', 'FILED', 'PAID', 'RETURNED', 'WITHDRAWN') and (state <> 'WITHDRAWN' or refund is not null)),
  add constraint payouts_of_one check ((refund is null) = (order_id is not null)),
  add constraint payouts_to_somebody check (refund is not null or (person_id is not null and account is not null)),
  add constraint payouts_account_of_person check (account is null or person_id is not null);
create unique index payouts_of_refund on payouts (refund) where state not in ('RETURNED', 'WITHDRAWN');

drop trigger payment_cases_over on payment_cases;
alter table payment_cases
  drop constraint payment_cases_state_check,
  -- Whose money finance says that it is, where it named no order.
  add column payee uuid references people (id),
  -- Which payout it goes back with says the rest.
  drop column refund_bank, drop column refund_account, drop column refund_name, drop column asked_by, drop column approved_by,
  drop column refund_reference;
-- What was set aside lies again where it was; finance lets it go back anew.
insert into ledger_entries (kind, subject, debit, credit, asset, amount, value_date, booked_on, booked_at)
  select 'refund', e.subject, e.credit, e.debit, e.asset, e.amount, e.value_date, e.booked_on, e.booked_at
  from payment_cases c join ledger_entries e on e.subject = c.id and e.kind = 'refund' where c.state = 'REFUND_APPROVED';
update payment_cases set state = 'OPEN', refund_on = null where state in ('REFUND_ASKED', 'REFUND_APPROVED');
alter table payment_cases
  -- ACCOUNT_WANTED: it goes back once an account is known. REFUND_DUE: a payout of its own waits or came back. REFUNDED: it has left.
  add constraint payment_cases_state_check check (state in ('OPEN', 'HELD', 'ACCOUNT_WANTED', 'REFUND_DUE', 'MATCHED', 'REFUNDED')),
  add constraint payment_cases_due check (state <> 'REFUND_DUE' or refund_on is not null);

create or replace function payment_cases_over() returns trigger language plpgsql as $$
begin
  -- The bank could not pay it: its payout says so.
  if old.state = 'REFUNDED' and new.state = 'REFUND_DUE' and pg_trigger_depth() > 1 then return new; end if;
  raise exception 'a case that is over is never changed' using errcode = 'check_violation';
end $$;
create trigger payment_cases_over before update on payment_cases for each row
  when (old.state in ('MATCHED', 'REFUNDED') or (old.payment_id, old.reason, old.person_id, old.opened_at) is distinct from
    (new.payment_id, new.reason, new.person_id, new.opened_at)) execute function payment_cases_over();

-- Whose money it is: the owner of the account that it lies in, whom finance named, or whose order it was sent for.
create function payee_of(p_case uuid) returns uuid language sql stable as $$
  select coalesce(c.person_id, c.payee, o.person_id) from payment_cases c join payments p on p.id = c.payment_id
    left join orders o on o.id = p.order_id where c.id = p_case;
$$;

-- Lets money go back on the next business day: to the account that it came from where the bank said whose it is, the investor's or
-- somebody else's; else to the investor's verified account. Where neither is known it waits until one is.
create function begin_refund(p_case uuid, p_by text, p_at timestamptz) returns text language plpgsql as $$
declare c payment_cases; p payments; v_payee uuid := payee_of(p_case); v_account uuid; v_label text; v_back boolean;
  v_on date := business_day_from((p_at at time zone 'Asia/Bangkok')::date + 1); v_state text := 'REFUND_DUE';
begin
  select * into c from payment_cases where id = p_case for update;
  if c.state not in ('OPEN', 'HELD', 'ACCOUNT_WANTED') then return c.state; end if;
  select * into p from payments where id = c.payment_id;
  v_back := p.payer_account ~ '^\d{10,16}$' and p.payer_bank ~ '^\d{3}$'
    and (p.payer_matched is not null or v_payee is null) is true;
  if v_back then
    v_label := p.payer_bank || ' xxx-xxx-' || right(p.payer_account, 4);
  elsif p.payer_matched is distinct from false then
    select a.id, payout_account_label(v_payee, a.id, p_at) into v_account, v_label
      from bank_accounts a where a.person_id = v_payee and payout_account_label(v_payee, a.id, p_at) is not null order by a.seq desc limit 1;
  end if;
  if v_label is null then v_state := 'ACCOUNT_WANTED'; v_on := null; end if;
  if v_state = c.state then return v_state; end if;
  update payment_cases set state = v_state, refund_on = v_on, note = null where id = c.id;
  if v_state = 'REFUND_DUE' then
    insert into payouts (refund, person_id, account, label, amount, due_on) values (c.id, v_payee, v_account, v_label, c.amount, v_on);
  end if;
  insert into audit_lines (at, actor, action, subject, from_state, to_state, detail)
    values (p_at, p_by, 'payments.refund', 'payment-case:' || c.id, c.state, v_state, jsonb_build_object('amount', c.amount::text));
  return v_state;
end $$;

-- Takes a refund out of what is due; false where it is in a payment file already, or somebody has paid it.
create function withdraw_refund(p_case uuid) returns boolean language plpgsql as $$
begin
  update payouts set state = 'WITHDRAWN' where refund = p_case and state = 'DUE' and entered_by is null;
  return not exists (select from payouts p where p.refund = p_case and p.state <> 'WITHDRAWN'
    and not (p.state = 'RETURNED' and exists (select from payouts n where n.follows = p.id and n.state = 'WITHDRAWN')));
end $$;

-- Money whose fate is plain goes back by itself; what may still be matched, or is not the investor's, somebody decides about.
create function payment_cases_go_back() returns trigger language plpgsql as $$
begin
  perform begin_refund(new.id, 'system:money-in', new.opened_at);
  return null;
end $$;
create trigger payment_cases_go_back after insert on payment_cases for each row
  when (new.reason in ('order-ended', 'order-not-open', 'paid-already', 'amount-short')) execute function payment_cases_go_back();

create or replace function payouts_step() returns trigger language plpgsql as $$
begin
  if (old.state, new.state) not in (('DUE', 'FILED'), ('FILED', 'DUE'), ('FILED', 'PAID'), ('DUE', 'PAID'), ('PAID', 'RETURNED'), ('DUE', 'DUE'),
      ('DUE', 'WITHDRAWN'))
    or (old.id, old.order_id, old.person_id, old.account, old.amount, old.due_on, old.compensation, old.refund) is distinct from
      (new.id, new.order_id, new.person_id, new.account, new.amount, new.due_on, new.compensation, new.refund)
    or (new.state = 'PAID' and new.file_id is not null
      and not exists (select from payment_files f where f.id = new.file_id and f.state = 'RELEASED'))
  then
    raise exception 'a payout goes from % to % in no way', old.state, new.state using errcode = 'check_violation';
  end if;
  return new;
end $$;

-- A refund has left, or has come back: it comes out of where the money lay.
create function refunds_book() returns trigger language plpgsql as $$
declare v_at timestamptz := case new.state when 'PAID' then new.paid_at else new.returned_at end;
  v_today date := (v_at at time zone 'Asia/Bangkok')::date; v_from bigint; v_bank bigint := house_account('bank:clients');
begin
  select case when c.person_id is null then house_account('unmatched') else person_account(c.person_id) end into v_from
    from payment_cases c where c.id = new.refund;
  insert into ledger_entries (kind, subject, debit, credit, asset, amount, value_date, booked_on, booked_at)
    values (case new.state when 'PAID' then 'refund' else 'payout-returned' end, new.id,
      case new.state when 'PAID' then v_from else v_bank end, case new.state when 'PAID' then v_bank else v_from end,
      'THB', new.amount, v_today, v_today, v_at);
  update payment_cases set state = case new.state when 'PAID' then 'REFUNDED' else 'REFUND_DUE' end where id = new.refund;
  insert into audit_lines (at, actor, action, subject, from_state, to_state, detail)
    values (v_at, case new.state when 'RETURNED' then 'system:return-file'
        else 'person:' || coalesce(new.confirmed_by, (select decided_by from payment_files where id = new.file_id)) end,
      case new.state when 'PAID' then 'payments.pay-back' else 'payments.refund-returned' end, 'payment-case:' || new.refund,
      old.state, new.state, jsonb_build_object('payout', new.id, 'amount', new.amount::text));
  return null;
end $$;
create trigger refunds_book after update on payouts for each row
  when (old.state <> new.state and new.state in ('PAID', 'RETURNED') and new.refund is not null) execute function refunds_book();
drop trigger payouts_book on payouts;
create trigger payouts_book after update on payouts for each row
  when (old.state <> new.state and new.state in ('PAID', 'RETURNED') and new.refund is null) execute function payouts_book();
drop function book_refund(uuid, text, date, timestamptz);

-- As before (1241), and keeps whether the sender's name is the investor's. Untold (null), nobody compared them.
create or replace function receive_payment(
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
      source, ref1, ref2, payer_bank, payer_account, payer_name, payer_matched)
    values (p_id, p_bank, p_bank_reference, o.id, p_amount, p_transferred_at, p_at, outcome, reason,
      p_source, p_ref1, p_ref2, p_payer_bank, p_payer_account, p_payer_name, not p_third_party)
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

-- As before (1241): what is to go back may still be matched until it is in a payment file, and what is over goes back by itself.
create or replace function match_case(p_case uuid, p_order uuid, p_by uuid, p_nav_date date, p_allotment_date date, p_today date, p_at timestamptz)
  returns text language plpgsql as $$
declare c payment_cases; p payments; o orders; rest uuid;
begin
  select * into o from orders where id = p_order and kind = 'subscription' for update;
  select * into c from payment_cases where id = p_case for update;
  select * into p from payments where id = c.payment_id;
  if o.id is null then return 'order-unknown'; end if;
  if c.state not in ('OPEN', 'HELD', 'ACCOUNT_WANTED', 'REFUND_DUE') then return 'already-decided'; end if;
  if c.reason in ('third-party', 'order-ended') then return 'case-refund-only'; end if;
  if o.status <> 'SUBMITTED' or p.transferred_at >= o.pay_by then return 'order-not-open'; end if;
  if c.amount < o.amount then return 'amount-short'; end if;
  if not withdraw_refund(c.id) then return 'already-decided'; end if;
  insert into ledger_entries (kind, subject, debit, credit, asset, amount, value_date, booked_on, booked_at)
    values ('payment', p.id, house_account('unmatched'), person_account(o.person_id), 'THB', o.amount,
      (p.transferred_at at time zone 'Asia/Bangkok')::date, p_today, p_at);
  update payment_cases set state = 'MATCHED', amount = o.amount, matched_order = o.id, owner = p_by, note = null where id = c.id;
  if c.amount > o.amount then
    -- A case has one reason once: an over-payment that is split leaves its rest under the other.
    insert into payment_cases (payment_id, reason, amount, opened_at, owner, payee)
      values (p.id, case c.reason when 'amount-over' then 'paid-already' else 'amount-over' end, c.amount - o.amount, p_at, p_by, o.person_id)
      returning id into rest;
    perform begin_refund(rest, 'person:' || p_by, p_at);
  end if;
  perform approve_paid(o.id, p.id, p.transferred_at, p_nav_date, p_allotment_date, 'person:' || p_by, p_at);
  return 'matched';
end $$;
