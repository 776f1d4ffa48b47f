-- Numbers that text messages were proved to reach: their owner typed a code back. One that came in the place of another keeps money
-- where it is until `money_from`.
create table proved_phones (
  person_id uuid primary key references people (id),
  sealed bytea not null,
  last_digits text not null check (last_digits ~ '^\d{4}$'),
  proved_at timestamptz not null,
  money_from timestamptz
);
