-- What the clients' bank says it has: statements, line by line, and what each line was found to be.
create table bank_statements (
  id uuid primary key,
  bank text not null,
  account text not null,
  -- Of the file: the same one is imported once.
  sha256 text not null unique,
  first_on date not null,
  last_on date not null check (last_on >= first_on),
  opening numeric(30, 2) not null,
  closing numeric(30, 2) not null,
  imported_by uuid not null references people (id),
  imported_at timestamptz not null
);
create trigger bank_statements_stay before update or delete or truncate on bank_statements
  for each statement execute function never_removed();

create table bank_statement_lines (
  statement_id uuid not null references bank_statements (id),
  line integer not null check (line > 0),
  at timestamptz not null,
  reference text not null,
  credit numeric(30, 2) check (credit > 0),
  debit numeric(30, 2) check (debit > 0),
  balance numeric(30, 2) not null,
  -- matched: it paid an order. known: booked before, from the bank's own report or a slip. held: it has a case. out: money that left.
  outcome text not null check (outcome in ('matched', 'known', 'held', 'out')),
  payment_id uuid references payments (id),
  primary key (statement_id, line),
  check (num_nonnulls(credit, debit) = 1),
  check ((outcome = 'out') = (debit is not null)),
  check ((outcome = 'out') = (payment_id is null))
);
create index bank_statement_lines_reference on bank_statement_lines (reference);
create index bank_statement_lines_payment on bank_statement_lines (payment_id);
create trigger bank_statement_lines_stay before update or delete or truncate on bank_statement_lines
  for each statement execute function never_removed();

-- Whether the bank of development pays what is ordered. Never asked in runtime.
create table sandbox_bank (
  only_row boolean primary key default true check (only_row),
  silent boolean not null default false
);
insert into sandbox_bank default values;

-- Each day's books beside what the bank and the custodian say; whoever signs has looked at every difference.
create table daily_controls (
  day date not null,
  kind text not null check (kind in ('bank', 'custodian')),
  made_by uuid not null references people (id),
  made_at timestamptz not null,
  signed_by uuid references people (id),
  signed_at timestamptz,
  primary key (day, kind),
  check ((signed_by is null) = (signed_at is null))
);
create table daily_control_lines (
  day date not null,
  kind text not null,
  -- The account, or the strategy.
  subject text not null,
  ours numeric(34, 4) not null,
  theirs numeric(34, 4) not null,
  -- Of a difference: who looks after it, and why it is none any more.
  owner uuid references people (id),
  reason text,
  closed_by uuid references people (id),
  closed_at timestamptz,
  primary key (day, kind, subject),
  foreign key (day, kind) references daily_controls (day, kind),
  check ((closed_by is null) = (closed_at is null)),
  check (closed_by is null or reason is not null)
);
create trigger daily_controls_stay before delete or truncate on daily_controls for each statement execute function never_removed();
create trigger daily_control_lines_stay before delete or truncate on daily_control_lines for each statement execute function never_removed();

-- What is signed stays; a difference that is still open then may be closed later.
create function daily_controls_signed() returns trigger language plpgsql as $$
begin
  raise exception 'a day that is signed is never changed' using errcode = 'check_violation';
end $$;
create trigger daily_controls_signed before update on daily_controls for each row when (old.signed_at is not null)
  execute function daily_controls_signed();
create trigger daily_control_lines_fixed before update on daily_control_lines for each row
  when ((old.day, old.kind, old.subject, old.ours, old.theirs) is distinct from (new.day, new.kind, new.subject, new.ours, new.theirs)
    or old.closed_at is not null)
  execute function daily_controls_signed();
