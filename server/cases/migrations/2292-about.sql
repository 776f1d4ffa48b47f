-- `about`: the account that a visitor's case is about. `asked_by`: the person who was logged in when the case
-- was sent, who cannot decide it. `objected_at`: the time at which the account's owner objected; after that,
-- the case cannot be granted.
alter table cases
  add column about uuid references people (id),
  add column asked_by uuid references people (id),
  add column objected_at timestamptz,
  add constraint cases_about check (about is null or person_id is null),
  add constraint cases_objected check (objected_at is null or about is not null);
create index cases_about_whom on cases (about, opened_at) where about is not null;
alter table case_entries
  drop constraint case_entries_kind_check,
  add constraint case_entries_kind_check check (kind in ('opened', 'taken', 'acknowledged', 'handed-on', 'noted', 'asked',
    'replied', 'taken-up', 'proposed', 'sent-back', 'answered', 'reopened', 'objected', 'closed'));
