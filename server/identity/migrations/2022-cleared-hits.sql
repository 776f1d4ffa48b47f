-- An account whose hit was confirmed and is cleared by two people is blocked no more. A vendor's own block stays for good.
alter table status_machines drop constraint status_machines_machine_check;
alter table status_machines add check (machine in ('record', 'vendor', 'account'));
insert into status_transitions (machine, from_status, to_status)
  select 'account', from_status, to_status from status_transitions where machine = 'vendor';
insert into status_transitions (machine, from_status, to_status)
  values ('account', 'BLOCKED', 'REVIEW'), ('account', 'BLOCKED', 'VERIFIED');
update status_machines set machine = 'account' where entity = 'account';

-- A confirmed hit is cleared by two people, each with a reason; who confirmed it and why stays beside it.
alter table aml_hits
  drop constraint aml_hits_state_check,
  add check (state in ('open', 'dismissed', 'confirmed', 'cleared', 'outdated')),
  add column clearing_by uuid references people (id),
  add column clearing_reason text,
  add column clearing_at timestamptz,
  add column cleared_by uuid references people (id),
  add column cleared_reason text,
  add column cleared_at timestamptz,
  add check (num_nulls(clearing_by, clearing_reason, clearing_at) in (0, 3)),
  add check (num_nulls(cleared_by, cleared_reason, cleared_at) in (0, 3)),
  add check ((state = 'cleared') = (cleared_by is not null)),
  add check (cleared_by is null or (cleared_by <> clearing_by and cleared_by <> person_id and clearing_by <> person_id));
