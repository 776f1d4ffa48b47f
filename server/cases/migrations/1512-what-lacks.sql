-- Why an item of a case's list is not ticked off: a paper that lacks or is not good, in the words of who looked at it, sealed
-- like everything else that was said. It goes once the item is ticked off, or is nobody's matter any more.
create table case_lacks (
  case_id uuid not null references cases (id),
  item smallint not null check (item >= 0),
  by_person uuid not null references people (id),
  at timestamptz not null,
  sealed bytea not null,
  primary key (case_id, item)
);
