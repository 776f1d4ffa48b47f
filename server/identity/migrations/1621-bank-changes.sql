-- A bank account that somebody asks for in the place of the one that money is paid to. It lies beside that one until compliance has
-- approved it: ASKED, then VERIFIED (and the one before REPLACED), or REJECTED.
alter table bank_accounts drop constraint bank_accounts_status_check;
alter table bank_accounts add constraint bank_accounts_status_check
  check (status in ('PENDING', 'ASKED', 'VERIFIED', 'REPLACED', 'REJECTED'));

-- When somebody approved it. Until now what was replaced counted as approved once, and the day was counted from when it was sent in.
alter table bank_accounts add column approved_at timestamptz;
update bank_accounts set approved_at = at where status in ('VERIFIED', 'REPLACED');
alter table bank_accounts add constraint bank_accounts_approved
  check ((status <> 'VERIFIED' or approved_at is not null) and (status not in ('PENDING', 'ASKED', 'REJECTED') or approved_at is null));

create table bank_changes (
  id uuid primary key,
  person_id uuid not null references people (id),
  reference text not null unique,
  account uuid not null unique references bank_accounts (id),
  likeness text not null check (likeness in ('SAME', 'CLOSE')),
  state text not null check (state in ('OPEN', 'APPROVED', 'REJECTED')),
  asked_at timestamptz not null,
  decided_at timestamptz,
  decided_by uuid references people (id),
  reason text,
  check ((state = 'OPEN') = (decided_by is null) and (state = 'OPEN') = (decided_at is null) and (state = 'OPEN') = (reason is null)),
  check (decided_by is null or decided_by <> person_id)
);
create unique index bank_changes_open on bank_changes (person_id) where state = 'OPEN';

-- Where money may leave to: an account of this person that was approved, and that no later one replaced. One that came in the place of
-- another waits 24 hours from its approval. Answers its bank's code and its masked number, or nothing.
create or replace function payout_account_label(p_person uuid, p_account uuid, p_at timestamptz) returns text language sql stable as $$
  select a.bank || ' xxx-xxx-' || a.last_digits from bank_accounts a
    where a.id = p_account and a.person_id = p_person and a.status = 'VERIFIED'
      and (a.approved_at + interval '24 hours' <= p_at
        or not exists (select from bank_accounts b where b.person_id = p_person and b.seq < a.seq and b.approved_at is not null));
$$;
