-- Who approved first an identity that a check found fault with: a second person decides.
alter table identity_reviews
  add column approved_first_by uuid references people (id),
  add column approved_first_reason text,
  add column approved_first_at timestamptz,
  add check (num_nulls(approved_first_by, approved_first_reason, approved_first_at) in (0, 3)),
  add check (state <> 'approved' or approved_first_by is null or approved_first_by <> decided_by);
