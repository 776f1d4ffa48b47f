-- Who may do what among staff: proposed by one administrator, approved by another person, and each change kept.
alter table people drop constraint people_role_check;
alter table people add constraint people_role_check
  check (role in ('operations', 'compliance', 'finance', 'support', 'admin', 'auditor'));

create table role_proposals (
  id uuid primary key,
  person_id uuid not null references people (id),
  role_before text,
  role text not null check (role in ('operations', 'compliance', 'finance', 'support', 'admin', 'auditor')),
  reason text not null check (length(reason) between 5 and 300),
  proposed_by uuid not null references people (id),
  proposed_at timestamptz not null,
  state text not null default 'waiting' check (state in ('waiting', 'approved', 'rejected', 'withdrawn')),
  decided_by uuid references people (id),
  decided_at timestamptz,
  check ((state = 'waiting') = (decided_by is null) and (state = 'waiting') = (decided_at is null)),
  -- Four eyes, and nobody about themselves.
  check (person_id <> proposed_by),
  check (state <> 'approved' or (decided_by <> proposed_by and decided_by <> person_id))
);
create unique index role_proposals_waiting on role_proposals (person_id) where state = 'waiting';

-- Each change of a role, by which it is known who had which one on a day. Never changed.
create table role_changes (
  seq bigint generated always as identity primary key,
  person_id uuid not null references people (id),
  from_role text,
  to_role text,
  at timestamptz not null,
  -- Nobody: the command that makes the first administrators, or from before changes were kept.
  changed_by uuid references people (id),
  approved_by uuid references people (id),
  why text not null check (why in ('proposal', 'ended', 'first-admin', 'before')),
  reason text,
  check (from_role is distinct from to_role)
);
create index role_changes_of_person on role_changes (person_id, seq);
insert into role_changes (person_id, from_role, to_role, at, why)
  select id, null, role, created_at, 'before' from people where role is not null order by created_at;

create function role_changes_stay() returns trigger language plpgsql as $$
begin
  raise exception 'a change of a role is never changed or removed';
end $$;
create trigger role_changes_stay before update or delete on role_changes
  for each row execute function role_changes_stay();

-- What a colleague had proposed and nobody had decided when their role ended, and who looks after it.
create table handed_on (
  person_id uuid not null references people (id),
  kind text not null,
  object_id text not null,
  to_person uuid not null references people (id),
  handed_at timestamptz not null,
  primary key (person_id, kind, object_id, handed_at)
);
create index handed_on_to on handed_on (to_person, handed_at);
