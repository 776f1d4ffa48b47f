-- What an account was worth on a day, as its owner looked at it: written once a day, from the server's own figures.
create table client_summaries (
  person_id uuid not null references people (id),
  day date not null,
  value numeric(18, 2) not null,
  principal numeric(18, 2) not null,
  total_profit numeric(18, 2) not null,
  made_at timestamptz not null,
  primary key (person_id, day)
);
create trigger client_summaries_stay before update or delete or truncate on client_summaries
  for each statement execute function never_removed();
