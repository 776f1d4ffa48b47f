-- Reserves units of people (positive) or releases them (negative). Returns the number of accounts changed.
-- Only triggers can call it: `ledger_accounts_move_alone` rejects other callers.
create or replace function move_pending(p_people uuid[], p_assets text[], p_units numeric[]) returns integer language plpgsql as $$
declare v_changed integer;
begin
  update ledger_accounts a set pending = a.pending + moved.units
    from (select m.person_id, m.asset, sum(m.units) as units from unnest(p_people, p_assets, p_units) as m (person_id, asset, units) group by 1, 2) as moved
    where a.person_id = moved.person_id and a.asset = moved.asset;
  get diagnostics v_changed = row_count;
  return v_changed;
end $$;
