-- The account of a person, made where it is the first.
create or replace function person_account(p_person uuid, p_asset text default 'THB') returns bigint language plpgsql as $$
declare found_id bigint;
begin
  select id into found_id from ledger_accounts where person_id = p_person and asset = p_asset;
  if found_id is null then
    insert into ledger_accounts (asset, person_id) values (p_asset, p_person)
      on conflict (person_id, asset) where person_id is not null do nothing;
    select id into found_id from ledger_accounts where person_id = p_person and asset = p_asset;
  end if;
  return found_id;
end $$;
