-- Returns the account of a person. Creates the account if it is missing.
create or replace function person_account(p_person uuid, p_asset text default 'THB') returns bigint language plpgsql as $$
declare found_id bigint;
begin
  select id into found_id from ledger_accounts where person_id = p_person and asset = p_asset;
  if found_id is null then
    perform open_accounts(array[p_person], array[p_asset]);
    select id into found_id from ledger_accounts where person_id = p_person and asset = p_asset;
  end if;
  return found_id;
end $$;
