-- Restored access counts as a change of contact data: for a day nothing is paid out, and for three days money
-- goes only to the bank account that was in use before. No link undoes it.
alter table contact_changes
  drop constraint contact_changes_kind_check,
  add constraint contact_changes_kind_check check (kind in ('email', 'phone', 'access')),
  add constraint contact_changes_access check (kind <> 'access' or (link is null and undone_at is null));
