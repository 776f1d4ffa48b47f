-- Opens each person's account in the asset at the same position of the other array, if it is missing. A null
-- opens no account. The accounts are sorted, which prevents deadlocks.
create or replace function open_accounts(p_people uuid[], p_assets text[]) returns void language plpgsql as $$
begin
  insert into ledger_accounts (asset, person_id)
    select distinct w.asset, w.person_id from unnest(p_people, p_assets) as w (person_id, asset)
    where not exists (select from ledger_accounts a where a.person_id = w.person_id and a.asset = w.asset)
    order by 2, 1
    on conflict (person_id, asset) where person_id is not null do nothing;
end $$;
