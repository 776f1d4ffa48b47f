-- Returns the id of a house account. Raises an error if it does not exist.
create or replace function house_account(p_house text, p_asset text default 'THB') returns bigint language plpgsql stable as $$
declare found_id bigint;
begin
  select id into found_id from ledger_accounts where house = p_house and asset = p_asset;
  if found_id is null then raise exception 'no account % of %', p_house, p_asset; end if;
  return found_id;
end $$;
