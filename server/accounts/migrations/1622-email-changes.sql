-- A link that goes to the address somebody had before: with a new password it puts that address back. Until it is over nobody else
-- can sign up with the address.
alter table password_resets add column restores_email text;
alter table password_resets add column restores_key text;
alter table password_resets add constraint password_resets_restores check ((restores_email is null) = (restores_key is null));
create index password_resets_restoring on password_resets (restores_key) where restores_key is not null;
