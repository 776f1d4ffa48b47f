-- Proposals of the fund room: one person of finance enters, another of finance or compliance decides, once; nothing is changed or removed.
-- `decision` numbers what was decided in its order, whatever the business clock does.
create sequence fund_decisions;

create function fund_proposal() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    -- What nobody entered came with the program, or a job did it to protect investors: it needs no decision.
    if (new.entered_by is null) <> (new.state = 'APPROVED') or new.state = 'REJECTED' or new.decided_by is not null then
      raise exception '%: what a person enters waits for another one', tg_table_name using errcode = 'check_violation';
    end if;
    if new.entered_by is not null and not exists (select from people where id = new.entered_by and role = 'finance') then
      raise exception '%: only finance enters', tg_table_name using errcode = 'check_violation';
    end if;
  elsif tg_op = 'UPDATE' and old.state = 'PROPOSED' and new.state <> 'PROPOSED'
    and to_jsonb(new) - array['state', 'decided_by', 'decided_at', 'decision_note']
      = to_jsonb(old) - array['state', 'decided_by', 'decided_at', 'decision_note'] then
    if new.decided_by = old.entered_by then
      raise exception '%: who enters never approves', tg_table_name using errcode = 'check_violation', constraint = tg_table_name || '_four_eyes';
    end if;
    if not exists (select from people where id = new.decided_by and role in ('finance', 'compliance')) then
      raise exception '%: only finance or compliance decides', tg_table_name using errcode = 'check_violation';
    end if;
  else
    raise exception '%: a proposal is decided once and never changed or removed (%)', tg_table_name, tg_op using errcode = 'restrict_violation';
  end if;
  if new.state <> 'PROPOSED' then new.decision := nextval('fund_decisions'); end if;
  return new;
end $$;

create function fund_proposals_kept() returns trigger language plpgsql as $$
begin
  raise exception '%: a proposal is never removed (%)', tg_table_name, tg_op using errcode = 'restrict_violation';
end $$;

-- What a strategy asks, charges and is, from a NAV day on. Amounts in baht, rates in basis points.
create table strategy_terms (
  id uuid primary key,
  strategy text not null references strategies (code),
  -- The first NAV day of which orders get these terms.
  from_date date not null,
  front_end_bps integer not null check (front_end_bps between 0 and 10000),
  vat_bps integer not null check (vat_bps between 0 and 10000),
  management_bps integer not null check (management_bps between 0 and 10000),
  reduction_profit_bps integer not null check (reduction_profit_bps between 0 and 10000),
  switch_in_bps integer not null check (switch_in_bps between 0 and 10000),
  -- Of the profit above the highest NAV so far; 0 where none is charged.
  performance_bps integer not null check (performance_bps between 0 and 10000),
  -- What a year costs in all, in basis points of the strategy's assets.
  total_cost_bps integer not null check (total_cost_bps between 0 and 10000),
  min_first numeric(18, 2) not null check (min_first >= 0),
  min_next numeric(18, 2) not null check (min_next >= 0),
  min_reduction numeric(18, 2) not null check (min_reduction >= 0),
  min_remainder numeric(18, 2) not null check (min_remainder >= 0),
  -- The largest order that is taken online; above it somebody calls.
  max_order numeric(18, 2) not null,
  -- A NAV that moves further than this from the one before needs a reason.
  nav_jump_bps integer not null check (nav_jump_bps > 0),
  -- Keys of their words: strategy:types.<key>, strategy:currencyPolicies.<key>, strategy:dividendPolicies.<key>
  type_key text not null check (type_key in ('single-coin', 'large-cap', 'infrastructure', 'metaverse', 'stable', 'new-generation')),
  currency_policy_key text not null check (currency_policy_key in ('unhedged', 'hedged', 'discretion')),
  dividend_policy_key text not null check (dividend_policy_key in ('none', 'yearly', 'discretion')),
  registered_on date not null,
  -- Since when it is managed; its first NAV is of that day.
  managed_from date not null check (managed_from >= registered_on),
  state text not null check (state in ('PROPOSED', 'APPROVED', 'REJECTED')),
  note text not null check (length(note) between 3 and 1000),
  entered_by uuid references people (id),
  entered_at timestamptz not null,
  decided_by uuid references people (id),
  decided_at timestamptz,
  decision_note text,
  decision bigint unique,
  check ((state = 'PROPOSED') = (decided_at is null)),
  -- No minimum above it, a million or more: possible-strategy.
  constraint strategy_terms_order_in_reach check (max_order between greatest(min_first, min_next, 1000000) and 999999999999.99)
);
create unique index strategy_terms_one_waits on strategy_terms (strategy) where state = 'PROPOSED';
create index strategy_terms_in_force on strategy_terms (strategy, from_date desc, decision desc) where state = 'APPROVED';
create trigger strategy_terms_row before insert or update or delete on strategy_terms for each row execute function fund_proposal();
create trigger strategy_terms_all before truncate on strategy_terms for each statement execute function fund_proposals_kept();

