-- The management fee of each calendar day: last approved NAV x units at the day's end x rate / 365, half-up. A NAV is net of it
-- already: the entry says what the strategy owes, and charges nobody again.
create table management_accruals (
  strategy text not null references strategies (code),
  day date not null,
  units numeric(34, 4) not null check (units >= 0),
  nav numeric(13, 4),
  rate_bps integer not null,
  amount numeric(30, 2) not null check (amount >= 0),
  primary key (strategy, day)
);
create trigger management_accruals_stay before update or delete or truncate on management_accruals
  for each statement execute function never_removed();

-- Accrues one day, once; a day before its end is refused. Answers how many strategies it accrued.
create function accrue_management(p_day date, p_today date, p_at timestamptz) returns integer language plpgsql as $$
declare accrued integer;
begin
  if p_day >= p_today then raise exception 'the day % is not over', p_day using errcode = 'check_violation'; end if;
  insert into management_accruals (strategy, day, units, nav, rate_bps, amount)
    select s.code, p_day, held.units, n.nav, t.management_bps,
      -- Value half-up to the satang, then the share half-up: div() keeps every digit.
      div(2 * round(held.units * coalesce(n.nav, 0), 2) * 100 * t.management_bps + 3650000, 7300000) * 0.01
    from strategies s
      cross join lateral terms_on(s.code, p_day) as t
      cross join lateral (
        select coalesce(sum(case when e.debit = a.id then e.amount else -e.amount end), 0) as units
        from ledger_accounts a left join ledger_entries e on e.asset = s.code and a.id in (e.debit, e.credit) and e.booked_on <= p_day
        where a.house = 'strategy:' || s.code and a.asset = s.code
      ) as held
      left join lateral (
        select nav from navs where strategy = s.code and status = 'APPROVED' and date <= p_day order by date desc limit 1
      ) as n on true
    on conflict (strategy, day) do nothing;
  get diagnostics accrued = row_count;
  insert into ledger_entries (kind, subject, debit, credit, asset, amount, value_date, booked_on, booked_at)
    select 'accrual', md5('accrual:' || m.strategy || ':' || m.day)::uuid, house_account('accrued:management:' || m.strategy),
      house_account('fees:management'), 'THB', m.amount, m.day, p_today, p_at
    from management_accruals m where m.day = p_day and m.amount > 0
    on conflict (subject, kind, debit, credit) do nothing;
  return accrued;
end $$;

-- What roundings left in a year goes to the strategy, or comes from it, once. Answers how many strategies it moved something for.
create function sweep_residues(p_year integer, p_today date, p_at timestamptz) returns integer language plpgsql as $$
declare last_day date := make_date(p_year, 12, 31); swept integer;
begin
  if p_today <= last_day then raise exception 'the year % is not over', p_year using errcode = 'check_violation'; end if;
  lock table settlement_sweeps in exclusive mode;
  with rest as (
    insert into settlement_sweeps (strategy, year, amount)
      select s.code, p_year, coalesce(sum(case when e.credit = a.id then e.amount else -e.amount end), 0)
      from strategies s join ledger_accounts a on a.house = 'residues:' || s.code
        left join ledger_entries e on e.asset = 'THB' and a.id in (e.debit, e.credit) and (e.booked_on <= last_day or e.kind = 'residue-sweep')
      group by s.code on conflict (strategy, year) do nothing returning *
  )
  insert into ledger_entries (kind, subject, debit, credit, asset, amount, value_date, booked_on, booked_at)
    select 'residue-sweep', md5('residue-sweep:' || strategy || ':' || year)::uuid,
      house_account(case when amount > 0 then 'residues:' else 'strategy:' end || strategy),
      house_account(case when amount > 0 then 'strategy:' else 'residues:' end || strategy),
      'THB', abs(amount), last_day, p_today, p_at
    from rest where amount <> 0;
  get diagnostics swept = row_count;
  return swept;
end $$;
create table settlement_sweeps (
  strategy text not null references strategies (code),
  year integer not null,
  amount numeric(30, 2) not null,
  primary key (strategy, year)
);
create trigger settlement_sweeps_stay before update or delete on settlement_sweeps
  for each statement execute function never_removed();

