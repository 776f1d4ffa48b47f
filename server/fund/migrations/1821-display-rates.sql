-- What a dollar is in baht, so that an investor may see about what their baht are. For looking at only: nothing is owed by it.
-- One of finance enters, another person of finance or compliance decides; the latest day counts.
create table display_rates (
  id uuid primary key,
  currency text not null check (currency in ('USD')),
  -- Baht for one of it.
  baht numeric(10, 4) not null check (baht > 0),
  -- The day that the source gives the rate for.
  on_date date not null,
  source_th text not null check (length(trim(source_th)) between 2 and 120),
  source_en text not null check (length(trim(source_en)) between 2 and 120),
  state text not null check (state in ('PROPOSED', 'APPROVED', 'REJECTED')),
  note text not null check (length(note) between 3 and 1000),
  entered_by uuid not null references people (id),
  entered_at timestamptz not null,
  decided_by uuid references people (id),
  decided_at timestamptz,
  decision_note text,
  decision bigint unique,
  check ((state = 'PROPOSED') = (decided_at is null))
);
create unique index display_rates_one_waits on display_rates (currency) where state = 'PROPOSED';
create index display_rates_newest on display_rates (currency, on_date desc, decision desc) where state = 'APPROVED';
create trigger display_rates_row before insert or update or delete on display_rates for each row execute function fund_proposal();
create trigger display_rates_all before truncate on display_rates for each statement execute function fund_proposals_kept();
