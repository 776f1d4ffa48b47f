-- Posts the compensation rows of a correction, in the caller's transaction: entries, payouts, timeline,
-- audit, tax documents. Returns the number of orders; zero if they were already posted.
create or replace function post_compensations(p_nav uuid, p_by text, p_today date, p_at timestamptz, p_establishment text) returns integer
language plpgsql as $$
declare v_count integer; n navs; r record; v_month date := date_trunc('month', p_today); v_last integer; v_entries ledger_posting[];
begin
  perform from nav_corrections where nav_id = p_nav and state = 'APPROVED' and posted_at is null for update;
  if not found then return 0; end if;
  select * into n from navs where id = p_nav;

  perform open_accounts(array_agg(c.person_id), array_agg(asset)) from nav_compensations c, unnest(array['THB', c.strategy]) as asset
    where c.nav_id = p_nav and (c.units > 0 or c.gross > 0 or c.amount > 0);

  select array_agg(('nav-correction', c.id, leg.debit, leg.credit, leg.asset, leg.amount, leg.cost, o.nav_date)::ledger_posting) into v_entries
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
  perform post_entries(v_entries, p_today, p_at);

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

  -- An additional charge becomes a debit note to the order's invoice, or its first invoice.
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
  select array_agg(('nav-correction', md5('accrual:' || p_nav || ':' || k.day)::uuid, case when k.amount > 0 then h.accrued else h.fees end,
      case when k.amount > 0 then h.fees else h.accrued end, 'THB', abs(k.amount), null, k.day)::ledger_posting) into v_entries
    from kept k cross join lateral (select house_account('accrued:management:' || k.strategy) as accrued, house_account('fees:management') as fees) as h;
  perform post_entries(v_entries, p_today, p_at);

  update nav_corrections set posted_at = p_at where nav_id = p_nav;
  select count(*) into v_count from nav_compensations where nav_id = p_nav;
  return v_count;
end $$;
