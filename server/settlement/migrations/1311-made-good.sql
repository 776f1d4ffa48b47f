-- A corrected NAV is made good: what was approved is posted, once, all of it or nothing. Whoever got too little gets units from their
-- strategy, or baht that are paid out; whoever got too much keeps it, and the company pays the strategy what it lacks.
insert into ledger_accounts (asset, house) values ('THB', 'compensation');

alter table nav_corrections
  drop constraint nav_corrections_state_check,
  -- REPLACED: another correction of that day counts before anybody decided on this one.
  add constraint nav_corrections_state_check check (state in ('FORWARD_ONLY', 'PROPOSED', 'APPROVED', 'REJECTED', 'REPLACED')),
  add column posted_at timestamptz check (posted_at is null or state = 'APPROVED');
alter table nav_correction_orders
  drop constraint nav_correction_orders_owed_to_check,
  -- NEXT_LEG: the baht of a switch-out whose in leg has bought already; what that one gets stands in a row of its own.
  add constraint nav_correction_orders_owed_to_check check (owed_to in ('INVESTOR', 'NEXT_LEG', 'NOBODY')),
  -- What the company pays the strategy for it.
  add column borne numeric(30, 2) not null default 0;

create or replace function nav_corrections_stay() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and to_jsonb(new) - array['state', 'posted_at'] = to_jsonb(old) - array['state', 'posted_at'] then
    if old.state = 'PROPOSED' and new.posted_at is null and pg_trigger_depth() > 1 then return new; end if;
    if old.state = 'PROPOSED' and new.state = 'REPLACED' and new.posted_at is null
      and exists (select from navs where id = old.nav_id and status = 'REPLACED') then return new; end if;
    if old.state = 'APPROVED' and new.state = 'APPROVED' and old.posted_at is null and new.posted_at is not null then return new; end if;
  end if;
  raise exception 'a correction is decided by two people, and never changed or removed' using errcode = 'restrict_violation';
end $$;

-- What was found is found again where it changed before the second approval; from then on it stays.
drop trigger nav_correction_orders_stay on nav_correction_orders;
create trigger nav_correction_orders_stay before update or truncate on nav_correction_orders
  for each statement execute function never_removed();
create function nav_correction_orders_kept() returns trigger language plpgsql as $$
begin
  if exists (select from nav_corrections where nav_id = old.nav_id and state = 'PROPOSED') then return old; end if;
  raise exception 'what a correction found stays once it is decided' using errcode = 'restrict_violation';
end $$;
create trigger nav_correction_orders_kept before delete on nav_correction_orders
  for each row execute function nav_correction_orders_kept();

-- What was posted for an order: the order stays as it was allotted, and stands at another NAV from then on.
create table nav_compensations (
  id uuid primary key,
  seq bigint generated always as identity unique,
  nav_id uuid not null references nav_corrections (nav_id),
  order_id uuid not null references orders (id),
  person_id uuid not null references people (id),
  strategy text not null references strategies (code),
  -- The NAV that the order stands at from now on.
  nav numeric(13, 4) not null check (nav > 0),
  units numeric(30, 4) not null check (units >= 0),
  -- What those units cost their holder.
  cost numeric(30, 2) not null check (cost >= 0),
  -- Of a switch-in whose out leg brought too little: what it buys for besides.
  amount numeric(30, 2) not null check (amount >= 0),
  -- Of a sell: what the units bring besides, before charges and after.
  gross numeric(30, 2) not null check (gross >= 0),
  fee numeric(30, 2) not null check (fee >= 0),
  vat numeric(30, 2) not null check (vat >= 0),
  withheld numeric(30, 2) not null check (withheld >= 0),
  proceeds numeric(30, 2) not null check (proceeds >= 0),
  -- What the strategy's residues get (or give), and what the company pays the strategy (or gets back).
  residue numeric(30, 2) not null,
  borne numeric(30, 2) not null,
  unique (nav_id, order_id),
  check (gross = 0 or (proceeds = gross - fee - vat - withheld and amount = 0)),
  check (gross > 0 or proceeds = 0),
  check (units > 0 or cost = 0 or amount > 0)
);
create index nav_compensations_of_order on nav_compensations (order_id, seq);
create index nav_compensations_of_person on nav_compensations (person_id);
create trigger nav_compensations_stay before update or delete or truncate on nav_compensations
  for each statement execute function never_removed();
