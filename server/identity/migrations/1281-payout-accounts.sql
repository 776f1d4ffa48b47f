-- Where money may leave to: an account of this person that the identity review approved. One that came in the place of another waits
-- 24 hours from when it was sent in. Answers its bank's code and its masked number, or nothing.
create function payout_account_label(p_person uuid, p_account uuid, p_at timestamptz) returns text language sql stable as $$
  select a.bank || ' xxx-xxx-' || a.last_digits from bank_accounts a
    where a.id = p_account and a.person_id = p_person and a.status = 'VERIFIED'
      and (a.at + interval '24 hours' <= p_at
        or not exists (select from bank_accounts b where b.person_id = p_person and b.seq < a.seq));
$$;
