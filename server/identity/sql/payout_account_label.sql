-- Returns a person's account for payouts, as bank code and masked number; null if no money may be paid to it
-- now (`payout_account`, `payouts_held_until`).
create or replace function payout_account_label(p_person uuid, p_account uuid, p_at timestamptz) returns text language sql stable as $$
  select a.bank || ' xxx-xxx-' || a.last_digits from bank_accounts a
    where a.id = p_account and a.person_id = p_person and a.id = payout_account(p_person, p_at)
      and coalesce(payouts_held_until(p_person, p_at) <= p_at, true);
$$;
