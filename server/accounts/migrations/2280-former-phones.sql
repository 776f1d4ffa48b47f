-- A change of phone number gets a link that undoes it, like a change of e-mail. The former number is stored,
-- sealed, in the row of the link. That row is deleted when the link is used or has expired.
alter table password_resets
  add column restores_phone bytea,
  -- Time at which the former number was proved by a code. Null if never: undoing the change then leaves no
  -- proved number.
  add column restores_proved_at timestamptz,
  drop constraint password_resets_restores,
  add constraint password_resets_restores
    check ((restores_email is null and restores_phone is null) = (restores_key is null)),
  drop constraint password_resets_purpose_check,
  add constraint password_resets_purpose_check
    check (purpose in ('reset-password', 'account-recovery', 'restore-phone')),
  add constraint password_resets_phone check (
    (purpose = 'restore-phone') = (restores_phone is not null)
    and (restores_phone is null or restores_email is null)
    and (restores_proved_at is null or restores_phone is not null));

alter table contact_changes drop constraint contact_changes_link;
