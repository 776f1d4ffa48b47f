-- Posts entries in one statement; no other function writes entries. Triggers update the balances. Null posts
-- no entry. Raises unique_violation if an entry is already posted (same subject, kind and accounts).
create or replace function post_entries(p_entries ledger_posting[], p_booked_on date, p_booked_at timestamptz) returns void language plpgsql as $$
begin
  insert into ledger_entries (kind, subject, debit, credit, asset, amount, cost, value_date, booked_on, booked_at)
    select e.kind, e.subject, e.debit, e.credit, e.asset, e.amount, e.cost, e.value_date, p_booked_on, p_booked_at
    from unnest(p_entries) as e;
end $$;
