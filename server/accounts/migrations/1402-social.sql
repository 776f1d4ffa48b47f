-- Ways in beside the password: accounts at Google and Apple, the wallet, and the other brand.

-- Whoever came by Google or Apple has no password until they set one by a link to their mailbox.
alter table credentials alter column password_hash drop not null;

-- Whose account of a provider belongs to whom here. An e-mail never is the key: it can change hands.
create table social_links (
  provider text not null check (provider in ('google', 'apple')),
  subject text not null,
  person_id uuid not null references people (id),
  linked_at timestamptz not null,
  primary key (provider, subject)
);
create index social_links_of_person on social_links (person_id);

-- A visit to a provider that a browser has begun: its nonce is made of the secret in that browser's HttpOnly cookie. What
-- the provider proved is kept until the person has answered what we ask, for ten minutes; it lets somebody in once.
create table social_attempts (
  secret_hash bytea primary key,
  provider text not null check (provider in ('google', 'apple')),
  expires_at timestamptz not null,
  proof_hash bytea,
  subject text,
  email text,
  used_at timestamptz,
  check ((proof_hash is null) = (subject is null))
);

-- Whose customer somebody is, where two brands share a database. Who stands nowhere yet belongs to the brand at which
-- they log in next.
create table brand_customers (
  person_id uuid not null references people (id),
  brand text not null check (brand in ('saphan', 'nava')),
  since timestamptz not null,
  -- `sign-up`, `log-in`, `transfer`.
  came_by text not null,
  primary key (person_id, brand)
);

-- What the owner reads of a session: `chrome/android`, the network without its last part, and how it began.
alter table sessions
  add column browser text,
  add column network text,
  add column entered_with text not null default 'password' check (entered_with in ('password', 'google', 'apple', 'wallet'));

-- One wallet belongs to one person.
create unique index people_true_money_id on people (true_money_id);