-- Numbers of tax documents, one after the other for each establishment, month and kind. The counter is locked until its transaction
-- ends: what is rolled back gives its numbers back. For legal approval: tax point is the allotment.
create table tax_series (
  establishment text not null check (establishment ~ '^\d{5}$'),
  month date not null check (extract(day from month) = 1),
  kind text not null check (kind in ('invoice', 'credit-note', 'debit-note')),
  last integer not null default 0 check (last >= 0),
  primary key (establishment, month, kind)
);
create table tax_documents (
  establishment text not null,
  month date not null,
  kind text not null,
  number integer not null check (number > 0),
  order_id uuid not null references orders (id),
  -- The charge without its VAT, and the VAT.
  charge numeric(30, 2) not null check (charge > 0),
  vat numeric(30, 2) not null check (vat >= 0),
  issued_on date not null,
  -- Of a note: why, and the invoice that it corrects.
  reason text,
  corrects integer,
  corrects_month date,
  primary key (establishment, month, kind, number),
  foreign key (establishment, month, kind) references tax_series (establishment, month, kind),
  check ((kind = 'invoice') = (reason is null)),
  check ((kind = 'invoice') = (corrects is null) and (kind = 'invoice') = (corrects_month is null))
);
create unique index tax_invoice_of_order on tax_documents (order_id) where kind = 'invoice';
create index tax_notes_of_order on tax_documents (order_id) where kind <> 'invoice';
create trigger tax_documents_stay before update or delete or truncate on tax_documents
  for each statement execute function never_removed();
-- A number is given by its counter and follows the one before it.
create function tax_series_step() returns trigger language plpgsql as $$
begin
  if tg_op <> 'UPDATE' or new.last < old.last or (new.establishment, new.month, new.kind) <> (old.establishment, old.month, old.kind) then
    raise exception 'a counter of tax documents only goes on' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger tax_series_step before update or delete on tax_series for each row execute function tax_series_step();
create function tax_documents_follow() returns trigger language plpgsql as $$
begin
  if exists (
    select from (select distinct establishment, month, kind from new_documents) as n join tax_series s using (establishment, month, kind)
    where s.last <> (select count(*) from tax_documents d where (d.establishment, d.month, d.kind) = (s.establishment, s.month, s.kind))
      or s.last <> (select max(number) from tax_documents d where (d.establishment, d.month, d.kind) = (s.establishment, s.month, s.kind))
  ) then
    raise exception 'numbers of tax documents follow each other' using errcode = 'check_violation';
  end if;
  return null;
end $$;
create trigger tax_documents_follow after insert on tax_documents referencing new table as new_documents
  for each statement execute function tax_documents_follow();

-- An invoice for each of these allotted orders that was charged something and has none. Answers how many.
create function issue_tax_invoices(p_establishment text, p_orders uuid[], p_today date) returns integer language plpgsql as $$
declare v_month date := date_trunc('month', p_today); v_count integer; v_last integer;
begin
  select count(*) into v_count from orders o where o.id = any (p_orders) and o.status = 'ALLOTTED' and o.fee > 0
    and not exists (select from tax_documents d where d.order_id = o.id and d.kind = 'invoice');
  if v_count = 0 then return 0; end if;
  insert into tax_series as s (establishment, month, kind, last) values (p_establishment, v_month, 'invoice', v_count)
    on conflict (establishment, month, kind) do update set last = s.last + v_count returning last into v_last;
  insert into tax_documents (establishment, month, kind, number, order_id, charge, vat, issued_on)
    select p_establishment, v_month, 'invoice', v_last - v_count + row_number() over (order by o.id), o.id, o.fee, o.vat, p_today
    from orders o where o.id = any (p_orders) and o.status = 'ALLOTTED' and o.fee > 0
      and not exists (select from tax_documents d where d.order_id = o.id and d.kind = 'invoice');
  return v_count;
end $$;

-- A note that takes back (credit) or adds to (debit) what an order was invoiced; it has a number of its own, none is used again.
create function issue_tax_note(p_order uuid, p_kind text, p_charge numeric, p_vat numeric, p_reason text, p_today date) returns integer
language plpgsql as $$
declare v_month date := date_trunc('month', p_today); v_number integer; i tax_documents;
begin
  select * into i from tax_documents where order_id = p_order and kind = 'invoice';
  if not found then raise exception 'order % has no tax invoice', p_order using errcode = 'check_violation'; end if;
  insert into tax_series as s (establishment, month, kind, last) values (i.establishment, v_month, p_kind, 1)
    on conflict (establishment, month, kind) do update set last = s.last + 1 returning last into v_number;
  insert into tax_documents values (i.establishment, v_month, p_kind, v_number, p_order, p_charge, p_vat, p_today, p_reason, i.number, i.month);
  return v_number;
end $$;
