-- Accounts that are there to try the portal with: they stay out of figures while the switch `exclude-test-accounts` is on.
alter table people add column test_since timestamptz;
create index people_tests on people (id) where test_since is not null;

create table test_marks (
  seq bigint generated always as identity primary key,
  person_id uuid not null references people (id),
  marked boolean not null,
  reason text not null check (length(reason) between 5 and 300),
  at timestamptz not null,
  by_person uuid not null references people (id)
);
create index test_marks_of_person on test_marks (person_id, seq);
create function test_marks_stay() returns trigger language plpgsql as $$
begin
  raise exception 'that an account was marked as a test is never changed or removed';
end $$;
create trigger test_marks_stay before update or delete on test_marks for each row execute function test_marks_stay();
