-- Returns a person's account for payouts, as bank code and masked number, or null: verified and not replaced. A
-- replacement waits 24 hours after approval, and no account is used within a day of a change of phone number.
create or replace function payout_account_label(p_person uuid, p_account uuid, p_at timestamptz) returns text language sql stable as $$
  select a.bank || ' xxx-xxx-' || a.last_digits from bank_accounts a
    where a.id = p_account and a.person_id = p_person and a.status = 'VERIFIED'
      and (a.approved_at + interval '24 hours' <= p_at
        or not exists (select from bank_accounts b where b.person_id = p_person and b.seq < a.seq and b.approved_at is not null))
      and not exists (select from proved_phones p where p.person_id = p_person and p.money_from > p_at);
$$;
