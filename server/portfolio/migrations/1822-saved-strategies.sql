-- Which strategies somebody follows: a list of their own, nothing is ordered by it.
create table saved_strategies (
  person_id uuid not null references people (id),
  strategy text not null references strategies (code),
  saved_at timestamptz not null,
  primary key (person_id, strategy)
);
