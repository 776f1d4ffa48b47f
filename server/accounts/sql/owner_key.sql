-- Returns the wrapped key of the subject `person:<uuid>`; null for a visitor, and once the key is erased.
-- Other rooms call this in the statement that reads sealed data, and unwrap the key with the vault.
create or replace function owner_key(subject text) returns bytea stable language sql as $$
  select wrapped_key from person_keys
  where person_id = case when subject like 'person:%' then substr(subject, 8)::uuid end
$$;
