-- Returns the account to which money may be paid at `p_at`, or null. It is the last account that was
-- approved; a replacement must wait 24 hours after its approval. While a change of e-mail or phone can be
-- undone, it is the account that was in use when the first such change was made. A change made while an
-- earlier one could be undone continues the earlier one, because the new account was not in use yet. An
-- account requested between a change and its undo is never paid. A replaced account counts only in place of
-- the account that replaced it.
create or replace function payout_account(p_person uuid, p_at timestamptz) returns uuid language sql stable as $$
  with recursive open_changes as (
    select c.at from contact_changes c where c.person_id = p_person and c.at <= p_at and p_at < c.open_until
    union
    select c.at from contact_changes c, open_changes o where c.person_id = p_person and c.at < o.at and o.at < c.open_until
  ), open_since as (
    select min(o.at) as at from open_changes o
  ), approved as (
    select a.id, a.seq, a.approved_at, a.approved_at + case when exists (
        select from bank_accounts b where b.person_id = p_person and b.seq < a.seq and b.approved_at is not null
      ) then interval '24 hours' else interval '0' end as payable_from
    from bank_accounts a
    where a.person_id = p_person and a.status in ('VERIFIED', 'REPLACED') and a.approved_at <= p_at
      and (a.status = 'VERIFIED' or exists (select from bank_accounts b where b.person_id = p_person and b.status = 'VERIFIED'
        and (b.approved_at, b.seq) > (a.approved_at, a.seq)))
      and not asked_by_another(p_person, a.at)
  ), last as (
    select a.id, a.payable_from from approved a, open_since o
    where o.at is null or a.payable_from <= o.at
    order by a.approved_at desc, a.seq desc limit 1
  )
  select id from last where payable_from <= p_at;
$$;
