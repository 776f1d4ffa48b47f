-- When the second factor was proved in a session last: staff do nothing without it, and decide only soon after it.
alter table sessions add column factor_at timestamptz;

-- The authenticator of somebody who is there to try the portal with: everybody knows its secret. Development only.
alter table authenticators add column demo boolean not null default false;
