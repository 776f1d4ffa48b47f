-- Returns until when a bank account that was approved after a change of e-mail gets no money: while the owner of the
-- previous address can undo the change, and for ever ('infinity') once they have. Null if nothing holds it. Whoever
-- took over the mailbox may have asked for the account.
create or replace function account_held_until(p_account uuid) returns timestamptz language sql stable as $$
  select max(case when r.used_at is null then r.expires_at else 'infinity' end)
    from bank_accounts a join password_resets r on r.person_id = a.person_id
    where a.id = p_account and r.restores_key is not null
      and a.approved_at between r.created_at and coalesce(r.used_at, r.expires_at);
$$;
