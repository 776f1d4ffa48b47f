-- What the wallet's partner said last: whose the wallet is that somebody opened the portal from while they were logged in.
create table wallet_proofs (
  person_id uuid primary key references people (id),
  address text not null,
  proved_at timestamptz not null
);

-- When the wallet in `people.wallet_address` was saved; before `verified_from` no other takes its place.
create table wallet_savings (
  person_id uuid primary key references people (id),
  saved_at timestamptz not null,
  verified_from timestamptz not null check (verified_from > saved_at)
);
