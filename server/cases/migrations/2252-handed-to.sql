-- Desk to which a case was handed on, and the colleague there, if one was named.
alter table case_entries
  add column to_desk text,
  add column to_person uuid references people (id),
  add constraint case_entries_handed check (to_desk is null or kind = 'handed-on'),
  add constraint case_entries_to_person check (to_person is null or to_desk is not null);
