-- Money of a released file is sent to the bank; it is paid once the bank's return file was taken in and does not name it. By hand, the
-- second person says so.
alter table payouts add column settled_at timestamptz check (settled_at is null or state in ('PAID', 'RETURNED'));
alter table orders add column sent_at timestamptz check (sent_at is null or (kind = 'redemption' and status = 'ALLOTTED'));
alter table payouts disable trigger user;
update payouts set settled_at = paid_at where state = 'PAID';
alter table payouts enable trigger user;

create or replace function payouts_book() returns trigger language plpgsql as $$
declare v_at timestamptz := case new.state when 'PAID' then new.paid_at else new.returned_at end;
  v_today date := (v_at at time zone 'Asia/Bangkok')::date;
  v_what text := case when new.state = 'RETURNED' then 'payout-returned' when new.file_id is null then 'paid-out' else 'sent' end;
  v_by text := 'person:' || coalesce(new.confirmed_by, (select decided_by from payment_files where id = new.file_id));
begin
  insert into ledger_entries (kind, subject, debit, credit, asset, amount, value_date, booked_on, booked_at)
    select case new.state when 'PAID' then 'payout' else 'payout-returned' end, new.id,
      case new.state when 'PAID' then owner.id else bank.id end, case new.state when 'PAID' then bank.id else owner.id end,
      'THB', new.amount, v_today, v_today, v_at
    from (select person_account(new.person_id) as id) as owner, (select house_account('bank:clients') as id) as bank;
  if new.state = 'RETURNED' then v_by := 'system:return-file'; end if;
  -- Whether the order itself is paid out is said by its own payout alone.
  if new.compensation is null then
    update orders set sent_at = case new.state when 'PAID' then new.paid_at end,
        paid_out_at = case v_what when 'paid-out' then new.paid_at end, changed_by = v_by, changed_at = v_at,
        change = jsonb_build_object('payout', new.id)
      where id = new.order_id;
  end if;
  insert into order_events (order_id, at, from_status, to_status, actor, detail)
    values (new.order_id, v_at, 'ALLOTTED', 'ALLOTTED', v_by,
      jsonb_strip_nulls(jsonb_build_object('what', v_what, 'payout', new.id, 'compensation', new.compensation)));
  insert into audit_lines (at, actor, action, subject, from_state, to_state, detail)
    values (v_at, v_by, case new.state when 'PAID' then 'orders.pay-out' else 'orders.payout-returned' end, 'order:' || new.order_id,
      old.state, new.state, jsonb_build_object('payout', new.id, 'amount', new.amount::text));
  return null;
end $$;

-- The bank confirms what it was sent.
create function payouts_settled() returns trigger language plpgsql as $$
begin
  if new.compensation is null then
    update orders set paid_out_at = new.settled_at, changed_by = 'system:return-file', changed_at = new.settled_at,
        change = jsonb_build_object('payout', new.id)
      where id = new.order_id;
  end if;
  insert into order_events (order_id, at, from_status, to_status, actor, detail)
    values (new.order_id, new.settled_at, 'ALLOTTED', 'ALLOTTED', 'system:return-file',
      jsonb_strip_nulls(jsonb_build_object('what', 'paid-out', 'payout', new.id, 'compensation', new.compensation)));
  insert into audit_lines (at, actor, action, subject, from_state, to_state, detail)
    values (new.settled_at, 'system:return-file', 'orders.paid-out', 'order:' || new.order_id, new.state, new.state,
      jsonb_build_object('payout', new.id, 'amount', new.amount::text));
  return null;
end $$;
create trigger payouts_settled after update on payouts for each row
  when (old.settled_at is null and new.settled_at is not null and old.state = 'PAID' and new.refund is null) execute function payouts_settled();

create or replace function payouts_step() returns trigger language plpgsql as $$
begin
  if (old.state, new.state) not in (('DUE', 'FILED'), ('FILED', 'DUE'), ('FILED', 'PAID'), ('DUE', 'PAID'), ('PAID', 'RETURNED'), ('DUE', 'DUE'),
      ('DUE', 'WITHDRAWN'))
      -- Confirmed by the bank, once.
      and not (old.state = 'PAID' and new.state = 'PAID' and old.settled_at is null and new.settled_at is not null)
    or (old.id, old.order_id, old.person_id, old.account, old.amount, old.due_on, old.compensation, old.refund) is distinct from
      (new.id, new.order_id, new.person_id, new.account, new.amount, new.due_on, new.compensation, new.refund)
    or (old.settled_at is not null and new.settled_at is distinct from old.settled_at)
    or (new.state = 'PAID' and new.file_id is not null
      and not exists (select from payment_files f where f.id = new.file_id and f.state = 'RELEASED'))
  then
    raise exception 'a payout goes from % to % in no way', old.state, new.state using errcode = 'check_violation';
  end if;
  -- Paid by hand: the second person says that it has arrived.
  if new.state = 'PAID' and new.file_id is null then new.settled_at := new.paid_at; end if;
  return new;
end $$;
