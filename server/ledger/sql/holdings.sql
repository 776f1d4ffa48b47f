-- Units that people hold. Other rooms read this view.
create or replace view holdings as
  select person_id, asset as strategy, balance as units, pending as pending_units, cost, since
  from ledger_accounts where person_id is not null and asset <> 'THB' and since is not null;