create function nav_compensations_begin() returns trigger language plpgsql as $$
begin
  if exists (
    select from new_rows n join nav_corrections c on c.nav_id = n.nav_id join orders o on o.id = n.order_id
    where c.state <> 'APPROVED' or c.posted_at is not null or (o.person_id, o.strategy) <> (n.person_id, n.strategy) or o.status <> 'ALLOTTED'
      or (select count(*) from nav_correction_decisions d where d.nav_id = n.nav_id and d.decision = 'APPROVED') < 2
  ) then
    raise exception 'an allotted order is made good once two people approved it, before it is posted' using errcode = 'check_violation';
  end if;
  return null;
end $$;
create trigger nav_compensations_begin after insert on nav_compensations referencing new table as new_rows
  for each statement execute function nav_compensations_begin();

-- Money that an order is paid besides is a payout of its own.
alter table payouts add column compensation uuid references nav_compensations (id);
drop index payouts_of_order;
create unique index payouts_of_order on payouts (order_id, coalesce(compensation, order_id)) where state <> 'RETURNED';

create or replace function payouts_step() returns trigger language plpgsql as $$
begin
  if (old.state, new.state) not in (('DUE', 'FILED'), ('FILED', 'DUE'), ('FILED', 'PAID'), ('DUE', 'PAID'), ('PAID', 'RETURNED'), ('DUE', 'DUE'))
    or (old.id, old.order_id, old.person_id, old.account, old.amount, old.due_on, old.compensation) is distinct from
      (new.id, new.order_id, new.person_id, new.account, new.amount, new.due_on, new.compensation)
    or (new.state = 'PAID' and new.file_id is not null
      and not exists (select from payment_files f where f.id = new.file_id and f.state = 'RELEASED'))
  then
    raise exception 'a payout goes from % to % in no way', old.state, new.state using errcode = 'check_violation';
  end if;
  return new;
end $$;

create or replace function payouts_book() returns trigger language plpgsql as $$
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
  -- Whether the order itself is paid out is said by its own payout alone.
  if new.compensation is null then
    update orders set paid_out_at = case new.state when 'PAID' then new.paid_at end, changed_by = v_by, changed_at = v_at,
        change = jsonb_build_object('payout', new.id)
      where id = new.order_id;
  end if;
  insert into order_events (order_id, at, from_status, to_status, actor, detail)
    values (new.order_id, v_at, 'ALLOTTED', 'ALLOTTED', v_by,
      jsonb_strip_nulls(jsonb_build_object('what', case new.state when 'PAID' then 'paid-out' else 'payout-returned' end, 'payout', new.id,
        'compensation', new.compensation)));
  insert into audit_lines (at, actor, action, subject, from_state, to_state, detail)
    values (v_at, v_by, case new.state when 'PAID' then 'orders.pay-out' else 'orders.payout-returned' end, 'order:' || new.order_id,
      old.state, new.state, jsonb_build_object('payout', new.id, 'amount', new.amount::text));
  return null;
end $$;

-- An in leg that waits buys for what its out leg should have brought; nothing else ever changes what it buys for.
drop trigger orders_fixed_amounts on orders;
create trigger orders_fixed_amounts before update of amount, fee, vat on orders for each row
  when ((old.amount, old.fee, old.vat) is distinct from (new.amount, new.fee, new.vat) and (old.kind = 'subscription'
    or (old.amount is not null and old.amount is distinct from new.amount
      and not (old.kind = 'switch-in' and old.status = 'APPROVED' and new.status = 'APPROVED'))
    or (old.kind in ('redemption', 'switch-out') and old.amount is distinct from new.amount)
    or ((old.fee, old.vat) is distinct from (new.fee, new.vat) and new.status <> 'ALLOTTED')))
  execute function orders_fixed();
