-- Kinds of letters that a person does not want by e-mail. Their notices stay in the list of messages.
create table declined_letters (
  person_id uuid not null references people (id),
  kind text not null check (kind in ('nav', 'statement', 'payment')),
  declined_at timestamptz not null,
  primary key (person_id, kind)
);
