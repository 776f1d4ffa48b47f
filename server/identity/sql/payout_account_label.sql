-- Returns a person's account for payouts, as bank code and masked number, or null if money may not leave to it now
-- (`payout_account`). Within a day of a change of phone number, or of its undoing, no account is paid.
create or replace function payout_account_label(p_person uuid, p_account uuid, p_at timestamptz) returns text language sql stable as $$
  select a.bank || ' xxx-xxx-' || a.last_digits from bank_accounts a
    where a.id = p_account and a.person_id = p_person and a.id = payout_account(p_person, p_at)
      and not exists (select from proved_phones p where p.person_id = p_person and p.money_from > p_at)
      and not exists (select from contact_changes c where c.person_id = p_person and c.kind = 'phone'
        and c.undone_at <= p_at and p_at < c.undone_at + interval '24 hours');
$$;
