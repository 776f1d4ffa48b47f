-- What can be bought, and on which terms. Amounts in baht, rates in basis points.
create table strategies (
  code text primary key,
  -- Text keys of its names and short texts: strategy:<name_key>.name
  name_key text not null unique,
  position smallint not null unique,
  risk_level smallint not null check (risk_level between 1 and 8),
  front_end_bps integer not null check (front_end_bps between 0 and 10000),
  vat_bps integer not null check (vat_bps between 0 and 10000),
  management_bps integer not null check (management_bps between 0 and 10000),
  reduction_profit_bps integer not null check (reduction_profit_bps between 0 and 10000),
  switch_in_bps integer not null check (switch_in_bps between 0 and 10000),
  min_first numeric(18, 2) not null check (min_first >= 0),
  min_next numeric(18, 2) not null check (min_next >= 0),
  min_reduction numeric(18, 2) not null check (min_reduction >= 0),
  min_remainder numeric(18, 2) not null check (min_remainder >= 0),
  -- A NAV that moves further than this from the one before needs a reason.
  nav_jump_bps integer not null check (nav_jump_bps > 0),
  starting_nav numeric(13, 4) not null check (starting_nav > 0),
  started_on date not null,
  open boolean not null
);

insert into strategies (code, name_key, position, risk_level, front_end_bps, vat_bps, management_bps, reduction_profit_bps,
  switch_in_bps, min_first, min_next, min_reduction, min_remainder, nav_jump_bps, starting_nav, started_on, open)
select code, name_key, position, risk_level, 100, 700, 200, 1000, 50, 10000, 10000, 1000, 1000, nav_jump_bps, 10,
  date '2025-01-02', true
from (values
  ('M-BTCA', 'm-btca', 1, 7, 1500),
  ('M-LCAP', 'm-lcap', 2, 7, 1500),
  ('M-BLOCKCHAIN', 'm-blockchain', 3, 8, 2000),
  ('M-METAVERSE', 'm-metaverse', 4, 8, 2000),
  ('M-STABLE', 'm-stable', 5, 5, 100),
  ('M-NEXT GEN', 'm-next-gen', 6, 8, 2000)
) as seed (code, name_key, position, risk_level, nav_jump_bps);