create function orders_raised() returns trigger language plpgsql as $$
begin
  if not exists (
    select from nav_compensations c join nav_corrections k on k.nav_id = c.nav_id
    where c.order_id = old.counter_order and c.proceeds = new.amount - old.amount and k.posted_at is null
      and c.id::text = new.change ->> 'compensation'
  ) then
    raise exception 'what a client ordered is never changed' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger orders_raised before update of amount on orders for each row
  when (old.kind = 'switch-in' and old.amount is not null and old.amount is distinct from new.amount) execute function orders_raised();

-- The management fee of days that were accrued at the wrong NAV: the difference, booked with the correction.
create table management_accrual_corrections (
  nav_id uuid not null references nav_corrections (nav_id),
  strategy text not null,
  day date not null,
  amount numeric(30, 2) not null check (amount <> 0),
  primary key (nav_id, day),
  foreign key (strategy, day) references management_accruals (strategy, day)
);
create trigger management_accrual_corrections_stay before update or delete or truncate on management_accrual_corrections
  for each statement execute function never_removed();

-- Posts what was written for a correction, in the caller's transaction: entries, payouts, timeline, audit, tax documents. Answers how
-- many orders; none where it is posted already.
create function post_compensations(p_nav uuid, p_by text, p_today date, p_at timestamptz, p_establishment text) returns integer
language plpgsql as $$
declare v_count integer; n navs; r record; v_month date := date_trunc('month', p_today); v_last integer;
begin
  perform from nav_corrections where nav_id = p_nav and state = 'APPROVED' and posted_at is null for update;
  if not found then return 0; end if;
  select * into n from navs where id = p_nav;

  insert into ledger_accounts (asset, person_id)
    select distinct asset, c.person_id from nav_compensations c, unnest(array['THB', c.strategy]) as asset
    where c.nav_id = p_nav and (c.units > 0 or c.gross > 0 or c.amount > 0)
    order by 2, 1
    on conflict (person_id, asset) where person_id is not null do nothing;

  insert into ledger_entries (kind, subject, debit, credit, asset, amount, cost, value_date, booked_on, booked_at)
    select 'nav-correction', c.id, leg.debit, leg.credit, leg.asset, leg.amount, leg.cost, o.nav_date, p_today, p_at
    from nav_compensations c join orders o on o.id = c.order_id
      left join ledger_accounts baht on baht.person_id = c.person_id and baht.asset = 'THB'
      left join ledger_accounts held on held.person_id = c.person_id and held.asset = c.strategy
      cross join lateral (select house_account('strategy:' || c.strategy) as fund, house_account('strategy:' || c.strategy, c.strategy) as issued,
        house_account('residues:' || c.strategy) as rest, house_account('compensation') as company, house_account('transit') as transit,
        house_account('tax:vat') as vat, house_account('tax:withholding') as withheld,
        house_account(case o.kind when 'switch-in' then 'fees:switch-in' else 'fees:profit' end) as fees) as h
      cross join lateral (values
        (h.issued, held.id, c.strategy, c.units, case when c.units > 0 then c.cost end),
        (h.fund, baht.id, 'THB', c.gross, null::numeric),
        (h.transit, baht.id, 'THB', c.amount, null),
        (baht.id, h.fees, 'THB', c.fee, null),
        (baht.id, h.vat, 'THB', c.vat, null),
        (baht.id, h.withheld, 'THB', c.withheld, null),
        (baht.id, h.fund, 'THB', case when c.amount > 0 then c.amount - c.fee - c.vat else 0 end, null),
        (baht.id, h.transit, 'THB', case o.kind when 'switch-out' then c.proceeds else 0 end, null),
        (h.fund, h.rest, 'THB', c.residue, null), (h.rest, h.fund, 'THB', -c.residue, null),
        (h.company, h.fund, 'THB', c.borne, null), (h.fund, h.company, 'THB', -c.borne, null)
      ) as leg (debit, credit, asset, amount, cost)
    where c.nav_id = p_nav and leg.amount > 0;

  insert into payouts (order_id, person_id, account, label, amount, due_on, compensation)
    select o.id, o.person_id, o.payout_account, o.payout_label, c.proceeds, p_today, c.id
    from nav_compensations c join orders o on o.id = c.order_id
    where c.nav_id = p_nav and o.kind = 'redemption' and c.proceeds > 0 order by c.seq;

  update orders i set amount = i.amount + c.proceeds, changed_by = p_by, changed_at = p_at, change = jsonb_build_object('compensation', c.id)
    from nav_compensations c where c.nav_id = p_nav and c.proceeds > 0 and i.counter_order = c.order_id and i.status = 'APPROVED';

  insert into order_events (order_id, at, from_status, to_status, actor, detail)
    select c.order_id, p_at, 'ALLOTTED', 'ALLOTTED', p_by, jsonb_build_object('what', 'made-good', 'compensation', c.id, 'correction', p_nav,
      'strategy', n.strategy, 'date', n.date, 'nav', n.nav::text, 'units', c.units::text, 'proceeds', c.proceeds::text)
    from nav_compensations c where c.nav_id = p_nav order by c.seq;
  insert into audit_lines (at, actor, action, subject, detail)
    select p_at, p_by, 'orders.made-good', 'order:' || c.order_id, jsonb_build_object('compensation', c.id, 'correction', p_nav,
      'units', c.units::text, 'proceeds', c.proceeds::text, 'borne', c.borne::text)
    from nav_compensations c where c.nav_id = p_nav order by c.seq;

  -- What is charged besides is added to the order's invoice, or is its first.
  if p_establishment is not null then
    for r in select c.* from nav_compensations c where c.nav_id = p_nav and c.fee > 0 order by c.seq loop
      if exists (select from tax_documents d where d.order_id = r.order_id and d.kind = 'invoice') then
        perform issue_tax_note(r.order_id, 'debit-note', r.fee, r.vat, 'NAV of ' || n.strategy || ' on ' || n.date || ' corrected', p_today);
      else
        insert into tax_series as s (establishment, month, kind, last) values (p_establishment, v_month, 'invoice', 1)
          on conflict (establishment, month, kind) do update set last = s.last + 1 returning last into v_last;
        insert into tax_documents (establishment, month, kind, number, order_id, charge, vat, issued_on)
          values (p_establishment, v_month, 'invoice', v_last, r.order_id, r.fee, r.vat, p_today);
      end if;
    end loop;
  end if;

  with again as (
    select m.strategy, m.day, div(2 * round(m.units * n.nav, 2) * 100 * m.rate_bps + 3650000, 7300000) * 0.01 - m.amount
      - coalesce((select sum(k.amount) from management_accrual_corrections k where k.strategy = m.strategy and k.day = m.day), 0) as more
    from management_accruals m
    where m.strategy = n.strategy and m.day >= n.date
      and m.day < coalesce((select min(date) from navs x where x.strategy = n.strategy and x.status = 'APPROVED' and x.date > n.date), 'infinity')
      and exists (select from navs x where x.strategy = n.strategy and x.date = n.date and x.status = 'REPLACED' and x.nav = m.nav)
  ), kept as (
    insert into management_accrual_corrections (nav_id, strategy, day, amount)
      select p_nav, strategy, day, more from again where more <> 0 returning *
  )
  insert into ledger_entries (kind, subject, debit, credit, asset, amount, value_date, booked_on, booked_at)
    select 'nav-correction', md5('accrual:' || p_nav || ':' || k.day)::uuid,
      case when k.amount > 0 then h.accrued else h.fees end, case when k.amount > 0 then h.fees else h.accrued end, 'THB', abs(k.amount), k.day, p_today, p_at
    from kept k cross join lateral (select house_account('accrued:management:' || k.strategy) as accrued, house_account('fees:management') as fees) as h;

  update nav_corrections set posted_at = p_at where nav_id = p_nav;
  select count(*) into v_count from nav_compensations where nav_id = p_nav;
  return v_count;
