-- By which a colleague finds somebody whose name and phone lie sealed: keyed hashes of the whole of each. They go with the key
-- under which the values themselves lie.
create table identity_finders (
  person_id uuid not null references people (id),
  kind text not null check (kind in ('phone', 'name')),
  hash bytea not null,
  primary key (person_id, kind, hash)
);
create index identity_finders_hash on identity_finders (hash, kind);

create function forget_finders() returns trigger language plpgsql as $$
begin
  delete from identity_finders where person_id = new.person_id;
  return null;
end $$;
create trigger finders_go_with_the_key after update of wrapped_key on person_keys
  for each row when (new.wrapped_key is null) execute function forget_finders();
