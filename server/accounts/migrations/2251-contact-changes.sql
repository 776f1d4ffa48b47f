-- Changes of e-mail and phone number, in business time. Until `open_until`, the previous owner can undo a
-- change, and money goes only to a bank account that was in use before `at`. Rows are never deleted: no
-- payout goes to a bank account requested between `at` and `undone_at`.
create table contact_changes (
  id uuid primary key,
  person_id uuid not null references people (id),
  kind text not null check (kind in ('email', 'phone')),
  at timestamptz not null,
  open_until timestamptz not null check (open_until > at),
  -- Hash of the token of the link that undoes the change. A change of phone number gets such a link only with
  -- the later migration 2280.
  link bytea unique,
  undone_at timestamptz check (undone_at >= at),
  constraint contact_changes_link check (kind = 'email' or (link is null and undone_at is null))
);
create index contact_changes_of_person on contact_changes (person_id, at);
