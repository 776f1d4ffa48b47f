-- A link does what its letter says: one for a new password recovers no account, and is void once a recovery was begun.
alter table password_resets add column purpose text not null default 'reset-password'
  check (purpose in ('reset-password', 'account-recovery'));