-- The terms of before hold for every day until others are approved. A demonstration's dates and total cost: for legal approval.
insert into strategy_terms (id, strategy, from_date, front_end_bps, vat_bps, management_bps, reduction_profit_bps, switch_in_bps,
    performance_bps, total_cost_bps, min_first, min_next, min_reduction, min_remainder, max_order, nav_jump_bps,
    type_key, currency_policy_key, dividend_policy_key, registered_on, managed_from, state, note, entered_at, decided_at)
  select gen_random_uuid(), code, date '2000-01-01', front_end_bps, vat_bps, management_bps, reduction_profit_bps, switch_in_bps,
    0, management_bps + management_bps * vat_bps / 10000, min_first, min_next, min_reduction, min_remainder, max_order, nav_jump_bps,
    case name_key when 'm-btca' then 'single-coin' when 'm-lcap' then 'large-cap' when 'm-blockchain' then 'infrastructure'
      when 'm-metaverse' then 'metaverse' when 'm-stable' then 'stable' else 'new-generation' end,
    'unhedged', 'none', started_on, started_on, 'APPROVED', 'as installed', timestamptz '2025-01-02 00:00+07', timestamptz '2025-01-02 00:00+07'
  from strategies order by position;

/* The terms of a strategy on a NAV day: one row; none where there is no such strategy. */
create function terms_on(p_strategy text, p_day date) returns setof strategy_terms language sql stable as $$
  select * from strategy_terms where strategy = p_strategy and state = 'APPROVED' and from_date <= p_day
    order by from_date desc, decision desc limit 1
$$;

-- What a strategy takes: everything, no increases, no reductions, nothing. It holds from its decision on.
create table strategy_dealing (
  id uuid primary key,
  strategy text not null references strategies (code),
  status text not null check (status in ('OPEN', 'NO_IN', 'NO_OUT', 'SUSPENDED')),
  state text not null check (state in ('PROPOSED', 'APPROVED', 'REJECTED')),
  note text not null check (length(note) between 3 and 1000),
  entered_by uuid references people (id),
  entered_at timestamptz not null,
  decided_by uuid references people (id),
  decided_at timestamptz,
  decision_note text,
  decision bigint unique,
  check ((state = 'PROPOSED') = (decided_at is null)),
  -- A job may take it out of dealing, never into it; what came with the program has no person either.
  constraint strategy_dealing_by_job check (entered_by is not null or status = 'SUSPENDED' or note = 'as installed')
);
create unique index strategy_dealing_one_waits on strategy_dealing (strategy) where state = 'PROPOSED';
create index strategy_dealing_now on strategy_dealing (strategy, decision desc) include (status) where state = 'APPROVED';
create trigger strategy_dealing_row before insert or update or delete on strategy_dealing for each row execute function fund_proposal();
create trigger strategy_dealing_all before truncate on strategy_dealing for each statement execute function fund_proposals_kept();