end $$;

-- The NAV that a batch settles at. Its correction waits until the batch is done, so that it finds every order that was allotted at it;
-- a batch that waited for a correction takes the one that counts from then on.
create function nav_to_settle(p_strategy text, p_date date) returns numeric language plpgsql as $$
declare v_nav numeric;
begin
  for i in 1 .. 3 loop
    select nav into v_nav from navs where strategy = p_strategy and date = p_date and status = 'APPROVED' for share;
    exit when found;
  end loop;
  return v_nav;
end $$;

-- Takes the next batch of the oldest run that nobody else is at, in the caller's transaction. Of one strategy, runs follow each other.
-- Answers no row where there is nothing that this worker could do.
create or replace function allot_batch(p_today date, p_at timestamptz, p_limit integer,
  out run_strategy text, out allotted uuid[], out aside uuid[]) returns setof record language plpgsql as $$
declare r settlement_runs; v_nav numeric; v_found tid[]; v_ids uuid[]; v_last uuid;
begin
  select s.* into r from settlement_runs s where s.done_at is null and not exists (
      select from settlement_runs b where b.strategy = s.strategy and b.done_at is null
        and (b.nav_date < s.nav_date or (b.nav_date = s.nav_date and b.side > s.side)))
    order by s.nav_date, s.side desc, s.strategy limit 1 for update skip locked;
  if not found then return; end if;
  v_nav := nav_to_settle(r.strategy, r.nav_date);
  select array_agg(f.at order by f.id), array_agg(f.id order by f.id) into v_found, v_ids from (
    select o.ctid as at, o.id from orders o
    where o.status = 'APPROVED' and o.nav_date = r.nav_date and o.strategy = r.strategy and (o.reserved_units > 0) = (r.side = 'sell')
      and o.id > coalesce(r.last_id, '00000000-0000-0000-0000-000000000000') and o.allotment_date <= p_today
      and (o.kind <> 'switch-in' or o.amount is not null)
      and not exists (select from orders_set_aside a where a.order_id = o.id)
    order by o.id limit p_limit
  ) as f;
  run_strategy := r.strategy;
  if v_ids is null then
    allotted := '{}'; aside := '{}';
  else
    aside := allot_or_set_aside(v_found, r.strategy, v_nav, r.side, p_today, p_at);
    v_last := v_ids[cardinality(v_ids)];
    allotted := case when cardinality(aside) = 0 then v_ids else array(select unnest(v_ids) except select unnest(aside) order by 1) end;
  end if;
  update settlement_runs s set last_id = coalesce(v_last, s.last_id), allotted = s.allotted + cardinality(allot_batch.allotted),
      set_aside = s.set_aside + cardinality(aside),
      done_at = case when coalesce(cardinality(v_ids), 0) < p_limit then p_at end
    where s.strategy = r.strategy and s.nav_date = r.nav_date and s.side = r.side;
  return next;
end $$;

-- Tries one order again that was set aside before p_at, the oldest NAV first. Answers no row where none is left.
create or replace function allot_again(p_today date, p_at timestamptz, out order_id uuid, out done boolean) returns setof record language plpgsql as $$
declare o record;
begin
  select o2.ctid as at, o2.id, o2.strategy, o2.nav_date, o2.reserved_units > 0 as sells into o
    from orders_set_aside a join orders o2 on o2.id = a.order_id
      join navs n on n.strategy = o2.strategy and n.date = o2.nav_date and n.status = 'APPROVED'
    where a.tried_at < p_at and o2.status = 'APPROVED' and o2.allotment_date <= p_today
    order by o2.nav_date, o2.reserved_units = 0, o2.id limit 1 for update of a skip locked;
  if not found then return; end if;
  order_id := o.id;
  done := cardinality(allot_or_set_aside(array[o.at], o.strategy, nav_to_settle(o.strategy, o.nav_date), case when o.sells then 'sell' else 'buy' end, p_today, p_at)) = 0;
  if done then delete from orders_set_aside a where a.order_id = o.id; end if;
  return next;
end $$;
