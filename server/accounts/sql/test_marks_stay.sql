create or replace function test_marks_stay() returns trigger language plpgsql as $$
begin
  raise exception 'that an account was marked as a test is never changed or removed';
end $$;