insert into strategy_dealing (id, strategy, status, state, note, entered_at, decided_at)
  select gen_random_uuid(), code, case when open then 'OPEN' else 'SUSPENDED' end, 'APPROVED', 'as installed',
    timestamptz '2025-01-02 00:00+07', timestamptz '2025-01-02 00:00+07'
  from strategies order by position;

/* Whether it takes increases (subscriptions, switches into it) and reductions (redemptions, switches out of it). */
create function dealing_of(p_strategy text, out status text, out takes_in boolean, out takes_out boolean) returns setof record
language sql stable as $$
  select status, status in ('OPEN', 'NO_OUT'), status in ('OPEN', 'NO_IN') from strategy_dealing
    where strategy = p_strategy and state = 'APPROVED' order by decision desc limit 1
$$;

alter table strategies
  drop column front_end_bps, drop column vat_bps, drop column management_bps, drop column reduction_profit_bps,
  drop column switch_in_bps, drop column min_first, drop column min_next, drop column min_reduction, drop column min_remainder,
  drop column max_order, drop column nav_jump_bps, drop column started_on, drop column open;

-- As before (1202), by the terms of its NAV day and what the strategy takes now.
create or replace function place_subscription(
  p_id uuid, p_key text, p_prefix text, p_person uuid, p_strategy text, p_amount numeric, p_method text,
  p_fee numeric, p_vat numeric, p_risk_acknowledged boolean,
  p_max_risk integer, p_at timestamptz, p_today date, p_shown_nav_date date, p_nav_date date, p_allotment_date date, p_pay_by timestamptz,
  out outcome text, out order_id uuid, out order_reference text, out order_pay_by timestamptz,
  out order_nav_date date, out order_allotment_date date
) language plpgsql as $$
declare s record;
begin
  select 'ok', id, reference, pay_by, nav_date, allotment_date
    into outcome, order_id, order_reference, order_pay_by, order_nav_date, order_allotment_date
    from orders where idempotency_key = p_key and person_id = p_person;
  if found then return; end if;
  if not exists (select from people where id = p_person and role is null and locked_at is null) then
    outcome := 'not-able'; return;
  end if;
  select t.*, st.risk_level, d.takes_in into s
    from strategies st, terms_on(p_strategy, p_nav_date) t, dealing_of(p_strategy) d where st.code = p_strategy;
  if not found or not s.takes_in then outcome := 'strategy-closed'; return; end if;
  if p_amount > s.max_order then outcome := 'maximum'; return; end if;
  if p_amount < (case when exists (select from holdings where person_id = p_person and strategy = p_strategy and units > 0)
                 then s.min_next else s.min_first end) then
    outcome := 'minimum'; return;
  end if;
  if s.risk_level > p_max_risk and not p_risk_acknowledged then outcome := 'risk-not-acknowledged'; return; end if;
  if p_shown_nav_date <> p_nav_date or p_fee <> round(p_amount * s.front_end_bps * 0.0001, 2) or p_vat <> round(p_fee * s.vat_bps * 0.0001, 2) then
    outcome := 'terms-changed'; return;
  end if;
  insert into orders (id, reference, kind, status, person_id, strategy, amount, method, fee, vat, fee_bps, vat_bps, risk_level,
      risk_acknowledged, placed_at, nav_date, allotment_date, pay_by, idempotency_key, changed_by, changed_at)
    values (p_id, p_prefix || '-' || to_char(p_today, 'YYMMDD') || '-' || lpad(nextval('order_numbers')::text, 6, '0'),
      'subscription', 'SUBMITTED', p_person, p_strategy, p_amount, p_method, p_fee, p_vat, s.front_end_bps, s.vat_bps, s.risk_level,
      p_risk_acknowledged, p_at, p_nav_date, p_allotment_date, p_pay_by, p_key, 'person:' || p_person, p_at)
    returning 'ok', id, reference, pay_by, nav_date, allotment_date
    into outcome, order_id, order_reference, order_pay_by, order_nav_date, order_allotment_date;
end $$;
